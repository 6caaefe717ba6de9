import type { Scope } from "../../kernel/scope.js";
import { LISTENING_DEFAULTS, type ListeningOptions } from "../../listening/utterances.js";
import type { Log } from "../../observability/log.js";
import type { PartialWords } from "../../speech/ports.js";
import type { Floor } from "../floor.js";
import type { Lull } from "../hear-caller.js";
import type { Recognition } from "../recognise-soon.js";
import { completenessOf } from "./completeness.js";
import { watchForStableTranscript } from "./stable-transcript.js";
import { createEndpoint, type Wait } from "./wait-rules.js";

export interface EndpointNeeds extends Recognition {
  readonly language: string;
  readonly thinkAhead: boolean;
  readonly endpointMode: "words" | "fixed";
  readonly listening: Partial<ListeningOptions>;
  readonly log: Pick<Log, "debug">;
}

/** A lull after words that are all of something, in ms. */
const SOON_MS = 100;

/**
 * Has the caller's utterances end when they are over, as far as their words and their pace tell.
 *
 * @param isAnswer whether they were asked something, or have taken the floor: then a few words are mostly all
 */
export function watchEndpoint(
  call: EndpointNeeds,
  scope: Scope,
  floor: Pick<Floor, "turn" | "speechFrom">,
  isAnswer: () => boolean,
) {
  const { endpointSilenceMs, lullMs, noisyMs } = { ...LISTENING_DEFAULTS, ...call.listening };
  const endpoint = createEndpoint(endpointSilenceMs, call.endpointMode === "fixed");
  const completeness = (text: string) => completenessOf(text, call.language, isAnswer(), !endpoint.pace.hasPaused);
  const withoutWords = (text: string) => endpoint.withoutWords(completeness(text)) + noisyMs;
  const stableTranscript = watchForStableTranscript(call, scope, withoutWords, floor);

  /** The caller has finished after so long a silence, if the lull goes on. */
  function endAfter({ startedAt, endedAt }: Lull, { ms, why }: Wait): void {
    call.log.debug("endpoint_wait", "The caller is waited for", { ms, why });
    floor.speechFrom(startedAt)?.endAfter(ms, endedAt);
  }

  function mayBeAll(text: string): boolean {
    return call.thinkAhead && completeness(text) === "finished";
  }

  return {
    pace: endpoint.pace,
    /** Takes each event while no turn has the floor. */
    hear: stableTranscript.hear,
    /** Whether a reply may be begun with these words, in case they are all. */
    mayBeAll,
    /** The caller has fallen silent, and it is not known what they said. */
    silent: (lull: Lull) => endAfter(lull, endpoint.wait()),
    /** These are the words up to a lull; "" where nothing was understood. */
    known(lull: Lull, text: string): void {
      const stableAfterMs = stableTranscript.known(lull, text);
      endAfter(lull, endpoint.wait(text ? completeness(text) : undefined, stableAfterMs));
    },
    /** These are the words so far. After words that may be all a shorter silence is a lull, where a guess is worth it. */
    soFar({ startedAt, text }: PartialWords, mayGuess: boolean): void {
      floor.speechFrom(startedAt)?.lullAfter(mayGuess && mayBeAll(text) ? SOON_MS : lullMs);
    },
  };
}
