import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { ChoiceMatchedBy } from "../records/call-record.js";
import type { Choice, ChoiceOption } from "../records/call-script.js";
import { sentencesIn } from "../speech/sentences.js";
import { isBackchannel, isPickUpGreeting } from "../turn-taking/backchannels.js";
import { confirmOption, type ConfirmNeeds } from "../choice/confirm-option.js";
import { prepareChoice } from "../choice/prepared-choice.js";
import { readAnswer } from "../choice/read-answer.js";
import type { Conversation } from "./conversation.js";
import { type FillNeeds, fillSilence } from "./fill-silence.js";
import { type FloorNeeds, type HeardUtterance, openFloor } from "../turn-taking/floor.js";
import { sayAsTurn, type SayNeeds } from "./say.js";
import { beginTurn, type Turn } from "../turn-taking/turn.js";

export type AskNeeds = FloorNeeds & SayNeeds & FillNeeds & ConfirmNeeds & Pick<Conversation, "transcript">;

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

/** Progress of a question when it was broken off. */
export interface AskedSoFar {
  /** Number of attempts begun. The last one does not count: it is repeated. */
  readonly asked: number;
  /** Whether anything was said in answer to it. */
  readonly isAnswered: boolean;
}

/** The meaning of an utterance. */
type Understood =
  | { readonly kind: "option"; readonly option: ChoiceOption; readonly by: "words" | "model" }
  /** No answer yet: noise or hesitation. */
  | { readonly kind: "nothing" }
  /** Words that choose nothing, or speech that could not be recognised. */
  | { readonly kind: "unclear" };

type OtherEvent = { readonly kind: "recognised"; readonly text: string; readonly as: Understood };

/** Interval for checking whether a sound that may begin an answer has become one, in ms. */
const QUIET_POLL_MS = 100;
/** Maximum number of times that noise or hesitation restarts the callee's time to answer, per attempt. */
const MAX_PAUSES = 5;

/**
 * Asks a question until it is answered by voice or key, or the attempts are used up. The callee may answer before the
 * prompt ends; a key counts at once, whatever else happens. While the callee may have begun to answer, the question is
 * neither repeated nor given up.
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
  const [prompt, prepared] = await Promise.all([sentencesIn(choice.prompt), prepareChoice(choice)]);
  await using asking = scope.child("choice");
  const floor = await openFloor<OtherEvent>(call, asking, isListening);
  let asked = Math.max(0, from.asked - 1);
  /** Number of utterances being recognised, and the completion of the last. */
  let pending = 0;
  let last: Promise<void> = Promise.resolve();
  let answered = from.isAnswered;
  /** Number of noises and hesitations since the question was last asked. */
  let pauses = 0;
  /** The turn that tells the callee to wait while their answer is being recognised. */
  let waiting: Turn | undefined;
  ask();

  for await (const event of floor) {
    asking.signal.throwIfAborted();
    switch (event.kind) {
      case "turn_over":
        if (!floor.finish(event.turn)) break;
        if (event.turn.spoken.unheard.length === 0) onHeard();
        floor.open(choice.timeoutMs);
        break;
      case "voice":
      case "interrupted":
        waiting?.scope.end();
        break;
      case "lull":
      case "talk":
      case "resumed":
      case "heard":
        break; // An answer is recognised once it is complete.
      case "discarded":
        waitOn();
        break;
      case "utterance":
        recognise(event);
        break;
      case "key": {
        const option = choice.options.find(({ key }) => key === event.key);
        if (!option) break;
        onRecognised(event.key);
        return { status: "matched", option, by: "key" };
      }
      case "recognised": {
        pending--;
        if (pending === 0) waiting?.scope.end();
        if (event.text) {
          onRecognised(event.text);
          call.transcript.callerSaid(event.text);
        }
        const { as } = event;
        if (as.kind === "option") return { status: "matched", option: as.option, by: as.by };
        answered ||= as.kind === "unclear" || event.text !== "";
        if (as.kind === "nothing") waitOn();
        else if (isExhausted()) return { status: "no_match", option: undefined, by: null };
        break;
      }
      case "idle":
        if (isExhausted()) return { status: answered ? "no_match" : "no_input", option: undefined, by: null };
    }
  }
  throw scope.signal.reason;

  /**
   * Asks again if there is no result yet, or returns true if the attempts are used up. Does neither while the callee or
   * the assistant is speaking.
   */
  function isExhausted(): boolean {
    if (pending > 0 || floor.turn) return false; // The next step follows from it.
    if (!floor.isCallerQuiet) floor.open(QUIET_POLL_MS);
    else if (asked >= choice.attempts) return true;
    else ask();
    return false;
  }

  /** There is no answer yet: restarts the callee's time to answer. */
  function waitOn(): void {
    if (pending > 0 || floor.turn) return;
    floor.open(++pauses > MAX_PAUSES ? QUIET_POLL_MS : choice.timeoutMs);
  }

  function ask(): void {
    pauses = 0;
    onAsked(++asked);
    floor.take((turn) => sayAsTurn(prompt, turn, call));
  }

  /** Whether words said over the prompt are a backchannel. A word that answers the question never is. */
  function isListening(text: string, _turn: Turn, isComplete: boolean): boolean {
    if (readAnswer(text, prepared).kind === "option") return false;
    return isBackchannel(text, call.language, isComplete) || isPickUpGreeting(text, call.language, isComplete);
  }

  /** Recognises an utterance. Results arrive in the order in which the utterances were said. */
  function recognise(utterance: HeardUtterance): void {
    pending++;
    const recognising = asking.child("recognising");
    const onTooLate = () => recognising.end(new Ending("deadline", "The answer was not recognised in time"));
    waiting?.scope.end();
    waiting = beginTurn(asking);
    fillSilence(waiting, call, { scope: recognising, onTooLate });
    const { signal } = recognising;
    const understood = asking
      .run(understand(utterance, signal))
      .catch((error: unknown) => {
        if (!asking.signal.aborted) {
          call.log.error("answer_failed", describe(error), { code: (error as AttendantError).code ?? "stt_failed" });
        }
        return { text: "", as: { kind: "unclear" } as const };
      })
      .finally(() => recognising.end());
    last = last.then(async () => floor.put({ kind: "recognised", ...(await understood) }));
  }

  async function understand(utterance: HeardUtterance, signal: AbortSignal) {
    const text = utterance.text ?? (await unlessAborted(signal, call.recogniser.transcribe([utterance], signal)));
    call.log.said("stt_result", text ? "The callee answered" : "Nothing was understood", {}, { text });
    return { text, as: await meaningOf(text, signal) };
  }

  async function meaningOf(text: string, signal: AbortSignal): Promise<Understood> {
    const reading = readAnswer(text, prepared);
    if (reading.kind === "option") return { ...reading, by: "words" };
    if (reading.kind === "nothing") return reading;
    const { supported } = reading;
    if (!supported || !(await confirmOption(text, supported, prepared, call, signal))) return { kind: "unclear" };
    return { kind: "option", option: supported, by: "model" };
  }
}
