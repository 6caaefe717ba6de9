import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SCOPES } from "../../src/config/api-keys.js";
import { recordOf } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { ENDPOINTS, startRestServer } from "../unit/http/rest-server.js";

const keyOf = (name: string) => `key-of-${name}-0123456789`;
const as = (name: string) => ({ "x-api-key": keyOf(name) });
const JSON_TYPE = { "content-type": "application/json" };
const WORDS = "Nobody else is to know";
const CALL = { extension: "1001", message: "Hello." };

describe("a key with scopes", () => {
  it("is rejected by every endpoint that needs another scope, and the error names it", async (t) => {
    const keys = SCOPES.map((scope) => `${scope}:${scope}:${keyOf(scope)}`);
    const { ask } = await startRestServer(t, { keys });
    for (const { method, path, scopes, open } of ENDPOINTS) {
      for (const scope of SCOPES) {
        const headers = { ...as(scope), "content-type": "application/json" };
        const init = { method: method.toUpperCase(), headers, ...(method === "post" && { body: "{}" }) };
        const { status, body } = await ask(path.replace(/\{\w+\}/g, "CALC"), init);
        const missing = (scopes ?? []).filter((needed) => needed !== scope);
        if (open || missing.length === 0) {
          assert.notEqual(status, 403, `${method} ${path} with ${scope}`);
        } else {
          assert.deepEqual([status, body.code], [403, "scope_missing"], `${method} ${path} with ${scope}`);
          assert.match(String(body.detail), new RegExp(`scopes? ${missing.join(" and ")}\\.$`));
        }
      }
    }
  });

  it("shows spoken and planned words only to keys that may read them, in every request", async (t) => {
    const keys = SCOPES.flatMap((scope) => [
      `${scope}:${scope}:${keyOf(scope)}`,
      `${scope}-and-words:${scope}+transcripts:${keyOf(`${scope}-and-words`)}`,
    ]);
    const seen: Record<string, string[]> = {};
    for (const key of SCOPES.flatMap((scope) => [scope, `${scope}-and-words`])) {
      const { ask, calls, schedules } = await startRestServer(t, { keys });
      calls.records.set("1", recordOf({ callId: "1", choiceRawText: WORDS }));
      const words = { message: WORDS, toolParams: { text: WORDS }, prefix: WORDS, suffix: WORDS };
      schedules.schedules.set("1", scheduleOf({ scheduleId: "1", ...words }));
      for (const { id, method, path } of ENDPOINTS) {
        const headers = { ...as(key), ...JSON_TYPE, "idempotency-key": id };
        const init = { method: method.toUpperCase(), headers, ...(method === "post" && { body: "{}" }) };
        const answer = async () => {
          const { status, text } = await ask(path.replace(/\{\w+\}/g, "1"), init);
          return { isDone: status === 200, shows: status === 200 && text.includes(WORDS) };
        };
        const { isDone, shows } = await answer();
        // The second answer is the first again, as it is kept; what is refused is not.
        if (isDone) assert.equal((await answer()).shows, shows, `${id} with ${key}`);
        if (shows) (seen[id] ??= []).push(key);
      }
    }
    const [read, call, schedule] = ["read-and-words", "call-and-words", "schedule-and-words"];
    assert.deepEqual(seen, {
      listCalls: [read],
      getCall: [read],
      listSchedules: [read],
      getSchedule: [read],
      listUpcoming: [read],
      hangUpCall: [call],
      changeSchedule: [schedule],
      skipRun: [schedule],
      pauseSchedule: [schedule],
      resumeSchedule: [schedule],
    });
  });

  it("is documented to show less in every answer that contains words", () => {
    const namesIn = (schema: unknown): string[] =>
      typeof schema === "object" && schema !== null
        ? Object.entries(schema).flatMap(([name, each]) => [name, ...namesIn(each)])
        : [];
    const words = ["choice_raw_text", "tool_params", "prefix", "suffix"];
    for (const { id, answer, scopes = [], withheld = {} } of ENDPOINTS) {
      if (scopes.includes("transcripts")) continue;
      const shown = namesIn(answer.schema).filter((name) => words.includes(name) && !(name in withheld));
      assert.deepEqual(shown, [], id);
    }
  });

  it("has no body read if it lacks the scope or none is expected", async (t) => {
    const keys = [`metrics:metrics:${keyOf("metrics")}`, keyOf("plain")];
    const { ask, post } = await startRestServer(t, { keys });
    const hostile = `{"a":"${'\\"'.repeat(32_700)}`;
    for (const body of [hostile, "x".repeat(100_000)]) {
      const refused = await post("/call", body, as("metrics"));
      assert.deepEqual([refused.status, refused.body.code], [403, "scope_missing"]);
      assert.equal((await post("/no/such/path", body, as("metrics"))).status, 404);
    }
    const deleted = (headers: Record<string, string>) =>
      ask("/schedule/schedule-1", { method: "DELETE", body: hostile, headers: { ...JSON_TYPE, ...headers } });
    assert.deepEqual([(await deleted(as("metrics"))).status, (await deleted(as("plain"))).status], [403, 404]);
  });

  it("may be given as a digest, and without a name has every scope", async (t) => {
    const digest = "9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f"; // Of 0123456789abcdef.
    const { ask } = await startRestServer(t, { keys: [`prometheus:metrics:sha256:${digest}`, keyOf("plain")] });
    const status = async (path: string, key: string) => (await ask(path, { headers: { "x-api-key": key } })).status;
    assert.deepEqual(
      [await status("/metrics", "0123456789abcdef"), await status("/call", "0123456789abcdef")],
      [200, 403],
    );
    assert.deepEqual([await status("/metrics", digest), await status("/metrics", `sha256:${digest}`)], [401, 401]);
    assert.deepEqual([await status("/metrics", keyOf("plain")), await status("/call", keyOf("plain"))], [200, 200]);
  });

  it("that may schedule needs the tools scope to have a tool run", async (t) => {
    const keys = [`s:schedule:${keyOf("s")}`, `both:schedule+tools:${keyOf("both")}`];
    const { post } = await startRestServer(t, { keys });
    const body = { extension: "1001", tool: "SIMON_SAYS", tool_params: { text: "a" }, delay_seconds: 60 };
    const plain = { extension: "1001", message: "Hello.", delay_seconds: 60 };
    assert.equal((await post("/schedule", plain, as("s"))).status, 200);
    const refused = await post("/schedule", { ...body, tool: "SET_TIMER", tool_params: { duration: 5 } }, as("s"));
    assert.deepEqual([refused.status, refused.body.code], [403, "scope_missing"]);
    for (const tool of ["NO_SUCH_TOOL", "SIMON_SAYS", 7]) {
      const untold = await post("/schedule", { ...body, tool, tool_params: { nonsense: 1 } }, as("s"));
      assert.deepEqual([untold.status, untold.body.code], [403, "scope_missing"], `${tool}: faults tell of tools`);
    }
    const taken = await post("/schedule", { ...body, tool: "SET_TIMER", tool_params: { duration: 5 } }, as("both"));
    assert.equal(taken.status, 200, taken.text);
  });
});

describe("a key with a name", () => {
  it("is recorded with the calls and schedules that it requested", async (t) => {
    const rest = await startRestServer(t, { keys: [`crm:all:${keyOf("crm")}`, keyOf("plain")] });
    await rest.post("/call", CALL, as("crm"));
    await rest.post("/call", CALL, as("plain"));
    assert.deepEqual(
      rest.calls.placed.map(({ client }) => client),
      ["crm", undefined],
    );
    await rest.post("/schedule", { ...CALL, delay_seconds: 60 }, as("crm"));
    assert.equal(rest.schedules.created[0]?.client, "crm");
    rest.calls.records.set("theirs", recordOf({ callId: "theirs", client: "crm" }));
    rest.calls.records.set("nobodys", recordOf({ callId: "nobodys" }));
    const client = async (id: string) => (await rest.ask(`/call/${id}`, { headers: as("crm") })).body.client;
    assert.deepEqual([await client("theirs"), await client("nobodys")], ["crm", null]);
  });
});
