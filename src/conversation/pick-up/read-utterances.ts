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

export interface ReaderNeeds extends Recognition {
  /** Whether utterances are transcribed before their end, so that who speaks is known soon; default: true. */
  readonly readsAhead?: boolean;
}

interface Reading {
  readonly speech: Speech;
  isComplete: boolean;
  /** Undefined until it is transcribed, or if it could not be. */
  text: string | undefined;
}

/** Maximum number of transcripts of utterances in progress, and of complete ones. */
const MAX_AHEAD = 20;
const MAX_COMPLETE = 200;
/** Maximum number of utterances that wait for their transcripts. */
const MAX_WAITING = 4;
/** An utterance in progress is transcribed again when it has grown by this, in ms. */
const AGAIN_MS = 600;

/**
 * Creates a reader, which has one stretch transcribed at a time, and of an utterance in progress only the latest.
 *
 * @param tell receives words; not called without any
 */
export function createUtteranceReader(
  needs: ReaderNeeds,
  scope: Scope,
  tell: (text: string, isComplete: boolean) => void,
): UtteranceReader {
  const maxAhead = needs.readsAhead === false ? 0 : MAX_AHEAD;
  let isBusy = false;
  const transcripts = { ahead: 0, complete: 0 };
  /** How much of the utterance in progress was to be read, in ms. */
  let readMs = 0;
  let waiting: Reading[] = [];
  let latest: Reading | undefined;

  async function readAll(): Promise<void> {
    isBusy = true;
    for (let next = waiting.shift(); next && !scope.ending; next = waiting.shift()) {
      transcripts[next.isComplete ? "complete" : "ahead"]++;
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
      if (isComplete ? completed(speech) || transcripts.complete >= MAX_COMPLETE : transcripts.ahead >= maxAhead)
        return;
      latest = { speech, isComplete, text: undefined };
      waiting = [...waiting.filter((each) => each.isComplete), latest].slice(-MAX_WAITING);
      if (!isBusy) void scope.run(readAll());
    },
  };
}
