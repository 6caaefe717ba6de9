import { readFile } from "node:fs/promises";
import { layOutAsFreePbx } from "../freepbx-layout.js";
import { asteriskRoot, type Bed } from "./bed.js";
import { startPbx } from "./pbx.js";
import { secret } from "./secrets.js";

const SNIPPETS = new URL("../../../asterisk-config/freepbx/", import.meta.url);
const USER = "attendant";

/** Starts a PBX laid out as FreePBX does it, with what an administrator adds for a controller that attaches to it. */
export async function startBedOnPbx(): Promise<Bed> {
  const password = secret();
  const added = await Promise.all(
    ["extensions", "http", "ari_general", "ari_additional"].map(async (name) => {
      const file = `${name}_custom.conf`;
      return [file, await readFile(new URL(file, SNIPPETS), "utf8")] as const;
    }),
  );
  const pbx = await startPbx(await asteriskRoot(), {
    change(files) {
      const [, name = "", ofTester = ""] =
        /\[(\w+)\]\ntype = user\npassword = (.+)/.exec(files.get("ari.conf") ?? "") ?? [];
      layOutAsFreePbx(files, { name, password: ofTester });
      for (const [file, text] of added) {
        files.set(file, `${files.get(file) ?? ""}\n${text.replace(/^password =$/m, `password = ${password}`)}`);
      }
    },
  });
  return {
    pbx,
    assistantAsterisk: pbx.instance,
    settings: { ARI_URL: pbx.ari.url, ARI_USER: USER, ARI_PASSWORD: password },
    registered: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => pbx[Symbol.asyncDispose](),
  };
}
