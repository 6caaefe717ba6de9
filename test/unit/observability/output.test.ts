import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createOutput } from "../../../src/observability/output.js";

/** Runs a script that has `createOutput` in a process of its own, whose stdout is the thing under test. */
const MODULE = JSON.stringify(new URL("../../../src/observability/output.ts", import.meta.url).href);
const script = (body: string) => [
  "--import",
  "tsx",
  "--input-type=module",
  "-e",
  `const { createOutput } = await import(${MODULE}); const output = createOutput(1, 65536); ${body}`,
];

describe("the way out for log lines", () => {
  it("keeps lines whole and in order", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "output-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const fd = openSync(join(folder, "log"), "w");
    t.after(() => closeSync(fd));
    const output = createOutput(fd);
    const lines = Array.from({ length: 1000 }, (_, i) => `line ${i} äöü €\n`);
    for (const line of lines) output.write(line);
    await output.flush(5000);
    assert.equal(readFileSync(join(folder, "log"), "utf8"), lines.join(""));
    assert.equal(output.dropped, 0);
  });

  it(
    "drops and counts lines when the disk is full, and goes on",
    {
      skip: !existsSync("/dev/full") && "no /dev/full",
    },
    async () => {
      const fd = openSync("/dev/full", "w");
      const output = createOutput(fd);
      for (const line of ["1\n", "2\n", "3\n"]) output.write(line);
      await output.flush(5000);
      assert.equal(output.dropped, 3);
      output.write("4\n");
      await output.flush(5000);
      assert.equal(output.dropped, 4);
      closeSync(fd);
    },
  );

  it("survives a reader that is gone", () => {
    const body = `for (let i = 0; i < 100; i++) { output.write("x".repeat(100) + "\\n"); await new Promise(setImmediate); }
      await output.flush(2000); process.stderr.write(output.dropped > 0 ? "dropped" : "none");`;
    const command = [process.execPath, ...script(body)].map((part) => `'${part}'`).join(" ");
    const { stderr, status } = spawnSync("bash", ["-c", `set -o pipefail; ${command} | true`], { encoding: "utf8" });
    assert.deepEqual([stderr, status], ["dropped", 0]);
  });

  it("never holds the event loop while the reader stalls, and gives up flushing in time", async () => {
    const body = `
      for (let i = 0; i < 300; i++) { output.write("x".repeat(1000) + "\\n"); await new Promise(setImmediate); }
      await output.flush(200);
      process.stderr.write(String(output.dropped), () => process.kill(process.pid, "SIGKILL"));`;
    // Nobody reads its stdout: the pipe takes 64 KiB, and then a plain write, or a flush without a limit, would wait for ever.
    const child = spawn(process.execPath, script(body), { stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 });
    child.stdout.pause();
    let dropped = "";
    for await (const chunk of child.stderr) dropped += chunk;
    child.stdout.destroy();
    assert.ok(Number(dropped) > 0, dropped);
  });
});
