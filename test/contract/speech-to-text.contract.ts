import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { SpeechToText } from "../../src/speech/ports.js";
import { noneOpen } from "./open-requests.js";

export interface SpeechToTextUnderTest extends AsyncDisposable {
  readonly recogniser: SpeechToText;
  /** The same with nobody at the other end. */
  readonly unreachable: SpeechToText;
  /** Somebody saying something, and what that must be understood as. */
  readonly utterance: { readonly samples: Int16Array; readonly words: RegExp };
  /** Requests that are being answered right now, where that can be known. */
  readonly open?: () => number;
}

const SILENCE = new Int16Array(16_000);
const alive = () => new AbortController().signal;

/** What every recogniser does, whoever makes it. `open` makes one that is used for a single test. */
export function speechToTextContract(name: string, open: () => Promise<SpeechToTextUnderTest>): void {
  describe(`${name} as speech to text`, () => {
    test("understands what was said", async () => {
      await using under = await open();
      const text = await under.recogniser.transcribe(under.utterance.samples, alive());
      assert.match(text, under.utterance.words);
      assert.equal(text, text.trim());
    });

    test("understands two callers at once", async () => {
      await using under = await open();
      const { samples, words } = under.utterance;
      const texts = await Promise.all([
        under.recogniser.transcribe(samples, alive()),
        under.recogniser.transcribe(SILENCE, alive()),
        under.recogniser.transcribe(samples, alive()),
      ]);
      assert.match(texts[0], words);
      assert.doesNotMatch(texts[1], words);
      assert.match(texts[2], words);
    });

    test("stops with the signal's reason when it is interrupted, and leaves no request open", async () => {
      await using under = await open();
      const caller = new AbortController();
      const interrupted = new Ending("interrupted");
      const understanding = under.recogniser.transcribe(under.utterance.samples, caller.signal);
      setImmediate(() => caller.abort(interrupted));
      await assert.rejects(understanding, (error) => error === interrupted);
      await noneOpen(under);
    });

    test("asks nothing when the signal has aborted already", async () => {
      await using under = await open();
      const gone = new Ending("hung_up");
      await assert.rejects(under.recogniser.transcribe(SILENCE, AbortSignal.abort(gone)), (error) => error === gone);
    });

    test("fails as stt_failed when no server listens", async () => {
      await using under = await open();
      await assert.rejects(under.unreachable.transcribe(SILENCE, alive()), { code: "stt_failed" });
    });
  });
}
