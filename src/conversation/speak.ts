import { begun, oneAhead } from "../kernel/ahead.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";

export interface SpeakNeeds {
  readonly line: Line;
  readonly tts: TextToSpeech;
  readonly signal: AbortSignal;
  /** Told when the first audio is on its way to the caller. */
  readonly onFirstAudio?: () => void;
}

/** What became of something said, by sentence. Complete when `speak` has returned or thrown. */
export interface Spoken {
  /** Heard by the caller to their end: their marks came back. */
  readonly heard: string[];
  readonly unheard: string[];
}

/**
 * Says sentences one after the other, and resolves when the caller has heard the last. While one is being sent, the next
 * is being synthesised.
 *
 * When the signal aborts, the line is silenced at once and the signal's reason thrown. When making sentences or speech of
 * them fails, the caller still hears what was sent before, and the failure is thrown after that.
 */
export async function speak(sentences: AsyncIterable<string>, spoken: Spoken, needs: SpeakNeeds): Promise<void> {
  const { line, tts, signal } = needs;
  let onFirstAudio = needs.onFirstAudio;
  const playing: Promise<void>[] = [];
  const silence = () => line.flush();
  signal.addEventListener("abort", silence, { once: true });
  try {
    for await (const { sentence, audio } of oneAhead(synthesised())) {
      for await (const samples of audio) {
        signal.throwIfAborted();
        onFirstAudio?.();
        onFirstAudio = undefined;
        await line.play(samples);
      }
      signal.throwIfAborted();
      playing.push(heardToItsEnd(sentence));
    }
  } finally {
    await Promise.all(playing);
    signal.removeEventListener("abort", silence);
  }
  signal.throwIfAborted();

  async function* synthesised() {
    for await (const sentence of sentences) {
      spoken.unheard.push(sentence);
      yield { sentence, audio: begun(tts.speak(sentence, signal)) };
    }
  }

  async function heardToItsEnd(sentence: string): Promise<void> {
    if (!(await line.mark())) return;
    spoken.heard.push(sentence);
    spoken.unheard.shift();
  }
}
