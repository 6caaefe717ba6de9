import type { Scope } from "../kernel/scope.js";
import type { ChoiceMatchedBy } from "../records/call-record.js";
import type { Choice, ChoiceOption } from "../records/call-script.js";
import { sentencesIn } from "../speech/sentences.js";
import { primaryLanguage } from "../locales/locales.js";
import { type PreparedChoice, prepareChoice } from "../choice/prepared-choice.js";
import { readAnswer } from "../choice/read-answer.js";
import { isBackchannel, isPickUpGreeting } from "../turn-taking/backchannels.js";
import { type Floor, type FloorEvent, type FloorNeeds, openFloor } from "../turn-taking/floor.js";
import type { IsListening } from "../turn-taking/overlap/words.js";
import type { Turn } from "../turn-taking/turn.js";
import type { Dialogue } from "./conversation.js";
import { type CalleeIsBack, watchHolds } from "./hold-watch.js";
import { createAnswerRecognition, type RecognisedEvent, type RecogniseNeeds } from "./recognise-answers.js";

export type AskNeeds = FloorNeeds & RecogniseNeeds & Pick<Dialogue, "transcript" | "voice">;

export type ChoiceAnswer =
  | { readonly status: "matched"; readonly option: ChoiceOption; readonly by: ChoiceMatchedBy }
  | { readonly status: "no_match" | "no_input"; readonly option: undefined; readonly by: null };

/** Receives the progress of asking. */
export interface AskListener {
  /** Called with everything that was understood, whether it matches or not, and with the key that chose. */
  onRecognised(text: string): void;
  /** Called whenever the question is asked; `times` counts attempts from 1. */
  onAsked(times: number): void;
  /** Called whenever the question was played to its end. */
  onHeard(): void;
}

/** Receives nothing. */
export const UNWATCHED: AskListener = { onRecognised: () => {}, onAsked: () => {}, onHeard: () => {} };

/** Progress of a question when it was broken off. */
export interface AskedSoFar {
  /** Number of attempts begun. The last one does not count: it is repeated. */
  readonly asked: number;
  /** Whether anything was said in answer to it. */
  readonly isAnswered: boolean;
}

/** Interval for checking whether a sound that may begin an answer has become one, in ms. */
const QUIET_POLL_MS = 100;
/** Time after which a sound that goes on is no answer that has begun, in ms: the longest utterance, and its recognition. */
const MAX_TALK_MS = 45_000;
/** Maximum number of times that noise or hesitation restarts the callee's time to answer, per attempt. */
const MAX_PAUSES = 5;

/**
 * Asks a question until it is answered by voice or key, or the attempts are used up. The callee may answer before the
 * prompt ends; a key counts at once, whatever else happens. While the callee may have begun to answer, the question is
 * neither repeated nor given up, unless they never stop, nor while they have us on hold: what they did not hear for that
 * reason is asked once more and counts as one attempt. So is, once, a question over which an answer may have been taken for
 * the line's echo.
 *
 * @param scope the call's; when it ends, its ending is thrown
 * @param from the progress to resume from; default: the beginning
 */
export async function askChoice(
  choice: Choice,
  call: AskNeeds,
  scope: Scope,
  { onRecognised, onAsked, onHeard }: AskListener,
  from: AskedSoFar = { asked: 0, isAnswered: false },
): Promise<ChoiceAnswer> {
  const [prompt, prepared] = await Promise.all([
    sentencesIn(choice.prompt, call.language),
    prepareChoice(choice, primaryLanguage(call.language)),
  ]);
  await using asking = scope.child("choice");
  const floor = await openFloor<RecognisedEvent | CalleeIsBack>(call, asking, listenersTo(prepared, call.language));
  const recognition = createAnswerRecognition(prepared, call, asking, (event) => floor.put(event));
  let asked = Math.max(0, from.asked - 1);
  let answered = from.isAnswered;
  const doubt = createDoubt(prepared);
  const holds = watchHolds(call.line, floor, asking);
  const patience = createPatience(floor, asking);
  ask();

  for await (const event of floor) {
    asking.signal.throwIfAborted();
    const answer = hear(event);
    if (answer) return answer;
  }
  throw scope.signal.reason;

  /** Returns the answer, if this event decides it. */
  function hear(event: FloorEvent | RecognisedEvent | CalleeIsBack): ChoiceAnswer | undefined {
    patience.hear(event);
    switch (event.kind) {
      case "turn_over":
        if (floor.finish(event.turn)) awaitAnswer(event.turn);
        break;
      case "back":
        if (!recognition.isBusy && !floor.turn) awaitAnswer();
        break;
      case "voice":
      case "interrupted":
        recognition.stopTelling();
        break;
      case "echo":
        doubt.hear(event.text);
        break;
      case "discarded":
        waitOn();
        break;
      case "utterance":
        recognition.recognise(event);
        break;
      case "key":
        return chosenBy(event.key);
      case "recognised":
        return take(event);
      case "idle":
        return goOn();
      default: // An answer is recognised once it is complete.
    }
    return undefined;
  }

  /** Gives the callee time to answer, once they are back from a hold and have heard the question. */
  function awaitAnswer(after?: Turn): void {
    if (after?.spoken.unheard.length === 0 && !holds.isMissed) onHeard();
    if (call.line.isHeld() || !holds.isMissed) return holds.open(choice.timeoutMs);
    ask(true);
  }

  function chosenBy(pressed: string): ChoiceAnswer | undefined {
    const option = choice.options.find(({ key }) => key === pressed);
    if (option) onRecognised(pressed);
    return option && { status: "matched", option, by: "key" };
  }

  function take({ text, as }: RecognisedEvent): ChoiceAnswer | undefined {
    recognition.arrived();
    if (text) {
      onRecognised(text);
      call.transcript.callerSaid(text);
    }
    if (as.kind === "option") return { status: "matched", option: as.option, by: as.by };
    answered ||= as.kind === "unclear" || text !== "";
    if (as.kind !== "nothing") return goOn();
    waitOn();
    return undefined;
  }

  /**
   * Asks again if there is no result yet, or returns that there is none if the attempts are used up. Does neither while
   * the callee or the assistant is speaking.
   */
  function goOn(): ChoiceAnswer | undefined {
    if (recognition.isBusy || floor.turn) return undefined; // The next step follows from it.
    if (!holds.isParked && (call.line.isHeld() || patience.mayAnswer)) holds.open(QUIET_POLL_MS);
    else if (!holds.isParked && doubt.isDue) ask(true);
    else if (holds.isParked || asked >= choice.attempts) return unmatched(answered || doubt.isAnswer);
    else ask();
    return undefined;
  }

  /** There is no answer yet: restarts the callee's time to answer. */
  function waitOn(): void {
    if (recognition.isBusy || floor.turn) return;
    holds.open(patience.mayPause() ? choice.timeoutMs : QUIET_POLL_MS);
  }

  /** @param again whether this is part of the same attempt */
  function ask(again = false): void {
    patience.asks();
    doubt.asks();
    holds.asks();
    onAsked(again ? asked : ++asked);
    floor.take((turn) => call.voice.sayAsTurn(prompt, turn));
  }
}

/** Returns which words over the prompt are a backchannel. A word that answers the question never is. */
function listenersTo(prepared: PreparedChoice, language: string): IsListening {
  return (text, _turn, isComplete) => {
    if (readAnswer(text, prepared).kind === "option") return false;
    return isBackchannel(text, language, isComplete) || isPickUpGreeting(text, language, isComplete);
  };
}

/** An answer may have been taken for an echo of the question that names it. The question is asked again for that, once. */
function createDoubt(prepared: PreparedChoice) {
  let isAnswer = false;
  let isAskedAgain = false;
  return {
    /** Whether there was such an answer, and whether the question is to be asked again for it. */
    get isAnswer() {
      return isAnswer;
    },
    get isDue() {
      return isAnswer && !isAskedAgain;
    },
    /** Takes words that were taken for an echo. */
    hear(text: string): void {
      isAnswer ||= readAnswer(text, prepared).kind === "option";
    },
    asks(): void {
      isAskedAgain = isAnswer;
    },
  };
}

/** How much noise is borne before the question goes on: music and announcements of a queue never end. */
function createPatience(floor: Pick<Floor<CalleeIsBack>, "isCallerQuiet" | "put">, scope: Scope) {
  /** Number of noises and hesitations since the question was last asked. */
  let pauses = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  scope.onEnd(() => clearTimeout(timer));
  const end = () => {
    isOver = true;
    floor.put({ kind: "idle" });
  };
  const begins = () => {
    clearTimeout(timer);
    isOver = false;
    timer = setTimeout(end, MAX_TALK_MS);
  };
  return {
    /** The callee's time to talk begins when something was said to them, or they are back. */
    hear({ kind }: { readonly kind: string }): void {
      if (kind === "turn_over" || kind === "back") begins();
    },
    /** The question is asked from now on. */
    asks(): void {
      pauses = 0;
      begins();
    },
    /** Whether the sound under way may be the beginning of an answer. */
    get mayAnswer() {
      return !floor.isCallerQuiet && !isOver;
    },
    /** Counts a noise or a hesitation. Returns whether it restarts the time to answer. */
    mayPause: () => ++pauses <= MAX_PAUSES,
  };
}

function unmatched(isAnswered: boolean): ChoiceAnswer {
  return { status: isAnswered ? "no_match" : "no_input", option: undefined, by: null };
}
