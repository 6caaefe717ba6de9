import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { watchForStableTranscript } from "../../../../src/turn-taking/endpoint/stable-transcript.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { SpeechInProgress } from "../../../../src/listening/speech-in-progress.js";
import { LISTENING_DEFAULTS } from "../../../../src/listening/utterances.js";
import type { PartialWords, Speech } from "../../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../../src/speech/recognise-in-batch.js";
import { FakeSpeechToText } from "../../../support/fakes/fake-speech-to-text.js";

const WAIT_MS = 560;
/** An utterance that goes on, as it is so many ms after its beginning. */
const after = (ms: number, startedAt = 0): Speech => ({
  samples: new Int16Array(ms),
  startedAt,
  endedAt: startedAt + ms,
  silentMs: 0,
});

/** What comes of an utterance of which these are the words after so many ms; nothing is recognised where there are none. */
function watch(t: TestContext, wordsAt: (ms: number) => string | Error, hasPartials = false) {
  const scope = new Scope("call");
  t.after(() => scope.end());
  const stt = new FakeSpeechToText();
  stt.script = (samples) => [wordsAt(samples.length)];
  let tells: (words: PartialWords) => void = () => {};
  const ended: string[] = [];
  const looks: number[] = [];
  const watched: number[] = [];
  const speechFrom = (startedAt: number) => {
    const speech = new SpeechInProgress(startedAt, LISTENING_DEFAULTS);
    speech.endNow = (words) => void ended.push(`${startedAt} ${words}`);
    speech.checkAt = (lineTimeMs) => void looks.push(lineTimeMs);
    speech.checkAgain = () => void watched.push(startedAt);
    return speech;
  };
  const recogniser = {
    ...recogniseInBatch(stt),
    hasPartials,
    onPartial(tell: typeof tells) {
      tells = tell;
      return () => {};
    },
  };
  const words = watchForStableTranscript(
    { recogniser, isAvailable: () => true, turnTaking: "adaptive" },
    scope,
    () => WAIT_MS,
    { turn: undefined, speechFrom },
  );
  return {
    ...words,
    stt,
    ended,
    looks,
    watched,
    tells: (words: PartialWords) => tells(words),
    async asks(...parts: Speech[]) {
      for (const part of parts) {
        words.hear({ kind: "talk", at: 0, ...part });
        await setImmediate();
      }
    },
  };
}

test("a caller has finished when no words were added for as long as they are waited for", async (t) => {
  const talk = watch(t, (ms) => (ms < 1_000 ? "what does" : "what does it cost"));
  await talk.asks(after(800), after(1_600));
  assert.deepEqual(talk.ended, []);
  await talk.asks(after(2_400));
  assert.deepEqual(talk.ended, ["0 what does it cost"]);
});

test("a transcript is checked again as soon as the caller may have finished, not only at the next interval", async (t) => {
  const talk = watch(t, (ms) => (ms < 1_000 ? "what does" : "what does it cost"));
  await talk.asks(after(800), after(800 + WAIT_MS), after(1_600), after(800 + 2 * WAIT_MS));
  assert.deepEqual([...new Set(talk.looks)], [800 + WAIT_MS, 800 + 2 * WAIT_MS]);
  assert.deepEqual(talk.ended, ["0 what does it cost"]);
});

test("speech that resumes twice before its words are known may be another person's: it is checked from then on", (t) => {
  const talk = watch(t, () => "what does it cost");
  const pauses = (part: Speech) => {
    const lull = { kind: "lull", at: 0, voiceFrom: part.startedAt, ...part } as const;
    talk.hear(lull);
    return lull;
  };
  const goesOn = () => talk.hear({ kind: "resumed", at: 0, silentMs: 200 });
  pauses(after(1_000));
  goesOn();
  assert.deepEqual(talk.watched, []);
  pauses(after(1_000, 5_000));
  goesOn();
  assert.deepEqual(talk.watched, [], "each utterance is counted by itself");
  talk.known(pauses(after(1_300, 5_000)), "what does it cost");
  goesOn();
  assert.deepEqual(talk.watched, [], "of this one it was known");
  pauses(after(1_600, 5_000));
  goesOn();
  assert.deepEqual(talk.watched, [5_000]);
});

test("a caller has not finished while words are added, nor before there are any", async (t) => {
  const talk = watch(t, (ms) => "and ".repeat(Math.floor(ms / 800)));
  await talk.asks(...[800, 1_600, 2_400, 3_200].map((ms) => after(ms)));
  const noise = watch(t, () => "");
  await noise.asks(...[800, 1_600, 2_400, 3_200].map((ms) => after(ms)));
  assert.deepEqual([talk.ended, noise.ended], [[], []]);
});

test("a caller does not finish sooner than they would be waited for in silence", async (t) => {
  const talk = watch(t, () => "what does it cost");
  await talk.asks(after(800), after(800 + WAIT_MS - 20));
  assert.deepEqual(talk.ended, []);
});

test("a silence after the sound counts as well: it has no words", async (t) => {
  const talk = watch(t, () => "what does it cost");
  const later = { ...after(1_000), silentMs: 800 + WAIT_MS - 1_000 };
  await talk.asks(after(800), { ...later, silentMs: later.silentMs - 20 });
  assert.deepEqual(talk.ended, []);
  await talk.asks(later);
  assert.deepEqual(talk.ended, ["0 what does it cost"]);
});

test("a caller who resumes after a lull that was not reported is checked again", async (t) => {
  const talk = watch(t, () => "what does it cost");
  talk.hear({ kind: "resumed", at: 0, silentMs: 200 });
  assert.deepEqual(talk.looks, [], "there are no words yet");
  await talk.asks(after(800));
  talk.hear({ kind: "resumed", at: 0, silentMs: 200 });
  assert.deepEqual(talk.looks, [800 + WAIT_MS, 800 + WAIT_MS]);
});

test("a caller whose words were not over at a check is checked again, however long they are waited for by then", async (t) => {
  const talk = watch(t, () => "what does it cost");
  await talk.asks(after(800), after(1_000));
  assert.deepEqual(talk.looks, [800 + WAIT_MS, 800 + WAIT_MS]);
});

test("a lull that ends before its words are known is transcribed where talk is reported", async (t) => {
  const talk = watch(t, () => "what does it cost");
  const pauses = async (part: Speech) => {
    talk.hear({ kind: "lull", at: 0, voiceFrom: part.startedAt, ...part });
    talk.hear({ kind: "resumed", at: 0, silentMs: 200 });
    await setImmediate();
    return talk.stt.requests.length;
  };
  assert.equal(await pauses(after(600)), 0, "on a quiet line it was only a pause");
  await talk.asks(after(800));
  assert.equal(await pauses(after(1_000)), 2);
  assert.equal(await pauses(after(600, 5_000)), 2, "that was another utterance");
});

test("a lull in which no word was added is over as soon as that was so for long enough", async (t) => {
  const talk = watch(t, () => "what does it cost");
  await talk.asks(after(800));
  assert.equal(talk.known(after(1_200), "what does it cost"), 800 + WAIT_MS - 1_200);
  assert.equal(talk.known(after(1_600), "what does it cost to have it sent"), undefined);
  assert.equal(talk.known(after(2_000), ""), undefined);
});

test("words known at a lull count from there, those of another utterance do not", async (t) => {
  const talk = watch(t, () => "what does it cost");
  talk.known(after(600), "What does it cost?");
  await talk.asks(after(700, 5_000));
  assert.deepEqual(talk.ended, []);
  talk.known(after(600, 9_000), "What does it cost?");
  await talk.asks(after(1_400, 9_000));
  assert.deepEqual(talk.ended, ["9000 what does it cost"]);
});

test("nothing is decided when nothing can be recognised", async (t) => {
  const talk = watch(t, (ms) => (ms === 800 ? "what does it cost" : new Error("no recogniser")));
  await talk.asks(after(800), after(1_600), after(2_400));
  assert.deepEqual(talk.ended, []);
});

test("one part is asked about at a time, and the latest next", async (t) => {
  const talk = watch(t, () => "what does it cost");
  for (const ms of [800, 1_200, 1_600]) talk.hear({ kind: "talk", at: 0, ...after(ms) });
  await setImmediate();
  assert.deepEqual(
    talk.stt.requests.map(({ asked }) => asked.length),
    [800, 1_600],
  );
  assert.deepEqual(talk.ended, ["0 what does it cost"]);
});

test("partial words count from when they come, and the recogniser has the last word", async (t) => {
  const talk = watch(t, (ms) => (ms < 2_000 ? "what does it cost" : "what does it cost to have it sent"));
  talk.tells({ startedAt: 0, endedAt: 900, text: "what does it cost" });
  talk.tells({ startedAt: 0, endedAt: 1_300, text: "What does it cost?" });
  assert.deepEqual(talk.looks, [900 + WAIT_MS]);
  await talk.asks(after(1_440));
  assert.deepEqual(talk.ended, []);
  await talk.asks(after(2_000));
  assert.deepEqual(talk.ended, [], "a session that is late has not told of all of them");
  await talk.asks(after(2_000 + WAIT_MS));
  assert.deepEqual(talk.ended, ["0 what does it cost to have it sent"]);
});

test("words that trail the sound are waited for", async (t) => {
  const talk = watch(t, () => "what does it cost", true);
  await talk.asks(after(800), after(800 + WAIT_MS + 280));
  assert.deepEqual([...new Set(talk.looks)], [800 + WAIT_MS + 300]);
  assert.deepEqual(talk.ended, []);
  await talk.asks(after(800 + WAIT_MS + 300));
  assert.deepEqual(talk.ended, ["0 what does it cost"]);
});

test("a transcript that took long may not be complete by then: the utterance ends without its words", async (t) => {
  const talk = watch(t, () => "what does it cost");
  await talk.asks(after(800));
  t.mock.method(performance, "now", () => talk.stt.requests.length * 500);
  await talk.asks(after(800 + WAIT_MS));
  assert.deepEqual(talk.ended, ["0 undefined"]);
});

test("sound that goes on after a lull without another word is another person's", async (t) => {
  const talk = watch(t, () => "what does it cost");
  talk.known(after(600), "What does it cost?");
  talk.known(after(900), "what does it cost");
  assert.deepEqual(talk.watched, [0]);
  talk.tells({ startedAt: 3_000, endedAt: 3_600, text: "what does it cost" });
  talk.known(after(600, 3_000), "What does it cost?");
  assert.deepEqual(talk.watched, [0], "told of as they came, and nothing has sounded since");
  talk.known(after(700, 5_000), "another");
  talk.known(after(900, 5_000), "another word");
  talk.known(after(1_200), "what does it cost");
  assert.deepEqual(talk.watched, [0], "words more are the caller's, and what is over is over");
});
