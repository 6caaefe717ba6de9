import { msOf } from "../../audio/pcm.js";
import type { Scope } from "../../kernel/scope.js";
import type { Speech } from "../../speech/ports.js";
import { type Recognition, recogniseSoon } from "../../turn-taking/recognise-soon.js";

/** Transcribes what is said while it goes on. */
export interface UtteranceReader {
  /** Whether something is being transcribed. */
  readonly isBusy: boolean;
  /** Takes an utterance in progress, or one that has ended. */
  read(speech: Speech, isComplete: boolean): void;
}

interface Reading {
  readonly speech: Speech;
  isComplete: boolean;
  /** Undefined until it is transcribed, or if it could not be. */
  text: string | undefined;
}

/** Maximum number of transcripts in all, and of utterances that wait for theirs. */
const MAX_TRANSCRIPTS = 20;
const MAX_WAITING = 4;
/** An utterance in progress is transcribed again when it has grown by this, in ms. */
const AGAIN_MS = 600;

/**
 * Creates a reader, which has one stretch transcribed at a time, and of an utterance in progress only the latest.
 *
 * @param tell receives words; not called without any
 */
export function createUtteranceReader(
  needs: Recognition,
  scope: Scope,
  tell: (text: string, isComplete: boolean) => void,
): UtteranceReader {
  let isBusy = false;
  let transcripts = 0;
  /** How much of the utterance in progress was to be read, in ms. */
  let readMs = 0;
  let waiting: Reading[] = [];
  let latest: Reading | undefined;

  async function readAll(): Promise<void> {
    isBusy = true;
    for (let next = waiting.shift(); next && !scope.ending; next = waiting.shift()) {
      transcripts++;
      next.text = await recogniseSoon(next.speech, needs, scope);
      if (next.text && !scope.ending) tell(next.text, next.isComplete);
    }
    isBusy = false;
  }

  /** Completes an utterance that was read up to its end before that was known. Returns whether it was. */
  function completed({ startedAt, endedAt }: Speech): boolean {
    if (latest?.speech.startedAt !== startedAt || latest.speech.endedAt !== endedAt) return false;
    latest.isComplete = true;
    if (latest.text) tell(latest.text, true);
    return true;
  }

  return {
    get isBusy() {
      return isBusy;
    },
    read(speech, isComplete) {
      const ms = msOf(speech.samples);
      if (!isComplete && ms < readMs + AGAIN_MS) return;
      readMs = isComplete ? 0 : ms;
      if ((isComplete && completed(speech)) || transcripts >= MAX_TRANSCRIPTS) return;
      latest = { speech, isComplete, text: undefined };
      waiting = [...waiting.filter((each) => each.isComplete), latest].slice(-MAX_WAITING);
      if (!isBusy) void scope.run(readAll());
    },
  };
}
