import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { USUAL_PLAN } from "../../src/records/chain.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const MESSAGE = "The pump has stopped.";
const CHOICE = { prompt: "Can you come?", options: [{ value: "yes" }, { value: "no" }] };

describe("POST /call with several numbers", () => {
  it("begins a chain, with the id of its first call", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/call", {
      extensions: ["1001", "1-0-0-2"],
      message: MESSAGE,
      until: "acknowledged",
    });
    const { chain_id: chainId } = answer.body;
    assert.deepEqual([answer.status, answer.headers.get("location")], [200, `/chain/${chainId}`]);
    assert.deepEqual(answer.body, {
      call_id: `${chainId}-1`,
      chain_id: chainId,
      status: "queued",
      message: "1001 is being called first, of 2 numbers.",
      queue_position: null,
    });
    assert.deepEqual(rest.chains.started[0]?.plan, {
      extensions: ["1001", "1002"],
      until: "acknowledged",
      rounds: 1,
      pauseMs: 30_000,
      atOnce: 1,
      retry: {},
      choice: null,
      scheduleId: null,
    });
    assert.equal(rest.calls.placed.length, 0);
    const shown = await rest.ask(`/chain/${chainId}`);
    assert.deepEqual([shown.body.status, shown.body.extensions], ["in_progress", ["1001", "1002"]]);
    const cancelled = await rest.ask(`/chain/${chainId}`, { method: "DELETE" });
    assert.deepEqual([cancelled.body.status, cancelled.body.error], ["cancelled", "The chain was cancelled."]);
  });

  it("takes until, rounds, pause and numbers at once", async (t) => {
    const rest = await startRestServer(t);
    const manner = { until: "yes", rounds: 3, pause_seconds: 60, at_once: 2 };
    await rest.post("/call", { extensions: ["1001", "1002"], message: MESSAGE, choice: CHOICE, ...manner });
    await rest.post("/call", { extensions: ["1001", "1002"], message: MESSAGE, choice: CHOICE });
    const [plan, usual] = rest.chains.started.map((each) => each.plan);
    assert.deepEqual([plan?.until, plan?.rounds, plan?.pauseMs, plan?.atOnce], [["yes"], 3, 60_000, 2]);
    assert.deepEqual([usual?.until, usual?.choice?.options.length], ["acknowledged", 2]);
  });

  it("calls one number again, by how the call before ended", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/call", { extension: "1001", message: MESSAGE, retry: { busy: [60, 300] } });
    assert.equal(answer.body.message, "1001 is being called.");
    const plan = rest.chains.started[0]?.plan;
    assert.deepEqual([plan?.extensions, plan?.until, plan?.retry], [["1001"], "answered", { busy: [60_000, 300_000] }]);
  });

  for (const [what, body, paths] of [
    ["both kinds of target", { extension: "1", extensions: ["2"] }, ["/extensions"]],
    ["neither", {}, ["/extension"]],
    ["the same number twice", { extensions: ["1001", "2", "1-001"] }, ["/extensions/2"]],
    ["the same number in two forms", { extensions: ["+4930123456", "2", "0049-30-123456"] }, ["/extensions/2"]],
    ["the same name with a dash", { extensions: ["front-desk", "frontdesk"] }, ["/extensions/1"]],
    ["eleven numbers", { extensions: Array.from({ length: 11 }, (_, i) => `10${i}`) }, ["/extensions"]],
    ["no number", { extensions: [] }, ["/extensions"]],
    ["rounds of one number", { extension: "1", rounds: 2 }, ["/rounds"]],
    ["an answer to no question", { extensions: ["1"], until: "yes" }, ["/until"]],
    ["an answer that is none", { extensions: ["1"], until: ["yes", "maybe"], choice: CHOICE }, ["/until/1"]],
    ["an end of a single call", { extension: "1", until: "answered" }, ["/until"]],
    ["retries of several numbers", { extensions: ["1"], retry: { busy: [60] } }, ["/retry"]],
    ["a retry for no reason", { extension: "1", retry: { failed: [60] } }, ["/retry/failed"]],
    [
      "a pause of no length, or of none",
      { extension: "1", retry: { busy: [0, -1, 1.5] } },
      [0, 1, 2].map((at) => `/retry/busy/${at}`),
    ],
    ["a pause of years", { extension: "1", retry: { no_answer: [1e9] } }, ["/retry/no_answer/0"]],
    ["six retries", { extension: "1", retry: { machine: [1, 1, 1, 1, 1, 1] } }, ["/retry/machine"]],
  ] as const) {
    it(`rejects ${what}`, async (t) => {
      const rest = await startRestServer(t);
      const answer = await rest.post("/call", { message: MESSAGE, ...body });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(faultsOf(answer)).sort(), [...paths]);
      assert.equal(rest.chains.started.length + rest.calls.placed.length, 0);
    });
  }

  it("refuses a chain when one of its numbers may not be dialled, or none can be now", async (t) => {
    const rest = await startRestServer(t);
    const refused = await rest.post("/call", { extensions: ["1001", "900"], message: MESSAGE });
    assert.deepEqual([refused.status, refused.body.code], [403, "destination_not_allowed"]);
    rest.calls.refusal = new AttendantError("unavailable", "The PBX is away.");
    assert.equal((await rest.post("/call", { extensions: ["1001"], message: MESSAGE })).status, 503);
    assert.equal(rest.chains.kept.size, 0);
  });

  it("takes back a chain that the store did not confirm, and no single call, which does so itself", async (t) => {
    const rest = await startRestServer(t);
    const away = new AttendantError("store_unavailable", "Away.");
    [rest.chains.refusal, rest.calls.refusal] = [away, undefined];
    assert.equal((await rest.post("/call", { extensions: ["1001"], message: MESSAGE })).status, 503);
    const [withdrawn] = rest.chains.withdrawn;
    assert.equal(withdrawn, rest.chains.started[0]?.chainId);
    rest.calls.refusal = away;
    assert.equal((await rest.post("/call", { extension: "1001", message: MESSAGE })).status, 503);
    assert.deepEqual(rest.chains.withdrawn, [withdrawn]);
  });

  it("begins one chain for a key that is sent twice", async (t) => {
    const rest = await startRestServer(t);
    const ask = () => rest.post("/call", { extensions: ["1001"], message: MESSAGE }, { "Idempotency-Key": "k" });
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual(second.body, first.body);
    assert.equal(rest.chains.started.length, 1);
  });
});

it("a chain that does not exist is neither shown nor cancelled", async (t) => {
  const rest = await startRestServer(t);
  for (const method of ["GET", "DELETE"]) assert.equal((await rest.ask("/chain/none", { method })).status, 404);
});

it("chains are listed page by page", async (t) => {
  const rest = await startRestServer(t);
  const begun: unknown[] = [];
  for (const number of ["1001", "1002", "1003"]) {
    begun.unshift((await rest.post("/call", { extensions: [number], message: MESSAGE })).body.chain_id);
  }
  const idsIn = ({ body }: { readonly body: Record<string, unknown> }) =>
    (body.chains as { readonly chain_id: string }[]).map(({ chain_id: id }) => id);
  const first = await rest.ask("/chain?limit=2");
  const second = await rest.ask(`/chain?limit=2&cursor=${String(first.body.next_cursor)}`);
  assert.deepEqual([...idsIn(first), ...idsIn(second)], begun);
  assert.equal(second.body.next_cursor, null);
  const refused = await rest.ask("/chain?cursor=nonsense");
  assert.deepEqual([refused.status, Object.keys(faultsOf(refused))], [400, ["?cursor"]]);
});

it("a schedule takes several numbers", async (t) => {
  const rest = await startRestServer(t);
  const body = { extensions: ["1001", "1002"], until: "acknowledged", message: MESSAGE, delay_seconds: 60 };
  const answer = await rest.post("/schedule", body);
  assert.deepEqual([answer.status, answer.body.extension], [200, "1001"]);
  assert.deepEqual(rest.schedules.created[0]?.chain?.extensions, ["1001", "1002"]);
});

describe("PATCH of a schedule's numbers", () => {
  const chain = { extensions: ["1001", "1002"], until: "acknowledged", rounds: 2, pause_seconds: 60 };
  const shown = ({ body }: { readonly body: Record<string, unknown> }) =>
    ["extension", "extensions", "until", "rounds", "pause_seconds", "at_once", "retry"].map((name) => body[name]);

  async function scheduled(t: TestContext, whom: object) {
    const rest = await startRestServer(t);
    const { body } = await rest.post("/schedule", { ...whom, message: MESSAGE, delay_seconds: 60 });
    return { rest, change: (more: object) => rest.patch(`/schedule/${body.schedule_id}`, more) };
  }

  for (const [what, before, change, after] of [
    [
      "other numbers, and keeps the rest",
      chain,
      { extensions: ["1-003", "1001"] },
      ["1003", ["1003", "1001"], "acknowledged", 2, 60, 1, {}],
    ],
    [
      "the rest, and keeps the numbers",
      chain,
      { rounds: 3, at_once: 2 },
      ["1001", ["1001", "1002"], "acknowledged", 3, 60, 2, {}],
    ],
    ["one number instead of all", chain, { extension: "1003" }, ["1003", null, null, null, null, null, null]],
    [
      "several numbers instead of one",
      { extension: "1001" },
      { extensions: ["1002", "1003"] },
      ["1002", ["1002", "1003"], "answered", 1, 30, 1, {}],
    ],
    [
      "another number that is called again as before",
      { extension: "1001", retry: { busy: [60] } },
      { extension: "1002" },
      ["1002", ["1002"], "answered", 1, 30, 1, { busy: [60] }],
    ],
    [
      "when the number is called again",
      { extension: "1001" },
      { retry: { no_answer: [5, 6] } },
      ["1001", ["1001"], "answered", 1, 30, 1, { no_answer: [5, 6] }],
    ],
    [
      "all but the numbers to what is usual, by null",
      { ...chain, at_once: 2 },
      { until: null, rounds: null, pause_seconds: null, at_once: null, retry: null },
      ["1001", ["1001", "1002"], "answered", 1, 30, 1, {}],
    ],
    [
      "a number that was called again to one call, by null",
      { extension: "1001", retry: { busy: [60] } },
      { retry: null },
      ["1001", null, null, null, null, null, null],
    ],
    [
      "nothing of a single call, by null",
      { extension: "1001" },
      { until: null, rounds: null, retry: null },
      ["1001", null, null, null, null, null, null],
    ],
    [
      "several numbers instead of one that was called again",
      { extension: "1001", retry: { busy: [60] } },
      { extensions: ["1002", "1003"] },
      ["1002", ["1002", "1003"], "answered", 1, 30, 1, {}],
    ],
  ] as const) {
    it(`sets ${what}`, async (t) => {
      const { rest, change: patch } = await scheduled(t, before);
      const answer = await patch(change);
      assert.deepEqual([answer.status, shown(answer)], [200, after], JSON.stringify(answer.body));
      const [kept] = rest.schedules.schedules.values();
      assert.equal(kept?.extension, after[0]);
    });
  }

  for (const [what, before, change, path] of [
    ["rounds of one number", { extension: "1001" }, { rounds: 2 }, undefined],
    ["an end of a single call", { extension: "1001" }, { until: "acknowledged" }, undefined],
    ["retries of several numbers", chain, { retry: { busy: [60] } }, undefined],
    ["rounds of a number that is called again", { extension: "1001", retry: { busy: [60] } }, { rounds: 5 }, undefined],
    ["retries of a number that has rounds", { extensions: ["1001"], rounds: 5 }, { retry: { busy: [60] } }, undefined],
    ["both kinds of target", chain, { extension: "1001", extensions: ["1002"] }, "/extensions"],
    ["the same number twice", chain, { extensions: ["1001", "1-001"] }, "/extensions/1"],
    ["an answer that no question has", chain, { until: ["yes"] }, "/until/0"],
  ] as const) {
    it(`rejects ${what}, and changes nothing`, async (t) => {
      const { rest, change: patch } = await scheduled(t, before);
      const [kept] = rest.schedules.schedules.values();
      const answer = await patch(change);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      if (path) assert.deepEqual(Object.keys(faultsOf(answer)), [path]);
      assert.deepEqual([...rest.schedules.schedules.values()], [kept]);
    });
  }
});

it("a chain counts as all the calls that it may come to", async (t) => {
  const key = "0123456789abcdef";
  const rest = await startRestServer(t, { keys: [`bot:call:${key}`], callsPerHour: new Map([["bot", 10]]) });
  const ask = (rounds: number) =>
    rest.post("/call", { extensions: ["1001", "1002"], rounds, message: MESSAGE }, { "x-api-key": key });
  assert.deepEqual([(await ask(4)).status, (await ask(2)).status, (await ask(1)).status], [200, 429, 200]);
});

it("a run by hand counts as a call of the key that asks for it", async (t) => {
  const key = "0123456789abcdef";
  const rest = await startRestServer(t, { keys: [`bot:schedule:${key}`], callsPerHour: new Map([["bot", 1]]) });
  const { scheduleId } = scheduleOf();
  rest.schedules.schedules.set(scheduleId, scheduleOf());
  const run = () => rest.post(`/schedule/${scheduleId}/run`, undefined, { "x-api-key": key });
  assert.deepEqual([(await run()).status, (await run()).status], [200, 429]);
});

it("a run by hand of several numbers counts as all the calls that it may come to", async (t) => {
  const key = "0123456789abcdef";
  const rest = await startRestServer(t, { keys: [`bot:schedule:${key}`], callsPerHour: new Map([["bot", 7]]) });
  const plan = { ...USUAL_PLAN, extensions: ["1001", "1002"], rounds: 2 };
  const schedule = scheduleOf({ chain: plan });
  rest.schedules.schedules.set(schedule.scheduleId, schedule);
  const run = () => rest.post(`/schedule/${schedule.scheduleId}/run`, undefined, { "x-api-key": key });
  assert.deepEqual([(await run()).status, (await run()).status], [200, 429]);
});

it("a change of a schedule counts as the calls that it adds", async (t) => {
  const key = "0123456789abcdef";
  const keys = [`bot:schedule+transcripts:${key}`];
  const rest = await startRestServer(t, { keys, callsPerHour: new Map([["bot", 9]]) });
  const { scheduleId } = scheduleOf();
  rest.schedules.schedules.set(scheduleId, scheduleOf());
  const change = async (body: object) =>
    (await rest.patch(`/schedule/${scheduleId}`, body, { "x-api-key": key })).status;
  const numbers = ["1001", "1002", "1003"];
  assert.equal(await change({ extensions: numbers, rounds: 2 }), 200, "5 more");
  assert.equal(await change({ rounds: 1 }), 200, "fewer");
  assert.equal(await change({ prefix: null }), 200, "as many");
  assert.equal(await change({ rounds: 2 }), 200, "3 more");
  assert.equal(await change({ rounds: 3 }), 429);
  assert.equal(rest.schedules.schedules.get(scheduleId)?.chain?.rounds, 2);
});

it("a timer or callback that a tool sets counts as a call", async (t) => {
  const key = "0123456789abcdef";
  const keys = [`bot:tools+schedule:${key}`];
  const rest = await startRestServer(t, { keys, callsPerHour: new Map([["bot", 2]]) });
  const execute = rest.tools.execute.bind(rest.tools);
  let set = 0;
  rest.tools.execute = async (request) => {
    if (request.tool.name === "SET_TIMER") request.countCall?.();
    set++;
    return execute(request);
  };
  const use = async () =>
    (await rest.post("/tools/SET_TIMER/execute", { params: { duration: 1 } }, { "x-api-key": key })).status;
  assert.deepEqual([await use(), await use(), await use(), set], [200, 200, 429, 2]);
});

it("calls that were not placed are not counted against a key", async (t) => {
  const key = "0123456789abcdef";
  const rest = await startRestServer(t, { keys: [`bot:call:${key}`], callsPerHour: new Map([["bot", 5]]) });
  const headers = { "x-api-key": key, "idempotency-key": "same" };
  const ask = () => rest.post("/call", { extension: "1001", message: MESSAGE }, headers);
  rest.calls.refusal = new AttendantError("store_unavailable", "Away.");
  for (let i = 0; i < 8; i++) assert.equal((await ask()).status, 503);
  rest.calls.refusal = undefined;
  assert.equal((await ask()).status, 200);
  for (let i = 0; i < 4; i++) await rest.post("/call", { extension: "1001", message: MESSAGE }, { "x-api-key": key });
  assert.equal((await rest.post("/call", { extension: "1001", message: MESSAGE }, { "x-api-key": key })).status, 429);
});

it("a chain of more calls than a key may ever request in an hour is not told to wait", async (t) => {
  const key = "0123456789abcdef";
  const rest = await startRestServer(t, { keys: [`bot:call:${key}`], callsPerHour: new Map([["bot", 5]]) });
  const ask = (rounds: number) =>
    rest.post("/call", { extensions: ["1001", "1002"], rounds, message: MESSAGE }, { "x-api-key": key });
  const { status, headers, body } = await ask(3);
  assert.deepEqual([status, headers.get("retry-after")], [400, null]);
  assert.equal(body.detail, "The body may come to 6 calls; this key may request 5 in an hour.");
  assert.equal((await ask(2)).status, 200, "nothing was taken");
});
