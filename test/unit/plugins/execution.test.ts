import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createExecution, type FromTool } from "../../../src/plugins/host/execution.js";
import { MAX_MEMORY, MAX_MESSAGE, MAX_SENTENCES, MAX_TASK_REQUESTS } from "../../../src/plugins/protocol/limits.mjs";
import type { ToWorker } from "../../../src/plugins/protocol/messages.js";
import { contextOf } from "../../../src/toolbox/tool-context.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

/** A run whose worker holds to none of the limits: a plugin can send what it wants. */
function run() {
  const said: string[] = [];
  const posted: ToWorker[] = [];
  const context = {
    ...contextOf("A", toolEnvironment({ say: (sentence) => void said.push(sentence) })),
    signal: new AbortController().signal,
  };
  const execution = createExecution({ id: 1, tool: "A", parameters: {}, context, post: (each) => posted.push(each) });
  const done = (message: string, memory: Extract<FromTool, { kind: "done" }>["memory"] = []) => {
    const resultJson = JSON.stringify({ status: "SUCCESS", message });
    execution.receive({ kind: "done", id: 1, resultJson, memory });
    return execution.result;
  };
  return { said, posted, memory: context.memory, execution, done };
}

describe("the host holds a run to its limits, whatever the worker sends:", () => {
  it("sentences", () => {
    const { said, execution } = run();
    for (let n = 0; n < 20; n++) execution.receive({ kind: "say", id: 1, sentence: `${n}` });
    assert.equal(said.length, MAX_SENTENCES);
  });

  it("requests to tasks", async () => {
    const { posted, execution } = run();
    const ask = (request: number) =>
      execution.receive({ kind: "task_request", id: 1, request, method: "pending", paramJson: "null" });
    for (let n = 0; n <= MAX_TASK_REQUESTS; n++) ask(n);
    while (posted.length <= MAX_TASK_REQUESTS) await new Promise((soon) => setImmediate(soon));
    const refused = posted.filter(
      (each) => each.kind === "task_response" && each.failure?.message.includes("too many"),
    );
    assert.deepEqual(refused, [
      { kind: "task_response", request: MAX_TASK_REQUESTS, failure: { message: "too many requests to tasks" } },
    ]);
  });

  it("the length of its message", async () => {
    assert.equal((await run().done("x".repeat(MAX_MESSAGE))).message.length, MAX_MESSAGE);
    await assert.rejects(run().done("x".repeat(MAX_MESSAGE + 1)), /a message of 4001 characters/);
  });

  it("its memory as a whole", async () => {
    const half = JSON.stringify("x".repeat(MAX_MEMORY / 2 - 10));
    const { memory, done } = run();
    await done("Kept.", [
      ["a", half],
      ["b", half],
    ]);
    const thirds = ["a", "b", "c"].map((name) => [name, half] as const);
    const full = run();
    await assert.rejects(full.done("Too much.", thirds), /remembers \d+ characters|characters of changes/);
    assert.deepEqual([[...memory.keys()], full.memory.size], [["a", "b"], 0]);
    const again = run();
    for (const [name, value] of memory) again.memory.set(name, value);
    await again.done("Exchanged.", [
      ["a", null],
      ["c", half],
    ]);
    assert.deepEqual([...again.memory.keys()].sort(), ["b", "c"]);
  });
});
