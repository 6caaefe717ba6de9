import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.js";

const [ALL, PROGRAM] = ["a-key-of-sixteen-or-more", "key-that-may-place-calls"];

/** An installation's folder with these files. */
async function installation(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  mkdirSync(join(folder.path, "secrets"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  const run = (...args: string[]) => {
    const env = { PATH: process.env.PATH };
    const { status, stdout, stderr } = spawnSync(resolve("scripts/ari-attendant"), ["key", ...args], {
      cwd: folder.path,
      env,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  return { folder: folder.path, run };
}

describe("ari-attendant key", () => {
  it("prints the installation's, wherever its settings have it", async (t) => {
    for (const files of [
      { ".env": `API_KEYS='program:read+call:${PROGRAM},${ALL}'\n` },
      { ".env": "API_KEYS_FILE=secrets/keys\n", "secrets/keys": `me:all:${ALL}\n` },
      { ".env": "LOG_LEVEL=info\n", "secrets/api_keys": `${ALL}\nprometheus:metrics:${PROGRAM}\n` },
    ]) {
      const { run } = await installation(t, files);
      assert.deepEqual(run(), { status: 0, stdout: `${ALL}\n`, stderr: "" });
    }
  });

  it("prints one that fits, and the address for a shell", async (t) => {
    const { run } = await installation(t, { ".env": `API_KEYS=program:read+call:${PROGRAM}\nPORT=8081\nHOST=::1\n` });
    const { stdout } = run("--for", "call", "--export");
    assert.equal(stdout, `export ATTENDANT_URL='http://[::1]:8081'\nexport API_KEY=${PROGRAM}\n`);
    const none = run();
    assert.deepEqual([none.status, none.stdout], [1, ""]);
    assert.match(none.stderr, /^key: no key of API_KEYS has the scopes read, transcripts/);
    assert.equal(run("--for", "everything").status, 64);
  });

  it("prints nothing where none is needed, and no digest", async (t) => {
    const without = (await installation(t, {})).run();
    assert.deepEqual([without.status, without.stdout], [0, ""]);
    assert.match(without.stderr, /no key is required/);
    const digest = (await installation(t, { ".env": `API_KEYS=sha256:${"0".repeat(64)}\n` })).run();
    assert.deepEqual([digest.status, digest.stdout], [1, ""]);
    assert.match(digest.stderr, /only digests/);
  });

  it("prints that of containers in a clone where nothing is installed", async (t) => {
    const { folder } = await installation(t, { "secrets/api_keys": `me:all:${ALL}\nother\n` });
    mkdirSync(join(folder, "scripts"));
    cpSync("scripts/ari-attendant", join(folder, "scripts/ari-attendant"));
    const { stdout } = spawnSync(join(folder, "scripts/ari-attendant"), ["key"], { encoding: "utf8" });
    assert.equal(stdout, `${ALL}\n`);
  });
});

it("README has a key printed by a command that there is", () => {
  assert.match(readFileSync("README.md", "utf8"), /^export API_KEY=\$\(scripts\/ari-attendant key\)/m);
});
