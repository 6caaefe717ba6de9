import { msOf } from "../audio/pcm.js";
import { startEagerly, prefetch } from "../kernel/prefetch.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { isClause } from "../speech/clauses.js";
import { withoutLeadIn } from "../speech/lead-in.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { Turn } from "../turn-taking/turn.js";

export interface SpeakNeeds {
  readonly line: Line;
  readonly tts: TextToSpeech;
  /** Of the requests: when it ends before the turn, what was sent is still heard. The turn's own unless given. */
  readonly scope?: Scope;
  /** Nothing is sent before; at once unless given. */
  readonly mayBegin?: Promise<void>;
  /** How long a sentence may take to its first sound, ms; as long as text-to-speech itself takes unless given. */
  readonly firstSoundMs?: number;
  /** Told when the first audio is on its way to the caller. */
  readonly onFirstAudio?: () => void;
  /** Told of all audio that is sent, by its length in ms. */
  readonly onSent?: (ms: number) => void;
  /** Told when there is nothing more to send: what is left is only to be played. */
  readonly onAllSent?: () => void;
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
  /** When what was sent would have been played if nothing waited anywhere, on the clock of `performance.now()`. */
  let soundsUntil = 0;
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
        if (sentMs === 0) {
          await needs.mayBegin;
          await turn.heldBack;
        }
        turn.scope.signal.throwIfAborted();
        turn.audible = true;
        onFirstAudio?.();
        onFirstAudio = undefined;
        sentMs += msOf(samples);
        soundsUntil = Math.max(performance.now(), soundsUntil) + msOf(samples);
        onSent?.(msOf(samples));
        await line.play(samples);
      }
      turn.scope.signal.throwIfAborted();
      if (sentMs === before) throw new AttendantError("tts_failed", "Text-to-speech made no sound of a sentence");
      playing.push(heardToItsEnd(onHeard));
    }
    await needs.mayBegin; // There may have been nothing to send.
    if (!speech.ending) needs.onAllSent?.();
  } finally {
    speech.end();
    await Promise.all(playing);
    keepQuiet();
  }
  turn.scope.signal.throwIfAborted();

  async function* synthesised() {
    let before: string | undefined;
    for await (const sentence of sentences) {
      if (speech.ending) return;
      const onHeard = spoken.begin(sentence);
      const voice = tts.synthesise(sentence, speech.signal);
      // Between sentences the silence is a pause; before the first, and within one, nobody makes that.
      const isPause = before !== undefined && !isClause(before);
      before = sentence;
      const audio = startEagerly(isPause ? voice : withoutLeadIn(voice));
      // The one ahead may never be listened to; a generator that nobody leaves keeps what it has open.
      speech.onEnd(() => audio.return());
      yield { audio, onHeard };
    }
  }

  async function heardToItsEnd(onHeard: () => void): Promise<void> {
    const { notes } = turn;
    const [isFirst, expectedAt, pausedMs] = [playing.length === 0, soundsUntil, notes.pausedMs];
    if (!(await line.mark())) return;
    if (isFirst) notes.queued(performance.now() - expectedAt - (notes.pausedMs - pausedMs));
    onHeard();
  }
}
