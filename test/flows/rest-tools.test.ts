import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SCOPES } from "../../src/config/api-keys.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { recordOf } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { TIMER } from "../unit/http/fake-tools.js";
import { faultsOf, type RestServer, startRestServer } from "../unit/http/rest-server.js";

const SHOWN = {
  name: "SET_TIMER",
  description: "Sets a timer.",
  enabled: true,
  parameters: {
    duration: { type: "integer", description: "Seconds.", required: true, minimum: 1, maximum: 86_400 },
    message: { type: "string", description: "What to say.", required: false, default: "Time is up.", max_length: 200 },
    voice: { type: "string", description: "Whose.", required: false, enum: ["slt", "rms"] },
  },
};

describe("GET /tools", () => {
  it("lists available tools, and on request unavailable ones with the reason", async (t) => {
    const rest = await startRestServer(t);
    assert.deepEqual(JSON.parse((await rest.ask("/tools")).text), [SHOWN]);
    assert.deepEqual(JSON.parse((await rest.ask("/tools?include_disabled=false")).text), [SHOWN]);
    const all = JSON.parse((await rest.ask("/tools?include_disabled=true")).text);
    assert.deepEqual(all, [
      SHOWN,
      {
        name: "WEATHER",
        description: "Tells the weather.",
        enabled: false,
        parameters: {},
        disabled_reason: "TEMPEST_API_TOKEN is not set.",
      },
    ]);
    assert.deepEqual(Object.keys(faultsOf(await rest.ask("/tools?include_disabled=maybe"))), ["?include_disabled"]);
  });

  it("shows one by its name in any case, and says why another is unavailable", async (t) => {
    const rest = await startRestServer(t);
    assert.deepEqual((await rest.ask("/tools/set_Timer")).body, SHOWN);
    for (const [name, words] of [
      ["WEATHER", /TEMPEST_API_TOKEN/],
      ["NOTHING", /no tool NOTHING/],
      ["__proto__", /no tool/],
    ] as const) {
      const answer = await rest.ask(`/tools/${name}`);
      assert.equal(answer.status, 404);
      assert.match(String(answer.body.detail), words);
    }
  });
});

/** Of clients without a key. */
const WITHOUT_KEYS = SCOPES.filter((scope) => scope !== "mcp");

describe("POST /tools/{name}/execute", () => {
  it("runs the tool with converted parameters and defaults", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/tools/set_timer/execute", { tool: "Set_Timer", params: { duration: "60" } });
    assert.deepEqual(answer.body, {
      success: true,
      tool: "SET_TIMER",
      status: "PENDING",
      message: "The timer runs.",
      data: { task_id: "t1" },
      spoken: false,
      spoken_reason: null,
      error: null,
    });
    const parameters = { duration: 60, message: "Time is up." };
    const { countCall: _, taskId: __, ...executed } = rest.tools.executed[0] ?? assert.fail("it did not run");
    assert.deepEqual(executed, {
      ...{ tool: TIMER, parameters, scopes: WITHOUT_KEYS },
      speakResult: false,
      callId: null,
    });
  });

  it("speaks into a call only for keys that may say something there", async (t) => {
    const keys = ["t:tools:key-of-t-0123456789", "b:tools+call:key-of-b-0123456789"];
    const rest = await startRestServer(t, { keys });
    const body = { params: { duration: 1 }, speak_result: true };
    const status = async (key: string) =>
      (await rest.post("/tools/SET_TIMER/execute", body, { "x-api-key": `key-of-${key}-0123456789` })).status;
    assert.deepEqual([await status("t"), await status("b"), rest.tools.executed.length], [403, 200, 1]);
  });

  it("reports whether the result was spoken, and why not", async (t) => {
    const rest = await startRestServer(t);
    rest.tools.execution = {
      result: { status: "SUCCESS", message: "Set." },
      spoken: false,
      spokenReason: "No call is live.",
    };
    const body = { params: { duration: 1 }, speak_result: true, call_id: "call-1" };
    const answer = await rest.post("/tools/SET_TIMER/execute", body);
    assert.deepEqual(
      [answer.status, answer.body.spoken, answer.body.spoken_reason, answer.body.error, answer.body.data],
      [200, false, "No call is live.", null, null],
    );
    assert.deepEqual([rest.tools.executed[0]?.speakResult, rest.tools.executed[0]?.callId], [true, "call-1"]);
  });

  it("answers 200 with the error when the tool ran and failed", async (t) => {
    const rest = await startRestServer(t);
    const result = { status: "FAILED", message: "The station does not answer." } as const;
    rest.tools.execution = { result, spoken: true, spokenReason: null };
    const { status, body } = await rest.post("/tools/SET_TIMER/execute", { params: { duration: 1 } });
    assert.deepEqual(
      [status, body.success, body.error, body.message, body.spoken],
      [200, false, "The station does not answer.", "The station does not answer.", true],
    );
  });

  it("reports every fault of the body and of the parameters at once, and runs nothing", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/tools/SET_TIMER/execute", {
      tool: "CALC",
      params: { message: "x".repeat(201), voice: "kal", pitch: 1 },
      speak_result: "yes",
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(faultsOf(answer)).sort(), [
      "/params/duration",
      "/params/message",
      "/params/pitch",
      "/params/voice",
      "/speak_result",
      "/tool",
    ]);
    assert.equal(faultsOf(await rest.post("/tools/SET_TIMER/execute"))["/params/duration"], "is required");
    assert.equal((await rest.post("/tools/WEATHER/execute", {})).status, 404);
    assert.equal((await rest.post("/tools/NOTHING/execute", { speak_result: 1 })).status, 404);
    assert.equal(rest.tools.executed.length, 0);
  });

  it("runs the tool once per Idempotency-Key", async (t) => {
    const rest = await startRestServer(t);
    const ask = () => rest.post("/tools/SET_TIMER/execute", { params: { duration: 1 } }, { "idempotency-key": "a" });
    assert.equal((await ask()).text, (await ask()).text);
    assert.equal(rest.tools.executed.length, 1);
  });
});

describe("a tool whose answer was lost with the process", () => {
  const PARAMS = { params: { duration: 1 } };
  const lose = (rest: RestServer) => {
    const keep = rest.store.keepAnswer.bind(rest.store);
    let kept = 0;
    rest.store.keepAnswer = (...asked) =>
      ++kept === 2 ? Promise.reject(new AttendantError("store_unavailable", "Away.")) : keep(...asked);
  };

  it("is found by what it has set, which is not set again", async (t) => {
    const rest = await startRestServer(t);
    lose(rest);
    const ask = () => rest.post("/tools/SET_TIMER/execute", PARAMS, { "idempotency-key": "a" });
    assert.equal((await ask()).status, 200);
    const { taskId = "" } = rest.tools.executed[0] ?? assert.fail("it did not run");
    rest.schedules.schedules.set(taskId, scheduleOf({ scheduleId: taskId, kind: "timer" }));
    const again = await ask();
    assert.deepEqual(
      [again.body.success, again.body.tool, again.body.status, again.body.data],
      [true, "SET_TIMER", "PENDING", { task_id: taskId }],
    );
    assert.equal(rest.tools.executed.length, 1);
  });

  it("that has set nothing is in progress for as long as it may be", async (t) => {
    const rest = await startRestServer(t);
    lose(rest);
    const ask = () => rest.post("/tools/SET_TIMER/execute", PARAMS, { "idempotency-key": "a" });
    await ask();
    assert.equal((await ask()).body.code, "idempotency_in_progress");
  });
});

describe("POST /tools/{name}/call", () => {
  const ASKED = { tool: "SET_TIMER", params: { duration: 5 }, extension: "1001" };

  it("runs the tool and calls with the result", async (t) => {
    const rest = await startRestServer(t);
    const more = { prefix: "Hello.", suffix: "Bye.", ring_timeout: 60, callback_url: "https://example.org/hook" };
    const answer = await rest.post("/tools/SET_TIMER/call", { ...ASKED, ...more });
    const { countCall: _, ...called } = rest.tools.called[0] ?? assert.fail("no call");
    const callId = called.target.callId;
    assert.deepEqual(called, {
      tool: TIMER,
      parameters: { duration: 5, message: "Time is up." },
      scopes: WITHOUT_KEYS,
      prefix: "Hello.",
      suffix: "Bye.",
      target: { callId, extension: "1001", ringTimeoutMs: 60_000, callbackUrl: "https://example.org/hook" },
    });
    assert.deepEqual(answer.body, {
      call_id: callId,
      status: "queued",
      tool: "SET_TIMER",
      tool_success: true,
      tool_message: "The timer runs.",
      message: "1001 will be called; the call is number 3 in the queue.",
      queue_position: 3,
    });
    assert.equal(answer.headers.get("location"), `/call/${callId}`);
  });

  it("repeats the answer for its Idempotency-Key when the tool has gone meanwhile, and asks for it again for a new key", async (t) => {
    const rest = await startRestServer(t);
    const ask = (key: string) => rest.post("/tools/set_timer/call", ASKED, { "idempotency-key": key });
    const first = await ask("one");
    const found = rest.tools.find("SET_TIMER") ?? assert.fail("no tool");
    for (const now of [undefined, { ...found, disabledReason: "The server home is not connected." }]) {
      Object.assign(rest.tools, { find: () => now });
      const again = await ask("one");
      assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
      assert.equal((await ask("two")).status, 404);
    }
    Object.assign(rest.tools, { find: () => found });
    assert.equal((await ask("two")).headers.get("idempotency-replayed"), null);
    assert.equal(rest.tools.called.length, 2);
  });

  it("finds the call whose answer was lost with the process, also when the tool has gone", async (t) => {
    const rest = await startRestServer(t);
    const ask = () => rest.post("/tools/set_timer/call", ASKED, { "idempotency-key": "lost" });
    const keep = rest.store.keepAnswer.bind(rest.store);
    let kept = 0;
    rest.store.keepAnswer = (...asked) =>
      ++kept === 2 ? Promise.reject(new AttendantError("store_unavailable", "Away.")) : keep(...asked);
    const { call_id: callId } = (await ask()).body as { call_id: string };
    rest.calls.records.set(callId, recordOf({ callId }));
    Object.assign(rest.tools, { find: () => undefined });
    const again = await ask();
    assert.deepEqual([again.status, again.body.call_id, again.body.tool], [200, callId, "SET_TIMER"]);
    assert.equal(rest.tools.called.length, 1);
  });

  it("places no call when the tool failed", async (t) => {
    const rest = await startRestServer(t);
    rest.tools.execution = { result: { status: "FAILED", message: "No." }, spoken: false, spokenReason: null };
    const answer = await rest.post("/tools/SET_TIMER/call", ASKED);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      call_id: null,
      status: "tool_failed",
      tool: "SET_TIMER",
      tool_success: false,
      tool_message: "No.",
      message: "SET_TIMER failed, so no call is placed.",
      queue_position: null,
    });
    assert.equal(answer.headers.get("location"), null);
  });

  it("counts no call against the key when the tool failed", async (t) => {
    const key = "0123456789abcdef";
    const keys = [`bot:tools+call:${key}`];
    const rest = await startRestServer(t, { keys, callsPerHour: new Map([["bot", 1]]) });
    const { execution } = rest.tools;
    const ask = async () => {
      const { status, body } = await rest.post("/tools/SET_TIMER/call", ASKED, { "x-api-key": key });
      return body.status ?? status;
    };
    rest.tools.execution = { result: { status: "FAILED", message: "No." }, spoken: false, spokenReason: null };
    assert.deepEqual([await ask(), await ask()], ["tool_failed", "tool_failed"]);
    rest.tools.execution = execution;
    assert.deepEqual([await ask(), await ask()], ["queued", 429]);
  });

  it("needs the tool's name and a number that may be dialled", async (t) => {
    const rest = await startRestServer(t);
    const faults = faultsOf(await rest.post("/tools/SET_TIMER/call", { extension: "a b", callback_url: "ftp://x" }));
    assert.deepEqual(Object.keys(faults).sort(), ["/callback_url", "/extension", "/params/duration", "/tool"]);
    assert.equal(rest.tools.called.length, 0);
    rest.tools.refusal = new AttendantError("destination_not_allowed", "1001 may not be dialled.");
    const refused = await rest.post("/tools/SET_TIMER/call", ASKED);
    assert.deepEqual([refused.status, refused.body.code], [403, "destination_not_allowed"]);
  });
});
