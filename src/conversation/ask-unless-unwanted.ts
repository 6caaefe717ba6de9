import type { Phrases } from "../config/phrases.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Choice } from "../records/call-script.js";
import {
  askChoice,
  type AskedSoFar,
  type AskListener,
  type AskNeeds,
  type ChoiceAnswer,
  UNWATCHED,
} from "./ask-choice.js";
import { createPhrasebook } from "./phrasebook.js";
import { saysUnwanted } from "./unwanted.js";

/** What is done for callees who do not want to be called again. */
export interface UnwantedNeeds {
  readonly phrases: Phrases;
  /** Has the number called no more. */
  list(): Promise<void>;
  /** Says a sentence to its end. */
  say(sentence: string): Promise<unknown>;
  /** Calls `listener` with each utterance before the question, when it is transcribed, until the returned function is called. */
  onEarlierUtterance(listener: (text: string) => void): (() => void) | undefined;
}

const CONFIRM_MS = 8_000;
const ATTEMPTS = 2;

/**
 * Asks a question, unless the callee says that they do not want to be called again. That is confirmed; then the number is listed and
 * the question is over. Otherwise the question is asked once more.
 *
 * @throws as `askChoice` does
 */
export async function askUnlessUnwanted(
  question: Choice,
  call: AskNeeds,
  scope: Scope,
  told: AskListener,
  from: AskedSoFar,
  { phrases, list, say, onEarlierUtterance }: UnwantedNeeds,
): Promise<ChoiceAnswer> {
  const phrasebook = createPhrasebook(phrases);
  const isUnwanted = saysUnwanted(phrasebook.all("words_do_not_call"), call.language);
  let asked = from.asked;
  const asking = scope.child("question");
  const endIfUnwanted = (text: string) => {
    if (isUnwanted(text)) asking.end(UNWANTED);
  };
  const listening: AskListener = {
    ...told,
    onAsked(times) {
      asked = times;
      told.onAsked(times);
    },
    onRecognised(text) {
      told.onRecognised(text);
      endIfUnwanted(text);
    },
  };
  const stop = onEarlierUtterance(endIfUnwanted);
  try {
    asking.signal.throwIfAborted();
    const answer = await askChoice(question, call, asking, listening, from);
    // What they said may also answer the question, or end its last attempt.
    if (asking.ending !== UNWANTED) return answer;
  } catch (error) {
    if (error !== UNWANTED) throw error;
  } finally {
    stop?.();
    asking.end();
  }
  const confirmation: Choice = {
    prompt: phrasebook.pick("do_not_call_question"),
    options: [
      { value: "yes", synonyms: [], key: "1" },
      { value: "no", synonyms: [], key: "2" },
    ],
    timeoutMs: CONFIRM_MS,
    attempts: ATTEMPTS,
  };
  // Words that need a model's opinion are no "yes".
  const isAvailable: AskNeeds["isAvailable"] = (backend) => backend !== "llm" && call.isAvailable(backend);
  const { option } = await askChoice(confirmation, { ...call, isAvailable }, scope, UNWATCHED);
  if (option?.value !== "yes") return askChoice(question, call, scope, told, { asked, isAnswered: true });
  const isListed = await list().then(
    () => true,
    () => false,
  );
  await say(phrasebook.pick(isListed ? "do_not_call_done" : "errors"));
  return { status: "no_match", option: undefined, by: null };
}

const UNWANTED = new Ending("interrupted");
