import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { speak } from "../../../src/conversation/speak.js";
import type { Spoken } from "../../../src/turn-taking/spoken.js";
import { beginTurn } from "../../../src/turn-taking/turn.js";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { FakeVoice } from "../../support/fakes/fake-voice.js";
import { gate, STALL } from "../../support/fakes/requests.js";

async function* each(...sentences: string[]) {
  yield* sentences;
}

function speaking() {
  const scope = new Scope("call");
  const line = new FakeLine(scope);
  const voice = new FakeVoice();
  const turn = beginTurn(scope);
  let firstAudio = 0;
  const needs = { line, tts: voice, onFirstAudio: () => void firstAudio++ };
  const settles = async () => {
    for (let i = 0; i < 10; i++) await setImmediate();
  };
  return { scope, line, voice, turn, needs, settles, firstAudio: () => firstAudio };
}

const interrupted = new Ending("interrupted");

const told = ({ heard, unheard }: Spoken) => ({ heard, unheard });

test("speaking is over when the last word was heard, not when it was sent", async () => {
  const { line, turn, needs, settles, firstAudio } = speaking();
  let over = false;
  const done = speak(each("One.", "Two."), turn, needs).then(() => {
    over = true;
  });
  await settles();
  line.plays(1_999);
  await settles();
  assert.deepEqual([over, told(turn.spoken)], [false, { heard: ["One."], unheard: ["Two."] }]);
  line.plays();
  await done;
  assert.deepEqual(told(turn.spoken), { heard: ["One.", "Two."], unheard: [] });
  assert.equal(firstAudio(), 1);
  assert.ok(turn.audible);
  assert.equal(turn.scope.signal.aborted, false);
  turn.scope.end();
  assert.deepEqual(line.flushed, [], "a turn that has come to its end silences nothing");
});

test("a caller does not wait for the silence that a voice begins with", async () => {
  const { line, turn, needs, settles } = speaking();
  async function* synthesise() {
    yield new Int16Array(16 * 200);
    yield new Int16Array(16 * 300).fill(5_000);
  }
  const done = speak(each("One.", "Two."), turn, { ...needs, tts: { synthesise } });
  await settles();
  assert.equal(line.queuedMs, 20 + 300 + 200 + 300, "the pause between sentences stays");
  line.plays();
  await done;
  turn.scope.end();
});

test("a turn that was cut short already asks for nothing", async () => {
  const { line, voice, turn, needs } = speaking();
  turn.scope.end(interrupted);
  await assert.rejects(speak(each("One."), turn, needs), interrupted);
  assert.deepEqual(voice.requests, []);
  assert.deepEqual(line.flushed, [], "there is nothing to silence");
});

test("a sentence that is made after the turn was cut short is not asked for", async () => {
  const { voice, turn, needs, settles } = speaking();
  const made = gate();
  async function* slowly() {
    yield "One.";
    await made;
    yield "Two.";
  }
  const done = speak(slowly(), turn, needs);
  await settles();
  turn.scope.end(interrupted);
  await assert.rejects(done, interrupted);
  made.open();
  await settles();
  assert.deepEqual(voice.asked, ["One."]);
  assert.deepEqual(told(turn.spoken), { heard: [], unheard: ["One."] });
});

test("when a sentence fails, the one ahead is not made any more", async () => {
  const { voice, turn, needs, settles } = speaking();
  const failing = gate();
  voice.script = (text) => (text === "One." ? [failing, new Error("no voice")] : [200, STALL]);
  const done = speak(each("One.", "Two."), turn, needs);
  // The second is asked for as soon as the first is handed out.
  const failed = assert.rejects(done, /no voice/);
  await settles();
  assert.deepEqual(voice.asked, ["One.", "Two."]);
  failing.open();
  await failed;
  await settles();
  assert.deepEqual([voice.requests[1]?.cut, voice.requests[1]?.open], [true, false]);
  assert.equal(turn.scope.signal.aborted, false);
});

test("a mark that is lost counts for its own sentence only", async () => {
  const { line, turn, needs } = speaking();
  let marks = 0;
  line.mark = () => Promise.resolve(++marks !== 1);
  await speak(each("One.", "Two."), turn, needs);
  assert.deepEqual(told(turn.spoken), { heard: ["Two."], unheard: ["One."] });
});

test("a sentence that is paused for long is heard to its end all the same", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { line, turn, needs, settles } = speaking();
  const done = speak(each("One."), turn, needs);
  await settles();
  line.plays(500);
  line.pause();
  t.mock.timers.tick(60_000);
  await settles();
  assert.deepEqual(told(turn.spoken), { heard: [], unheard: ["One."] });
  line.resume();
  line.plays();
  await done;
  assert.deepEqual(told(turn.spoken), { heard: ["One."], unheard: [] });
});

test("a line whose queue is full is waited for, until the turn is cut short", async () => {
  const { line, voice, turn, needs, settles } = speaking();
  voice.script = () => Array.from({ length: 300 }, () => 100);
  const done = speak(each("A very long sentence."), turn, needs);
  await settles();
  assert.equal(line.queuedMs, 20_000);
  line.plays(5_000);
  await settles();
  assert.ok(line.queuedMs > 15_000 && line.queuedMs <= 20_000);
  turn.scope.end(interrupted);
  await assert.rejects(done, interrupted);
  await settles();
  assert.equal(line.queuedMs, 0);
  assert.equal(voice.requests[0]?.open, false);
});

test("chunks without samples are no sound", async () => {
  const { line, voice, turn, needs, settles, firstAudio } = speaking();
  voice.script = () => [0, STALL];
  void speak(each("One."), turn, needs).catch(() => {});
  await settles();
  assert.equal(firstAudio(), 0);
  assert.equal(turn.audible, false);
  turn.scope.end(interrupted);
  await settles();
  assert.equal(line.queuedMs, 0);
});

test("the same sentence twice is heard twice", async () => {
  const { line, turn, needs, settles } = speaking();
  const done = speak(each("No.", "No.", "No."), turn, needs);
  await settles();
  line.plays(2_500);
  await settles();
  turn.scope.end(interrupted);
  await assert.rejects(done, interrupted);
  assert.deepEqual(told(turn.spoken), { heard: ["No.", "No."], unheard: ["No."] });
});

test("a line that goes while something is played counts that as unheard", async () => {
  const { scope, line, turn, needs, settles } = speaking();
  const done = speak(each("One.", "Two."), turn, needs);
  await settles();
  line.plays(1_500);
  line.leaves();
  await assert.rejects(done, { kind: "hung_up" });
  assert.deepEqual(told(turn.spoken), { heard: ["One."], unheard: ["Two."] });
  assert.ok(scope.ending);
  assert.equal(line.playedTooLate, 0);
});

test("when making sentences fails, those before it are heard and the failure thrown after them", async () => {
  const { line, turn, needs, settles } = speaking();
  const failure = new Error("no more");
  async function* breaksOff() {
    yield "One.";
    throw failure;
  }
  let thrown: unknown;
  const done = speak(breaksOff(), turn, needs).catch((error: unknown) => {
    thrown = error;
  });
  await settles();
  assert.equal(thrown, undefined);
  line.plays();
  await done;
  assert.equal(thrown, failure);
  assert.deepEqual(turn.spoken.heard, ["One."]);
});

/** A voice without a sound for "Hm." */
const choosy = {
  async *synthesise(text: string) {
    if (text !== "Hm.") yield new Int16Array(16 * 300).fill(5_000);
  },
};

test("a sentence that the voice cannot say costs that sentence alone", async () => {
  const { line, turn, needs, settles } = speaking();
  const skipped: Error[] = [];
  const options = { ...needs, tts: choosy, onSkipped: (why: Error) => void skipped.push(why) };
  const done = speak(each("Hm.", "That is a good question.", "Hm.", "Let me think."), turn, options);
  await settles();
  line.plays();
  await done;
  assert.deepEqual(turn.spoken.heard, ["That is a good question.", "Let me think."]);
  assert.equal(skipped.length, 2);
});

test("a reply of which the voice can say nothing has failed", async () => {
  const { turn, needs } = speaking();
  const options = { ...needs, tts: choosy, onSkipped: () => {} };
  await assert.rejects(speak(each("Hm."), turn, options), { code: "tts_failed" });
});

test("a message whose sentences all matter fails with one of them", async () => {
  const { turn, needs } = speaking();
  await assert.rejects(speak(each("Hm.", "Bring the key."), turn, { ...needs, tts: choosy }), { code: "tts_failed" });
});
