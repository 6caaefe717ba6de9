import { FRAME_MS, joined, msOf } from "../../../src/audio/pcm.js";
import { Ending } from "../../../src/kernel/ending.js";
import type { Scope } from "../../../src/kernel/scope.js";
import type { SpeechToText } from "../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { recogniseInRealtime } from "../../../src/speech/recognise-in-realtime.js";
import type { OnPartial } from "../../../src/speech/speech-items.js";
import { MESSAGE_MS, type TranscriptionSession } from "../../../src/speech/transcription-session.js";
import { passing } from "../fakes/requests.js";

/** Words come so long after a commit at the least, ms, whatever they trail the sound by. */
const COMMIT_MS = 50;
/** Louder samples are voice. */
const VOICE_LEVEL = 300;
const UNWATCHED = { opened() {}, failed() {}, answered() {}, missed() {} };

/** What a server that sends no words is given up after, ms: as a session does it. */
const MAX_WAIT_MS = 1_500;

/** What becomes of the words of one commit: after the usual wait or not, another text, a failure, or no session any more. */
export type Finish = (words: string, usual: Promise<void>, breakOff: () => void) => Promise<string>;

/** A realtime recogniser whose words trail the sound, until all of those that were committed are there. */
export interface TrailingOptions {
  /** So long, ms. */
  readonly trailMs: number;
  readonly understand: (samples: Int16Array) => string;
  readonly finish?: Finish;
  /** What is told of words that are still being said; all of them unless given. */
  readonly partials?: (words: string) => readonly string[];
}

/** A stretch of sound, and what was told of its words. */
interface Item {
  readonly pieces: Int16Array[];
  told: string;
}

/** The ears of a call with realtime sessions; what those do not have, `stt` is asked for. */
export function trailingRecogniser(stt: SpeechToText, scope: Scope, options: TrailingOptions) {
  return recogniseInRealtime({
    scope,
    open: (session, onPartial) => openSession(session, onPartial, options),
    isAvailable: () => true,
    otherwise: recogniseInBatch(stt),
    watch: UNWATCHED,
  });
}

async function openSession(
  scope: Scope,
  onPartial: OnPartial,
  { trailMs, understand, finish = plainly, partials = (words) => [words] }: TrailingOptions,
): Promise<TranscriptionSession> {
  const { signal } = scope;
  let open: Item = { pieces: [], told: "" };
  /** What was committed last, while its words are still coming. */
  let committed: Item | undefined;
  const breakOff = () => scope.end(new Ending("failed", "The session broke."));

  async function tellLater(item: Item): Promise<void> {
    const sound = [...item.pieces];
    await passing(trailMs);
    if (signal.aborted || (item !== open && item !== committed)) return;
    const words = understand(joined(sound));
    if (words === item.told) return;
    item.told = words;
    for (const text of partials(words)) if (text) onPartial(text, item === committed);
  }

  return {
    append(samples) {
      open.pieces.push(samples);
      if (open.pieces.length % (MESSAGE_MS / FRAME_MS) === 0) void tellLater(open);
    },
    commit() {
      const item = (committed = open);
      const sound = joined(item.pieces);
      open = { pieces: [], told: "" };
      const silentMs = msOf(sound.subarray(sound.findLastIndex((sample) => Math.abs(sample) > VOICE_LEVEL) + 1));
      const usual = passing(Math.max(COMMIT_MS, trailMs - silentMs));
      const late = setTimeout(breakOff, MAX_WAIT_MS);
      return finish(understand(sound), usual, breakOff).finally(() => {
        clearTimeout(late);
        if (committed === item) committed = undefined;
      });
    },
    clear() {
      open = { pieces: [], told: "" };
    },
  };
}

async function plainly(words: string, usual: Promise<void>): Promise<string> {
  await usual;
  return words;
}
