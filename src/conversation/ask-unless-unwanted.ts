import type { Phrases } from "../config/phrases.js";
import { foldedPhrase, foldText, textOf } from "../choice/folded-words.js";
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
import { confirmsUnwanted, saysUnwanted } from "./unwanted.js";

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
 * Asks a question, unless the callee says that they do not want to be called again. They are asked to confirm it, by "yes" or by saying
 * it again; then the number is listed. After a "no" the question is asked once more. Otherwise the question is over, and the number
 * is not listed.
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
  const words = phrasebook.all("words_do_not_call");
  const isUnwanted = saysUnwanted(words, call.language);
  const isConfirmed = confirmsUnwanted(words, call.language);
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
    const answer = await unlessUnwanted(asking, () => askChoice(question, call, asking, listening, from));
    if (answer) return answer;
  } finally {
    stop?.();
    asking.end();
  }
  const confirmed = await confirm();
  if (confirmed === "no") return askChoice(question, call, scope, told, { asked, isAnswered: true });
  if (confirmed === "yes") {
    const isListed = await list().then(
      () => true,
      () => false,
    );
    await say(phrasebook.pick(isListed ? "do_not_call_done" : "errors"));
  }
  return { status: "no_match", option: undefined, by: null };

  /** Resolves to the answer to whether they are not to be called again; undefined if it is not clear. */
  async function confirm(): Promise<string | undefined> {
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
    await using confirming = scope.child("confirmation");
    const onRecognised = (text: string) => {
      if (isConfirmed(text) && !isOfQuestion(text, confirmation.prompt)) confirming.end(UNWANTED);
    };
    const needs = { ...call, isAvailable };
    const listener = { ...UNWATCHED, onRecognised };
    const answer = await unlessUnwanted(confirming, () => askChoice(confirmation, needs, confirming, listener));
    return answer ? answer.option?.value : "yes";
  }
}

const UNWANTED = new Ending("interrupted");

/**
 * Resolves to an answer; undefined if its scope ends as UNWANTED. What the callee said then may also have answered the question,
 * or have ended its last attempt.
 */
async function unlessUnwanted(asking: Scope, ask: () => Promise<ChoiceAnswer>): Promise<ChoiceAnswer | undefined> {
  try {
    asking.signal.throwIfAborted();
    const answer = await ask();
    return asking.ending === UNWANTED ? undefined : answer;
  } catch (error) {
    if (error !== UNWANTED) throw error;
    return undefined;
  }
}

/** Returns whether a text only asks the question back, or is its echo. */
function isOfQuestion(text: string, prompt: string): boolean {
  const { words, asked } = foldText(text);
  return asked.length > 0 || foldedPhrase(prompt).includes(textOf(words));
}
