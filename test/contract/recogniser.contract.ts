import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { Recogniser, Speech } from "../../src/speech/ports.js";

/** A recogniser of one call, whose far side is scripted: it understands any sound that is not silent as its level in words. */
export interface RecogniserUnderTest extends AsyncDisposable {
  readonly recogniser: Recogniser;
  /** Resolves when the recogniser is as ready as it gets. */
  readonly ready: () => Promise<void>;
  /** Has every server gone from now on. */
  readonly vanish: () => Promise<void>;
}

/** What sound of this level is understood as. */
export const WORDS: Readonly<Record<number, string>> = {
  1_000: "good morning",
  2_000: "to you",
  3_000: "my number is",
};

const alive = () => new AbortController().signal;

/** Somebody says something of `ms` at a level from `startedAt` on, and is then silent. */
export function said(startedAt: number, levels: readonly number[], silentMs = 700): Speech {
  const voice = levels.flatMap((level) => Array<number>(8_000).fill(level));
  const samples = Int16Array.from([...voice, ...Array<number>(Math.min(silentMs, 200) * 16).fill(0)]);
  return { samples, startedAt, endedAt: startedAt + levels.length * 500, silentMs };
}

/** Hears the speech from where `from` ends, frame by frame. */
export function hearAll(recogniser: Recogniser, speech: Speech, from?: Speech): void {
  for (let at = from?.samples.length ?? 0; at < speech.samples.length; at += 320) {
    const endedAt = Math.min(speech.endedAt, speech.startedAt + (at + 320) / 16);
    recogniser.hear({ samples: speech.samples.slice(at, at + 320), startedAt: speech.startedAt, endedAt });
  }
}

/** What every recogniser of a call does, wherever it has the words from. */
export function recogniserContract(name: string, open: () => Promise<RecogniserUnderTest>): void {
  describe(`${name} as the ears of a call`, () => {
    test("understands utterances, one after the other", async () => {
      await using under = await open();
      await under.ready();
      for (const [i, level] of [1_000, 2_000, 3_000].entries()) {
        const utterance = said(i * 3_000, [level]);
        hearAll(under.recogniser, utterance);
        under.recogniser.heard(utterance);
        assert.equal(await under.recogniser.transcribe([utterance], alive()), WORDS[level]);
      }
    });

    test("understands what was said up to a lull, then all of it", async () => {
      await using under = await open();
      await under.ready();
      const lull = said(1_000, [1_000], 200);
      hearAll(under.recogniser, lull);
      assert.equal(await under.recogniser.transcribe([lull], alive()), "good morning");
      const voice = said(1_000, [1_000, 2_000]);
      const whole = { ...voice, samples: Int16Array.from([...lull.samples, ...voice.samples.subarray(8_000)]) };
      hearAll(under.recogniser, whole, lull);
      under.recogniser.heard(whole);
      assert.equal(await under.recogniser.transcribe([whole], alive()), "good morning to you");
      assert.equal(await under.recogniser.transcribe([whole], alive()), "good morning to you", "asked again");
      assert.equal(await under.recogniser.transcribe([lull], alive()), "good morning", "asked late");
    });

    test("transcribes several utterances as one, and those that were not sent before", async () => {
      await using under = await open();
      await under.ready();
      const [first, second] = [said(0, [3_000]), said(3_000, [2_000])];
      hearAll(under.recogniser, first);
      under.recogniser.heard(first);
      assert.equal(await under.recogniser.transcribe([first, second], alive()), "my number is to you");
    });

    test("keeps what came to nothing out of what is said next", async () => {
      await using under = await open();
      await under.ready();
      hearAll(under.recogniser, said(0, [1_000]));
      const utterance = said(3_000, [2_000]);
      hearAll(under.recogniser, utterance);
      under.recogniser.heard(utterance);
      assert.equal(await under.recogniser.transcribe([utterance], alive()), "to you");
    });

    test("understands silence as nothing", async () => {
      await using under = await open();
      await under.ready();
      const utterance = said(0, [0]);
      hearAll(under.recogniser, utterance);
      assert.equal(await under.recogniser.transcribe([utterance], alive()), "");
    });

    test("stops with the signal's reason", async () => {
      await using under = await open();
      await under.ready();
      const utterance = said(0, [1_000]);
      hearAll(under.recogniser, utterance);
      const caller = new AbortController();
      const understanding = under.recogniser.transcribe([utterance], caller.signal);
      const gone = new Ending("interrupted");
      caller.abort(gone);
      await assert.rejects(understanding, (error) => error === gone);
      await assert.rejects(under.recogniser.transcribe([utterance], caller.signal), (error) => error === gone);
    });

    test("fails as stt_failed when the server has gone", async () => {
      await using under = await open();
      await under.ready();
      await under.vanish();
      const utterance = said(0, [1_000]);
      hearAll(under.recogniser, utterance);
      under.recogniser.heard(utterance);
      await assert.rejects(under.recogniser.transcribe([utterance], alive()), { code: "stt_failed" });
    });
  });
}
