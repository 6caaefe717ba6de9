import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { joined, samplesIn } from "../../src/audio/pcm.js";
import { createTransfer } from "../../tools/transfer.js";
import { longestSilence } from "../support/bed/voiced.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import type { FakeLine } from "../support/fakes/fake-line.js";
import { calls } from "../support/fakes/fake-model.js";
import { switchboardOf } from "../support/fakes/fake-switchboard.js";
import { silence, startTalk, type TalkOptions } from "../support/fakes/talk.js";

const DIRECTORY = [
  { name: "Zoë Ångström", department: "Sales", number: "203", music: "jazz" },
  { name: "Anna Meyer", department: "Sales", number: "204" },
  { name: "Peter Maier", department: "Support", number: "205" },
  { name: "Clara Closed", number: "207", hours: "in the morning" },
  { name: "Night watch", number: "206", mode: "blind" },
  { name: "Support queue", also: ["help desk"], continue: "ext-queues/400" },
  { name: "Quiz line", continue: "from-internal/0900123" },
] as const;

const TO_ZOE = "One moment, I am putting you through to Zoë Ångström.";
const PUTTING_THROUGH = "One moment, I am putting you through.";
const QUESTION = "To take it, press one or say yes.";

/** The last text that was heard, besides tones. */
const last = (heard: readonly string[]) => heard.findLast((text) => !text.startsWith("("));

type Talk = Awaited<ReturnType<typeof start>>["talk"];

/** A caller in a conversation, in a house with a directory. */
async function start(t: TestContext, { operator = "206", ...options }: TalkOptions & { operator?: string } = {}) {
  const dialler = new FakeDialler();
  const switchboard = await switchboardOf(dialler, DIRECTORY, operator, (number) => number.startsWith("0900"));
  const tools = [createTransfer({ hasDirectory: () => true })];
  const { talk, conversation, ended } = await startTalk(t, { ...options, switchboard, tools });
  conversation.catch(() => {});
  return {
    ...{ talk, dialler, ended },
    /** The caller asks for somebody, and hears the reply. */
    async asksFor(name: string, reason?: string) {
      talk.stt.next(`I would like to talk to ${name}`);
      talk.model.next(calls("TRANSFER", { name, ...(reason && { reason }) }));
      await talk.asks();
      await talk.hearsAll();
    },
    /** The colleague answers and hears the briefing to its end. */
    async isBriefed(): Promise<FakeLine> {
      const colleague = dialler.last.answers();
      await talk.settles();
      colleague.plays();
      await talk.settles();
      return colleague;
    },
    heardBy: (line: FakeLine) => talk.voice.read(line.heard).map(({ text }) => text),
  };
}

test("a colleague hears who calls and why, takes the call with a key, and is connected until one of them hangs up", async (t) => {
  const { talk, dialler, ended, asksFor, isBriefed, heardBy } = await start(t);
  await asksFor("Zoey Angstrom", "an unpaid invoice");
  assert.deepEqual(talk.heard, ["Welcome.", TO_ZOE]);
  assert.deepEqual([dialler.last.request.number, dialler.last.request.callerId?.number], ["203", "100"]);
  assert.equal(talk.line.onHold, "jazz");

  const colleague = await isBriefed();
  assert.deepEqual(heardBy(colleague), [
    "A call for you from 1 0 0.",
    "It is about this: an unpaid invoice.",
    QUESTION,
    "Otherwise press two or say no.",
  ]);
  assert.equal(talk.line.onHold, "jazz", "the caller hears music while the colleague decides");
  assert.deepEqual(talk.line.joined, []);
  colleague.presses("1");
  await talk.settles();
  assert.deepEqual(talk.line.joined, [colleague]);
  assert.equal(talk.line.onHold, undefined);
  assert.deepEqual(talk.transfers, [{ to: "Zoë Ångström", outcome: "transferred" }]);
  await talk.passes(60_000);
  assert.equal(ended(), "still going on");
  colleague.leaves();
  await talk.settles();
  assert.equal(ended(), "transferred");
});

test("a colleague takes a call with a word", async (t) => {
  const { talk, asksFor, isBriefed } = await start(t);
  await asksFor("Zoë");
  const colleague = await isBriefed();
  talk.stt.next("Yes, put them through.");
  colleague.says(talk.speech);
  colleague.says(silence(1_500));
  await talk.settles();
  assert.deepEqual(talk.line.joined, [colleague]);
});

test("without a reason the colleague hears what the caller said", async (t) => {
  const { asksFor, isBriefed, heardBy } = await start(t);
  await asksFor("Zoë");
  assert.ok(heardBy(await isBriefed()).includes("They said: I would like to talk to Zoë."));
});

const NOT_TAKEN: Readonly<Record<string, (colleague: FakeLine, talk: Talk) => Promise<void>>> = {
  "declines with a key": async (colleague) => colleague.presses("2"),
  "declines with a word": async (colleague, talk) => {
    talk.stt.next("No, not now.");
    colleague.says(talk.speech);
    colleague.says(silence(1_500));
  },
  "hangs up during the briefing": async (colleague) => colleague.leaves(),
  "is a mailbox": async (colleague, talk) => {
    for (let round = 0; round < 2; round++) {
      talk.stt.next("You have reached the mailbox of Zoe. Please leave a message after the tone, okay?");
      colleague.says(talk.speech);
      colleague.says(silence(1_500));
      await talk.settles();
      colleague.plays();
      await talk.settles();
    }
  },
  "is a queue whose music and announcements never end": async (colleague, talk) => {
    talk.stt.script = () => ["You are number three in the queue."];
    for (let second = 0; second < 200 && !talk.transfers.at(-1); second++) {
      colleague.says(talk.speech);
      await talk.passes(1_000);
      colleague.plays();
    }
  },
  "is a mailbox that beeps and records": async (colleague, talk) => {
    for (let round = 0; round < 30; round++) {
      await talk.passes(1_000);
      colleague.says(silence(1_000));
      await talk.settles();
      colleague.plays();
    }
  },
};

for (const [what, happens] of Object.entries(NOT_TAKEN)) {
  test(`when the colleague ${what}, the caller is told, and the conversation continues`, async (t) => {
    const { talk, dialler, ended, asksFor, isBriefed } = await start(t);
    await asksFor("Zoë Ångström");
    const colleague = await isBriefed();
    await happens(colleague, talk);
    await talk.settles();
    assert.deepEqual(talk.line.joined, []);
    assert.equal(talk.line.onHold, undefined);
    await talk.hearsAll();
    assert.equal(last(talk.heard), "Zoë Ångström cannot take your call right now. How else can I help you?");
    assert.ok(dialler.last.request.scope.ending, "the colleague's call is over");
    assert.equal(talk.transfers.at(-1)?.outcome, "declined");
    talk.stt.next("never mind");
    talk.model.next("Anything else?");
    await talk.asks();
    await talk.hearsAll();
    assert.equal(talk.heard.at(-1), "Anything else?");
    assert.equal(ended(), "still going on");
  });
}

for (const [outcome, told] of [
  ["no_answer", "Zoë Ångström does not answer."],
  ["busy", "Zoë Ångström is on another call right now."],
  ["failed", "I could not put you through to Zoë Ångström."],
] as const) {
  test(`a colleague who cannot be reached (${outcome}) is told by name`, async (t) => {
    const { talk, dialler, asksFor } = await start(t);
    await asksFor("Zoë Ångström");
    dialler.last.declines(outcome, "So it is.");
    await talk.settles();
    await talk.hearsAll();
    assert.equal(last(talk.heard), `${told} How else can I help you?`);
    assert.deepEqual(talk.transfers, [{ to: "Zoë Ångström", outcome }]);
    assert.equal(talk.line.onHold, undefined);
  });
}

test("a colleague who cannot be told who calls has not declined, and hears no tone", async (t) => {
  const { talk, dialler, asksFor, isBriefed, heardBy } = await start(t);
  talk.voice.script = (text) => (text === QUESTION ? [new Error("The voice is away.")] : undefined);
  await asksFor("Zoë Ångström");
  const colleague = await isBriefed();
  assert.deepEqual(heardBy(colleague), []);
  await talk.hearsAll();
  assert.equal(last(talk.heard), "I could not put you through to Zoë Ångström. How else can I help you?");
  assert.ok(dialler.last.request.scope.ending);
  assert.deepEqual(talk.transfers, [{ to: "Zoë Ångström", outcome: "failed" }]);
});

for (const [what, sounds] of [
  ["cannot be said", []],
  ["breaks off", [200, 200]],
] as const) {
  test(`a caller to whom it ${what} that they are put through is put through, and not asked to try again`, async (t) => {
    const { talk, dialler, asksFor, isBriefed } = await start(t);
    talk.voice.script = (text) => (text === TO_ZOE ? [...sounds, new Error("The voice is away.")] : undefined);
    await asksFor("Zoë Ångström");
    const colleague = await isBriefed();
    assert.deepEqual(talk.heard, ["Welcome.", ...(sounds.length > 0 ? [`${TO_ZOE} –`] : []), PUTTING_THROUGH]);
    assert.equal(talk.line.onHold, "jazz");
    colleague.presses("1");
    await talk.settles();
    assert.deepEqual(talk.line.joined, [colleague]);
    assert.equal(dialler.callees.length, 1);
  });
}

test("a caller who is put through while the voice is away hears music, and a tone when nobody takes them", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  talk.voice.script = () => [new Error("The voice is away.")];
  await asksFor("Zoë Ångström");
  assert.equal(talk.line.onHold, "jazz");
  const before = joined(talk.line.heard).length;
  dialler.last.answers();
  await talk.settles();
  await talk.hearsAll();
  assert.equal(talk.line.onHold, undefined);
  assert.deepEqual(talk.transfers, [{ to: "Zoë Ångström", outcome: "failed" }]);
  const heard = joined(talk.line.heard);
  assert.ok(heard.subarray(before).some((sample) => sample !== 0));
});

test("a caller who waits without music hears ringback within two seconds, and no longer silence than that", async (t) => {
  const { talk, asksFor } = await start(t);
  talk.line.hasMusic = false;
  await asksFor("Zoë");
  assert.ok(talk.line.queuedMs > 0);
  const from = talk.line.heard.length;
  talk.line.plays(4_000);
  await talk.settles();
  const sounds = talk.line.heard.slice(from).flatMap((piece) => [...piece]);
  const loudest = Math.max(...sounds.map(Math.abs));
  assert.ok(loudest > 0);
  assert.ok(talk.line.queuedMs > 0, "and it goes on");
});

test("the silence between two ringbacks does not grow while the process is busy", async (t) => {
  const { talk, asksFor } = await start(t);
  talk.line.hasMusic = false;
  await asksFor("Zoë");
  talk.line.plays(3_000); // Nothing of ours has run since.
  const heard = joined(talk.line.heard);
  const longest = longestSilence(heard, heard.length - samplesIn(3_000), heard.length);
  assert.ok(longest < 2_000, `${longest} ms`);
  assert.ok(talk.line.queuedMs > 0);
});

test("what a caller says while on hold is neither transcribed nor answered", async (t) => {
  const { talk, asksFor } = await start(t);
  await asksFor("Zoë");
  const asked = () => talk.stt.requests.length + talk.model.requests.length;
  const before = asked();
  talk.line.onHold = undefined; // Even if the telephone system passes it on.
  await talk.asks();
  assert.equal(asked(), before);
});

test("the key * brings a waiting caller back, and the colleague's telephone stops ringing", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("Zoë");
  talk.line.presses("*");
  await talk.settles();
  await talk.hearsAll();
  assert.ok(dialler.last.request.scope.ending);
  assert.equal(last(talk.heard), "I am back. How can I help you?");
  assert.equal(talk.transfers.at(-1)?.outcome, "cancelled");
});

test("what a waiting caller was saying when they came back is not answered", async (t) => {
  const { talk, asksFor } = await start(t);
  await asksFor("Zoë");
  talk.line.onHold = undefined; // Even if the telephone system passes it on.
  talk.stt.script = () => ["What is taking so long?"];
  await talk.speaks();
  talk.line.presses("*");
  await talk.settles();
  await talk.pauses();
  await talk.hearsAll();
  assert.equal(last(talk.heard), "I am back. How can I help you?");
  assert.equal(talk.model.requests.length, 1, "the request to be put through");
});

test("the key * does not cut off a caller who is connected: it is for the mailbox that they talk to", async (t) => {
  const { talk, dialler, ended, asksFor } = await start(t);
  await asksFor("the night watch");
  dialler.last.answers();
  await talk.settles();
  talk.line.presses("*");
  await talk.settles();
  assert.equal(dialler.last.request.scope.ending, undefined);
  assert.equal(ended(), "still going on");
});

for (const moment of ["while it rings", "during the briefing", "once connected"] as const) {
  test(`a caller who hangs up ${moment} leaves no colleague behind`, async (t) => {
    const { talk, dialler, ended, asksFor, isBriefed } = await start(t);
    await asksFor("Zoë");
    const colleague = moment === "while it rings" ? undefined : await isBriefed();
    if (moment === "once connected") colleague?.presses("1");
    await talk.settles();
    talk.line.leaves();
    await talk.settles();
    assert.equal(ended(), "hung_up");
    assert.ok(dialler.last.request.scope.ending);
    assert.equal(talk.transfers.at(-1)?.outcome, moment === "once connected" ? "transferred" : "cancelled");
    assert.equal(colleague?.listeners ?? 0, 0);
    talk.assertNothingLeft();
  });
}

const BACK = "I am back. How can I help you?";
const NOT_TAKEN_BY_ZOE = "Zoë Ångström cannot take your call right now. How else can I help you?";

for (const [who, leaves, outcome, told] of [
  ["a caller comes back with *", ({ line }) => line.presses("*"), "cancelled", BACK],
  ["a colleague hangs up", (_, colleague) => colleague.leaves(), "declined", NOT_TAKEN_BY_ZOE],
  ["a caller hangs up", ({ line }) => line.leaves(), "cancelled", undefined],
] as const satisfies readonly (readonly [
  string,
  (talk: Talk, colleague: FakeLine) => void,
  string,
  string | undefined,
])[]) {
  for (const moment of ["music is being stopped", "two are being connected, which is refused"] as const) {
    if (who.includes("*") && moment.startsWith("two")) continue; // By then keys are the colleague's.
    test(`when ${who} while the ${moment}, it is ${outcome}, and no fault`, async (t) => {
      const { talk, ended, asksFor, isBriefed } = await start(t);
      await asksFor("Zoë");
      const colleague = await isBriefed();
      let refuse = () => {};
      const leave = () => {
        leaves(talk, colleague);
        return new Promise<void>((resolve) => (refuse = resolve));
      };
      if (moment === "music is being stopped") talk.line.onEndHold = leave;
      else talk.line.onJoin = () => leave().then(() => assert.fail("Channel not found"));
      colleague.presses("1");
      await talk.settles();
      refuse();
      await talk.settles();
      await talk.hearsAll();
      assert.deepEqual(talk.line.joined, []);
      assert.equal(talk.transfers.at(-1)?.outcome, outcome);
      assert.ok(!talk.logged.some(({ event }) => event === "transfer_failed"));
      if (told) assert.equal(last(talk.heard), told);
      assert.equal(ended(), told ? "still going on" : "hung_up");
    });
  }
}

test("a caller who hangs up as they are connected was not put through", async (t) => {
  const { talk, ended, asksFor, isBriefed } = await start(t);
  await asksFor("Zoë");
  const colleague = await isBriefed();
  talk.line.onJoin = async () => talk.line.leaves();
  colleague.presses("1");
  await talk.settles();
  assert.equal(ended(), "hung_up");
  assert.equal(talk.transfers.at(-1)?.outcome, "cancelled");
});

test("a colleague whose line breaks during the briefing has not declined", async (t) => {
  const { talk, dialler, asksFor, isBriefed } = await start(t);
  await asksFor("Zoë");
  await isBriefed();
  dialler.last.breaks();
  await talk.settles();
  await talk.hearsAll();
  assert.equal(talk.transfers.at(-1)?.outcome, "failed");
  assert.equal(last(talk.heard), "I could not put you through to Zoë Ångström. How else can I help you?");
});

test("whoever answers blind and is gone before their line is up has declined", async (t) => {
  const { talk, dialler, ended, asksFor } = await start(t);
  await asksFor("the night watch");
  dialler.last.answersAndHangsUp();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.line.joined, []);
  assert.equal(talk.transfers.at(-1)?.outcome, "declined");
  assert.equal(last(talk.heard), "Night watch cannot take your call right now. How else can I help you?");
  assert.equal(ended(), "still going on");
});

test("a caller who interrupts the reply is not put through", async (t) => {
  const { talk, dialler } = await start(t);
  talk.stt.next("Zoë please");
  talk.model.next(calls("TRANSFER", { name: "Zoë" }));
  await talk.asks();
  await talk.hears(300);
  talk.stt.next("No, wait, somebody else.");
  talk.model.next("Who?");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(dialler.callees.length, 0);
  assert.equal(talk.heard.at(-1), "Who?");
});

test("when two sound alike the caller is asked which, and the full name then counts", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("Mr. Mayr");
  assert.equal(talk.heard.at(-1), "Do you mean Anna Meyer, Sales or Peter Maier, Support?");
  assert.equal(dialler.callees.length, 0);
  await asksFor("Peter Maier");
  assert.equal(dialler.last.request.number, "205");
});

test("numbers and names that are not in the directory are not dialled", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("0900 123456");
  await asksFor("Bob Dylan");
  assert.equal(dialler.callees.length, 0);
  assert.ok(talk.heard.includes("I cannot find Bob Dylan here."));
});

test("a caller who has heard that they are put through is not told again when the voice fails then", async (t) => {
  const { talk, dialler } = await start(t);
  talk.voice.script = (text) => (text === TO_ZOE ? [new Error("The voice is away.")] : undefined);
  talk.stt.next("I would like to talk to Zoë");
  talk.model.next("I am putting you through.", calls("TRANSFER", { name: "Zoë" }));
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "I am putting you through."]);
  assert.equal(dialler.callees.length, 1);
});

test("outside their hours a colleague is not rung", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("Clara");
  assert.equal(dialler.callees.length, 0);
  assert.equal(talk.heard.at(-2), "Clara Closed is not here at this time.");
});

test("a colleague who is known to be on the telephone is not promised", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  dialler.states.set("203", "busy");
  await asksFor("Zoë");
  assert.equal(dialler.callees.length, 0);
  assert.equal(talk.heard.at(-2), "Zoë Ångström is on another call right now.");
});

for (const [name, number, state] of [
  ["Zoë", "203", "unreachable"],
  ["the night watch", "206", "busy"],
  ["the night watch", "206", "unreachable"],
] as const) {
  test(`${name}, whose telephone is ${state}, is rung: the call may be forwarded`, async (t) => {
    const { talk, dialler, asksFor } = await start(t);
    dialler.states.set(number, state);
    await asksFor(name);
    assert.equal(dialler.last.request.number, number);
    dialler.last.answers();
    await talk.settles();
    assert.deepEqual(talk.line.joined.length, name === "Zoë" ? 0 : 1);
  });
}

test("a blind destination is connected to as soon as it answers, after ringback", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("the night watch");
  assert.equal(talk.line.onHold, undefined);
  assert.ok(talk.line.queuedMs > 0, "ringback");
  const colleague = dialler.last.answers();
  await talk.settles();
  assert.deepEqual(talk.line.joined, [colleague]);
});

test("zero is the same way: the operator is the entry with that number", async (t) => {
  const { talk, dialler } = await start(t);
  talk.line.presses("0");
  await talk.settles();
  assert.equal(dialler.last.request.number, "206");
  dialler.last.declines("no_answer", "It rang for 25 s.");
  await talk.settles();
  assert.equal(talk.transfers.at(-1)?.to, "Night watch");
});

test("zero pressed twice is one attempt", async (t) => {
  const { talk, dialler } = await start(t);
  await talk.hearsAll();
  talk.line.presses("0");
  talk.line.presses("0");
  await talk.settles();
  assert.equal(dialler.callees.length, 1);
  assert.equal(talk.events("transfer").length, 1);
  assert.deepEqual(talk.transfers, []);
});

for (const [what, operator, told] of [
  ["who is closed", "207", "Clara Closed is not here at this time."],
  ["who is on the telephone", "204", "Anna Meyer is on another call right now."],
] as const) {
  test(`zero does not ring an operator ${what}: the caller is told`, async (t) => {
    const { talk, dialler, ended } = await start(t, { operator });
    dialler.states.set("204", "busy");
    talk.line.presses("0");
    await talk.settles();
    await talk.hearsAll();
    assert.equal(dialler.callees.length, 0);
    assert.equal(last(talk.heard), `${told} How else can I help you?`);
    assert.deepEqual(talk.transfers, []);
    assert.equal(ended(), "still going on");
  });
}

test("a queue is reached in the dialplan, after it was said, and the call is transferred", async (t) => {
  const { talk, ended } = await start(t);
  talk.stt.next("the help desk please");
  talk.model.next(calls("TRANSFER", { name: "help desk" }));
  await talk.asks();
  assert.equal(talk.line.continuesAt, undefined, "not before it was said");
  await talk.hearsAll();
  assert.deepEqual(talk.line.continuesAt, { context: "ext-queues", extension: "400" });
  assert.deepEqual(talk.transfers, [{ to: "Support queue", outcome: "transferred" }]);
  assert.equal(ended(), "transferred");
});

test("a place that the dialplan lacks fails the transfer", async (t) => {
  const { talk, ended, asksFor } = await start(t);
  talk.line.hasPlace = false;
  await asksFor("help desk");
  await talk.hearsAll();
  assert.deepEqual(talk.transfers, [{ to: "Support queue", outcome: "failed" }]);
  assert.equal(last(talk.heard), "I could not put you through to Support queue. How else can I help you?");
  assert.equal(ended(), "still going on");
});

test("the call does not go on at an extension that the dial rules deny", async (t) => {
  const { talk, ended, asksFor } = await start(t);
  await asksFor("Quiz line");
  await talk.hearsAll();
  assert.equal(talk.line.continuesAt, undefined);
  assert.deepEqual(talk.transfers, [{ to: "Quiz line", outcome: "failed" }]);
  assert.equal(last(talk.heard), "I could not put you through to Quiz line. How else can I help you?");
  assert.equal(ended(), "still going on");
});

test("a service that stops brings a waiting caller back for the goodbye", async (t) => {
  const { talk, dialler, asksFor } = await start(t);
  await asksFor("Zoë");
  talk.windDown.abort();
  await talk.settles();
  await talk.hearsAll();
  assert.ok(dialler.last.request.scope.ending);
  assert.equal(talk.line.onHold, undefined);
  assert.equal(talk.heard.at(-1), "Farewell.");
});
