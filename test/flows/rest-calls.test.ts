import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NotYetPermitted } from "../../src/calls/rights/callee-rights.js";
import { AttendantError, type ErrorCode } from "../../src/kernel/errors.js";
import { NOON, recordOf } from "../unit/http/fake-calls.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const CALL = { extension: "1001", message: "Dinner is ready." };
const YES_NO = { prompt: "Will you come?", options: [{ value: "yes", synonyms: ["yeah"] }, { value: "no" }] };

describe("POST /call", () => {
  it("places a call with the defaults and returns its location", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/call", CALL);
    const [placed] = rest.calls.placed;
    assert.deepEqual(placed, {
      callId: placed?.callId,
      extension: "1001",
      message: "Dinner is ready.",
      ringTimeoutMs: 30_000,
      callbackUrl: null,
      choice: null,
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      call_id: placed?.callId,
      status: "queued",
      message: "1001 is being called.",
      queue_position: null,
    });
    assert.equal(answer.headers.get("location"), `/call/${placed?.callId}`);
    assert.equal((await rest.ask(answer.headers.get("location") ?? "")).body.call_id, placed?.callId);
  });

  it("passes a number on, answers and lists it as dialled, however it is written", async (t) => {
    const rest = await startRestServer(t);
    for (const extension of ["1-0-01", "10.01", "100_1-"]) {
      const answer = await rest.post("/call", { ...CALL, extension });
      assert.equal(answer.body.message, "1001 is being called.");
      assert.equal(rest.calls.placed.at(-1)?.extension, "1001");
    }
    await rest.post("/call", { ...CALL, extension: "front-desk" });
    assert.equal(rest.calls.placed.at(-1)?.extension, "front-desk");
  });

  it("passes a question on with its defaults and its keys", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.queuePosition = 4;
    const given = { ...CALL, callback_url: "http://127.0.0.1:5678/webhook/x?y=1", ring_timeout: 5, choice: YES_NO };
    const answer = await rest.post("/call", given);
    assert.equal(answer.body.queue_position, 4);
    const { callId: _, ...placed } = rest.calls.placed[0] ?? {};
    assert.deepEqual(placed, {
      extension: "1001",
      message: "Dinner is ready.",
      ringTimeoutMs: 5000,
      callbackUrl: "http://127.0.0.1:5678/webhook/x?y=1",
      choice: {
        prompt: "Will you come?",
        options: [
          { value: "yes", synonyms: ["yeah"], key: "1" },
          { value: "no", synonyms: [], key: "2" },
        ],
        timeoutMs: 10_000,
        attempts: 2,
        dtmfEarly: false,
      },
    });
  });

  it("speaks the message between prefix and suffix", async (t) => {
    const rest = await startRestServer(t);
    for (const around of [{ prefix: "Hello.", suffix: "Bye." }, { suffix: "Bye." }, { prefix: " ", suffix: "" }]) {
      assert.equal((await rest.post("/call", { ...CALL, ...around, choice: YES_NO })).status, 200);
    }
    assert.deepEqual(
      rest.calls.placed.map(({ message }) => message),
      ["Hello. Dinner is ready. Bye.", "Dinner is ready. Bye.", "Dinner is ready."],
    );
    const long = { prefix: "x".repeat(1001), suffix: [5] };
    const faults = faultsOf(await rest.post("/call", { ...CALL, ...long }));
    assert.deepEqual(Object.keys(faults).sort(), ["/prefix", "/suffix"]);
  });

  it("passes on the number that the callee will see, if it is permitted", async (t) => {
    const rest = await startRestServer(t);
    assert.equal((await rest.post("/call", { ...CALL, caller_id: "80-01" })).status, 200);
    assert.equal(rest.calls.placed[0]?.callerId, "8001");
    for (const caller_id of ["112", "+493012399999"]) {
      const refused = await rest.post("/call", { ...CALL, caller_id });
      assert.equal(refused.status, 400);
      assert.match(
        faultsOf(refused)["/caller_id"] ?? "",
        /must be the assistant's own number or one that caller_ids in DIAL_RULES/,
      );
    }
    for (const caller_id of ["8001>", "a b", "Sales <8001>", 5.5]) {
      assert.ok(faultsOf(await rest.post("/call", { ...CALL, caller_id }))["/caller_id"], JSON.stringify(caller_id));
    }
    assert.equal(rest.calls.placed.length, 1);
  });

  it("passes on the assistant that calls, and names the known ones if it is unknown", async (t) => {
    const rest = await startRestServer(t);
    assert.equal((await rest.post("/call", { ...CALL, assistant: "night" })).status, 200);
    assert.equal(rest.calls.placed[0]?.assistant, "night");
    const refused = await rest.post("/call", { ...CALL, assistant: "Night" });
    assert.equal(refused.status, 400);
    assert.equal(faultsOf(refused)["/assistant"], "is not a known assistant; the known ones are reception, night");
    assert.equal((await rest.post("/call", { ...CALL, assistant: "" })).status, 200, "an empty field counts as absent");
    assert.equal(rest.calls.placed.at(-1)?.assistant, undefined);
  });

  it("tells when a refused call will be permitted, by the clock that refused it", async (t) => {
    const rest = await startRestServer(t);
    const times = { from: 5_000_000, now: 4_982_500 };
    rest.calls.refusal = new NotYetPermitted("too_many_attempts", "Not now.", times);
    const refused = await rest.post("/call", CALL);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [403, "18"]);
  });

  it("reports every fault at once and places nothing", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/call", {
      extension: "SIP/1001@evil",
      callback_ulr: "https://example.org",
      callback_url: "https://user:secret@example.org/",
      ring_timeout: "soon",
      choice: {
        prompt: " ",
        options: [{ value: "Yes" }, { value: "yes", dtmf: "1" }, { synonyms: ["x"] }, { value: "d", dtmf: "12" }],
        repeat_count: 6,
      },
    });
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
    const faults = faultsOf(answer);
    assert.deepEqual(Object.keys(faults).sort(), [
      "/callback_ulr",
      "/callback_url",
      "/choice/options/1/dtmf",
      "/choice/options/1/value",
      "/choice/options/2/value",
      "/choice/options/3/dtmf",
      "/choice/prompt",
      "/choice/repeat_count",
      "/extension",
      "/message",
      "/ring_timeout",
    ]);
    assert.equal(faults["/callback_ulr"], "is not known; did you mean callback_url?");
    assert.equal(faults["/callback_url"], "must not contain a user name or password");
    assert.equal(faults["/message"], "is required");
    assert.equal(faults["/ring_timeout"], "must be an integer");
    assert.match(String(answer.body.detail), /^message is required; .*; 8 more\.$/);
    assert.equal(rest.calls.placed.length, 0);
  });

  const refusals: [code: ErrorCode, status: number, retry: boolean][] = [
    ["destination_not_allowed", 403, false],
    ["queue_full", 429, true],
    ["unavailable", 503, true],
    ["store_unavailable", 503, true],
  ];
  for (const [code, status, retry] of refusals) {
    it(`answers ${status} when the call is rejected with ${code}`, async (t) => {
      const rest = await startRestServer(t);
      rest.calls.refusal = new AttendantError(code, "So it is.");
      const answer = await rest.post("/call", CALL);
      assert.deepEqual([answer.status, answer.body.code, answer.body.detail], [status, code, "So it is."]);
      assert.equal(Number(answer.headers.get("retry-after")) > 0, retry);
      assert.equal(answer.headers.get("location"), null);
    });
  }
});

describe("an Idempotency-Key", () => {
  const key = { "idempotency-key": "8e03978e-40d5-43dd-bc93-6894a57f9324" };

  it("repeats the first answer, byte for byte, and places no second call", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.queuePosition = 2;
    const first = await rest.post("/call", CALL, key);
    rest.calls.queuePosition = 9;
    const again = await rest.post("/call", { message: CALL.message, extension: CALL.extension }, key);
    assert.equal(again.status, 200);
    assert.equal(again.text, first.text);
    for (const header of ["location", "content-type"]) {
      assert.equal(again.headers.get(header), first.headers.get(header));
    }
    assert.deepEqual(
      [first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")],
      [null, "true"],
    );
    assert.equal(rest.calls.placed.length, 1);
  });

  it("repeats the first answer although nothing of the request would be accepted now", async (t) => {
    const rest = await startRestServer(t);
    const call = { ...CALL, assistant: rest.assistants.ids[0] };
    const first = await rest.post("/call", call, key);
    assert.equal(first.status, 200);
    Object.assign(rest.assistants, { ids: [] });
    const again = await rest.post("/call", call, key);
    assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
    const other = await rest.post("/call", call, { "idempotency-key": "another" });
    assert.deepEqual([other.status, Object.keys(faultsOf(other))], [400, ["/assistant"]]);
    assert.equal(rest.calls.placed.length, 1);
  });

  it("conflicts with another body, and is separate for each API key", async (t) => {
    const keys = ["key-one-0123456789", "key-two-0123456789"];
    const rest = await startRestServer(t, { keys });
    const [one = "", two = ""] = keys;
    assert.equal((await rest.post("/call", CALL, { ...key, "x-api-key": one })).status, 200);
    const other = await rest.post("/call", { ...CALL, message: "No dinner." }, { ...key, "x-api-key": one });
    assert.deepEqual([other.status, other.body.code], [409, "idempotency_conflict"]);
    assert.equal((await rest.post("/call", CALL, { ...key, "x-api-key": two })).status, 200);
    assert.equal(rest.calls.placed.length, 2);
  });

  it("is free again after a rejection by the schema or of the call", async (t) => {
    const rest = await startRestServer(t);
    assert.equal((await rest.post("/call", {}, key)).status, 400);
    rest.calls.refusal = new AttendantError("queue_full", "Full.");
    assert.equal((await rest.post("/call", CALL, key)).status, 429);
    rest.calls.refusal = undefined;
    assert.equal((await rest.post("/call", { ...CALL, message: "Later." }, key)).status, 200);
    assert.equal(rest.calls.placed.length, 2);
  });

  it("is in progress while the first request is, and repeats its answer afterwards", async (t) => {
    const rest = await startRestServer(t);
    let open = () => {};
    rest.calls.gate = new Promise((resolve) => (open = resolve));
    const first = rest.post("/call", CALL, key);
    while (rest.calls.placed.length === 0) await new Promise(setImmediate);
    const meanwhile = await rest.post("/call", CALL, key);
    assert.deepEqual([meanwhile.status, meanwhile.body.code], [409, "idempotency_in_progress"]);
    assert.ok(Number(meanwhile.headers.get("retry-after")) > 0);
    open();
    assert.equal((await rest.post("/call", CALL, key)).text, (await first).text);
    assert.equal(rest.calls.placed.length, 1);
  });

  it("must be 1 to 255 printable characters", async (t) => {
    const rest = await startRestServer(t);
    for (const bad of ["", "x".repeat(256), "umläut"]) {
      const answer = await rest.post("/call", CALL, { "idempotency-key": bad });
      assert.equal(answer.status, 400, bad);
      assert.deepEqual(Object.keys(faultsOf(answer)), ["Idempotency-Key"]);
    }
    assert.equal((await rest.post("/call", CALL, { "idempotency-key": "x".repeat(255) })).status, 200);
    assert.equal(rest.calls.placed.length, 1);
  });
});

describe("GET /call/{id}", () => {
  it("shows everything in the record, in the terms of the interface", async (t) => {
    const rest = await startRestServer(t);
    const answeredAt = Date.parse("2026-03-02T14:00:04.000Z");
    rest.calls.records.set("call-1", recordOf({ language: "de", disclosedAt: answeredAt + 2_000, answeredBy: "menu" }));
    const { status, body } = await rest.ask("/call/call-1");
    assert.equal(status, 200);
    assert.deepEqual(body, {
      call_id: "call-1",
      direction: "outbound",
      status: "completed",
      extension: "1001",
      caller: null,
      caller_name: null,
      assistant: null,
      language: "de",
      created_at: "2026-03-02T14:00:00.000Z",
      ringing_at: "2026-03-02T14:00:01.000Z",
      answered_at: "2026-03-02T14:00:04.000Z",
      ended_at: "2026-03-02T14:00:16.250Z",
      disclosed_at: "2026-03-02T14:00:06.000Z",
      disclosure_waived: null,
      answered_by: "menu",
      answer_evidence: null,
      duration_seconds: 12.25,
      message_played: true,
      choice_response: "yes",
      choice_raw_text: "yes please",
      choice_status: "matched",
      choice_matched_by: null,
      question_heard: null,
      transferred_to: null,
      transfer_outcome: null,
      message_for: null,
      tool: null,
      client: null,
      schedule_id: null,
      chain_id: null,
      ended_by: null,
      error: null,
    });
  });

  it("shows who called by name, and who hung up", async (t) => {
    const rest = await startRestServer(t);
    const caller = { direction: "inbound", caller: "2001", callerName: "<b>Ann Berg</b>", endedBy: "caller" } as const;
    rest.calls.records.set("call-1", recordOf(caller));
    const { body } = await rest.ask("/call/call-1");
    assert.deepEqual([body.caller, body.caller_name, body.ended_by], ["2001", "<b>Ann Berg</b>", "caller"]);
  });

  it("shows the schedule that triggered the call, alone and in the list", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.records.set("call-1", recordOf({ scheduleId: "s-1" }));
    const { body } = await rest.ask("/call");
    const [listed] = body.calls as Record<string, unknown>[];
    assert.deepEqual([(await rest.ask("/call/call-1")).body.schedule_id, listed?.schedule_id], ["s-1", "s-1"]);
  });

  it("counts the duration from the answer, until now while the call lasts", async (t) => {
    const rest = await startRestServer(t);
    const live = { endedAt: null, answeredAt: NOON + 4000 };
    rest.calls.records.set("live", recordOf({ callId: "live", status: "in_progress", ...live }));
    rest.calls.records.set("missed", recordOf({ callId: "missed", status: "no_answer", answeredAt: null }));
    assert.equal((await rest.ask("/call/live")).body.duration_seconds, 16);
    assert.equal((await rest.ask("/call/missed")).body.duration_seconds, 0);
  });

  it("is 404 for an id without a call, whatever it is", async (t) => {
    const rest = await startRestServer(t);
    for (const id of ["nothing", "__proto__", "%00", "a%2Fb", "x".repeat(5000), "%F0%9F%91%8B"]) {
      for (const [path, method] of [
        [`/call/${id}`, "GET"],
        [`/call/${id}`, "DELETE"],
        [`/call/${id}/transcript`, "GET"],
        [`/call/${id}/deliveries`, "GET"],
        [`/call/${id}/deliveries/delivery-1/redeliver`, "POST"],
      ] as const) {
        const answer = await rest.ask(path, { method });
        assert.deepEqual([answer.status, answer.body.code], [404, "not_found"], `${method} ${path.slice(0, 60)}`);
      }
    }
    assert.deepEqual([...new Set(rest.calls.hungUp)].sort(), ["__proto__", "nothing"]);
  });
});

describe("GET /call", () => {
  it("lists calls a page at a time", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.records.set("call-1", recordOf());
    rest.calls.nextCursor = "next-page";
    const { body } = await rest.ask("/call");
    assert.deepEqual(
      (body.calls as { call_id: string }[]).map((each) => each.call_id),
      ["call-1"],
    );
    assert.equal(body.next_cursor, "next-page");
    rest.calls.nextCursor = undefined;
    assert.equal((await rest.ask("/call?status=busy&limit=500&cursor=next-page")).body.next_cursor, null);
    assert.deepEqual(rest.calls.listed, [{ limit: 50 }, { status: "busy", limit: 500, cursor: "next-page" }]);
  });

  it("filters the list, with times in any offset, since inclusive and until exclusive", async (t) => {
    const rest = await startRestServer(t);
    const when = "since=2026-03-02T14:00:00Z&until=2026-03-02T16:30:00.500%2B01:00";
    await rest.ask(`/call?extension=%2B49301&direction=inbound&schedule_id=s-1&status=completed&${when}&cursor=c`);
    assert.deepEqual(rest.calls.listed, [
      {
        ...{ status: "completed", extension: "+49301", direction: "inbound", scheduleId: "s-1" },
        ...{ since: NOON, until: NOON + 5_400_500, limit: 50, cursor: "c" },
      },
    ]);
  });

  it("names the invalid parameter", async (t) => {
    const rest = await startRestServer(t);
    const refused = async (query: string) => faultsOf(await rest.ask(`/call?${query}`));
    const all = "extension=a@b&direction=up&since=yesterday&until=2026-13-01T00:00:00Z&schedule=s";
    const paths = ["?direction", "?extension", "?schedule", "?since", "?until"];
    const faults = await refused(all);
    assert.deepEqual(Object.keys(faults).sort(), paths);
    assert.equal(faults["?since"], "must be a time in ISO 8601 with its offset");
    assert.match(faults["?schedule"] ?? "", /did you mean schedule_id\?/);
    for (const since of ["2026-03-02", "2026-03-02T14:00:00", "", "1772460000000", "2026-03-02T14:00:00+01:00"]) {
      assert.deepEqual(Object.keys(await refused(`since=${since}`)), ["?since"], since);
    }
    const swapped = await refused("since=2026-03-02T14:00:01Z&until=2026-03-02T15:00:00%2B01:00");
    assert.deepEqual(swapped, { "?until": "must not be earlier than since" });
    assert.deepEqual(rest.calls.listed, []);
  });

  it("says what is wrong with a query", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.ask("/call?status=gone&limit=501&statsu=busy&cursor=a&cursor=b");
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(faultsOf(answer)).sort(), ["?cursor", "?limit", "?statsu", "?status"]);
    for (const limit of ["0", "-1", "1.5", "ten", "", "1e9", "Infinity"]) {
      assert.deepEqual(Object.keys(faultsOf(await rest.ask(`/call?limit=${limit}`))), ["?limit"], limit);
    }
    assert.equal(rest.calls.listed.length, 0);
    assert.deepEqual(Object.keys(faultsOf(await rest.ask("/call?cursor=nonsense"))), ["?cursor"]);
  });
});

describe("DELETE /call/{id}", () => {
  it("hangs up and returns the record", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.records.set("call-1", recordOf({ status: "cancelled" }));
    const { status, body } = await rest.ask("/call/call-1", { method: "DELETE" });
    assert.deepEqual([status, body.call_id, body.status], [200, "call-1", "cancelled"]);
    assert.deepEqual(rest.calls.hungUp, ["call-1"]);
  });
});

describe("GET /call/{id}/transcript", () => {
  it("shows what was said, by whom and when", async (t) => {
    const rest = await startRestServer(t);
    rest.calls.transcripts.set("call-1", [
      { at: NOON, who: "assistant", text: "Hello.", unheard: "How are you?" },
      { at: NOON + 1500, who: "caller", text: "What time is it?" },
      {
        at: NOON + 1600,
        who: "assistant",
        text: "One moment.",
        turn: {
          endpointMs: 560,
          recognisedMs: 310,
          firstWordMs: 450,
          firstSoundMs: 561,
          queueMs: 20,
          sttMs: 190,
          inputTokens: 812,
          tools: [{ name: "CALC", atMs: 570, ms: 12, status: "SUCCESS" }],
          pausedMs: 300,
          ahead: true,
          withdrawn: 1,
          overlaps: { listening: 1 },
          interrupted: true,
        },
      },
      { at: NOON + 2000, who: "tool", tool: "DATETIME", status: "SUCCESS", message: "It is two." },
    ]);
    rest.calls.transcripts.set("silent", []);
    assert.deepEqual((await rest.ask("/call/call-1/transcript")).body, {
      call_id: "call-1",
      entries: [
        { at: "2026-03-02T14:00:00.000Z", who: "assistant", text: "Hello.", unheard: "How are you?" },
        { at: "2026-03-02T14:00:01.500Z", who: "caller", text: "What time is it?" },
        {
          at: "2026-03-02T14:00:01.600Z",
          who: "assistant",
          text: "One moment.",
          turn: {
            endpoint_ms: 560,
            recognised_ms: 310,
            first_word_ms: 450,
            first_sound_ms: 561,
            queue_ms: 20,
            stt_ms: 190,
            input_tokens: 812,
            tools: [{ name: "CALC", at_ms: 570, ms: 12, status: "SUCCESS" }],
            paused_ms: 300,
            ahead: true,
            withdrawn: 1,
            overlaps: { listening: 1 },
            interrupted: true,
          },
        },
        { at: "2026-03-02T14:00:02.000Z", who: "tool", tool: "DATETIME", status: "SUCCESS", message: "It is two." },
      ],
    });
    assert.deepEqual((await rest.ask("/call/silent/transcript")).body, { call_id: "silent", entries: [] });
  });
});

describe("the webhooks of a call", () => {
  it("are shown with their attempts, and sent again on request", async (t) => {
    const rest = await startRestServer(t);
    const shown = await rest.ask("/call/call-1/deliveries");
    assert.deepEqual(JSON.parse(shown.text), [
      {
        delivery_id: "delivery-1",
        call_id: "call-1",
        url: "https://example.org/hook",
        status: "delivered",
        created_at: "2026-03-02T14:00:00.000Z",
        next_attempt_at: null,
        attempts: [
          {
            at: "2026-03-02T14:00:00.000Z",
            duration_ms: 15_000,
            http_status: null,
            error: "The receiver did not answer within 15 s.",
          },
          { at: "2026-03-02T14:00:05.000Z", duration_ms: 12, http_status: 204, error: null },
        ],
      },
    ]);
    for (const body of [undefined, {}]) {
      const again = await rest.post("/call/call-1/deliveries/delivery-1/redeliver", body);
      assert.deepEqual([again.status, again.body.status], [200, "pending"]);
    }
    assert.equal((await rest.post("/call/call-1/deliveries/delivery-1/redeliver", { now: true })).status, 400);
    assert.equal((await rest.post("/call/call-1/deliveries/delivery-2/redeliver")).status, 404);
    assert.deepEqual(rest.deliveries.redelivered, ["delivery-1", "delivery-1"]);
  });
});

describe("the checks of the interface", () => {
  it("apply in order: key, rate, type and size of the body, JSON, schema", async (t) => {
    const key = { "x-api-key": "0123456789abcdef" };
    const rest = await startRestServer(t, { keys: ["0123456789abcdef"], ratePerMinute: 5 });
    assert.equal((await rest.post("/call", "{")).status, 401);
    assert.equal((await rest.post("/call", "a=1", { ...key, "content-type": "text/plain" })).status, 415);
    const large = { ...CALL, message: "x".repeat(65_536) };
    assert.equal((await rest.post("/call", large, key)).status, 413);
    assert.equal((await rest.post("/call", "{", key)).status, 400);
    assert.equal((await rest.post("/call", {}, key)).status, 400);
    assert.equal((await rest.post("/call", CALL, key)).status, 200);
    const limited = await rest.post("/call", "{", key);
    assert.deepEqual([limited.status, limited.body.code], [429, "rate_limited"]);
    assert.equal(limited.headers.get("retry-after"), "12");
    assert.equal((await rest.ask("/call", { headers: key })).status, 200, "reading is not limited");
    assert.equal(rest.calls.placed.length, 1);
  });

  it("reject methods that a path does not have", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.ask("/call", {
      method: "PUT",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET, HEAD, OPTIONS, POST"]);
  });
});
