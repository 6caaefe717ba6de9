import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calls } from "../support/fakes/fake-model.js";
import { PHASES, SLOW } from "../support/fakes/phases.js";
import { type Ended, startTalk, type Talk } from "../support/fakes/talk.js";

const rejections: unknown[] = [];
const note = (error: unknown) => rejections.push(error);
before(() => process.on("unhandledRejection", note));
after(() => process.off("unhandledRejection", note));

/** The caller hangs up; asserts that the conversation ends so, at once, and leaves nothing. */
async function assertEndsCleanly(talk: Talk, ended: () => Ended): Promise<void> {
  const { requests } = talk;
  const before = requests().length;
  const waiting = requests().filter(({ open }) => open);
  talk.line.leaves();
  for (const { signal } of waiting) assert.ok(signal.aborted, "in the same moment");
  await talk.settles();
  assert.equal(ended(), "hung_up");
  talk.assertNothingLeft();
  assert.equal(requests().length, before, "nothing more is asked of any back end");
  await talk.passes(60_000);
  assert.equal(requests().length, before, "not later either");
  assert.equal(talk.line.queuedMs, 0);
  assert.deepEqual(
    talk.logged.filter(({ level }) => level === "ERROR"),
    [],
    "a hang-up is no fault",
  );
  assert.deepEqual(rejections, []);
}

for (const [phase, reach] of Object.entries(PHASES)) {
  test(`a caller who hangs up during ${phase} leaves nothing behind`, async (t) => {
    const { talk, ended } = await startTalk(t, { greeted: false, tools: [SLOW] });
    await reach(talk);
    await assertEndsCleanly(talk, ended);
  });
}

test("a caller who hangs up during the goodbye leaves nothing behind", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("bye");
  talk.model.next(calls("HANGUP"));
  await talk.asks();
  await talk.hears(300);
  await assertEndsCleanly(talk, ended);
});

test("a caller who hangs up before the line is listened to leaves nothing behind", async (t) => {
  const { talk, ended } = await startTalk(t, { greeted: false, goneAlready: true });
  assert.equal(ended(), "hung_up");
  assert.deepEqual(talk.voice.requests, []);
  talk.assertNothingLeft();
});

test("a caller who hangs up after the last goodbye was heard leaves nothing behind", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.windDown.abort();
  await talk.settles();
  talk.line.plays();
  talk.line.leaves();
  await talk.settles();
  assert.ok(ended() === "wound_down" || ended() === "hung_up");
  talk.assertNothingLeft();
});

test("a caller who speaks and hangs up at the same moment is no longer waited for", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  const speaking = talk.speaks();
  talk.line.leaves();
  await speaking;
  assert.equal(ended(), "hung_up");
  assert.equal(talk.events("barge_in").length, 0);
  talk.assertNothingLeft();
});

test("what the caller missed of a reply is not recorded as heard when they hang up", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("count");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await talk.hears(1_500);
  talk.line.leaves();
  await talk.settles();
  assert.deepEqual(talk.lastSaid, { who: "assistant", text: "One.", unheard: "Two. Three." });
});

test("a conversation leaves no Node.js timer behind, however it ends", async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const hungUp = await startTalk(t, { realTimers: true });
  assert.ok(timers() > before, "there are some while it goes on");
  hungUp.talk.stt.next("hello");
  hungUp.talk.model.next("Hi.", calls("HANGUP"));
  await hungUp.talk.asks();
  hungUp.talk.line.leaves();
  await hungUp.talk.settles();
  assert.equal(hungUp.ended(), "hung_up");
  assert.equal(timers(), before);

  const wound = await startTalk(t, { realTimers: true });
  wound.talk.windDown.abort();
  await wound.talk.settles();
  await wound.talk.hearsAll();
  assert.equal(wound.ended(), "wound_down");
  assert.equal(timers(), before);
});
