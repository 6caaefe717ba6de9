import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { announce } from "../../../src/conversation/announce.js";
import { HOLD_MS } from "../../../src/conversation/hold-watch.js";
import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { sentencesIn } from "../../../src/speech/sentences.js";
import { RecordedSpan } from "../../support/fakes/recorded-span.js";
import { prepareTalk } from "../../support/fakes/talk.js";

const SENTENCES = ["One.", "Two.", "Three."];

async function announcing(t: TestContext, prepare: (talk: Talk) => void = () => {}, more: More = {}) {
  const talk = await prepareTalk(t);
  prepare(talk);
  const { line, resources, transcript, scope } = talk;
  let heard: boolean | undefined;
  let thrown: unknown;
  const { sentences = SENTENCES, ...rest } = more;
  announce(sentences, { line, tts: resources.tts, transcript, scope, ...rest }).then(
    (all) => {
      heard = all;
    },
    (error: unknown) => {
      thrown = error;
    },
  );
  await talk.settles();
  return { talk, heard: () => heard, thrown: () => thrown };
}

interface More {
  readonly sentences?: readonly string[];
  readonly holdMs?: number;
  readonly onHeard?: () => void;
  readonly span?: RecordedSpan;
}

type Talk = Awaited<ReturnType<typeof prepareTalk>>;

/** What the transcript says was heard, and was not. */
function told({ transcript }: Talk) {
  return transcript.entries.map((entry) => entry.who === "assistant" && [entry.text, entry.unheard]);
}

test("an announcement is over when its last mark came back, not when it was sent", async (t) => {
  const { talk, heard } = await announcing(t);
  await talk.hears(2_999);
  assert.equal(heard(), undefined);
  await talk.hears(1);
  assert.equal(heard(), true);
  assert.deepEqual(told(talk), [["One. Two. Three.", undefined]]);
});

test("the transcript of an announcement that is broken off says how far it got", async (t) => {
  const { talk, thrown } = await announcing(t);
  await talk.hears(1_500);
  talk.line.leaves();
  await talk.settles();
  assert.ok(thrown() instanceof Ending);
  assert.equal((thrown() as Ending).kind, "hung_up");
  assert.deepEqual(told(talk), [["One.", "Two. Three."]]);
});

test("a mark that does not come back is a sentence not heard, and the announcement says so", async (t) => {
  const { talk, heard } = await announcing(t);
  await talk.hears(1_000);
  talk.line.losesMarks();
  await talk.settles();
  assert.equal(heard(), false);
  assert.deepEqual(told(talk), [["One.", "Two. Three."]]);
});

test("a sentence that cannot be synthesised breaks it off, after those before it were heard", async (t) => {
  const { talk, thrown } = await announcing(t, ({ voice }) => {
    voice.script = (text) => (text === "Two." ? [new AttendantError("tts_failed", "No voice.")] : undefined);
  });
  assert.equal(thrown(), undefined);
  await talk.hearsAll();
  assert.equal((thrown() as AttendantError).code, "tts_failed");
  assert.deepEqual(told(talk), [["One.", "Two. Three."]]);
});

test("nothing is said to a line that is gone", async (t) => {
  const { talk, thrown } = await announcing(t, ({ line }) => line.leaves());
  assert.equal((thrown() as Ending).kind, "hung_up");
  assert.deepEqual(talk.voice.asked, []);
  assert.equal(talk.line.playedTooLate, 0);
});

test("an announcement leaves nothing with the call that it was made in", async (t) => {
  const { talk } = await announcing(t);
  await talk.hearsAll();
  const flushes = talk.line.flushed.length;
  talk.scope.end();
  assert.equal(talk.line.flushed.length, flushes, "what is heard is not silenced any more");
  assert.equal(talk.line.pendingMarks, 0);
});

test("a text is cut into what is spoken of it", async () => {
  assert.deepEqual(await sentencesIn("**Hello.** It is 3.5 degrees!\n\n- One\n- Two"), [
    "Hello.",
    "It is 3.5 degrees!",
    "One",
    "Two",
  ]);
  assert.deepEqual(await sentencesIn(" 🙂 "), []);
});

test("a callee who has us on hold is told what they missed when they are back, from the sentence on in which they left", async (t) => {
  const { talk, heard } = await announcing(t);
  await talk.hears(1_500);
  talk.line.holds(true);
  await talk.settles();
  assert.equal(talk.line.queuedMs, 0, "nothing is played to the music");
  await talk.hears(5_000);
  assert.equal(heard(), undefined);
  talk.line.holds(false);
  await talk.settles();
  await talk.hearsAll();
  assert.equal(heard(), true);
  assert.deepEqual(told(talk), [
    ["One.", "Two. Three."],
    ["Two. Three.", undefined],
  ]);
});

test("nothing is said to a callee who has us on hold from the first moment on, and who hangs up", async (t) => {
  const { talk, thrown } = await announcing(t, ({ line }) => line.holds(true));
  await talk.hears(2_000);
  assert.deepEqual(talk.voice.asked, []);
  talk.line.leaves();
  await talk.settles();
  assert.equal((thrown() as Ending).kind, "hung_up");
});

test("a hold keeps nobody waiting when there is nothing to say", async (t) => {
  const { heard } = await announcing(t, ({ line }) => line.holds(true), { sentences: [] });
  assert.equal(heard(), true);
});

test("a hold keeps nobody waiting when everything was heard", async (t) => {
  let sentences = 0;
  let holds = () => {};
  const onHeard = () => void (++sentences === SENTENCES.length && holds());
  const { talk, heard } = await announcing(t, undefined, { onHeard });
  holds = () => talk.line.holds(true);
  await talk.hears(3_000);
  assert.equal(sentences, SENTENCES.length);
  assert.equal(heard(), true);
});

test("a callee who is not back in time has not heard the rest", async (t) => {
  const { talk, heard } = await announcing(t);
  await talk.hears(1_500);
  talk.line.holds(true);
  await talk.settles();
  await talk.passes(HOLD_MS - 1);
  assert.equal(heard(), undefined);
  await talk.passes(1);
  assert.equal(heard(), false);
  assert.deepEqual(told(talk), [["One.", "Two. Three."]]);
});

test("a hold need not be waited for at all", async (t) => {
  const { talk, heard } = await announcing(t, undefined, { holdMs: 0 });
  await talk.hears(1_500);
  talk.line.holds(true);
  await talk.settles();
  assert.equal(heard(), false);
});

test("an announcement has a span for each of its sentences", async (t) => {
  const span = new RecordedSpan();
  const { talk } = await announcing(t, undefined, { span, sentences: SENTENCES.slice(0, 2) });
  await talk.hears(2_000);
  assert.deepEqual(span.tree, ["turn phrase", ...Array<string>(2).fill("turn phrase › text_to_speech")]);
});
