import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPhraseCache } from "../../../src/speech/phrase-cache.js";
import type { TextToSpeech } from "../../../src/speech/ports.js";

const alive = () => new AbortController().signal;

/** A voice whose every letter is two samples in a chunk of its own. `spoken` is what it was really asked for. */
function letterVoice(failing = new Set<string>()) {
  const spoken: string[] = [];
  const voice: TextToSpeech = {
    async *synthesise(text, signal) {
      spoken.push(text);
      for (const letter of text) {
        signal.throwIfAborted();
        if (failing.has(text) && letter === text.at(-1)) throw new Error("no voice");
        yield Int16Array.of(letter.charCodeAt(0), 0);
      }
    },
  };
  return { voice, spoken, failing };
}

async function say(voice: TextToSpeech, text: string): Promise<number[]> {
  const samples: number[] = [];
  for await (const chunk of voice.synthesise(text, alive())) samples.push(...chunk);
  return samples;
}

test("a phrase is synthesised once, and sounds the same the second time", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  const first = await say(cache, "hello");
  assert.deepEqual(await say(cache, "hello"), first);
  assert.deepEqual(spoken, ["hello"]);
});

test("the first time, a phrase comes as it is synthesised; from then on in one piece", async () => {
  const cache = createPhraseCache(letterVoice().voice, { maxBytes: 1_000 });
  const chunks = async () => {
    let count = 0;
    for await (const _ of cache.synthesise("hello", alive())) count++;
    return count;
  };
  assert.deepEqual([await chunks(), await chunks()], [5, 1]);
});

test("a warmed phrase is there at once", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  assert.deepEqual(await cache.warm(["hello", "goodbye", "hello"], alive()), []);
  await say(cache, "goodbye");
  assert.deepEqual(spoken, ["hello", "goodbye"]);
});

test("a failure is not remembered, and does not keep the other phrases from being warmed", async () => {
  const { voice, spoken, failing } = letterVoice(new Set(["hello"]));
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  const errors = await cache.warm(["hello", "goodbye"], alive());
  assert.match(String(errors), /^Error: no voice$/);
  failing.clear();
  assert.equal((await say(cache, "hello")).length, 10);
  assert.deepEqual(spoken, ["hello", "goodbye", "hello"]);
});

test("a phrase that was interrupted is not remembered", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  for await (const _ of cache.synthesise("hello", alive())) break;
  assert.equal((await say(cache, "hello")).length, 10);
  assert.equal(spoken.length, 2);
});

test("a phrase that is being synthesised is not asked for again, and who leaves does not end it for the other", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  const patience = new AbortController();
  const first = cache.synthesise("hello", patience.signal)[Symbol.asyncIterator]();
  await first.next();
  const second = cache.synthesise("hello", alive())[Symbol.asyncIterator]();
  assert.deepEqual((await second.next()).value, Int16Array.of("h".charCodeAt(0), 0));
  patience.abort(new Error("leaving"));
  await assert.rejects(async () => await first.next(), /leaving/);
  let chunks = 1;
  while (!(await second.next()).done) chunks++;
  assert.equal(chunks, 5);
  assert.equal((await say(cache, "hello")).length, 10);
  assert.deepEqual(spoken, ["hello"]);
});

test("a synthesis that no one listens to any more ends, and the next listener begins another", async () => {
  const signals: AbortSignal[] = [];
  const voice: TextToSpeech = {
    async *synthesise(_text, signal) {
      signals.push(signal);
      yield Int16Array.of(5_000);
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const cache = createPhraseCache(voice, { maxBytes: 1_000 });
  const patience = [new AbortController(), new AbortController()];
  const listeners = patience.map(async ({ signal }) => {
    for await (const _ of cache.synthesise("hello", signal));
  });
  for (const [at, { signal }] of patience.entries()) {
    await setImmediate();
    assert.deepEqual([signals.length, signals[0]?.aborted], [1, false]);
    patience[at]?.abort(new Error("leaving"));
    await assert.rejects(listeners[at] as Promise<void>, (error) => error === signal.reason);
  }
  assert.equal(signals[0]?.aborted, true);
  for await (const _ of cache.synthesise("hello", alive())) break;
  assert.equal(signals.length, 2);
});

test("a phrase is remembered from where the voice begins", async () => {
  const silence = new Int16Array(3_200).fill(-20);
  const voice: TextToSpeech = {
    async *synthesise() {
      yield silence;
      yield Int16Array.of(5_000, -5_000);
    },
  };
  const cache = createPhraseCache(voice, { maxBytes: 100_000 });
  for (const time of ["when it is synthesised", "from the cache"]) {
    const said = await say(cache, "hello");
    assert.deepEqual(said.slice(-2), [5_000, -5_000], time);
    assert.equal(said.length, 320 + 2, `20 ms are kept, which soft sounds begin in (${time})`);
  }
});

test("when room is short, the phrase that was not spoken for the longest time is forgotten", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 8 }); // two letters
  for (const text of ["a", "b", "a", "c", "a", "b", "long", "a"]) await say(cache, text);
  assert.deepEqual(spoken, ["a", "b", "c", "b", "long"]);
});

test("the first phrases to be warmed stay when there are more than fit, whatever is said since", async () => {
  const { voice, spoken } = letterVoice();
  const cache = createPhraseCache(voice, { maxBytes: 12 }); // three letters
  await cache.warm(["a", "b", "long", "c"], alive());
  for (const text of ["x", "y", "x", "z"]) await say(cache, text);
  assert.deepEqual(
    ["a", "b", "z"].map((text) => cache.cached(text) !== undefined),
    [true, true, true],
  );
  assert.deepEqual(spoken, ["a", "b", "long", "x", "y", "x", "z"], "nothing is synthesised that cannot be kept");
});

test("what a listener does to the samples does not change what is remembered", async () => {
  const cache = createPhraseCache(letterVoice().voice, { maxBytes: 1_000 });
  for (let time = 0; time < 3; time++) {
    for await (const chunk of cache.synthesise("a", alive())) {
      assert.equal(chunk[0], 97);
      chunk.fill(0);
    }
  }
});

test("warming ends with the signal's reason", async () => {
  const reason = new Error("leaving");
  const cache = createPhraseCache(letterVoice().voice, { maxBytes: 1_000 });
  await assert.rejects(cache.warm(["hello"], AbortSignal.abort(reason)), (error) => error === reason);
});

test("assistants that warm the same phrases at once ask the voice for each of them once, one after the other", async () => {
  const asked: string[] = [];
  const read: string[] = [];
  let [speaking, most] = [0, 0];
  const voice: TextToSpeech = {
    async *synthesise(text) {
      asked.push(text);
      most = Math.max(most, ++speaking);
      await Promise.resolve();
      yield Int16Array.of(1_000, 2_000);
      speaking--;
    },
  };
  const files = {
    read: (text: string) => (read.push(text), Promise.resolve(undefined)),
    keep: () => Promise.resolve(),
  };
  const cache = createPhraseCache(voice, { maxBytes: 1_000, files });
  const texts = ["hello", "goodbye", "one moment"];
  await Promise.all([1, 2, 3].map(() => cache.warm(texts, alive())));
  assert.deepEqual([asked, most], [texts, 1]);
  assert.equal(read.filter((text) => text === "hello").length, 2, "files are read together, and again before speaking");
  assert.ok(texts.every((text) => cache.cached(text)));
});

test("silence in place of a phrase is a refusal that is not remembered, and the phrases after it are warmed", async () => {
  let isSilent = true;
  const spoken: string[] = [];
  const voice: TextToSpeech = {
    async *synthesise(text) {
      spoken.push(text);
      yield new Int16Array(16).fill(isSilent && text === "hello" ? 20 : 5_000);
    },
  };
  const kept: string[] = [];
  const files = { read: () => Promise.resolve(undefined), keep: async (text: string) => void kept.push(text) };
  const cache = createPhraseCache(voice, { maxBytes: 1_000, files });
  await assert.rejects(say(cache, "hello"), { code: "tts_failed", refusal: "text_refused" });
  const errors = await cache.warm(["hello", "goodbye"], alive());
  assert.match(String(errors), /only silence/);
  assert.equal(cache.cached("hello"), undefined);
  assert.deepEqual(kept, ["goodbye"]);
  isSilent = false;
  assert.equal((await say(cache, "hello")).length, 16);
  assert.deepEqual(spoken, ["hello", "hello", "goodbye", "hello"]);
});
