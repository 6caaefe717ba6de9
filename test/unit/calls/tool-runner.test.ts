import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Call } from "../../../src/calls/record/call.js";
import { LiveCalls } from "../../../src/calls/live/live-calls.js";
import type { CallRequest } from "../../../src/calls/placed/place-call.js";
import { createToolRunner } from "../../../src/calls/tool-runner.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import { NO_TASKS } from "../../../src/toolbox/detached-environment.js";
import type { Tool, ToolEnvironment, ToolResult } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { hangup } from "../../../tools/hangup.js";
import { endedCall } from "../../contract/store-samples.js";
import { MemoryCallStore } from "../../support/fakes/memory-call-store.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const NOW = Date.parse("2026-06-01T08:00:00Z");
const PATIENCE_MS = 30_000;
const TARGET = { callId: "c", extension: "100", ringTimeoutMs: 30_000, callbackUrl: null };

function tool(result: ToolResult | Error | Promise<never>): Tool {
  return {
    name: "ORACLE",
    description: "Answers.",
    execute: () => {
      if (result instanceof Error) throw result;
      return result;
    },
  };
}

const ANSWER: ToolResult = { status: "SUCCESS", message: "Forty two." };

/** A desk with one tool, and the calls that the test says are live. */
function startDesk(t: TestContext, result: ToolResult | Error | Promise<never> | Tool = ANSWER) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const scope = new Scope("process");
  const oracle = typeof result === "object" && "execute" in result ? result : tool(result);
  const liveCalls = new LiveCalls(10, 10);
  const placed: CallRequest[] = [];
  let refusal: AttendantError | undefined;
  let runs = 0;
  const contexts: ToolEnvironment[] = [];
  const about: (string | undefined)[] = [];
  const taskIds: (string | undefined)[] = [];
  const records = new MemoryCallStore();
  const metrics = createMetrics({ prefix: "test", node: false });
  const toolbox = createToolbox([oracle], { timeoutMs: 10_000 });
  const desk = createToolRunner({
    toolbox: {
      ...toolbox,
      execute: (...given) => {
        contexts.push(given[2]);
        runs++;
        return toolbox.execute(...given);
      },
    },
    callControl: {
      checkCallable: async () => {},
      checkPlaceable: () => {
        if (refusal) throw refusal;
      },
      place: async (request) => {
        placed.push(request);
        return { callId: request.callId, queuePosition: null };
      },
      find: (callId) => records.findCall(callId),
    },
    liveCalls,
    chains: { start: () => Promise.reject(new Error("no chain was asked for")) },
    tasks: {
      ofClient: (live, _client, firstId) => {
        about.push(live?.call.record.callId);
        taskIds.push(firstId);
        return NO_TASKS;
      },
    },
    language: "en",
    timeZone: "Europe/Berlin",
    now: () => NOW,
    metrics,
    log: quietLog,
    scope,
  });
  const said: { text: string; patience: AbortSignal | undefined; resolve: (heard: boolean) => void }[] = [];
  return {
    desk,
    scope,
    oracle,
    placed,
    said,
    liveCalls,
    runs: () => runs,
    contexts,
    about,
    taskIds,
    refuseWith: (error: AttendantError) => {
      refusal = error;
    },
    /** A call is live from now on; into a conversation something can be said. */
    live(callId: string, kind: "conversation" | "announcement" = "conversation") {
      const begun = {
        callId,
        owner: "me",
        extension: "8000",
        status: "ringing",
        caller: `of ${callId}`,
      } as const;
      const direction = kind === "conversation" ? "inbound" : "outbound";
      const live = {
        call: new Call({ ...begun, direction }, new Transcript("", Date.now), Date.now),
        scope: new Scope("call"),
      };
      const interject = (text: string, patience?: AbortSignal) =>
        new Promise<boolean>((resolve) => {
          said.push({ text, patience, resolve });
          patience?.addEventListener("abort", () => resolve(false), { once: true });
        });
      liveCalls.add(kind === "conversation" ? { ...live, interject } : live);
    },
    execute: (callId: string | null = null, speakResult = true) =>
      desk.execute({ tool: oracle, parameters: {}, speakResult, callId }),
    metrics,
    records,
  };
}

test("a tool sees the time of the service's clock, by which tasks are due", async (t) => {
  const world = startDesk(t);
  await world.execute(null, false);
  assert.equal(world.contexts[0]?.now.toISO(), "2026-06-01T10:00:00.000+02:00");
});

test("a result is spoken into the only conversation, and the answer waits until it was heard", async (t) => {
  const world = startDesk(t);
  world.live("a");
  let answered = false;
  const execution = world.execute().finally(() => {
    answered = true;
  });
  for (let i = 0; i < 5; i++) await setImmediate();
  assert.deepEqual([world.said.map(({ text }) => text), answered], [["Forty two."], false]);
  world.said[0]?.resolve(true);
  assert.deepEqual(await execution, { result: ANSWER, spoken: true, spokenReason: null });
  t.mock.timers.tick(PATIENCE_MS);
  assert.equal(world.said[0]?.patience?.aborted, false, "nobody is impatient afterwards");
});

test("a tool gets the caller whom it is about: of the named call, or of the only one", async (t) => {
  const world = startDesk(t);
  await world.execute(null, false);
  world.live("a");
  await world.execute(null, false);
  world.live("b");
  await world.execute(null, false);
  await world.execute("b", false);
  await world.desk.run("oracle", {});
  const callers = world.contexts.map(({ caller }) => caller);
  assert.deepEqual(callers, [undefined, "of a", undefined, "of b", undefined]);
  assert.deepEqual(world.about, [undefined, "a", undefined, "b", undefined]);
});

/** Why a live call's scope has ended; undefined while it has not. */
const endingOf = (world: ReturnType<typeof startDesk>, callId: string) =>
  world.liveCalls.find(callId)?.scope.ending?.kind;

test("what a tool sets for a client gets the id of the request", async (t) => {
  const { desk, taskIds, oracle } = startDesk(t);
  await desk.execute({ tool: oracle, parameters: {}, taskId: "request-1", speakResult: false, callId: null });
  assert.deepEqual(taskIds, ["request-1"]);
});

test("HANGUP ends the conversation that was named, and no other", async (t) => {
  const world = startDesk(t, hangup);
  world.live("a");
  world.live("b");
  const { result } = await world.execute("b", false);
  assert.deepEqual(result, { status: "SUCCESS", message: "Goodbye." });
  assert.deepEqual([endingOf(world, "a"), endingOf(world, "b"), world.said], [undefined, "finished", []]);
});

test("HANGUP that is to be spoken says goodbye first, and ends the call whether that was heard or not", async (t) => {
  for (const heard of [true, false]) {
    const world = startDesk(t, hangup);
    world.live("a");
    const execution = world.execute();
    for (let i = 0; i < 5; i++) await setImmediate();
    assert.deepEqual([world.said[0]?.text, endingOf(world, "a")], ["Goodbye.", undefined]);
    world.said[0]?.resolve(heard);
    assert.equal((await execution).spoken, heard);
    assert.equal(endingOf(world, "a"), "finished");
    t.mock.timers.reset();
  }
});

for (const [name, calls, callId, message] of [
  ["without a call", [], null, "No conversation is in progress."],
  [
    "with several conversations and none named",
    ["a", "b"],
    null,
    "Several calls are in progress; name one with call_id.",
  ],
  ["of a call that is over", ["a"], "over", "The call with this call_id is over."],
  ["of a call that is unknown", ["a"], "z", "No live call has this call_id."],
  [
    "of an announcement",
    ["announcement"],
    "announcement",
    "The call with this call_id is an announcement, not a conversation.",
  ],
] as const) {
  test(`HANGUP ${name} fails with the reason, and ends nothing`, async (t) => {
    const world = startDesk(t, hangup);
    await world.records.saveCall(endedCall("over", 0));
    for (const each of calls) world.live(each, each === "announcement" ? "announcement" : "conversation");
    assert.deepEqual((await world.execute(callId, false)).result, { status: "FAILED", message });
    for (const each of calls) assert.equal(endingOf(world, each), undefined);
  });
}

test("HANGUP before a call, or in a schedule, has no call to end", async (t) => {
  const world = startDesk(t, hangup);
  world.live("a");
  assert.deepEqual(await world.desk.run("HANGUP", {}), { status: "FAILED", message: "There is no call to end." });
  assert.equal(endingOf(world, "a"), undefined);
});

test("nothing is spoken unless it was asked for", async (t) => {
  const world = startDesk(t);
  world.live("a");
  assert.deepEqual(await world.execute(null, false), { result: ANSWER, spoken: false, spokenReason: null });
  assert.deepEqual(world.said, []);
});

for (const [name, calls, callId, reason] of [
  ["without a call", [], null, /^No conversation is in progress/],
  ["with several conversations and none named", ["a", "b"], null, /name one with call_id/],
  ["into a call that is not live", ["a"], "z", /^No live call has this call_id/],
  ["into a call that is over", ["a"], "over", /is over/],
  ["into an announcement", ["a", "announcement"], "announcement", /is an announcement/],
  ["with an announcement alone", ["announcement"], null, /^No conversation is in progress/],
] as const) {
  test(`a result that is to be spoken ${name} is not, with the reason in a sentence`, async (t) => {
    const world = startDesk(t);
    for (const each of calls) world.live(each, each === "announcement" ? "announcement" : "conversation");
    await world.records.saveCall(endedCall("over", 0));
    const { result, spoken, spokenReason } = await world.execute(callId);
    assert.deepEqual([result, spoken, world.said], [ANSWER, false, []]);
    assert.match(String(spokenReason), reason);
  });
}

test("a result is spoken into the conversation that was named, or into the only one beside announcements", async (t) => {
  const world = startDesk(t);
  world.live("announcement", "announcement");
  world.live("a");
  void world.execute();
  for (let i = 0; i < 5; i++) await setImmediate();
  assert.equal(world.said.length, 1);
  world.live("b");
  const execution = world.execute("b");
  for (let i = 0; i < 5; i++) await setImmediate();
  world.said[1]?.resolve(true);
  assert.equal((await execution).spoken, true);
});

test("a caller who speaks over the result, or leaves, has not heard it", async (t) => {
  const world = startDesk(t);
  world.live("a");
  const execution = world.execute();
  for (let i = 0; i < 5; i++) await setImmediate();
  world.said[0]?.resolve(false);
  const { spoken, spokenReason } = await execution;
  assert.equal(spoken, false);
  assert.match(String(spokenReason), /did not hear it to its end/);
});

test("the wait for a caller who never stops talking ends", async (t) => {
  const world = startDesk(t);
  world.live("a");
  const execution = world.execute();
  for (let i = 0; i < 5; i++) await setImmediate();
  t.mock.timers.tick(PATIENCE_MS);
  assert.equal((await execution).spoken, false);
});

test("a tool that failed is reported like one that succeeded", async (t) => {
  const world = startDesk(t, new Error("secret words of a library"));
  world.live("a");
  const execution = world.execute();
  for (let i = 0; i < 5; i++) await setImmediate();
  assert.equal(world.said[0]?.text, "oracle did not work.");
  world.said[0]?.resolve(true);
  const { result, spoken } = await execution;
  assert.deepEqual([result.status, spoken], ["FAILED", true]);
});

test("a result with nothing in it to say is not spoken", async (t) => {
  const world = startDesk(t, { status: "SUCCESS", message: " 🙂 " });
  world.live("a");
  const { spoken, spokenReason } = await world.execute();
  assert.deepEqual([spoken, world.said], [false, []]);
  assert.match(String(spokenReason), /contains nothing that can be spoken/);
});

test("runs are counted by what came of them", async (t) => {
  const world = startDesk(t);
  await world.execute(null, false);
  assert.match((await world.metrics.render()).body, /test_tool_calls_total\{[^}]*ORACLE[^}]*\} 1/);
});

test("a tool that is at work when the process ends is unavailable, not a fault", async (t) => {
  const world = startDesk(t, new Promise<never>(() => {}));
  const execution = assert.rejects(world.execute(), { code: "unavailable" });
  await setImmediate();
  world.scope.end(new Ending("shutting_down"));
  await execution;
});

test("the callee hears the result, between the texts before and after it", async (t) => {
  const world = startDesk(t);
  const run = { tool: world.oracle, parameters: {}, target: TARGET };
  const { result, placed } = await world.desk.callWithResult({ ...run, prefix: "Listen.", suffix: "That is all." });
  assert.deepEqual([result, placed], [ANSWER, { callId: "c", queuePosition: null }]);
  await world.desk.callWithResult({ ...run, prefix: " ", suffix: "" });
  assert.deepEqual(
    world.placed.map(({ message, tool, choice, callId }) => [message, tool, choice, callId]),
    [
      ["Listen. Forty two. That is all.", "ORACLE", null, "c"],
      ["Forty two.", "ORACLE", null, "c"],
    ],
  );
});

test("a tool that fails places no call", async (t) => {
  const world = startDesk(t, { status: "FAILED", message: "The oracle is silent." });
  const answer = await world.desk.callWithResult({
    tool: world.oracle,
    parameters: {},
    target: TARGET,
    prefix: "",
    suffix: "",
  });
  assert.deepEqual([answer.result.status, answer.placed, world.placed], ["FAILED", null, []]);
});

test("a tool does not run for a call that could not be placed", async (t) => {
  const world = startDesk(t);
  world.refuseWith(new AttendantError("queue_full", "Too many wait."));
  const run = { tool: world.oracle, parameters: {}, target: TARGET, prefix: "", suffix: "" };
  await assert.rejects(world.desk.callWithResult(run), { code: "queue_full" });
  assert.equal(world.runs(), 0);
});
