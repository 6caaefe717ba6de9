import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { recordOf } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const KEY = "0123456789abcdef";
const as = (key: string) => ({ headers: { "x-api-key": key } });

test("any key can ask for its scopes, and a client without one cannot", async (t) => {
  const rest = await startRestServer(t, { keys: [`wall:read+metrics:${KEY}`, "a-plain-key-of-somebody"] });
  assert.deepEqual((await rest.ask("/me", as(KEY))).body, { name: "wall", scopes: ["read", "metrics"] });
  const plain = await rest.ask("/me", as("a-plain-key-of-somebody"));
  assert.equal(plain.body.name, null);
  assert.ok((plain.body.scopes as string[]).includes("call"));
  assert.equal((await rest.ask("/me")).status, 401);
});

test("settings are shown with their source, and secrets without their value", async (t) => {
  const rest = await startRestServer(t);
  const answer = await rest.ask("/settings");
  const settings = answer.body as unknown as { name: string; value: string | null }[];
  const named = (name: string) => settings.find((each) => each.name === name);
  const { description: _, ...key } = named("LLM_API_KEY") as unknown as Record<string, unknown>;
  assert.deepEqual(key, {
    ...{ name: "LLM_API_KEY", area: key.area, value: null, secret: true, set: true, source: "file", default: null },
  });
  assert.deepEqual(named("ENDPOINT_SILENCE_MS")?.value, "700");
  assert.doesNotMatch(answer.text, /"secret"[^:]/);
});

test("a sentence is passed on to a conversation, and rejected if there is none or it is empty", async (t) => {
  const rest = await startRestServer(t);
  rest.calls.records.set("call-1", recordOf({ status: "in_progress" }));
  const said = await rest.post("/call/call-1/say", { text: "One moment." });
  assert.deepEqual([said.status, said.body.call_id], [200, "call-1"]);
  assert.deepEqual(rest.calls.said, ["call-1: One moment."]);
  for (const text of ["", "  ", "🙂", "x".repeat(1001), "\u0000", [7]]) {
    assert.ok(faultsOf(await rest.post("/call/call-1/say", { text }))["/text"], JSON.stringify(text));
  }
  assert.equal((await rest.post("/call/none/say", { text: "Hello." })).status, 404);
  rest.calls.refusal = new AttendantError("no_conversation", "The call is over.");
  const refused = await rest.post("/call/call-1/say", { text: "Hello." });
  assert.deepEqual([refused.status, refused.body.code], [409, "no_conversation"]);
});

test("upcoming runs are listed for at most a month", async (t) => {
  const rest = await startRestServer(t);
  rest.schedules.schedules.set("schedule-1", scheduleOf());
  const { body } = await rest.ask("/schedule/upcoming?from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z&kind=call");
  assert.deepEqual(body, {
    runs: [
      {
        schedule_id: "schedule-1",
        at: "2026-03-03T08:30:00+01:00",
        remaining_seconds: 62_980,
        kind: "call",
        extension: "1001",
        message: "Please take your medicine.",
        tool: null,
        recurring: "daily",
        timezone: "Europe/Rome",
        paused: false,
        skipped: false,
        note: null,
      },
    ],
    more: false,
  });
  const { kind, from, to } = rest.schedules.spans[0] ?? {};
  assert.deepEqual([kind, from, to], ["call", Date.UTC(2026, 2, 2), Date.UTC(2026, 2, 9)]);
  for (const query of ["from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "to=2026-04-20T00:00:00Z", "to=tomorrow"]) {
    assert.ok(faultsOf(await rest.ask(`/schedule/upcoming?${query}`))["?to"], query);
  }
});

test("calls are found by spoken words only with the scope for that, and by a number however it is written", async (t) => {
  const rest = await startRestServer(t, { keys: [`wall:read:${KEY}`, `all:read+transcripts:${KEY}s`] });
  const refused = await rest.ask("/call?text=table", as(KEY));
  assert.deepEqual([refused.status, refused.body.code], [403, "scope_missing"]);
  assert.deepEqual(rest.calls.listed, []);
  assert.equal((await rest.ask("/call?number=%2B49%20(30)%20123-4", as(KEY))).status, 200);
  const text = encodeURIComponent(`A "table" for: Grüße* OR ${"x".repeat(20)}`);
  assert.equal((await rest.ask(`/call?text=${text}&status=busy`, as(`${KEY}s`))).status, 200);
  assert.deepEqual(
    rest.calls.listed.map(({ number, words, status }) => ({ number, words, status })),
    [
      { number: "49301234", words: undefined, status: undefined },
      { number: undefined, words: ["A", "table", "for", "Grüße", "OR", "x".repeat(20)], status: "busy" },
    ],
  );
  for (const query of ["text=", "text=%20!", "number=", "number=%2B", "number=%25", "text=%00"]) {
    assert.equal((await rest.ask(`/call?${query}`, as(`${KEY}s`))).status, 400, query);
  }
});
