import type { Scope } from "../../kernel/scope.js";
import { LISTENING_DEFAULTS, type ListeningOptions } from "../../listening/utterances.js";
import type { Log } from "../../observability/log.js";
import type { PartialWords } from "../../speech/ports.js";
import type { Floor } from "../floor.js";
import type { Lull } from "../hear-caller.js";
import type { Recognition } from "../recognise-soon.js";
import { completenessOf } from "./completeness.js";
import { watchForStableTranscript } from "./stable-transcript.js";
import { createEndpoint, type TurnTaking, type Wait } from "./wait-rules.js";

export interface EndpointNeeds extends Recognition {
  readonly language: string;
  readonly turnTaking: TurnTaking;
  readonly listening: Partial<ListeningOptions>;
  readonly log: Pick<Log, "debug">;
}

/** Silence that counts as a short pause after complete words, in ms. */
const SOON_MS = 100;

/**
 * Ends the caller's utterances when they are complete, judging by their words and their pace.
 *
 * @param isAnswer whether the caller was asked something, or has taken the floor: then a few words are usually
 * everything
 */
export function watchEndpoint(
  call: EndpointNeeds,
  scope: Scope,
  floor: Pick<Floor, "turn" | "speechFrom">,
  isAnswer: () => boolean,
) {
  const { endpointSilenceMs, lullMs, noisyMs } = { ...LISTENING_DEFAULTS, ...call.listening };
  const endpoint = createEndpoint(endpointSilenceMs, call.turnTaking !== "adaptive");
  const completeness = (text: string) => completenessOf(text, call.language, isAnswer(), !endpoint.pace.hasPaused);
  const withoutWords = (text: string) => endpoint.withoutWords(completeness(text)) + noisyMs;
  const stableTranscript = watchForStableTranscript(call, scope, withoutWords, floor);

  /** Ends the utterance after this wait if the silence lasts. */
  function endAfter({ startedAt, endedAt }: Lull, { ms, why }: Wait): void {
    call.log.debug("endpoint_wait", "Waiting for the caller to continue", { ms, why });
    floor.speechFrom(startedAt)?.endAfter(ms, endedAt);
  }

  function mayBeAll(text: string): boolean {
    return call.turnTaking !== "sequential" && completeness(text) === "finished";
  }

  return {
    pace: endpoint.pace,
    /** Takes each event while no turn has the floor. */
    hear: stableTranscript.hear,
    /** Whether to prepare a reply to these words, in case they are all. */
    mayBeAll,
    /** Handles a short pause before the words are known. */
    silent: (lull: Lull) => endAfter(lull, endpoint.wait()),
    /** Handles the words up to a short pause; "" if nothing was understood. */
    known(lull: Lull, text: string): void {
      const stableAfterMs = stableTranscript.known(lull, text);
      endAfter(lull, endpoint.wait(text ? completeness(text) : undefined, stableAfterMs));
    },
    /**
     * Handles the words so far. After words that may be all, a shorter silence counts as a short pause, if a guess is
     * worth it.
     */
    soFar({ startedAt, text }: PartialWords, mayGuess: boolean): void {
      floor.speechFrom(startedAt)?.lullAfter(mayGuess && mayBeAll(text) ? SOON_MS : lullMs);
    },
  };
}
