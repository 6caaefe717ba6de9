import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.js";

it("says in a fresh clone what is missing, and not where Node did not find a module", async () => {
  await using folder = await temporaryFolder();
  cpSync("scripts", join(folder.path, "scripts"), { recursive: true });
  const { status, stderr } = spawnSync(join(folder.path, "scripts/doctor"), ["--help"], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^ari-attendant: nothing is installed in .* yet: npm ci, or scripts\/setup, which does it\n$/);
});

it("talks without a telephone, and says how and what for", () => {
  const talk = (...args: string[]) => spawnSync("scripts/ari-attendant", ["talk", ...args], { encoding: "utf8" });
  const { status, stdout } = talk("--help");
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: ari-attendant talk .*LLM_BASE_URL.*SPEECH_BASE_URL/s);
  const wrong = talk("--telephone");
  assert.deepEqual([wrong.status, wrong.stdout], [64, ""]);
  assert.match(wrong.stderr, /^talk: .*--telephone/);
});
