import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { PROJECT } from "../../support/compose-file.js";

const TOOLS = ["bash", "cat", "dirname", "flock", "mkdir", "mktemp", "mv", "rm", "sleep", "tar", "wc"];

test("programs that two test files want at the same time are unpacked once", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attendant-prometheus-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [bin, packed, downloads] = [join(folder, "bin"), join(folder, "packed/usr/bin"), join(folder, "downloads")];
  await Promise.all([mkdir(bin), mkdir(packed, { recursive: true }), appendFile(downloads, "")]);
  const place = async (file: string, text: string) => {
    await writeFile(file, `#!/bin/sh\n${text}\n`);
    await chmod(file, 0o755);
  };
  // None but these are found: the machine may have a Prometheus of its own.
  for (const tool of TOOLS) {
    await symlink(execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim(), join(bin, tool));
  }
  await place(join(packed, "prometheus"), "");
  await place(join(packed, "promtool"), "");
  await place(join(bin, "apt-cache"), "");
  await place(join(bin, "apt-get"), `echo "$@" >> ${downloads}; sleep 0.5; : > prometheus_1_all.deb`);
  await place(join(bin, "dpkg-deb"), `tar -c -C ${join(folder, "packed")} ./usr`);
  const env = { PATH: bin, ATTENDANT_CACHE: join(folder, "cache") };
  const run = () => promisify(execFile)(join(PROJECT, "scripts/lib/prometheus"), { env });
  const found = await Promise.all([run(), run()]);
  const expected = `${join(folder, "cache/prometheus")}\n`;
  assert.deepEqual(
    found.map(({ stdout }) => stdout),
    [expected, expected],
  );
  assert.equal(await readFile(downloads, "utf8"), "-q download prometheus\n");
});
