import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FRAME_MS } from "../../src/audio/pcm.js";
import type { PartialWords } from "../../src/speech/ports.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate, type Step } from "../support/fakes/requests.js";
import { cough } from "../support/listening/sounds.js";
import { startTalk, type Talk, type TalkOptions } from "../support/fakes/talk.js";

const ASKED = "what time is it";

/** A conversation whose recogniser tells of words when the test does, before it has all of them. */
async function start(t: TestContext, options: TalkOptions = {}) {
  const tellers = new Set<(text: string) => void>();
  const listeners = new Set<(words: PartialWords) => void>();
  let startedAt = 0;
  const { talk } = await startTalk(t, {
    turnTaking: "adaptive",
    ...options,
    recogniser: ({ stt }) => ({
      ...recogniseInBatch(stt),
      hear: (piece) => void ({ startedAt } = piece),
      async transcribe(speech, signal, tellSoFar = () => {}) {
        tellers.add(tellSoFar);
        return stt.transcribe(speech[0]?.samples ?? new Int16Array(0), signal).finally(() => tellers.delete(tellSoFar));
      },
      onPartial(tell) {
        listeners.add(tell);
        return () => listeners.delete(tell);
      },
    }),
  });
  return {
    talk,
    /** While they speak. */
    tellsPartial: (text: string) => {
      for (const tell of listeners) tell({ startedAt, endedAt: 0, text });
    },
    /** While all words are waited for. */
    async tellsSoFar(text: string) {
      for (const tell of tellers) tell(text);
      await talk.settles();
    },
  };
}

/** A caller has asked something and is silent; their words are not all known before `known` is open. */
async function startAsking(t: TestContext, words: Step<string> = ASKED, options: TalkOptions = {}) {
  const started = await start(t, options);
  const known = gate();
  started.talk.stt.next(known, words);
  await started.talk.speaks();
  await started.talk.pauses(300);
  return {
    ...started,
    known,
    /** They have finished, and then all of it is known; they hear what comes of it. */
    async finishes() {
      await started.talk.pauses(700);
      known.open();
      await started.talk.settles();
      await started.talk.hearsAll();
    },
  };
}

async function counted(talk: Talk, outcome: string): Promise<number> {
  return (await talk.metric(`thoughts_ahead_total{outcome="${outcome}"}`)) || 0;
}

function asked(talk: Talk): (string | undefined)[] {
  return talk.model.requests.map((request) => request.asked.at(-1)?.content);
}

test("partial words that may be all are answered, and the reply is heard once they are known to be", async (t) => {
  const { talk, known, tellsSoFar } = await startAsking(t, "What time, is it?");
  talk.model.next("Nothing.");
  await tellsSoFar(ASKED);
  assert.deepEqual(asked(talk), [ASKED], "the model is asked");
  assert.equal(talk.voice.requests.length, 2, "and the voice, as for the greeting");
  await talk.pauses(700);
  assert.equal(talk.line.queuedMs, 0, "nothing is heard before the words are known, though the caller has finished");
  assert.equal(talk.transcript.entries.length, 1, "nor written down");
  known.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Nothing."]);
  assert.equal(talk.model.requests.length, 1, "nothing was asked twice");
  assert.ok(
    talk.transcript.messages.some(({ content }) => content === "What time, is it?"),
    "as they are known",
  );
  assert.deepEqual([await counted(talk, "kept"), await counted(talk, "reworded")], [1, 0]);
});

test("a caller whose words change is answered only their final words", async (t) => {
  const { talk, finishes, tellsSoFar } = await startAsking(t, "what time is it over there");
  talk.model.next("Nothing.");
  talk.model.next("A lot.");
  await tellsSoFar(ASKED);
  await finishes();
  assert.deepEqual(talk.heard, ["Welcome.", "A lot."]);
  assert.deepEqual(asked(talk), [ASKED, "what time is it over there"]);
  assert.ok(talk.model.requests[0]?.signal.aborted, "the first one is broken off");
  const said = talk.transcript.messages.map(({ content }) => content);
  assert.deepEqual(said, ["Be brief.", "Welcome.", "what time is it over there", "A lot."]);
  assert.deepEqual([await counted(talk, "kept"), await counted(talk, "reworded")], [1, 1]);
});

test("no tool acts before the words are final", async (t) => {
  const done: string[] = [];
  const execute = () => {
    done.push("timer");
    return { status: "SUCCESS", message: "Set." } as const;
  };
  const tools: Tool[] = [{ name: "TIMER", description: "Acts.", execute }];
  const { talk, known, tellsSoFar } = await startAsking(t, "stop no wait", { tools });
  talk.model.next(calls("TIMER"));
  talk.model.next("I wait.");
  await tellsSoFar("stop");
  await talk.pauses(700);
  assert.equal(talk.model.requests.length, 1, "the model has asked for it");
  assert.deepEqual(done, []);
  known.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(done, [], "it was for other words");
  assert.deepEqual(talk.heard, ["Welcome.", "I wait."]);
});

test("words that keep changing cost two replies, and incomplete words cost none", async (t) => {
  const { talk, tellsSoFar } = await startAsking(t);
  for (const text of ["I would like to", ASKED, ASKED, `${ASKED} to`, `${ASKED} please`, `${ASKED} now please`])
    await tellsSoFar(text);
  assert.deepEqual(asked(talk), [ASKED, `${ASKED} please`]);
  assert.equal(await counted(talk, "reworded"), 2);
  assert.ok(talk.model.requests.every(({ open }) => !open));
});

for (const [why, words] of [
  ["not understood", ""],
  ["not recognised", new Error("no recogniser")],
] as const) {
  test(`if the words are ${why} in the end, no reply to them is heard`, async (t) => {
    const { talk, finishes, tellsSoFar } = await startAsking(t, words);
    talk.model.next("Nothing.");
    await tellsSoFar(ASKED);
    await finishes();
    assert.deepEqual(talk.heard, [
      "Welcome.",
      words === "" ? talk.call.phrasebook.pick("not_understood") : "That went wrong.",
    ]);
    assert.ok(!talk.transcript.messages.some(({ content }) => content === ASKED));
    assert.equal(await counted(talk, "reworded"), 1);
  });
}

test("a caller who continues meanwhile is answered everything they said, once", async (t) => {
  const { talk, known, tellsSoFar } = await startAsking(t);
  talk.model.next("Nothing.");
  await tellsSoFar(ASKED);
  talk.stt.next("what time is it over there");
  talk.model.next("A lot.");
  talk.line.says(talk.speech);
  await talk.pauses(1_000);
  known.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "A lot."]);
  assert.deepEqual([await counted(talk, "withdrawn"), await counted(talk, "reworded")], [1, 0]);
});

test("a model that fails on partial words is reported once these are final, not before", async (t) => {
  const { talk, finishes, tellsSoFar } = await startAsking(t);
  talk.model.next(new Error("down"));
  await tellsSoFar(ASKED);
  assert.equal(talk.events("reply_failed").length, 0);
  await finishes();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
});

test("the words of a caller who may have finished are checked after a shorter silence", async (t) => {
  const askedAfter = async (partial: string, options?: TalkOptions) => {
    const { talk, tellsPartial } = await start(t, options);
    await talk.speaks();
    tellsPartial(partial);
    for (let ms = FRAME_MS; ms < 500; ms += FRAME_MS) {
      await talk.pauses(FRAME_MS);
      if (talk.stt.requests.length > 0) return ms;
    }
    return undefined;
  };
  const after: (number | undefined)[] = [];
  for (const partial of [ASKED, "what time is it to"]) {
    after.push(await askedAfter(partial));
    t.mock.reset();
  }
  const [soon = 0, usual = 0] = after;
  assert.ok(soon > 0 && Math.abs(usual - soon - 100) <= FRAME_MS, `${soon} and ${usual}`);
  assert.equal(await askedAfter(ASKED, { turnTaking: "sequential" }), undefined);
});

test("a backchannel does not turn a later noise into a speaker", async (t) => {
  const { talk, tellsPartial } = await start(t, { listening: { bargeInMs: 100 }, turnTaking: "sequential" });
  talk.stt.next("what time is it");
  talk.model.next("It is noon.");
  await talk.asks();
  await talk.hears(300);
  talk.stt.next("yeah");
  await talk.speaks();
  tellsPartial("yeah");
  await talk.pauses();
  await talk.passes(3_000);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "It is noon."], "they have listened");
  const asked = talk.stt.requests.length;
  talk.line.says(cough(600, -22, 1));
  await talk.pauses();
  await talk.hearsAll();
  assert.equal(talk.stt.requests.length, asked, "it is not asked about");
  assert.deepEqual(talk.heard, ["Welcome.", "It is noon."]);
});

test("without speculative replies, none is begun with partial words", async (t) => {
  const { talk, known, tellsSoFar } = await startAsking(t, ASKED, { turnTaking: "sequential" });
  await talk.pauses(700);
  await tellsSoFar(ASKED);
  assert.equal(talk.model.requests.length, 0);
  known.open();
  await talk.settles();
  assert.deepEqual(asked(talk), [ASKED]);
});
