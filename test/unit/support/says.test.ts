import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/index.js";

test("a new sentence can be requested by several at once", async () => {
  await using folder = await temporaryFolder();
  const says = new URL("../../support/backends/says.ts", import.meta.url).href;
  const script = `
    const { says } = await import(${JSON.stringify(says)});
    const sounds = await Promise.all(Array.from({ length: 8 }, () => says("What time is it?")));
    console.log(new Set(sounds.map((samples) => samples.join())).size, sounds[0].length);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { env: { ...process.env, ATTENDANT_CACHE: folder.path } },
  );
  assert.match(stdout, /^1 \d{4,}\n$/);
  assert.equal((await readdir(path.join(folder.path, "said"))).length, 1);
});
