import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { TextToSpeech } from "../../src/speech/ports.js";
import { noneOpen } from "./open-requests.js";

export interface TextToSpeechUnderTest extends AsyncDisposable {
  readonly voice: TextToSpeech;
  /** The same with nobody at the other end. */
  readonly unreachable: TextToSpeech;
  /** Requests that are being answered right now, where that can be known. */
  readonly open?: () => number;
}

const SHORT = "Good morning.";
const LONG = `${"This is a rather long sentence that takes quite some time to say, ".repeat(3)}and here it ends.`;
const alive = () => new AbortController().signal;

async function samplesOf(chunks: AsyncIterable<Int16Array>): Promise<number> {
  let samples = 0;
  for await (const chunk of chunks) {
    assert.ok(chunk instanceof Int16Array && chunk.length > 0, "each chunk has samples");
    samples += chunk.length;
  }
  return samples;
}

/** What every voice does, whoever makes it. `open` makes one that is used for a single test. */
export function textToSpeechContract(name: string, open: () => Promise<TextToSpeechUnderTest>): void {
  describe(`${name} as text to speech`, () => {
    test("says a text at 16 000 samples a second", async () => {
      await using under = await open();
      const seconds = (await samplesOf(under.voice.synthesise(SHORT, alive()))) / 16_000;
      assert.ok(seconds > 0.3 && seconds < 4, `${SHORT} took ${seconds} s`);
    });

    test("says the same again", async () => {
      await using under = await open();
      const first = await samplesOf(under.voice.synthesise(SHORT, alive()));
      const second = await samplesOf(under.voice.synthesise(SHORT, alive()));
      assert.ok(Math.abs(first - second) < first / 2, `${first} and ${second} samples`);
    });

    test("says two texts at once, the longer one longer", async () => {
      await using under = await open();
      const [short, long] = await Promise.all([
        samplesOf(under.voice.synthesise(SHORT, alive())),
        samplesOf(under.voice.synthesise(LONG, alive())),
      ]);
      assert.ok(long > 2 * short, `${short} and ${long} samples`);
    });

    test("stops with the signal's reason when it is interrupted, and leaves no request open", async () => {
      await using under = await open();
      const caller = new AbortController();
      const interrupted = new Ending("interrupted");
      const speaking = samplesOf(under.voice.synthesise(LONG, caller.signal));
      setImmediate(() => caller.abort(interrupted));
      await assert.rejects(speaking, (error) => error === interrupted);
      await noneOpen(under);
    });

    test("leaves no request open when the loop is left", async () => {
      await using under = await open();
      for await (const _ of under.voice.synthesise(LONG, alive())) break;
      await noneOpen(under);
    });

    test("asks nothing when the signal has aborted already", async () => {
      await using under = await open();
      const gone = new Ending("hung_up");
      await assert.rejects(
        samplesOf(under.voice.synthesise(SHORT, AbortSignal.abort(gone))),
        (error) => error === gone,
      );
    });

    test("fails as tts_failed when no server listens", async () => {
      await using under = await open();
      await assert.rejects(samplesOf(under.unreachable.synthesise(SHORT, alive())), { code: "tts_failed" });
    });
  });
}
