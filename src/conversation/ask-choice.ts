import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { sentencesIn } from "../speech/sentences.js";
import type { Conversation } from "./conversation.js";
import { type FillNeeds, fillSilence } from "./fill-silence.js";
import { type FloorNeeds, openFloor } from "./floor.js";
import type { HeardAt } from "./hear-caller.js";
import { type ChoiceOption, matchChoice } from "./match-choice.js";
import { sayAsTurn, type SayNeeds } from "./say.js";
import { beginTurn, type Turn } from "./turn.js";

/** A question with a closed set of answers. */
export interface Choice {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  /** How long is waited for an answer to begin once the prompt was heard, ms. */
  readonly timeoutMs: number;
  /** How often the prompt is asked in all. */
  readonly attempts: number;
}

export type AskNeeds = FloorNeeds & SayNeeds & FillNeeds & Pick<Conversation, "stt" | "transcript">;

export interface ChoiceAnswer {
  readonly status: "matched" | "no_match" | "no_input";
  readonly option: ChoiceOption | undefined;
}

type OtherEvent = { readonly kind: "recognised"; readonly text: string };

/** How often it is looked whether a sound that may be the beginning of an answer has become one, ms. */
const QUIET_POLL_MS = 100;

/**
 * Asks a question until it is answered by voice or by key, or was asked often enough. The callee may answer before the
 * prompt has come to its end; a key counts at once, whatever else is going on. Nobody is asked again, or given up,
 * while they may have begun to answer.
 *
 * @param onRecognised told of everything that was understood, matching or not, and of the key that chose
 * @param scope the call's; when it ends, its ending is thrown
 */
export async function askChoice(
  choice: Choice,
  call: AskNeeds,
  scope: Scope,
  onRecognised: (text: string) => void,
): Promise<ChoiceAnswer> {
  const prompt = await sentencesIn(choice.prompt);
  await using asking = scope.child("choice");
  const floor = await openFloor<OtherEvent>(call, asking);
  let asked = 0;
  /** Whether a voice has cut the prompt short that has not come to anything yet. */
  let cutShort = false;
  /** Utterances that are being recognised, and the last of them. */
  let pending = 0;
  let last: Promise<void> = Promise.resolve();
  let answered = false;
  /** Tells the callee to wait while their answer is being recognised. */
  let waiting: Turn | undefined;
  ask();

  for await (const event of floor) {
    asking.signal.throwIfAborted();
    switch (event.kind) {
      case "turn_over":
        if (floor.finish(event.turn)) floor.open(choice.timeoutMs);
        break;
      case "voice":
        cutShort = interrupt(event);
        break;
      case "discarded":
        if (cutShort) sayPrompt();
        else floor.open(choice.timeoutMs);
        break;
      case "utterance":
        answered = true;
        interrupt(event);
        recognise(event.samples);
        break;
      case "key": {
        const option = choice.options.find(({ key }) => key === event.key);
        if (!option) break;
        onRecognised(event.key);
        return { status: "matched", option };
      }
      case "recognised": {
        pending--;
        if (pending === 0) waiting?.scope.end();
        if (event.text) {
          onRecognised(event.text);
          call.transcript.callerSaid(event.text);
        }
        const option = matchChoice(event.text, choice.options);
        if (option) return { status: "matched", option };
        if (isExhausted()) return { status: "no_match", option: undefined };
        break;
      }
      case "idle":
        if (isExhausted()) return { status: answered ? "no_match" : "no_input", option: undefined };
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

  function ask(): void {
    asked++;
    sayPrompt();
  }

  function sayPrompt(): void {
    cutShort = false;
    floor.take((turn) => sayAsTurn(prompt, turn, call));
  }

  /** Returns whether that has cut the prompt short. */
  function interrupt(heard: HeardAt): boolean {
    waiting?.scope.end();
    return floor.interrupt(heard) !== undefined;
  }

  /** Has an utterance recognised; the results come in the order in which they were said. */
  function recognise(samples: Int16Array): void {
    pending++;
    const recognising = asking.child("recognising");
    const onTooLate = () => recognising.end(new Ending("deadline", "The answer was not recognised in time"));
    waiting?.scope.end();
    waiting = beginTurn(asking);
    fillSilence(waiting, call, { scope: recognising, onTooLate });
    const recognised = async () => {
      const { signal } = recognising;
      const text = await unlessAborted(signal, call.stt.transcribe(samples, signal));
      call.log.said("stt_result", text ? "The callee answered" : "Nothing was understood", {}, { text });
      return text;
    };
    const text = asking
      .run(recognised())
      .catch((error: unknown) => {
        if (!asking.signal.aborted) {
          call.log.error("answer_failed", describe(error), { code: (error as AttendantError).code ?? "stt_failed" });
        }
        return "";
      })
      .finally(() => recognising.end());
    last = last.then(async () => floor.put({ kind: "recognised", text: await text }));
  }
}
