import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { createTransfer } from "../../tools/transfer.js";
import type { MessageReport } from "../../src/calls/answered/leave-message.js";
import type { CallerMessage } from "../../src/conversation/transfer/caller-message.js";
import type { CallRecord } from "../../src/records/call-record.js";
import { callIn } from "../support/fakes/call-in.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { calls } from "../support/fakes/fake-model.js";
import { switchboardFrom, switchboardOf } from "../support/fakes/fake-switchboard.js";
import { servedAssistants } from "../support/fakes/served-assistants.js";
import { prepareTalk, startTalk, type TalkOptions } from "../support/fakes/talk.js";

const WEBHOOK = "https://example.org/messages";
const DIRECTORY = [
  { name: "Zoë", number: "203", message_webhook: WEBHOOK },
  { name: "Clara", number: "207", hours: "in the morning", message_webhook: WEBHOOK },
  { name: "Night watch", number: "206", mode: "blind", message_webhook: WEBHOOK },
  { name: "Peter", number: "205" },
] as const;

const AWAY = "Zoë cannot be reached right now.";
const OFFER = "Would you like to leave a message?";
const BEGIN = "Please speak now, and press the pound key when you have finished.";
const TAKEN = "Thank you, Zoë will get your message. How else can I help you?";
const NONE = "All right, no message for Zoë. How else can I help you?";

/** A caller who asks for somebody of a directory whose people take messages. */
async function start(t: TestContext, options: TalkOptions = {}) {
  const dialler = new FakeDialler();
  const left: CallerMessage[] = [];
  const { talk, conversation, ended } = await startTalk(t, {
    switchboard: await switchboardOf(dialler, DIRECTORY, "206"),
    tools: [createTransfer({ hasDirectory: () => true })],
    onMessage: async (message) => void left.push(message),
    ...options,
  });
  conversation.catch(() => {});
  const hears = async () => {
    await talk.settles();
    await talk.hearsAll();
  };
  /** The caller asks for somebody, and hears the reply. */
  async function asksFor(name: string): Promise<void> {
    talk.stt.next(`I would like to talk to ${name}`);
    talk.model.next(calls("TRANSFER", { name }));
    await talk.asks();
    await talk.hearsAll();
  }
  /** The caller asks for Zoë, who does not answer, and hears the offer. */
  async function isOffered(): Promise<void> {
    await asksFor("Zoë");
    dialler.last.declines("no_answer", "It rang for 25 s.");
    await hears();
  }
  async function says(words: string): Promise<void> {
    talk.stt.next(words);
    await talk.asks();
  }
  /** The caller is offered to leave a message, accepts, and hears the invitation. */
  async function isInvited(): Promise<void> {
    await isOffered();
    await says("Yes, please.");
    await hears();
    assert.equal(talk.heard.at(-1), BEGIN);
  }
  return { talk, dialler, ended, left, hears, asksFor, isOffered, isInvited, says };
}

test("a caller whose colleague does not answer leaves a message, and the conversation goes on", async (t) => {
  const { talk, left, isOffered, says, hears, ended } = await start(t);
  await isOffered();
  assert.deepEqual(talk.heard.slice(-2), [AWAY, OFFER]);
  await says("Yes, please.");
  await hears();
  assert.equal(talk.heard.at(-1), BEGIN);
  await says("Please call me back");
  await says("about the invoice.");
  assert.deepEqual(left, []);
  await talk.passes(3_000);
  await hears();
  assert.deepEqual(left, [
    { text: "Please call me back about the invoice.", isComplete: true, to: "Zoë", webhook: WEBHOOK },
  ]);
  assert.equal(talk.heard.at(-1), TAKEN);
  assert.deepEqual(talk.transfers, [{ to: "Zoë", outcome: "no_answer" }]);
  const said = talk.transcript.entries.flatMap((entry) => (entry.who === "caller" ? [entry.text] : []));
  assert.deepEqual(said.slice(-2), ["Yes, please.", "Please call me back about the invoice."]);
  talk.stt.next("What time is it?");
  talk.model.next("Noon.");
  await talk.asks();
  await hears();
  assert.equal(talk.heard.at(-1), "Noon.");
  assert.equal(ended(), "still going on");
});

test("a caller to whom it breaks off that no one is there hears so again, and is offered to leave a message", async (t) => {
  const { talk, asksFor, hears } = await start(t);
  const away = "Clara cannot be reached right now.";
  let times = 0;
  const breaksOff = [200, 200, new Error("The voice is away.")];
  talk.voice.script = (text) => (text === away && times++ === 0 ? breaksOff : undefined);
  await asksFor("Clara");
  await hears();
  assert.deepEqual(talk.heard.slice(-3), [`${away} –`, away, OFFER]);
});

test("the key # ends a message at once, with the words that were not finished", async (t) => {
  const { talk, left, isInvited, hears } = await start(t);
  await isInvited();
  talk.stt.next("Please call me back.");
  await talk.speaks();
  talk.line.presses("#");
  await hears();
  assert.deepEqual(
    left.map(({ text, isComplete }) => [text, isComplete]),
    [["Please call me back.", true]],
  );
  assert.equal(talk.heard.at(-1), TAKEN);
});

test("the rest of a message that was ended with # is not answered as well", async (t) => {
  const { talk, left, isInvited, hears } = await start(t);
  await isInvited();
  talk.stt.script = () => ["Please call me back."];
  await talk.speaks();
  talk.line.presses("#");
  await talk.settles();
  await talk.pauses();
  await hears();
  assert.equal(left.length, 1);
  assert.equal(talk.heard.at(-1), TAKEN);
  assert.equal(talk.model.requests.length, 1, "the request to be put through");
});

test("a caller who begins to speak over the invitation is heard", async (t) => {
  const { talk, left, isOffered, says } = await start(t);
  await isOffered();
  await says("Yes.");
  await talk.settles();
  await talk.hears(600);
  await says("Please call me back.");
  await talk.settles();
  talk.line.presses("#");
  await talk.settles();
  assert.deepEqual(
    left.map(({ text }) => text),
    ["Please call me back."],
  );
});

test("a caller who hangs up in the middle of a message has left what they had said", async (t) => {
  const { talk, left, isInvited, says, ended } = await start(t);
  await isInvited();
  await says("This is Ann.");
  talk.stt.next("Please call me");
  await talk.speaks();
  talk.line.leaves();
  await talk.settles();
  assert.equal(ended(), "hung_up");
  assert.deepEqual(
    left.map(({ text, isComplete }) => [text, isComplete]),
    [["This is Ann. Please call me", false]],
  );
  talk.assertNothingLeft();
});

test("a call is over only once the last words of a message are kept", async (t) => {
  let keep = () => {};
  const kept = new Promise<void>((resolve) => (keep = resolve));
  const { talk, isInvited, says, ended } = await start(t, { onMessage: () => kept });
  await isInvited();
  await says("Please call me back.");
  talk.line.leaves();
  await talk.settles();
  assert.equal(ended(), "still going on");
  keep();
  await talk.settles();
  assert.equal(ended(), "hung_up");
});

test("a caller who hangs up before a word of a message has left none", async (t) => {
  for (const isAsked of [true, false]) {
    const { talk, left, isOffered, isInvited, ended } = await start(t, { clockRuns: !isAsked });
    await (isAsked ? isOffered() : isInvited());
    talk.line.leaves();
    await talk.settles();
    assert.equal(ended(), "hung_up");
    assert.deepEqual(left, []);
    talk.assertNothingLeft();
  }
});

const REFUSALS: Readonly<Record<string, (call: Awaited<ReturnType<typeof start>>) => Promise<void>>> = {
  "says no": ({ says }) => says("No, thank you."),
  "presses two": async ({ talk }) => talk.line.presses("2"),
  "says nothing to the offer": async ({ talk, hears }) => {
    for (let round = 0; round < 2; round++) {
      await talk.passes(5_000);
      await hears();
    }
  },
  "says nothing when invited": async ({ says, talk, hears }) => {
    await says("Yes.");
    await hears();
    await talk.passes(8_000);
  },
};

for (const [what, happens] of Object.entries(REFUSALS)) {
  test(`a caller who ${what} leaves no message, and the conversation goes on`, async (t) => {
    const call = await start(t);
    await call.isOffered();
    await happens(call);
    await call.hears();
    assert.equal(call.talk.heard.at(-1), NONE);
    assert.deepEqual(call.left, []);
    assert.equal(call.ended(), "still going on");
  });
}

test("a message ends after two minutes, however long the caller talks", async (t) => {
  const { talk, left, isInvited, hears } = await start(t);
  await isInvited();
  for (let second = 0; second < 125 && left.length === 0; second += 5) {
    talk.stt.next("And so on.");
    await talk.speaks();
    await talk.passes(5_000);
  }
  await hears();
  assert.equal(left.length, 1);
  assert.equal(left[0]?.isComplete, false);
});

test("someone outside their hours, or known to be on the telephone, is not rung: a message is offered", async (t) => {
  for (const name of ["Clara", "Zoë"]) {
    const { talk, dialler, left, asksFor, says, hears } = await start(t, { clockRuns: name === "Zoë" });
    dialler.states.set("203", "busy");
    await asksFor(name);
    await hears();
    assert.deepEqual(talk.heard.slice(-2), [`${name} cannot be reached right now.`, OFFER]);
    await says("Yes.");
    await hears();
    await says("Please call me back.");
    talk.line.presses("#");
    await talk.settles();
    assert.equal(dialler.callees.length, 0);
    assert.deepEqual([left[0]?.to, left[0]?.text], [name, "Please call me back."]);
    assert.deepEqual(talk.transfers, []);
  }
});

test("the key of an operator outside their hours leads to a message at once", async (t) => {
  const switchboard = await switchboardOf(new FakeDialler(), DIRECTORY, "207");
  const { talk, hears } = await start(t, { switchboard });
  talk.line.presses("0");
  await hears();
  assert.deepEqual(talk.heard.slice(-2), ["Clara cannot be reached right now.", OFFER]);
  talk.line.presses("2");
  await hears();
  assert.equal(talk.heard.at(-1), "All right, no message for Clara. How else can I help you?");
});

test("the operator's key leads to a message as well", async (t) => {
  const { talk, dialler, left, says, hears } = await start(t);
  talk.line.presses("0");
  await talk.settles();
  dialler.last.declines("busy", "Busy.");
  await hears();
  assert.deepEqual(talk.heard.slice(-2), ["Night watch cannot be reached right now.", OFFER]);
  talk.line.presses("1");
  await hears();
  await says("There is water in the cellar.");
  talk.line.presses("#");
  await talk.settles();
  assert.equal(left[0]?.to, "Night watch");
});

test("no message is offered where none can be left, or to a caller who comes back", async (t) => {
  const peter = await start(t);
  await peter.asksFor("Peter");
  peter.dialler.last.declines("no_answer", "It rang for 25 s.");
  await peter.hears();
  assert.equal(peter.talk.heard.at(-1), "Peter does not answer. How else can I help you?");
  const deaf = await start(t, { clockRuns: true });
  await deaf.asksFor("Zoë");
  deaf.talk.away.add("stt");
  deaf.dialler.last.declines("no_answer", "It rang for 25 s.");
  await deaf.hears();
  assert.equal(deaf.talk.heard.at(-1), "Zoë does not answer. How else can I help you?");
  const back = await start(t, { clockRuns: true });
  await back.asksFor("Zoë");
  back.talk.line.presses("*");
  await back.hears();
  assert.equal(back.talk.heard.at(-1), "I am back. How can I help you?");
});

test("a caller whose message could not be recognised is not told that they left none", async (t) => {
  const { talk, left, isInvited, hears } = await start(t);
  await isInvited();
  talk.stt.next(new Error("The recogniser is away."));
  await talk.asks();
  talk.line.presses("#");
  await hears();
  assert.deepEqual(left, []);
  assert.equal(talk.heard.at(-1), "Zoë does not answer. How else can I help you?");
});

test("a caller is not told that a message is taken which could not be stored", async (t) => {
  const { talk, isInvited, says, hears } = await start(t, { onMessage: () => Promise.reject(new Error("No room.")) });
  await isInvited();
  await says("Please call me back.");
  talk.line.presses("#");
  await hears();
  assert.equal(talk.heard.at(-1), "Zoë does not answer. How else can I help you?");
  assert.equal(talk.events("message_failed").length, 1);
});

test("a service that stops keeps what was said of a message, and says goodbye", async (t) => {
  const { talk, left, isInvited, says, hears, ended } = await start(t);
  await isInvited();
  await says("Please call me back.");
  talk.windDown.abort();
  await hears();
  assert.deepEqual(
    left.map(({ text, isComplete }) => [text, isComplete]),
    [["Please call me back.", false]],
  );
  assert.equal(talk.heard.at(-1), "Farewell.");
  await talk.settles();
  assert.equal(ended(), "wound_down");
});

const FILE = `
assistants: { reception: { answers: [8000] } }
directory: [{ name: Zoë, number: "203", message_webhook: "${WEBHOOK}" }]
`;

test("a message is sent to the webhook of its destination, and the call's record says for whom it was", async (t) => {
  const dialler = new FakeDialler();
  const engines = await prepareTalk(t, { now: () => Date.parse("2031-06-01T08:00:00Z") });
  const tools = [createTransfer({ hasDirectory: () => true })];
  const { assistants } = await servedAssistants(t, engines, FILE, { tools, switchboardOf: switchboardFrom(dialler) });
  const sent: { url: string; callId: string; deliveryId: string; payload: MessageReport }[] = [];
  const kept: CallRecord[] = [];
  const { talk, over } = await callIn(t, {
    ...{ assistants, clockRuns: true, onKept: (record: CallRecord) => kept.push(record) },
    messages: { enqueue: async (message) => void sent.push(message) },
  });
  await talk.hearsAll();
  engines.stt.next("I would like to talk to Zoë");
  engines.model.next(calls("TRANSFER", { name: "Zoë" }));
  await talk.asks();
  await talk.hearsAll();
  dialler.last.declines("no_answer", "It rang for 25 s.");
  await talk.settles();
  await talk.hearsAll();
  talk.line.presses("1");
  await talk.settles();
  await talk.hearsAll();
  engines.stt.next("Please call me back.");
  await talk.asks();
  talk.line.leaves();
  await talk.settles();
  assert.ok(over());
  const [message, ...others] = sent;
  assert.deepEqual(others, []);
  const { message_id, left_at, ...said } = message?.payload ?? assert.fail("nothing was sent");
  assert.equal(message?.url, WEBHOOK);
  assert.equal(message_id, message?.deliveryId);
  assert.match(message_id, /^message_[\w-]{36}$/);
  assert.equal(left_at, "2031-06-01T08:00:00.000Z");
  const record = kept.at(-1);
  assert.deepEqual(said, {
    event: "message",
    call_id: record?.callId,
    to: "Zoë",
    caller: "100",
    caller_name: null,
    assistant: "reception",
    language: "en",
    text: "Please call me back.",
    complete: false,
  });
  const [, shown = ""] = /```json\n(\{\n {2}"event"[^`]+)```/.exec(await readFile("docs/transfer.md", "utf8")) ?? [];
  assert.deepEqual(Object.keys(JSON.parse(shown)), Object.keys(message?.payload ?? {}), "as the page shows it");
  assert.deepEqual([record?.status, record?.messageFor, record?.transferOutcome], ["completed", "Zoë", "no_answer"]);
});
