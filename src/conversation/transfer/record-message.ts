import { onAbort } from "../../kernel/abort.js";
import { withDeadline } from "../../kernel/deadline.js";
import { describe } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Speech } from "../../speech/ports.js";
import { openFloor } from "../../turn-taking/floor.js";
import type { Dialogue } from "../conversation.js";
import type { CallerMessage } from "./caller-message.js";

export type RecordNeeds = Pick<
  Dialogue,
  "connectAhead" | "isAvailable" | "language" | "line" | "listening" | "log" | "metrics" | "recogniser" | "voice"
>;

/** The words of a message; empty when nothing was understood. */
export type RecordedMessage = Pick<CallerMessage, "text" | "isComplete">;

/** Key by which a caller ends a message. */
const END_KEY = "#";
/** Maximum time from the invitation to the end of a message, in ms. */
const MAX_MS = 120_000;
/** Maximum length of its words, in characters. */
const MAX_CHARACTERS = 4_000;
/** Silence before the first word, and after a later one, that ends a message, in ms. */
const FIRST_WORD_MS = 8_000;
const PAUSE_MS = 3_000;
/** Interval for checking whether a sound that continues has ended, in ms. */
const QUIET_POLL_MS = 100;
/** Maximum wait for words that are still being recognised at the end, in ms. */
const WORDS_MS = 10_000;

/** Why a message ends, besides a key and silence. */
interface Stop {
  readonly kind: "stop";
}

/**
 * Invites a caller to speak, and records their words until they press `#`, are silent, have no more time, or hang up.
 * What they had said by then is kept.
 *
 * @param scope outlives the call, so that the last words of a caller who hangs up are still recognised
 * @param isOver aborts when the caller hangs up, or the call is needed for something else
 * @throws the recogniser's error if the caller spoke and none of it could be recognised
 */
export async function recordMessage(
  invitation: string,
  call: RecordNeeds,
  scope: Scope,
  isOver: AbortSignal,
): Promise<RecordedMessage> {
  const floor = await openFloor<Stop>(call, scope, () => false);
  const words = createWords(call, scope);
  const stop = () => floor.put({ kind: "stop" });
  const tooLong = setTimeout(stop, MAX_MS);
  const stopWatching = onAbort(isOver, stop);
  floor.take((turn) => call.voice.sayAsTurn([invitation], turn));
  const isComplete = await untilEnd();
  clearTimeout(tooLong);
  stopWatching();
  const underWay = floor.soFar();
  if (underWay) words.add(underWay);
  floor.yield("the message is over");
  return { text: await words.all(), isComplete };

  async function untilEnd(): Promise<boolean> {
    /** What the caller has said over the invitation. */
    let begun: string | undefined;
    for await (const event of floor) {
      switch (event.kind) {
        case "stop":
          return false;
        case "key":
          if (event.key === END_KEY) return true;
          break;
        case "turn_over":
          if (floor.finish(event.turn)) floor.open(FIRST_WORD_MS);
          break;
        case "interrupted":
          begun = event.text;
          break;
        case "utterance":
          floor.yield("the caller spoke");
          words.add(event, event.text, begun);
          begun = undefined;
          floor.open(PAUSE_MS);
          break;
        case "discarded":
          if (!floor.turn) floor.open(words.isEmpty ? FIRST_WORD_MS : PAUSE_MS);
          break;
        case "idle":
          if (floor.isCallerQuiet) return true;
          floor.open(QUIET_POLL_MS);
          break;
        default: // An utterance is recognised once it has ended.
      }
    }
    return false;
  }
}

/** Collects the words of utterances in the order in which they were said; what cannot be recognised is left out. */
function createWords({ recogniser, log }: Pick<RecordNeeds, "recogniser" | "log">, scope: Scope) {
  const texts: string[] = [];
  const pending: Promise<void>[] = [];
  let failure: unknown;

  async function recognise(speech: Speech, at: number): Promise<void> {
    try {
      texts[at] = (await recogniser.transcribe([speech], scope.signal)) || (texts[at] ?? "");
    } catch (error) {
      failure = error;
      if (!scope.ending) log.error("message_failed", `A part of a message was not recognised: ${describe(error)}`);
    }
  }

  return {
    get isEmpty() {
      return texts.length === 0;
    },
    /**
     * @param known its words, if they are known already
     * @param begun its first words, in case nothing is recognised
     */
    add(speech: Speech, known?: string, begun = ""): void {
      const at = texts.push(known ?? begun) - 1;
      if (known === undefined) pending.push(scope.run(recognise(speech, at)));
    },
    /** Resolves to all words; after a while, to those known by then. @throws the last failure if there are none */
    async all(): Promise<string> {
      await withDeadline(WORDS_MS, scope.signal, "the words of a message", () => Promise.all(pending)).catch(() => {});
      const text = texts.filter(Boolean).join(" ").slice(0, MAX_CHARACTERS);
      if (text === "" && failure !== undefined) throw failure;
      return text;
    },
  };
}
