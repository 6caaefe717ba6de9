import { unlessAborted } from "../kernel/deadline.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { ChoiceOption } from "../records/call-script.js";
import { confirmOption, type ConfirmNeeds } from "../choice/confirm-option.js";
import type { PreparedChoice } from "../choice/prepared-choice.js";
import { readAnswer } from "../choice/read-answer.js";
import { awaitedAnswer } from "../turn-taking/like-words.js";
import type { HeardUtterance } from "../turn-taking/floor.js";
import { beginTurn, type Turn } from "../turn-taking/turn.js";
import type { Dialogue } from "./conversation.js";

/** The meaning of an utterance. */
export type Understood =
  | { readonly kind: "option"; readonly option: ChoiceOption; readonly by: "words" | "model" }
  /** No answer yet: noise or hesitation. */
  | { readonly kind: "nothing" }
  /** Words that choose nothing, or speech that could not be recognised. */
  | { readonly kind: "unclear" };

/** An utterance that was recognised; the text is "" if nothing was. */
export interface RecognisedEvent {
  readonly kind: "recognised";
  readonly text: string;
  readonly as: Understood;
}

export type RecogniseNeeds = ConfirmNeeds & Pick<Dialogue, "fillSilence" | "recogniser">;

/** Recognises what is said in answer to a question. */
export interface AnswerRecognition {
  /** Whether an utterance is being recognised. */
  readonly isBusy: boolean;
  /** Recognises an utterance. Results arrive in the order in which the utterances were said. */
  recognise(utterance: HeardUtterance): void;
  /** Takes note that a result has arrived. */
  arrived(): void;
  /** Stops telling the callee to wait. */
  stopTelling(): void;
}

/** @param tell receives each result */
export function createAnswerRecognition(
  choice: PreparedChoice,
  call: RecogniseNeeds,
  scope: Scope,
  tell: (event: RecognisedEvent) => void,
): AnswerRecognition {
  let pending = 0;
  /** Completion of the last utterance. */
  let last: Promise<void> = Promise.resolve();
  /** The turn that tells the callee to wait while their answer is being recognised. */
  let waiting: Turn | undefined;

  return {
    get isBusy() {
      return pending > 0;
    },
    recognise(utterance) {
      pending++;
      const recognising = scope.child("recognising");
      waiting?.scope.end();
      waiting = beginTurn(scope);
      const failure = "The answer was not recognised";
      const isOwed = awaitedAnswer([utterance], call.recogniser.latency);
      call.fillSilence(waiting, { scope: recognising, isOwed, failure });
      const understood = scope
        .run(understand(utterance, recognising.signal))
        .catch((error: unknown) => {
          if (!scope.signal.aborted) {
            call.log.error("answer_failed", describe(error), { code: (error as AttendantError).code ?? "stt_failed" });
          }
          return { text: "", as: { kind: "unclear" } as const };
        })
        .finally(() => recognising.end());
      last = last.then(async () => tell({ kind: "recognised", ...(await understood) }));
    },
    arrived() {
      pending--;
      if (pending === 0) waiting?.scope.end();
    },
    stopTelling: () => waiting?.scope.end(),
  };

  async function understand(utterance: HeardUtterance, signal: AbortSignal) {
    const text = utterance.text ?? (await unlessAborted(signal, call.recogniser.transcribe([utterance], signal)));
    call.log.said("stt_result", text ? "The callee answered" : "Nothing was understood", {}, { text });
    return { text, as: await meaningOf(text, signal) };
  }

  async function meaningOf(text: string, signal: AbortSignal): Promise<Understood> {
    const reading = readAnswer(text, choice);
    if (reading.kind === "option") return { ...reading, by: "words" };
    if (reading.kind === "nothing") return reading;
    const { supported } = reading;
    if (!supported || !(await confirmOption(text, supported, choice, call, signal))) return { kind: "unclear" };
    return { kind: "option", option: supported, by: "model" };
  }
}
