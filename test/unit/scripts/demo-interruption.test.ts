import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it, type TestContext } from "node:test";

const MODULE = new URL("../../../scripts/lib/demo/interruption.ts", import.meta.url).href;
/** Says that it runs, and that it was told to end; lives until then, or until it is killed. */
const PROGRAM = `
  import { watchForEnd } from ${JSON.stringify(MODULE)};
  const signal = watchForEnd();
  const life = setInterval(() => {}, 1_000);
  signal.addEventListener("abort", () => { clearInterval(life); console.log("ended"); });
  console.log("runs");
`;

async function startProgram(t: TestContext) {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", PROGRAM]);
  t.after(() => child.kill("SIGKILL"));
  let shown = "";
  const runs = new Promise<void>((resolve) =>
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      if (shown.includes("runs")) resolve();
    }),
  );
  const closed = once(child, "close");
  return { child, runs, ends: async () => [(await closed)[0], shown] };
}

describe("the end of a demonstration", () => {
  for (const signal of ["SIGHUP", "SIGTERM", "SIGINT"] as const) {
    it(`comes with ${signal}`, async (t) => {
      const { child, runs, ends } = await startProgram(t);
      await runs;
      child.kill(signal);
      assert.deepEqual(await ends(), [0, "runs\nended\n"]);
    });
  }

  it("comes with the end of its input, but not where there was none from the start", async (t) => {
    const [asked, scripted] = await Promise.all([startProgram(t), startProgram(t)]);
    scripted.child.stdin.end();
    await Promise.all([asked.runs, scripted.runs]);
    setTimeout(() => asked.child.stdin.end(), 1_500);
    assert.deepEqual(await asked.ends(), [0, "runs\nended\n"]);
    assert.equal(scripted.child.exitCode, null, "the other one runs on");
  });

  it("is orderly even when its output is not read", async (t) => {
    const { child, runs } = await startProgram(t);
    await runs;
    child.stdout.destroy();
    child.kill("SIGHUP");
    assert.equal((await once(child, "exit"))[0], 0);
  });
});
