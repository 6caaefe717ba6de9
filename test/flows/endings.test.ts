import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { STALL } from "../support/fakes/requests.js";
import { PHASES, SLOW } from "../support/fakes/phases.js";
import { IDLE_MS, QUICK_BARGE_IN, startTalk } from "../support/fakes/talk.js";

test("a tool that hangs up waits until the goodbye was heard to its end", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("bye");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hears(900);
  assert.equal(ended(), "still going on");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Farewell."]);
  assert.equal(ended(), "goodbye");
  assert.equal(talk.transcript.messages.at(-1)?.content, "Farewell.");
  talk.assertNothingLeft();
});

for (const [what, sounds] of [
  ["cannot be said", []],
  ["breaks off", [200, 200]],
] as const) {
  test(`a caller whose goodbye ${what} hears another one, and not that they should try again`, async (t) => {
    const { talk, ended } = await startTalk(t);
    talk.voice.script = (text) => (text === "Goodbye, Ann." ? [...sounds, new Error("The voice is away.")] : undefined);
    talk.stt.next("bye");
    talk.model.next("Goodbye, Ann.", calls("HANGUP"));
    await talk.asks();
    await talk.hearsAll();
    await talk.hearsAll();
    assert.deepEqual(talk.heard, ["Welcome.", ...(sounds.length > 0 ? ["Goodbye, Ann. –"] : []), "Farewell."]);
    assert.equal(ended(), "goodbye");
  });
}

test("a caller who has heard the goodbye hears no other when the rest of it cannot be said", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.voice.script = (text) => (text === "Have a nice day." ? [new Error("The voice is away.")] : undefined);
  talk.stt.next("bye");
  talk.model.next("Goodbye, Ann. Have a nice day.", calls("HANGUP"));
  await talk.asks();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Goodbye, Ann."]);
  assert.equal(ended(), "goodbye");
});

test("a model that says goodbye itself is not followed by another goodbye", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("bye");
  talk.model.next("See you soon!", calls("HANGUP"));
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "See you soon!"]);
  assert.equal(ended(), "goodbye");
});

test("words before another tool do not count as a goodbye", async (t) => {
  const CLOCK: Tool = { name: "CLOCK", description: "Time.", execute: () => ({ status: "SUCCESS", message: "Noon." }) };
  const { talk, ended } = await startTalk(t, { tools: [CLOCK] });
  talk.stt.next("what time is it and bye");
  talk.model.next("Let me see.", calls("CLOCK"));
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Let me see.", "Farewell."]);
  assert.equal(ended(), "goodbye");
});

test("a caller who speaks over the goodbye keeps the call", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("bye");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("wait");
  talk.model.next("Yes?");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Farewell. –", "Yes?"]);
  assert.equal(ended(), "still going on");
});

for (const [said, ends] of [
  ["Bye.", true],
  ["Thank you, bye bye.", true],
  ["You too, goodbye.", true],
  ["Okay, bye, but when do you open?", false],
] as const) {
  test(`"${said}" over the goodbye ${ends ? "returns it" : "keeps the call"}`, async (t) => {
    const { talk, ended } = await startTalk(t);
    talk.stt.next("that is all");
    talk.model.next("Goodbye, Ann, and thank you for calling.", calls("HANGUP"));
    await talk.asks();
    await talk.hears(300);
    talk.stt.script = () => [said];
    talk.model.next("At nine.");
    await talk.asks();
    await talk.hearsAll();
    assert.equal(ended(), ends ? "goodbye" : "still going on");
    assert.equal(talk.heard.at(-1), ends ? "Goodbye, Ann, and thank you for calling." : "At nine.");
  });
}

test("a cough over the goodbye does not keep the call", async (t) => {
  const { talk, ended } = await startTalk(t, { listening: QUICK_BARGE_IN });
  talk.stt.next("bye");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hears(500);
  await talk.speaks(250);
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Farewell."]);
  assert.equal(ended(), "goodbye");
});

test("a silent caller is asked whether they are there, then hears a goodbye", async (t) => {
  const { talk, ended } = await startTalk(t);
  await talk.passes(IDLE_MS - 1);
  assert.equal(talk.line.queuedMs, 0);
  await talk.passes(1);
  await talk.hearsAll();
  await talk.passes(IDLE_MS - 1);
  assert.deepEqual(talk.heard, ["Welcome.", "Are you still there?"]);
  await talk.passes(1);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Are you still there?", "Farewell."]);
  assert.equal(ended(), "idle");
  talk.assertNothingLeft();
});

test("a caller who has put the assistant on hold is waited for, and told what came up when they are back", async (t) => {
  const { talk, ended } = await startTalk(t);
  await talk.passes(IDLE_MS - 1);
  talk.line.holds(true);
  await talk.passes(3 * IDLE_MS);
  const told = talk.call.interjections.say("Your tea is ready.");
  await talk.settles();
  await talk.passes(3 * IDLE_MS);
  assert.equal(talk.line.queuedMs, 0);
  talk.line.holds(false);
  await talk.settles();
  await talk.hearsAll();
  assert.equal(await told, true);
  await talk.passes(IDLE_MS - 1);
  assert.deepEqual(talk.heard, ["Welcome.", "Your tea is ready."]);
  await talk.passes(1);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Are you still there?");
  assert.equal(ended(), "still going on");
});

for (const [when, heldAfterMs] of [
  ["as it begins", 0],
  ["in the middle of it", 200],
] as const) {
  test(`a caller who holds ${when} is told what came up when they are back, and only then counts as told`, async (t) => {
    const { talk } = await startTalk(t);
    const told: boolean[] = [];
    void talk.call.interjections.say("Your tea is ready.")?.then((heard) => told.push(heard));
    await talk.settles();
    await talk.hears(heldAfterMs);
    talk.line.holds(true);
    await talk.hearsAll();
    await talk.passes(3 * IDLE_MS);
    assert.deepEqual([told, talk.voice.asked], [[], ["Welcome.", "Your tea is ready."]]);
    talk.line.holds(false);
    await talk.settles();
    await talk.hearsAll();
    assert.deepEqual([told, talk.voice.asked], [[true], ["Welcome.", "Your tea is ready.", "Your tea is ready."]]);
  });
}

test("what the caller missed of a reply during a hold is said when they are back, and is not heard until then", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("when do you open");
  talk.model.next("We open at nine. On Sundays we are closed. Have a nice day.");
  await talk.asks();
  await talk.hears(1_500);
  talk.line.holds(true);
  await talk.hears(1_000);
  talk.line.holds(false);
  await talk.hearsAll();
  await talk.hearsAll();
  talk.stt.next("and on Mondays");
  talk.model.next("At ten.");
  await talk.asks();
  assert.deepEqual(talk.history.slice(1), [
    "user when do you open",
    "assistant We open at nine.",
    "assistant On Sundays we are closed. Have a nice day.",
    "user and on Mondays",
  ]);
});

test("what the caller missed during a hold is not said again to one who asks anew", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("when do you open");
  talk.model.next("We open at nine.");
  await talk.asks();
  talk.line.holds(true);
  await talk.hearsAll();
  await talk.speaks();
  talk.line.holds(false);
  talk.stt.next("hello, when do you open");
  talk.model.next("At nine.");
  await talk.pauses();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.voice.asked.slice(1), ["We open at nine.", "At nine."]);
});

test("a caller who comes back from a hold has the whole time to speak", async (t) => {
  const { talk } = await startTalk(t);
  talk.line.holds(true);
  await talk.passes(IDLE_MS - 1);
  talk.line.holds(false);
  await talk.settles();
  await talk.passes(IDLE_MS - 1);
  assert.deepEqual(talk.voice.asked, ["Welcome."]);
  await talk.passes(1);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Are you still there?"]);
});

test("silence is counted from the end of what was heard, not from when it was sent", async (t) => {
  const { talk } = await startTalk(t, { greeted: false });
  await talk.passes(2 * IDLE_MS);
  assert.deepEqual(talk.voice.asked, ["Welcome."]);
});

test("a caller who answers is not asked at once whether they are there", async (t) => {
  const { talk, ended } = await startTalk(t);
  await talk.passes(IDLE_MS);
  await talk.hearsAll();
  talk.stt.next("yes");
  talk.model.next("Good.");
  await talk.asks();
  await talk.hearsAll();
  await talk.passes(IDLE_MS);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Are you still there?", "Good.", "Are you still there?"]);
  assert.equal(ended(), "still going on");
});

test("a sound without speech restarts the wait, and does not end it", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await talk.passes(IDLE_MS - 1_000);
  await talk.speaks(250);
  await talk.pauses();
  assert.equal(talk.stt.requests.length, 0);
  await talk.passes(IDLE_MS - 1);
  assert.deepEqual(talk.voice.asked, ["Welcome."]);
  await talk.passes(1);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Are you still there?"]);
});

test("a caller is not asked whether they are there while they speak", async (t) => {
  const { talk } = await startTalk(t);
  await talk.passes(IDLE_MS - 1);
  await talk.speaks();
  await talk.passes(IDLE_MS);
  assert.deepEqual(
    talk.voice.asked.filter((text) => text.startsWith("Are you")),
    [],
  );
});

test("a caller who speaks at the moment when they would be asked is not asked", async (t) => {
  const { talk } = await startTalk(t);
  await talk.speaks(0);
  await talk.passes(IDLE_MS - 1);
  const voice = talk.speaks();
  t.mock.timers.tick(1); // Before anybody has had the time to notice the voice.
  await voice;
  await talk.pauses();
  await talk.hearsAll();
  assert.equal(talk.stt.requests.length, 1);
  assert.deepEqual(
    talk.voice.asked.filter((text) => text.startsWith("Are you")),
    [],
  );
});

test("a short word restarts the idle time like a long one", async (t) => {
  const { talk } = await startTalk(t, { listening: { bargeInMs: 5_000 } });
  await talk.passes(IDLE_MS - 1);
  talk.stt.next(STALL);
  await talk.asks();
  await talk.passes(IDLE_MS);
  assert.deepEqual(talk.voice.asked, ["Welcome."]);
});

test("a caller who speaks over the goodbye of an idle call keeps it", async (t) => {
  const { talk, ended } = await startTalk(t);
  await talk.passes(IDLE_MS);
  await talk.hearsAll();
  await talk.passes(IDLE_MS);
  await talk.hears(500);
  talk.stt.next("I am here");
  talk.model.next("Good.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Good.");
  assert.equal(ended(), "still going on");
});

for (const [phase, reach] of Object.entries(PHASES)) {
  test(`a call that is wound down during ${phase} ends with one goodbye`, async (t) => {
    const { talk, ended } = await startTalk(t, { greeted: false, tools: [SLOW] });
    await reach(talk);
    const heardBefore = talk.heard.length;
    talk.windDown.abort();
    await talk.settles();
    assert.equal(talk.line.queuedMs, 1_000, "nothing but the goodbye");
    await talk.hearsAll();
    assert.equal(talk.heard.at(-1), "Farewell.");
    assert.equal(talk.heard.filter((text) => text.startsWith("Farewell")).length, 1);
    assert.equal(talk.heard.length, heardBefore + 1);
    assert.equal(ended(), "wound_down");
    talk.assertNothingLeft();
  });
}

test("a goodbye in progress is not restarted when the call is wound down", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("bye");
  talk.model.next("See you soon!", calls("HANGUP"));
  await talk.asks();
  await talk.hears(500);
  talk.windDown.abort();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "See you soon!"]);
  assert.equal(ended(), "goodbye");
});

test("a caller cannot prevent winding down by talking", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.windDown.abort();
  await talk.settles();
  await talk.hears(500);
  await talk.asks();
  assert.equal(talk.line.flushed.length, 0);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Farewell."]);
  assert.equal(ended(), "wound_down");
});

test("a call that arrives during winding down hears a goodbye and no greeting", async (t) => {
  const { talk, ended } = await startTalk(t, { greeted: false, woundDown: true });
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Farewell."]);
  assert.equal(ended(), "wound_down");
});
