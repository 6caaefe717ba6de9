import assert from "node:assert/strict";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { operatorOnly } from "../support/fakes/fake-switchboard.js";
import { test, type TestContext } from "node:test";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { FRAME_MS, samplesIn } from "../../src/audio/pcm.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { startTalk, type Talk, type TalkOptions } from "../support/fakes/talk.js";

/** A conversation in which replies are begun before the caller has finished, after the greeting. */
async function start(t: TestContext, options: TalkOptions = {}): Promise<Talk> {
  const { talk } = await startTalk(t, { turnTaking: "adaptive", ...options });
  return talk;
}

/** A pause that is longer than a lull and shorter than the end of an utterance. */
async function hesitates(talk: Talk): Promise<void> {
  await talk.pauses(400);
}

/** A tool, and when it did something. */
function noted(): { readonly TIMER: Tool; readonly done: readonly string[] } {
  const done: string[] = [];
  const execute = () => {
    done.push("timer");
    return { status: "SUCCESS", message: "Set." } as const;
  };
  return { TIMER: { name: "TIMER", description: "Acts.", execute }, done };
}

/** How often replies were begun ahead: heard, and taken back. */
async function thoughts(talk: Talk): Promise<readonly [kept: number, withdrawn: number]> {
  const count = async (outcome: string) => (await talk.metric(`thoughts_ahead_total{outcome="${outcome}"}`)) || 0;
  return [await count("kept"), await count("withdrawn")];
}

test("a reply is ready when the caller turns out to have finished, and nothing of it is heard before", async (t) => {
  const talk = await start(t);
  talk.stt.next("What time is it?");
  talk.model.next("Noon.");
  await talk.speaks();
  await hesitates(talk);
  assert.equal(talk.line.queuedMs, 1_000, "it waits in the line");
  await talk.hears(1_000);
  assert.deepEqual(talk.heard, ["Welcome."]);
  assert.deepEqual(talk.history, ["assistant Welcome.", "user What time is it?"], "as the model was asked");
  assert.equal(talk.transcript.messages.length, 2, "nothing of it is written down");
  assert.equal(talk.events("stt_result").length, 0);
  await talk.pauses(400);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Noon."]);
  assert.equal(talk.stt.requests.length, 1, "nothing was asked twice");
  assert.equal(talk.model.requests.length, 1);
  assert.deepEqual(
    talk.transcript.messages.map(({ content }) => content),
    ["Be brief.", "Welcome.", "What time is it?", "Noon."],
  );
  assert.deepEqual(await thoughts(talk), [1, 0]);
});

test("if the caller continues, the reply is withdrawn, and everything they said is answered once", async (t) => {
  const talk = await start(t);
  talk.stt.next("Book a table.");
  talk.model.next("For when?");
  await talk.speaks();
  await hesitates(talk);
  assert.equal(talk.line.queuedMs, 1_000);
  talk.stt.next("book a table for six");
  talk.model.next("Done.");
  talk.line.says(talk.speech);
  await talk.settles();
  assert.equal(talk.line.queuedMs, 0, "thrown away");
  await talk.pauses(1_000);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Done."]);
  assert.deepEqual(talk.history.slice(-1), ["user book a table for six"]);
  assert.deepEqual(await thoughts(talk), [0, 1]);
  assert.equal(await talk.metric("barge_ins_total"), 0);
});

test("no tool acts before the caller has finished", async (t) => {
  const { TIMER, done } = noted();
  const talk = await start(t, { tools: [TIMER] });
  talk.stt.next("Set a timer.");
  talk.model.next(calls("TIMER"));
  talk.model.next("It is set.");
  await talk.speaks();
  await hesitates(talk);
  assert.equal(talk.model.requests.length, 1, "the model has asked for it");
  assert.deepEqual(done, []);
  await talk.pauses(600);
  assert.deepEqual(done, ["timer"]);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "It is set."]);
});

test("a tool of a withdrawn reply never acts", async (t) => {
  const { TIMER, done } = noted();
  const talk = await start(t, { tools: [TIMER] });
  talk.stt.next("Set a timer.");
  talk.model.next(calls("TIMER"));
  await talk.speaks();
  await hesitates(talk);
  talk.stt.next("set a timer no wait do not");
  talk.model.next("I will not.");
  talk.line.says(talk.speech);
  await talk.pauses(1_000);
  await talk.hearsAll();
  assert.deepEqual(done, []);
  assert.deepEqual(talk.heard, ["Welcome.", "I will not."]);
});

test("a failure before the end is handled after it, not before", async (t) => {
  const talk = await start(t);
  talk.stt.next("Hello.");
  talk.model.next(new Error("down"));
  await talk.speaks();
  await hesitates(talk);
  assert.equal(talk.line.queuedMs, 0);
  assert.equal(talk.events("reply_failed").length, 0);
  await talk.pauses(600);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "That went wrong.");
  assert.equal(talk.events("reply_failed").length, 1);
});

test("a caller whose reply is still being prepared when they have finished waits as usual, and hears a filler", async (t) => {
  const talk = await start(t, { cached: () => new Int16Array(16_000) });
  const answered = gate();
  talk.stt.next("Hello.");
  talk.model.next(answered, "Hi.");
  await talk.speaks();
  await talk.pauses(1_000);
  await talk.passes(1_199);
  assert.equal(talk.events("filler").length, 0);
  await talk.passes(1);
  assert.equal(talk.events("filler").length, 1);
  answered.open();
  await talk.settles();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Hi.");
});

test("repeated pauses cause three speculative replies, and one more every five seconds", async (t) => {
  const talk = await start(t);
  await talk.speaks();
  const begun: number[] = [];
  for (let i = 0; i < 10; i++) {
    talk.stt.next(STALL);
    await hesitates(talk);
    talk.line.says(talk.speech);
    await talk.settles();
    begun.push((await thoughts(talk))[1]);
  }
  assert.deepEqual(begun, [1, 2, 3, 3, 4, 4, 4, 4, 4, 5]);
});

test("a key takes the floor from a reply that is not committed yet, and leaves the line playing", async (t) => {
  const talk = await start(t, { switchboard: await operatorOnly(new FakeDialler()) });
  talk.stt.next("Hello.");
  talk.model.next("Hi.");
  await talk.speaks();
  await hesitates(talk);
  assert.ok(talk.line.isPaused);
  talk.line.presses("0");
  await talk.settles();
  assert.equal(talk.line.isPaused, false);
  assert.ok(!talk.heard.includes("Hi."));
});

test("a caller who hangs up before the reply is committed leaves nothing behind", async (t) => {
  const { talk, conversation } = await startTalk(t, { turnTaking: "adaptive" });
  talk.stt.next("Hello.");
  talk.model.next("Hi.", STALL);
  await talk.speaks();
  await hesitates(talk);
  talk.line.leaves();
  await assert.rejects(conversation);
  await talk.scope.closed;
  talk.assertNothingLeft();
});

/** The caller says nothing until their answer begins, frame by frame: for so long, ms. */
async function waitsForAnswer(talk: Talk): Promise<number> {
  let waitedMs = 0;
  for (let begun = false; !begun; waitedMs += FRAME_MS) {
    assert.ok(waitedMs < 3_000, "nothing comes");
    await talk.pauses(FRAME_MS);
    begun = talk.line.queuedMs > 0 && !talk.line.isPaused;
  }
  return waitedMs;
}

/** How long who has said this waits for their answer, ms, where all is ready at once. */
async function waitAfter(t: TestContext, said: string, turnTaking?: TalkOptions["turnTaking"]): Promise<number> {
  const talk = await start(t, turnTaking && { turnTaking });
  talk.stt.next(said);
  talk.model.next("Yes.");
  await talk.speaks();
  return waitsForAnswer(talk);
}

for (const [said, moreMs] of [
  ["I would like to", 595],
  ["my sink leaks", 455],
  ["My sink leaks.", 210],
  ["what does it cost", 210],
  ["what does it cost to have it sent", -161],
] as const) {
  test(`a caller who has said "${said}" is answered ${moreMs} ms later than after a fixed silence`, async (t) => {
    const fixedMs = await waitAfter(t, said, "fixed");
    t.mock.reset();
    const waitedMs = await waitAfter(t, said);
    assert.ok(Math.abs(waitedMs - fixedMs - moreMs) < FRAME_MS, `${waitedMs} and ${fixedMs}`);
  });
}

test("a caller who was asked something is answered sooner, because they say only the answer", async (t) => {
  const talk = await start(t);
  const answered = async (said: string, reply: string) => {
    talk.stt.next(said);
    talk.model.next(reply);
    await talk.speaks();
    const waitedMs = await waitsForAnswer(talk);
    await talk.hearsAll();
    return waitedMs;
  };
  const told = await answered("a room please", "Which day?");
  assert.ok((await answered("on Thursday morning", "Noted.")) < 950, "it was asked for");
  assert.ok((await answered("on Thursday morning", "Noted.")) > 1_100, `it was not; at first ${told} ms`);
});

test("a caller who is not transcribed yet has finished after the usual silence, and is answered after that", async (t) => {
  const talk = await start(t);
  const understood = gate();
  talk.stt.next(understood, "what does it cost");
  talk.model.next("Nothing.");
  await talk.speaks();
  for (let ms = 0; ms < 900; ms += FRAME_MS) await talk.pauses(FRAME_MS);
  assert.ok(!talk.line.isPaused, "the usual silence is over");
  understood.open();
  await talk.settles();
  assert.ok((await waitsForAnswer(talk)) <= 2 * FRAME_MS);
});

test("a caller who has paused for long is waited for longer at once", async (t) => {
  const usualMs = await waitAfter(t, "I would like to go. Now.");
  t.mock.reset();
  const talk = await start(t);
  talk.stt.next("I would like to");
  await talk.speaks();
  for (let ms = 0; ms < 900; ms += FRAME_MS) await talk.pauses(FRAME_MS);
  talk.stt.next("I would like to go. Now.");
  talk.model.next("Then go.");
  talk.line.says(talk.speech.subarray(0, samplesIn(1_000)));
  await talk.settles();
  const waitedMs = await waitsForAnswer(talk);
  assert.ok(waitedMs > usualMs + 250, `${waitedMs} and ${usualMs}`);
});

test("a caller who continues during the wait is answered everything they said, once", async (t) => {
  const talk = await start(t);
  talk.stt.next("I would like to");
  talk.model.next("What?");
  await talk.speaks();
  await hesitates(talk);
  await talk.pauses(400);
  talk.stt.next("I would like to leave.");
  talk.model.next("Then leave.");
  talk.line.says(talk.speech);
  await talk.settles();
  assert.equal(talk.line.queuedMs, 0);
  await talk.passes(2_000);
  assert.deepEqual(talk.heard, ["Welcome."], "nobody answers in the middle of it");
  await talk.pauses(1_000);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Then leave."]);
  assert.deepEqual(talk.history, ["assistant Welcome.", "user I would like to leave."]);
});

test("noise during the wait does not lose the caller's answer", async (t) => {
  const talk = await start(t);
  talk.stt.next("I would like to");
  talk.model.next("Yes?");
  await talk.speaks();
  await hesitates(talk);
  await talk.pauses(400);
  talk.line.says(talk.speech.subarray(0, 640));
  assert.ok((await waitsForAnswer(talk)) < 500);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Yes?"]);
  assert.equal(talk.stt.requests.length, 1);
});
