import { msOf } from "../audio/pcm.js";
import { BackendFailure } from "../backends/openai.js";
import { unlessAborted } from "../kernel/deadline.js";
import { startEagerly, prefetch } from "../kernel/prefetch.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import { isClause } from "../speech/clauses.js";
import { withoutLeadIn } from "../speech/lead-in.js";
import type { TextToSpeech } from "../speech/ports.js";
import { watchForHold } from "../telephony/hold-sound.js";
import type { Line } from "../telephony/line.js";
import type { Turn } from "../turn-taking/turn.js";

export interface SpeakOptions {
  /** Scope of the requests: if it ends before the turn, what was sent is still heard. Default: the turn's scope. */
  readonly scope?: Scope;
  /** Nothing is sent before this resolves. Default: sent at once. */
  readonly mayBegin?: Promise<void>;
  /** Maximum time to the first sound of a sentence, in ms. Default: text-to-speech's own time-out. */
  readonly firstSoundMs?: number;
  /** Called when the first audio is on its way to the caller. */
  readonly onFirstAudio?: () => void;
  /** Called with the length of all audio that is sent, in ms. */
  readonly onSent?: (ms: number) => void;
  /** Called for a sentence that the voice cannot say: the next one follows. Default: such a sentence ends everything. */
  readonly onSkipped?: (why: Error) => void;
  /** Called when everything has been sent: the rest only has to be played. */
  readonly onAllSent?: () => void;
}

export interface SpeakNeeds extends SpeakOptions {
  readonly line: Line;
  readonly tts: TextToSpeech;
}

/**
 * Says sentences one after the other, and resolves when the last was played. While one is being sent, the next is
 * synthesised. `turn.spoken` records what became of them, and is complete when this returns or throws.
 *
 * When the turn's scope ends, the line is silenced at once and the scope's ending thrown. If a sentence cannot be
 * produced or synthesised, the caller still hears what was sent before; then the failure is thrown. A sentence that the
 * voice refuses is skipped, unless nothing else is heard.
 */
export async function speak(sentences: AsyncIterable<string>, turn: Turn, needs: SpeakNeeds): Promise<void> {
  const { line, tts, firstSoundMs, onSent } = needs;
  const { spoken } = turn;
  turn.scope.signal.throwIfAborted();
  /** Scope of the requests: it ends before the turn if one of them fails. */
  const speech = (needs.scope ?? turn.scope).child("speech");
  const keepQuiet = turn.scope.onEnd(() => line.flush());
  const wasHeld = watchForHold(line, turn.scope);
  let onFirstAudio = needs.onFirstAudio;
  let sentMs = 0;
  let refusal: Error | undefined;
  /** Time at which everything sent would have been played without any queueing, on the clock of `performance.now()`. */
  let soundsUntil = 0;
  const playing: Promise<void>[] = [];
  try {
    for await (const { audio, onPlayed } of prefetch(synthesised(), turn.scope.signal)) {
      const before = sentMs;
      const tooLate = () =>
        speech.end(new Ending("deadline", `Text-to-speech returned no audio within ${firstSoundMs} ms`));
      const late = firstSoundMs === undefined ? undefined : setTimeout(tooLate, firstSoundMs);
      speech.onEnd(() => clearTimeout(late));
      try {
        await send(audio, late);
        if (sentMs === before) throw silent();
      } catch (error) {
        clearTimeout(late);
        if (!needs.onSkipped || sentMs > before || !isRefusal(error)) throw error;
        refusal = error;
        needs.onSkipped(error);
        continue;
      }
      playing.push(playedToItsEnd(onPlayed));
    }
    if (refusal && sentMs === 0) throw refusal;
    await needs.mayBegin; // There may have been nothing to send.
    if (!speech.ending) needs.onAllSent?.();
  } finally {
    speech.end();
    await Promise.all(playing);
    keepQuiet();
  }
  turn.scope.signal.throwIfAborted();

  async function send(audio: AsyncIterable<Int16Array>, late: NodeJS.Timeout | undefined): Promise<void> {
    for await (const samples of audio) {
      turn.scope.signal.throwIfAborted();
      if (samples.length === 0) continue;
      clearTimeout(late);
      if (sentMs === 0) {
        await needs.mayBegin;
        if (turn.paused) await unlessAborted(turn.scope.signal, turn.paused);
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
  }

  async function* synthesised() {
    let before: string | undefined;
    for await (const sentence of sentences) {
      if (speech.ending) return;
      const onPlayed = spoken.begin(sentence);
      const voice = tts.synthesise(sentence, speech.signal);
      // The initial silence is a natural pause between sentences, but not before the first one or within one.
      const isPause = before !== undefined && !isClause(before);
      before = sentence;
      const audio = startEagerly(isPause ? voice : withoutLeadIn(voice));
      // The prefetched audio may never be read; an abandoned generator keeps its resources open.
      speech.onEnd(() => audio.return());
      yield { audio, onPlayed };
    }
  }

  async function playedToItsEnd(onPlayed: (isMissed: boolean) => void): Promise<void> {
    const { notes } = turn;
    const [isFirst, expectedAt, pausedMs] = [playing.length === 0, soundsUntil, notes.pausedMs];
    const isHeard = await line.mark();
    if (!isHeard && (!wasHeld() || turn.scope.ending)) return; // It was cut off.
    if (isFirst) notes.queued(performance.now() - expectedAt - (notes.pausedMs - pausedMs));
    onPlayed(!isHeard);
  }
}

const silent = () =>
  new BackendFailure("tts_failed", "Text-to-speech returned no audio for a sentence", 200, "text_refused");
const isRefusal = (error: unknown): error is BackendFailure =>
  error instanceof BackendFailure && error.refusal === "text_refused";
