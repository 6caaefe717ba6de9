import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { endedCall, THEN } from "./store-samples.js";

const open = (dataDir: string) =>
  openStore({ now: Date.now, mongodbUri: undefined, dataDir, report: () => {}, log: quietLog });

/** A machine on which systemd has a unit of the service that runs from `project` and keeps its data in `data`. */
async function machineIn(base: string) {
  const [project, data, bin] = [join(base, "project"), join(base, "data"), join(base, "bin")];
  for (const folder of [project, bin]) await mkdir(folder);
  const shown = `Environment=NODE_ENV=production DATA_DIR=${data}\nWorkingDirectory=${project}\n`;
  await writeFile(join(bin, "systemctl"), `#!/bin/sh\nprintf '%s' '${shown}'\n`, { mode: 0o755 });
  const run = async (program: string, ...given: string[]) => {
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const child = spawn(resolve("scripts/ari-attendant"), [program, ...given], { cwd: project, env });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    return { stdout, stderr, code: code as number };
  };
  return { project, data, run };
}

test("backup, restore and reload mean the store that the unit of the service names, and say which", async () => {
  await using place = await temporaryFolder();
  const base = await realpath(place.path);
  const { project, data, run } = await machineIn(base);
  const backup = join(base, "backup");
  {
    await using store = await open(data);
    await store.saveCall(endedCall("one", THEN));
    const made = await run("backup", backup);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /\b1 calls\b/);
    assert.ok(made.stdout.includes(`the store in ${data}, checked.`), made.stdout);
    const refused = await run("restore", backup, "--replace");
    assert.deepEqual([refused.code, /already in use|another process/.test(refused.stderr)], [1, true], refused.stderr);
  }
  const reloaded = await run("reload");
  assert.ok(reloaded.stderr.includes(`has ${data}/store open`), reloaded.stderr);
  const done = await run("restore", backup, "--replace");
  assert.equal(done.code, 0, done.stderr);
  assert.ok(done.stdout.includes(`is restored as the store in ${data}.`), done.stdout);
  assert.deepEqual(await readdir(project), [], "nothing is made where the program runs");
  await using restored = await open(data);
  assert.ok(await restored.findCall("one"));
});
