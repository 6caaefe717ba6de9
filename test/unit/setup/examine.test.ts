import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Asker } from "../../../src/setup/ask.js";
import { examine, isToGoOn } from "../../../src/setup/examine.js";
import { setupOptions } from "../../../src/setup/options.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** What comes of a doctor that says this. */
async function examined(script: string) {
  await using project = await temporaryFolder();
  await mkdir(join(project.path, "scripts"));
  await writeFile(join(project.path, "scripts/doctor"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const told: string[] = [];
  const needs = { project: project.path, environment: process.env, tell: (text: string) => void told.push(text) };
  return { ...(await examine(needs, { folder: project.path })), told };
}

describe("what the doctor finds at the end of a set-up", () => {
  it("is a fault of it, each by itself, and shown as the doctor says it", async () => {
    const said = "good        A: fine.\nFAULT       B: broken.\n            → Mend it.\nFAULT       C: gone.";
    const { code, faults, told } = await examined(`cat <<'END'\n${said}\nEND\nexit 1`);
    assert.deepEqual([code, faults], [1, ["scripts/doctor: B: broken.", "scripts/doctor: C: gone."]]);
    assert.deepEqual(told, [said]);
  });

  it("is a fault where it did not come to its end, and none where it found nothing", async () => {
    const broken = await examined("echo no Node.js here >&2; exit 127");
    assert.deepEqual(broken.faults, ["scripts/doctor was not completed: no Node.js here"]);
    assert.deepEqual((await examined("echo 'good        A: fine.'")).faults, []);
  });

  it("stops it, unless an option or a person says that it is known", async () => {
    const saying = (agreed: boolean) => ({ agree: async () => agreed }) as unknown as Asker;
    const [plain, despite] = [setupOptions(["--yes"]), setupOptions(["--yes", "--despite-faults"])];
    assert.equal(await isToGoOn({ options: plain, asker: undefined }), false);
    assert.equal(await isToGoOn({ options: plain, asker: saying(false) }), false);
    assert.equal(await isToGoOn({ options: plain, asker: saying(true) }), true);
    assert.equal(await isToGoOn({ options: despite, asker: undefined }), true);
  });
});
