import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { SCOPES } from "../../src/config/api-keys.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { startModelClient } from "../support/mcp/model-client.js";
import { FakeCallControl, recordOf } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { type RestServerNeeds, startRestServer } from "../unit/http/rest-server.js";

const KEY = "key-of-a-model-0123456789";
const CALL = { extension: "1001", message: "Dinner is ready." };
const CHOICE = { prompt: "Will you come?", options: [{ value: "yes" }, { value: "no" }] };
const ALL = [
  ...["place_call", "ask_question", "get_call", "cancel_call", "say_in_call", "add_do_not_call"],
  ...["list_schedules", "create_schedule", "cancel_schedule", "list_assistants"],
];

async function startModel(t: TestContext, scopes: string, needs: RestServerNeeds = {}) {
  const rest = await startRestServer(t, { keys: [`model:${scopes}:${KEY}`], ...needs });
  const model = await startModelClient(rest.url, KEY);
  t.after(() => model[Symbol.asyncDispose]());
  return { ...rest, ...model };
}

const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

describe("the tools of a model", () => {
  it("are those whose scopes its key has besides mcp", async (t) => {
    for (const [scopes, expected] of [
      ["mcp", []],
      ["mcp+read", ["get_call", "list_schedules"]],
      ["mcp+call", ["place_call", "cancel_call", "say_in_call", "add_do_not_call", "list_assistants"]],
      ["mcp+schedule", ["create_schedule", "cancel_schedule"]],
      ["mcp+call+read+schedule", ALL],
      ["all", ALL],
    ] as const) {
      const { tools } = await startModel(t, scopes);
      assert.deepEqual(namesOf(await tools()), expected, scopes);
    }
  });

  it("say which scope is missing when they are used without it, and do nothing", async (t) => {
    const { use, calls, schedules } = await startModel(t, "mcp");
    for (const tool of ALL) {
      const { isError, texts } = await use(tool, { ...CALL, call_id: "call-1", schedule_id: "1" });
      assert.ok(isError, tool);
      assert.match(texts.join(), /^The key lacks a required scope: This requires a key with the scopes? \w+/, tool);
    }
    assert.deepEqual([calls.placed, calls.hungUp, calls.said, schedules.created], [[], [], [], []]);
  });

  it("need a key with the scope mcp: no other key, and no service without keys, has them", async (t) => {
    const { post } = await startRestServer(t, {
      keys: SCOPES.filter((scope) => scope !== "mcp").map((scope) => `${scope}:${scope}:key-of-${scope}-0123456789`),
    });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const scope of SCOPES.filter((each) => each !== "mcp")) {
      const { status, body } = await post("/mcp", list, { "x-api-key": `key-of-${scope}-0123456789` });
      assert.deepEqual([status, body.code], [403, "scope_missing"], scope);
    }
    assert.equal((await post("/mcp", list)).status, 401);
    const open = await startRestServer(t);
    const { status, body } = await open.post("/mcp", list);
    assert.deepEqual([status, body.code], [403, "scope_missing"]);
  });

  it("take what the operations of REST take, but nothing by which a model could be misused", async (t) => {
    const { tools } = await startModel(t, "all");
    for (const { name, inputSchema, description } of await tools()) {
      const {
        properties,
        required = [],
        ...rest
      } = inputSchema as {
        properties: Record<string, { description?: string }>;
        required?: string[];
      };
      for (const field of ["callback_url", "disclosure", "disclosure_reason", "id", "extensions", "retry"])
        assert.ok(!(field in properties), name);
      for (const field of required) assert.ok(field in properties, `${name}.${field}`);
      for (const [field, { description: words }] of Object.entries(properties)) assert.ok(words, `${name}.${field}`);
      // Servers of models refuse alternatives at the top level.
      assert.deepEqual(Object.keys(rest).sort(), ["additionalProperties", "type"], name);
      assert.doesNotMatch(JSON.stringify(inputSchema), /x-expected|pattern|\$ref|%2B/, name);
      assert.doesNotMatch(description ?? "", /`(GET|POST|DELETE) /, name);
      assert.ok((description ?? "").length > 10, name);
    }
    const [place, ask] = await tools();
    assert.ok(!("choice" in ((place?.inputSchema ?? {}) as { properties: object }).properties));
    assert.deepEqual((ask?.inputSchema as { required: string[] }).required.toSorted(), [
      "choice",
      "extension",
      "message",
    ]);
  });

  it("place and end calls, and speak into them, as REST does", async (t) => {
    const { use, calls } = await startModel(t, "mcp+call+read");
    const placed = await use("place_call", CALL);
    assert.deepEqual([placed.isError, placed.structured.status], [false, "queued"]);
    assert.deepEqual([calls.placed[0]?.extension, calls.placed[0]?.client], ["1001", "model"]);
    assert.deepEqual(JSON.parse(placed.texts[0] ?? ""), placed.structured);
    const call_id = String(placed.structured.call_id);
    assert.equal((await use("say_in_call", { call_id, text: "One moment." })).isError, false);
    assert.deepEqual(calls.said, [`${call_id}: One moment.`]);
    assert.equal((await use("cancel_call", { call_id })).structured.call_id, call_id);
    assert.deepEqual(calls.hungUp, [call_id]);
    assert.equal((await use("get_call", { call_id })).structured.status, "queued");
  });

  it("make, list and cancel schedules, and name the assistants with nothing else about them", async (t) => {
    const { use, schedules } = await startModel(t, "mcp+call+read+schedule");
    const { structured } = await use("create_schedule", { ...CALL, at_time: "08:30", recurring: "daily" });
    assert.deepEqual([structured.status, structured.recurring], ["scheduled", "daily"]);
    schedules.schedules.set("1", scheduleOf({ scheduleId: "1", message: "A secret." }));
    const { texts } = await use("list_schedules", { limit: 10 });
    assert.match(texts.join(), /"items":\[\{.*"schedule_id":"1"/);
    assert.doesNotMatch(texts.join(), /A secret/, "words need the scope transcripts");
    assert.equal((await use("cancel_schedule", { schedule_id: "1" })).structured.status, "cancelled");
    const { items } = (await use("list_assistants")).structured;
    assert.deepEqual(items, [
      { id: "reception", name: "Berg" },
      { id: "night", name: null },
    ]);
  });

  it("withhold the words of a callee without the scope transcripts", async (t) => {
    for (const [scopes, raw] of [
      ["mcp+read", null],
      ["mcp+read+transcripts", "yes please"],
    ] as const) {
      const { use, calls } = await startModel(t, scopes);
      calls.records.set("call-1", recordOf());
      assert.equal((await use("get_call", { call_id: "call-1" })).structured.choice_raw_text, raw);
    }
  });

  it("read a call once when there is nothing to wait for", async (t) => {
    const { use, calls } = await startModel(t, "mcp+read");
    const { mock } = t.mock.method(calls, "find");
    for (const [status, given, words] of [
      ["completed", {}, 1],
      ["completed", { wait_seconds: 20 }, 1],
      ["in_progress", {}, 2],
    ] as const) {
      calls.records.set("call-1", recordOf({ status }));
      mock.resetCalls();
      const { structured, texts } = await use("get_call", { call_id: "call-1", ...given });
      assert.deepEqual([structured.status, texts.length, mock.callCount()], [status, words, 1]);
    }
  });

  it("report every fault by its field, and place nothing", async (t) => {
    const { use, calls } = await startModel(t, "mcp+call+read");
    const refused = await use("ask_question", {
      message: " ",
      extension: "SIP/1001@evil",
      ring_timeout: "soon",
      choice: { prompt: "Will you come?" },
    });
    assert.ok(refused.isError);
    const paths = (refused.structured.errors as { path: string }[]).map(({ path }) => path);
    assert.deepEqual(paths.sort(), ["/choice/options", "/extension", "/message", "/ring_timeout"]);
    assert.match(refused.texts.join(), /^The request is not valid: .*extension must be a number to dial/);
    for (const [given, words] of [
      [{ ...CALL }, /choice is required/],
      [{ ...CALL, choice: CHOICE, wait_seconds: 301 }, /wait_seconds must be .*300/],
      [
        { ...CALL, choice: CHOICE, disclosure: false, disclosure_reason: "a hurry" },
        /disclosure is not a field of ask_question/,
      ],
      [{ ...CALL, choice: CHOICE, callback_url: "https://evil.example/" }, /callback_url is not a field/],
    ] as const) {
      const { isError, texts } = await use("ask_question", given);
      assert.ok(isError);
      assert.match(texts.join(), words);
    }
    assert.match((await use("get_call")).texts.join(), /call_id is required/);
    assert.match((await use("get_call", { call_id: { $ne: 1 } })).texts.join(), /^Not found/);
    assert.equal(calls.placed.length, 0);
  });

  it("report what refused a call, and hide what failed inside", async (t) => {
    const { use, calls, lines } = await startModel(t, "mcp+call");
    calls.refusal = new AttendantError("destination_not_allowed", "112 may not be dialled; see DIAL_DENY.");
    const refused = await use("place_call", CALL);
    assert.deepEqual([refused.isError, refused.structured.code], [true, "destination_not_allowed"]);
    assert.match(refused.texts.join(), /112 may not be dialled/);
    calls.refusal = new Error("password=hunter2");
    const failed = await use("place_call", CALL);
    assert.deepEqual([failed.isError, failed.structured.code], [true, "internal"]);
    assert.doesNotMatch(JSON.stringify(failed), /hunter2/);
    assert.ok(lines.some(({ event }) => event === "http_error"));
  });

  it("are not there for pages, whatever name they are under", async (t) => {
    const { url, post } = await startModel(t, "mcp+call");
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const origin of [url, "http://evil.example", "null", "http://localhost:6274"]) {
      const headers = { "x-api-key": KEY, accept: "application/json, text/event-stream", origin };
      const { status, body } = await post("/mcp", list, headers);
      assert.deepEqual([status, body.code], [403, "origin_not_allowed"], origin);
    }
  });

  it("have no sessions: no stream, nothing to end, and hostile messages are answered", async (t) => {
    const { ask, post } = await startModel(t, "mcp+call");
    const headers = { "x-api-key": KEY, accept: "application/json, text/event-stream" };
    for (const method of ["GET", "DELETE"]) {
      const { status, headers: answered } = await ask("/mcp", { method, headers });
      assert.deepEqual([status, answered.get("allow")], [405, "OPTIONS, POST"]);
    }
    for (const [body, status] of [
      ["{}", 400],
      ["[]", 400],
      ["not json", 400],
      ["x".repeat(70_000), 413],
      [[{ jsonrpc: "2.0", id: 1, method: "tools/list" }], 400],
      ['{"jsonrpc":"2.0","id":1e308,"method":"ping"}', 400],
      [{ jsonrpc: "2.0", id: { $ne: 1 }, method: "ping" }, 400],
      [{ jsonrpc: "2.0", id: 1, result: {} }, 202],
      [{ jsonrpc: "2.0", id: 1, method: "nonsense" }, 200],
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "__proto__" } }, 200],
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_call", arguments: [1] } }, 200],
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: 5 } }, 200],
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "rm_rf", arguments: {} } }, 200],
      [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, 202],
    ] as const) {
      const answer = await post("/mcp", body, headers);
      assert.equal(answer.status, status, JSON.stringify(body).slice(0, 100));
      if (status === 200) assert.match(answer.text, /"error":\{"code":-32\d+/);
    }
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const [more, status] of [
      [{ "mcp-protocol-version": "1999-01-01" }, 400],
      [{ "mcp-session-id": "another's", "last-event-id": "7" }, 200],
    ] as const) {
      assert.equal((await post("/mcp", list, { ...headers, ...more })).status, status, JSON.stringify(more));
    }
    const clientInfo = { name: "a model", version: "1" };
    const params = { protocolVersion: "9999", capabilities: {}, clientInfo };
    const begun = await post("/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params }, headers);
    assert.match(begun.text, /"capabilities":\{"tools":\{\}\}/, "it announces no reports that it cannot make");
    const bare = await post("/mcp", list, { "x-api-key": KEY });
    assert.deepEqual(
      [bare.status, bare.body.detail],
      [400, "Accept must list application/json and text/event-stream."],
    );
  });
});

describe("a request that waits for a call", () => {
  const headers = { "x-api-key": KEY, accept: "application/json, text/event-stream" };
  const NOT_OVER = /The call is not over/;

  /** Clients of one key, without sessions, that wait for calls. */
  async function startWaiting(t: TestContext) {
    const { calls, post } = await startModel(t, "mcp+read");
    const reads = new Map<string, number>();
    const waiting = new Map<string, () => void>();
    let status: "ringing" | "completed" = "ringing";
    // A request reads its call once before it waits, and then while it waits.
    t.mock.method(calls, "find", async (callId: string) => {
      reads.set(callId, (reads.get(callId) ?? 0) + 1);
      if (reads.get(callId) === 3) waiting.get(callId)?.();
      return recordOf({ callId, status });
    });
    const gets = async (id: unknown, callId: string) => {
      const used = { name: "get_call", arguments: { call_id: callId, wait_seconds: 300 } };
      return (await post("/mcp", { jsonrpc: "2.0", id, method: "tools/call", params: used }, headers)).text;
    };
    return {
      gets,
      /** Resolves when it waits, with what it will be answered. */
      async waits(id: unknown, callId = `call-${String(id)}`): Promise<{ readonly answer: Promise<string> }> {
        const isWaiting = new Promise<void>((resolve) => waiting.set(callId, resolve));
        const answer = gets(id, callId);
        await isWaiting;
        return { answer };
      },
      cancels: (requestId: unknown) =>
        post("/mcp", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }, headers),
      endCalls: () => (status = "completed"),
    };
  }

  it("ends when it is cancelled, by its own id only, and makes room for another", async (t) => {
    const { gets, waits, cancels, endCalls } = await startWaiting(t);
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => waits(at)));
    assert.match(await gets(20, "call-20"), NOT_OVER, "there is no room");
    for (const other of ["7", 21, null, { $ne: 1 }, [7]]) await cancels(other);
    assert.equal((await cancels(7)).status, 202);
    const [cancelled] = all.splice(7, 1);
    assert.match((await cancelled?.answer) ?? "", NOT_OVER);
    all.push(await waits(21));
    endCalls();
    for (const { answer } of all) assert.doesNotMatch(await answer, NOT_OVER);
  });

  it("continues when another client with its key may be meant", async (t) => {
    const { waits, cancels, endCalls } = await startWaiting(t);
    const both = await Promise.all([waits(1, "call-1"), waits(1, "call-2")]);
    await cancels(1);
    endCalls();
    for (const { answer } of both) assert.doesNotMatch(await answer, NOT_OVER);
  });
});

describe("a model that asks for 900 numbers", () => {
  const numbers = Array.from({ length: 900 }, (_, index) => String(1_000 + index));

  it("reaches 60 in an hour, by whichever tool, unless its key says otherwise", async (t) => {
    const { post, calls, schedules } = await startModel(t, "mcp+call+read+schedule", { elapsed: () => 0 });
    const headers = { "x-api-key": KEY, accept: "application/json, text/event-stream" };
    let refused = 0;
    for (const [index, extension] of numbers.entries()) {
      const given = { extension, message: "Buy now." };
      const used =
        index % 2 === 0
          ? { name: "place_call", arguments: given }
          : { name: "create_schedule", arguments: { ...given, delay_seconds: 60 } };
      const { text } = await post("/mcp", { jsonrpc: "2.0", id: index, method: "tools/call", params: used }, headers);
      if (!text.includes('"isError":true')) continue;
      refused++;
      assert.match(text, /Too many requests: More than 60 calls .* within an hour; try again in \d+ s\./);
    }
    assert.deepEqual([calls.placed.length + schedules.created.length, refused], [60, 840]);
  });

  it("meets the limit of its key in REST too, which others do not have", async (t) => {
    const keys = [`model:mcp+call:${KEY}`, "crm:call:key-of-the-crm-0123456789"];
    const rest = await startRestServer(t, { keys, callsPerHour: new Map([["model", 3]]) });
    await using model = await startModelClient(rest.url, KEY);
    assert.equal((await model.use("place_call", CALL)).isError, false);
    const statuses = [];
    for (const extension of numbers.slice(0, 4)) {
      const { status, headers } = await rest.post("/call", { ...CALL, extension }, { "x-api-key": KEY });
      statuses.push(status);
      if (status === 429) assert.match(headers.get("retry-after") ?? "", /^\d{3,4}$/);
    }
    assert.deepEqual(statuses, [200, 200, 429, 429]);
    assert.ok((await model.use("place_call", CALL)).isError);
    for (const extension of numbers.slice(0, 100)) {
      const headers = { "x-api-key": "key-of-the-crm-0123456789" };
      assert.equal((await rest.post("/call", { ...CALL, extension }, headers)).status, 200);
    }
    assert.equal(rest.calls.placed.length, 103);
  });

  it("is told when the queue is full", async (t) => {
    const calls = new FakeCallControl();
    const { use } = await startModel(t, "mcp+call", { calls });
    calls.refusal = new AttendantError("queue_full", "100 calls are waiting already; see CALL_QUEUE_LENGTH.");
    const { isError, texts } = await use("place_call", CALL);
    assert.ok(isError);
    assert.match(texts.join(), /^Too many calls are queued: 100 calls are waiting already/);
  });
});
