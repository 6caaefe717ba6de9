import { Ending } from "../kernel/ending.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import type { Conversation } from "./conversation.js";
import { type HeardAt, hearCaller } from "./hear-caller.js";
import { STILL_THERE } from "./phrasebook.js";
import { replyTo, type TurnOutcome } from "./reply.js";
import { sayPhrase } from "./say-phrase.js";

/** Why a conversation came to its end while the line still stood. */
export type Farewell = "goodbye" | "idle" | "wound_down";

type Happening =
  | HeardAt
  | { readonly kind: "turn_over"; readonly turn: Scope; readonly outcome: TurnOutcome }
  | { readonly kind: "idle" }
  | { readonly kind: "wind_down" };

/** Happenings wait here for microseconds; a queue this long means that the process has stood still. */
const MOST_HAPPENINGS = 256;
/** What is carried over from interrupted turns to the next, at most: samples of a minute. */
const MOST_CARRIED = 60 * 16_000;

/**
 * Holds a conversation: greets, and answers what the caller says until one of the two ends it. Resolves when the
 * assistant has said goodbye; the line is still there then.
 *
 * The caller always has the word: as soon as they speak, the assistant's turn is over. What they had said and got no
 * answer to yet is put before what they say then, because a pause for thought is not the end of a question.
 *
 * @param scope the call's; when it ends, the reason is thrown
 * @param windDown when it aborts, the present turn is cut short, goodbye is said, and the conversation is over
 */
export async function converse(call: Conversation, scope: Scope, windDown: AbortSignal): Promise<Farewell> {
  const happenings = new Mailbox<Happening>(MOST_HAPPENINGS, "drop-oldest");
  /** The assistant's turn, from the caller's last word to its own last word heard; absent while it listens. */
  let turn: Scope | undefined;
  /** When the turn that was interrupted last has unwound. */
  let left = Promise.resolve();
  let unanswered: Int16Array = new Int16Array(0);
  let askedStillThere = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const stopIdling = () => clearTimeout(idleTimer);
  const awaitCaller = () => {
    stopIdling();
    idleTimer = setTimeout(() => happenings.put({ kind: "idle" }), call.idleTimeoutMs);
  };
  const wind = () => happenings.put({ kind: "wind_down" });
  windDown.addEventListener("abort", wind, { once: true });
  scope.onEnd(() => {
    windDown.removeEventListener("abort", wind);
    stopIdling();
    happenings.close();
  });
  if (windDown.aborted) wind();

  await hearCaller(call.line, call.listening, scope, (heard) => happenings.put(heard));
  take((signal) => sayPhrase(call.phrasebook.pick("greetings"), call, signal));

  for await (const happening of happenings) {
    switch (happening.kind) {
      case "voice":
        stopIdling();
        if (turn) interrupt(turn);
        break;
      case "discarded":
        // Nobody said anything after all. What was asked before still wants its answer.
        if (turn) break;
        if (unanswered.length > 0) answer(happening.at);
        else awaitCaller();
        break;
      case "utterance":
        stopIdling();
        if (turn) interrupt(turn);
        askedStillThere = false;
        unanswered = joined(unanswered, happening.samples);
        answer(happening.at - happening.silentMs);
        break;
      case "turn_over":
        if (happening.turn !== turn) break;
        turn = undefined;
        if (happening.outcome === "hang_up") return "goodbye";
        awaitCaller();
        break;
      case "idle":
        if (turn) break;
        if (askedStillThere) return await sayGoodbye("idle");
        askedStillThere = true;
        take((signal) => sayPhrase(STILL_THERE, call, signal));
        break;
      case "wind_down":
        turn?.end(new Ending("interrupted", "the call is being wound down"));
        await turn?.closed;
        return await sayGoodbye("wound_down");
    }
  }
  throw scope.signal.reason;

  function answer(callerSilentAt: number): void {
    const samples = unanswered;
    const onAnswering = () => {
      unanswered = new Int16Array(0);
    };
    take((signal) => replyTo(samples, call, { signal, callerSilentAt, onAnswering }));
  }

  /** Gives the assistant the word, once the turn before has unwound and the transcript holds what was heard of it. */
  function take(speakUp: (signal: AbortSignal) => Promise<TurnOutcome>): void {
    const current = scope.child("turn");
    const before = left;
    turn = current;
    const over = (outcome: TurnOutcome) => {
      current.end();
      happenings.put({ kind: "turn_over", turn: current, outcome });
    };
    void current.run(before.then(() => speakUp(current.signal))).then(over, () => over("go_on"));
  }

  function interrupt(current: Scope): void {
    turn = undefined;
    left = current.closed;
    current.end(new Ending("interrupted", "the caller spoke"));
    call.metrics.bargedIn();
    call.log.info("barge_in", "The caller spoke over the assistant");
  }

  async function sayGoodbye(why: Farewell): Promise<Farewell> {
    const last = scope.child("goodbye");
    await last.run(sayPhrase(call.phrasebook.pick("goodbyes"), call, last.signal));
    last.end();
    return why;
  }
}

/** Both, one after the other; of too much, the latest. */
function joined(before: Int16Array, after: Int16Array): Int16Array {
  if (before.length === 0) return after;
  const both = new Int16Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both.length > MOST_CARRIED ? both.subarray(both.length - MOST_CARRIED) : both;
}
