import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  type Callees,
  CALLEES,
  type Controller,
  type ReceivedWebhook,
  Receiver,
  recognise,
  RestClient,
  startCallees,
  startWorld,
  TEST_LINES,
  type World,
} from "../support/index.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE = "Good morning. Your appointment is tomorrow at ten.";
const CHOICE = {
  prompt: "Do you want to keep it?",
  options: [
    { value: "yes", synonyms: ["yes please", "sure"] },
    { value: "no", synonyms: ["no thank you"] },
  ],
  timeout_seconds: 3,
  repeat_count: 2,
};

/** Calls at a time: those who speak are listened to by a recogniser that takes a third of a core for each. */
const AT_ONCE = 4;

let world: World;
let controller: Controller;
let callees: Callees;
let receiver: Receiver;

before(async () => {
  world = await startWorld();
  callees = await startCallees(world.bed.pbx);
  receiver = await Receiver.start();
  controller = await world.startController({ WEBHOOK_SECRET: SECRET, DIAL_RULES: "caller_ids: Sales <8001>" });
});
after(async () => {
  await callees[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

const client = new RestClient(() => controller.url);

async function rest(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${controller.url}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

async function webhookOf(callId: string): Promise<ReceivedWebhook> {
  for (;;) {
    const webhook = receiver.received.find(({ body }) => JSON.parse(body).call_id === callId);
    if (webhook) return webhook;
    await receiver.has(receiver.received.length + 1, 60_000);
  }
}

/** Places a call and waits for its webhook. */
async function called(body: Record<string, unknown>) {
  const placed = await rest("POST", "/call", { message: MESSAGE, callback_url: receiver.url, ...body });
  assert.equal(placed.status, 200, JSON.stringify(placed.body));
  const callId = String(placed.body.call_id);
  const webhook = await webhookOf(callId);
  const result = JSON.parse(webhook.body) as Record<string, unknown>;
  const { body: record } = await rest("GET", `/call/${callId}`);
  return { placed, callId, webhook, result, record };
}

/** The latest call that somebody there has taken. */
const lastTo = (number: string) => callees.calls.findLast((taken) => taken.number === number);

describe("beside each other", { concurrency: AT_ONCE }, () => {
  test("a callee hears the message and the question, says yes please, and the webhook tells", async () => {
    const { placed, webhook, result, record } = await called({ extension: CALLEES.saysYes.number, choice: CHOICE });
    assert.equal(placed.body.status, "queued");
    assert.equal(placed.body.queue_position, null);
    assert.equal(placed.headers.get("location"), `/call/${placed.body.call_id}`);
    assert.equal(result.status, "completed");
    assert.equal(result.message_played, true);
    assert.equal(result.choice_response, "yes");
    assert.equal(result.choice_status, "matched");
    assert.match(String(result.choice_raw_text), /yes/);
    assert.equal(result.error, null);
    assert.ok(Number(result.duration_seconds) > 3);
    assert.doesNotThrow(() => new Webhook(SECRET).verify(webhook.body, webhook.headers as Record<string, string>));
    assert.equal(record.status, "completed");
    assert.ok(record.ringing_at && record.answered_at && record.ended_at);

    const taken = lastTo(CALLEES.saysYes.number);
    await taken?.call.ended;
    const heard = await recognise(taken?.call.recording().assistant ?? new Int16Array(0));
    assert.match(heard, /appointment/);
    assert.match(heard, /keep/);
  });

  test("doubt, politeness, a question and a cough are asked about again or waited through, and yes is the answer", async () => {
    const choice = { ...CHOICE, repeat_count: 5 };
    const { result } = await called({ extension: CALLEES.takesLong.number, choice });
    assert.equal(result.choice_status, "matched", JSON.stringify(result));
    assert.equal(result.choice_response, "yes");
    assert.equal(result.choice_matched_by, "words");
    assert.equal(result.question_heard, true);
  });

  test("a key counts as the answer", async () => {
    const { result } = await called({ extension: CALLEES.pressesTwo.number, choice: CHOICE });
    assert.equal(result.choice_response, "no");
    assert.equal(result.choice_raw_text, "2");
    assert.equal(result.choice_status, "matched");
  });

  test("I don't know is neither yes nor no, and is asked again", async () => {
    const { result } = await called({ extension: CALLEES.doesNotKnow.number, choice: CHOICE });
    assert.equal(result.status, "completed");
    assert.equal(result.choice_response, null);
    assert.equal(result.choice_status, "no_match");
    assert.match(String(result.choice_raw_text), /know/);
  });

  test("a callee who stays silent gave no answer", async () => {
    const { result } = await called({ extension: TEST_LINES.silent, choice: CHOICE });
    assert.equal(result.message_played, true);
    assert.equal(result.choice_status, "no_input");
    assert.equal(result.choice_response, null);
    assert.equal(result.choice_raw_text, null);
  });

  test("a callee who hangs up in the message did not hear it, and sees the assistant's number, or the permitted one", async () => {
    const { number } = CALLEES.hangsUpInTheMessage;
    for (const [further, shown] of [
      [{ choice: CHOICE }, world.settings.SIP_USER],
      [{ caller_id: "8001" }, "8001"],
    ] as const) {
      const { result } = await called({ extension: number, ...further });
      assert.equal(result.status, "completed");
      assert.equal(result.message_played, false);
      assert.match(String(result.error), /hung up before/);
      assert.ok(Number(result.duration_seconds) > 0);
      assert.equal(lastTo(number)?.call.number, shown);
    }
    const faked = await rest("POST", "/call", { extension: number, message: MESSAGE, caller_id: "112" });
    assert.equal(faked.status, 400, JSON.stringify(faked.body));
  });

  test("a callee who hangs up at the question has heard the message", async () => {
    const { result } = await called({ extension: CALLEES.hangsUpWhenAsked.number, choice: CHOICE });
    assert.equal(result.status, "completed");
    assert.equal(result.message_played, true);
    assert.equal(result.choice_status, "hung_up");
    assert.equal(result.error, null);
  });

  for (const [name, extension, status] of [
    ["busy", TEST_LINES.busy, "busy"],
    ["never answers", TEST_LINES.neverAnswers, "no_answer"],
    ["rejects", TEST_LINES.rejects, "busy"],
    ["unknown", TEST_LINES.unknown, "failed"],
  ] as const) {
    test(`a number that is ${name} ends as ${status}, with the reason in words`, async () => {
      const { result, record } = await called({ extension, ring_timeout: 5 });
      assert.equal(result.status, status);
      assert.equal(record.status, status);
      assert.equal(result.message_played, false);
      assert.equal(result.duration_seconds, 0);
      assert.match(String(result.error), /\w+ \w+/);
    });
  }

  test("a call that is cancelled while it rings is hung up and ends as cancelled", async () => {
    const placed = await rest("POST", "/call", { extension: TEST_LINES.neverAnswers, message: MESSAGE });
    const path = `/call/${placed.body.call_id}`;
    await client.callUntil(String(placed.body.call_id), ({ status }) => status === "ringing");
    const cancelled = await rest("DELETE", path);
    assert.equal(cancelled.status, 200);
    assert.equal(cancelled.body.status, "cancelled");
    assert.deepEqual((await rest("DELETE", path)).body, cancelled.body);
  });

  test("a tool's result is spoken to the callee", async () => {
    const placed = await rest("POST", "/tools/calc/call", {
      tool: "CALC",
      params: { expression: "6 * 7" },
      extension: TEST_LINES.silent,
      prefix: "Here is your result.",
      callback_url: receiver.url,
    });
    assert.equal(placed.body.tool_success, true);
    const callId = String(placed.body.call_id);
    const webhook = await webhookOf(callId);
    assert.equal(JSON.parse(webhook.body).message_played, true);
    assert.equal((await rest("GET", `/call/${callId}`)).body.tool, "CALC");
  });

  test("a callee who says on the line that they want no more calls has none, and a later one is refused with the rule", async () => {
    const { number: extension } = CALLEES.wantsNoCalls;
    const { result } = await called({ extension, choice: CHOICE });
    assert.deepEqual([result.status, result.choice_status], ["completed", "no_match"], String(result.choice_raw_text));
    const refused = await rest("POST", "/call", { extension, message: MESSAGE });
    assert.deepEqual([refused.status, refused.body.code], [403, "destination_not_allowed"]);
    assert.match(String(refused.body.detail), /^The number 1019 is on the do-not-call list since/);
  });
});

test("no telephone rings for a message that cannot be synthesised", async () => {
  const before = callees.calls.length;
  world.speech.speech.failWith(500);
  try {
    const { result } = await called({
      extension: CALLEES.saysYes.number,
      message: "A message that was never said before.",
    });
    assert.equal(result.status, "failed");
    assert.match(String(result.error), /text-to-speech/i);
    assert.equal(callees.calls.length, before);
  } finally {
    world.speech.speech.mend();
  }
});

test("a tool's result is spoken into a conversation in progress", async () => {
  const call = await world.telephone.dial("8000");
  const greeted = await call.hearsSilence({ forMs: 800 });
  const executed = await rest("POST", "/tools/CALC/execute", { params: { expression: "6 * 7" }, speak_result: true });
  assert.equal(executed.body.spoken, true, JSON.stringify(executed.body));
  const told = await call.hearsSilence({ forMs: 800, after: await call.hears({ after: greeted }) });
  assert.match(await recognise(call.recording().assistant.subarray(greeted, told)), /forty two/);
  await call.hangUp();
});
