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

/** Who is told how the asking goes. */
export interface AskListener {
  /** Of everything that was understood, matching or not, and of the key that chose. */
  onRecognised(text: string): void;
  /** Of how often it has been begun to be asked, whenever that changes. */
  onAsked(times: number): void;
  /** Told whenever the question was played to its end. */
  onHeard(): void;
}

/** How far it had come where it was broken off. */
export interface AskedSoFar {
  /** How often it was begun to be asked. The last time does not count: that is made up for. */
  readonly asked: number;
  /** Whether anything was said to it. */
  readonly isAnswered: boolean;
}

/** What an utterance came to. */
type Understood =
  | { readonly kind: "option"; readonly option: ChoiceOption; readonly by: "words" | "model" }
  /** Nothing was answered yet: noise, hesitation. */
  | { readonly kind: "nothing" }
  /** Words that choose nothing, or speech that could not be recognised. */
  | { readonly kind: "unclear" };

type OtherEvent = { readonly kind: "recognised"; readonly text: string; readonly as: Understood };

/** How often it is looked whether a sound that may be the beginning of an answer has become one, ms. */
const QUIET_POLL_MS = 100;
/** How often noise and hesitation give the callee the time to answer once more, each time the question is asked. */
const MAX_PAUSES = 5;

/**
 * Asks a question until it is answered by voice or by key, or was asked often enough. The callee may answer before the
 * prompt has come to its end; a key counts at once, whatever else is going on. Nobody is asked again, or given up,
 * while they may have begun to answer.
 *
 * @param scope the call's; when it ends, its ending is thrown
 * @param from where it goes on; from the beginning unless given
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
  /** Utterances that are being recognised, and the last of them. */
  let pending = 0;
  let last: Promise<void> = Promise.resolve();
  let answered = from.isAnswered;
  /** How much noise and hesitation there was since the question was asked last. */
  let pauses = 0;
  /** Tells the callee to wait while their answer is being recognised. */
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
        break; // An answer is recognised when it is over.
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

  /** Nothing has come of it so far: has it asked again, or is that all? Neither while somebody has the floor. */
  function isExhausted(): boolean {
    if (pending > 0 || floor.turn) return false; // That leads on by itself.
    if (!floor.isCallerQuiet) floor.open(QUIET_POLL_MS);
    else if (asked >= choice.attempts) return true;
    else ask();
    return false;
  }

  /** Nothing was answered yet: the callee has the time to answer once more. */
  function waitOn(): void {
    if (pending > 0 || floor.turn) return;
    floor.open(++pauses > MAX_PAUSES ? QUIET_POLL_MS : choice.timeoutMs);
  }

  function ask(): void {
    pauses = 0;
    onAsked(++asked);
    floor.take((turn) => sayAsTurn(prompt, turn, call));
  }

  /** Whether words said over the prompt are those of somebody who listens: nothing that answers it is. */
  function isListening(text: string, _turn: Turn, isComplete: boolean): boolean {
    if (readAnswer(text, prepared).kind === "option") return false;
    return isBackchannel(text, call.language, isComplete) || isPickUpGreeting(text, call.language, isComplete);
  }

  /** Has an utterance recognised; the results come in the order in which they were said. */
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
