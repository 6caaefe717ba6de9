import { type AttendantError, describe } from "../kernel/errors.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import type { Conversation } from "./conversation.js";
import { type HeardAt, hearCaller } from "./hear-caller.js";
import { type ChoiceOption, matchChoice } from "./match-choice.js";
import { sayPhrases } from "./say-phrase.js";
import type { Turn } from "./turn.js";
import { createTurnTaking } from "./turn-taking.js";

/** A question with a closed set of answers. */
export interface Choice {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  /** How long is waited for an answer to begin once the prompt was heard, ms. */
  readonly timeoutMs: number;
  /** How often the prompt is asked in all. */
  readonly attempts: number;
}

export interface ChoiceAnswer {
  readonly status: "matched" | "no_match" | "no_input";
  readonly option: ChoiceOption | undefined;
}

type Happening =
  | HeardAt
  | { readonly kind: "turn_over"; readonly turn: Turn }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "understood"; readonly text: string }
  | { readonly kind: "time_up" };

const MOST_HAPPENINGS = 256;

/**
 * Asks a question until it is answered by voice or by key, or was asked often enough. The callee may answer before the
 * prompt has come to its end; a key counts at once, whatever else is going on.
 *
 * @param onRecognised told of everything that was understood, matching or not, and of the key that chose
 * @param scope the call's; when it ends, its ending is thrown
 */
export async function askChoice(
  choice: Choice,
  call: Conversation,
  scope: Scope,
  onRecognised: (text: string) => void,
): Promise<ChoiceAnswer> {
  await using asking = scope.child("choice");
  const happenings = new Mailbox<Happening>(MOST_HAPPENINGS, "drop-oldest");
  const turns = createTurnTaking({
    scope: asking,
    onOver: (turn) => happenings.put({ kind: "turn_over", turn }),
    onFault: (error) => call.log.error("turn_failed", `The question broke off: ${describe(error)}`),
  });
  let asked = 0;
  let speaking = false;
  /** Utterances that are being recognised. */
  let pending = 0;
  let answered = false;
  let timer: NodeJS.Timeout | undefined;
  asking.onEnd(() => {
    clearTimeout(timer);
    happenings.close();
  });

  asking.onEnd(call.line.onKey((key) => happenings.put({ kind: "key", key })));
  await hearCaller(call.line, call.listening, asking, (heard) => happenings.put(heard));
  ask();

  for await (const happening of happenings) {
    asking.signal.throwIfAborted();
    switch (happening.kind) {
      case "turn_over":
        if (turns.finish(happening.turn)) awaitAnswer();
        break;
      case "voice":
        speaking = true;
        giveWay();
        break;
      case "discarded":
        speaking = false;
        awaitAnswer();
        break;
      case "utterance":
        speaking = false;
        answered = true;
        giveWay();
        recognise(happening.samples);
        break;
      case "key": {
        const option = choice.options.find(({ key }) => key === happening.key);
        if (!option) break;
        onRecognised(happening.key);
        return { status: "matched", option };
      }
      case "understood": {
        pending--;
        if (happening.text) onRecognised(happening.text);
        const option = matchChoice(happening.text, choice.options);
        if (option) return { status: "matched", option };
        if (speaking || pending > 0) break; // They are saying more.
        if (asked >= choice.attempts) return { status: "no_match", option: undefined };
        ask();
        break;
      }
      case "time_up":
        if (speaking || pending > 0 || turns.current) break;
        if (asked >= choice.attempts) return { status: answered ? "no_match" : "no_input", option: undefined };
        ask();
    }
  }
  throw scope.signal.reason;

  function ask(): void {
    asked++;
    turns.take((turn) => sayPhrases([choice.prompt], turn, call));
  }

  function giveWay(): void {
    clearTimeout(timer);
    turns.leave("the callee answers");
  }

  function awaitAnswer(): void {
    clearTimeout(timer);
    timer = setTimeout(() => happenings.put({ kind: "time_up" }), choice.timeoutMs);
  }

  function recognise(samples: Int16Array): void {
    pending++;
    const understood = async () => {
      const text = await call.stt.transcribe(samples, asking.signal);
      call.log.said("stt_result", text ? "The callee answered" : "Nothing was understood", {}, { text });
      return text;
    };
    void asking
      .run(understood())
      .catch((error: unknown) => {
        if (!asking.signal.aborted) {
          call.log.error("answer_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
        }
        return "";
      })
      .then((text) => happenings.put({ kind: "understood", text }));
  }
}
