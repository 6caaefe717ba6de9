import { msOf } from "../audio/pcm.js";
import { startEagerly, prefetch } from "../kernel/prefetch.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { Turn } from "./turn.js";

/** A mark that is this much later than it can be, ms, does not come any more. */
const MARK_LATE_MS = 10_000;

export interface SpeakNeeds {
  readonly line: Line;
  readonly tts: TextToSpeech;
  /** Of the requests: when it ends before the turn, what was sent is still heard. The turn's own unless given. */
  readonly scope?: Scope;
  /** How long a sentence may take to its first sound, ms; as long as text-to-speech itself takes unless given. */
  readonly firstSoundMs?: number;
  /** Told when the first audio is on its way to the caller. */
  readonly onFirstAudio?: () => void;
  /** Told of all audio that is sent, by its length in ms. */
  readonly onSent?: (ms: number) => void;
}

/**
 * Says sentences one after the other, and resolves when the caller has heard the last. While one is being sent, the next
 * is being synthesised. `turn.spoken` tells what became of them, and is complete when this has returned or thrown.
 *
 * When the turn's scope ends, the line is silenced at once and the scope's ending thrown. When making sentences or speech
 * of them fails, the caller still hears what was sent before, and the failure is thrown after that.
 */
export async function speak(sentences: AsyncIterable<string>, turn: Turn, needs: SpeakNeeds): Promise<void> {
  const { line, tts, firstSoundMs, onSent } = needs;
  const { spoken } = turn;
  turn.scope.signal.throwIfAborted();
  /** Of the requests: it ends before the turn when one of them fails. */
  const speech = (needs.scope ?? turn.scope).child("speech");
  const keepQuiet = turn.scope.onEnd(() => line.flush());
  let onFirstAudio = needs.onFirstAudio;
  let sentMs = 0;
  const playing: Promise<void>[] = [];
  try {
    for await (const { audio, onHeard } of prefetch(synthesised(), turn.scope.signal)) {
      const before = sentMs;
      const tooLate = () => speech.end(new Ending("deadline", `Text-to-speech made no sound for ${firstSoundMs} ms`));
      const late = firstSoundMs === undefined ? undefined : setTimeout(tooLate, firstSoundMs);
      speech.onEnd(() => clearTimeout(late));
      for await (const samples of audio) {
        turn.scope.signal.throwIfAborted();
        if (samples.length === 0) continue;
        clearTimeout(late);
        turn.audible = true;
        onFirstAudio?.();
        onFirstAudio = undefined;
        sentMs += msOf(samples);
        onSent?.(msOf(samples));
        await line.play(samples);
      }
      turn.scope.signal.throwIfAborted();
      if (sentMs === before) throw new AttendantError("tts_failed", "Text-to-speech made no sound of a sentence");
      playing.push(heardToItsEnd(onHeard));
    }
  } finally {
    speech.end();
    await Promise.all(playing);
    keepQuiet();
  }
  turn.scope.signal.throwIfAborted();

  async function* synthesised() {
    for await (const sentence of sentences) {
      if (speech.ending) return;
      const onHeard = spoken.begin(sentence);
      const audio = startEagerly(tts.synthesise(sentence, speech.signal));
      // The one ahead may never be listened to; a generator that nobody leaves keeps what it has open.
      speech.onEnd(() => audio.return());
      yield { audio, onHeard };
    }
  }

  async function heardToItsEnd(onHeard: () => void): Promise<void> {
    const played = await withDeadline(sentMs + MARK_LATE_MS, undefined, "playing", () => line.mark()).catch(
      () => false,
    );
    if (played) onHeard();
  }
}
