import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { it } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.js";

it("says in a fresh clone what is missing, and not where Node did not find a module", async () => {
  await using folder = await temporaryFolder();
  cpSync("scripts", join(folder.path, "scripts"), { recursive: true });
  const { status, stderr } = spawnSync(join(folder.path, "scripts/doctor"), ["--help"], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^ari-attendant: npm packages or the build are missing in .*\. Run scripts\/setup, or npm ci and npm run build\n$/,
  );
});

it("lists what is set, and every fault in it, without a secret", async () => {
  await using folder = await temporaryFolder();
  const set =
    "LLM_BASE_URL=http://llm/v1\nLLM_MODEL=qwen3\nSPEECH_BASE_URL=http://speech/v1\nARI_PASSWORD=hunter2hunter2\n";
  const settings = (env: string, ...args: string[]) => {
    writeFileSync(join(folder.path, ".env"), env);
    const program = resolve("scripts/ari-attendant");
    return spawnSync(program, ["settings", ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
    });
  };
  const good = settings(`${set}PORT=8080\n`);
  assert.deepEqual([good.status, good.stderr], [0, ""]);
  assert.match(good.stdout, /^ {2}LLM_MODEL +qwen3$/m);
  assert.match(good.stdout, /^ {2}ARI_PASSWORD +\*\*\* \(withheld\)$/m);
  assert.doesNotMatch(good.stdout, /hunter2|PORT/);
  const json = settings(set, "--json", "--all");
  const listed = JSON.parse(json.stdout) as { name: string; value: string | null }[];
  assert.deepEqual(listed.find(({ name }) => name === "ARI_PASSWORD")?.value, null);
  assert.equal(listed.find(({ name }) => name === "PORT")?.value, "8080");
  const faulty = settings(`${set}PORT=many\nLLM_MODLE=x\n`);
  assert.equal(faulty.status, 78);
  assert.match(faulty.stderr, /^settings: PORT: expected a whole number .*many/m);
  assert.match(faulty.stderr, /^settings: LLM_MODLE is not a setting; did you mean LLM_MODEL\?$/m);
  assert.equal(settings(set, "--everything").status, 64);
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
