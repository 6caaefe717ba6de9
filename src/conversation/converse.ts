import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { Mailbox } from "../kernel/mailbox.js";
import type { Scope } from "../kernel/scope.js";
import { sentencesIn } from "./announce.js";
import { createUnansweredAudio } from "./unanswered-audio.js";
import { answerKeyPress, menuItemForKey } from "./run-menu-item.js";
import type { Conversation } from "./conversation.js";
import { type HeardAt, hearCaller } from "./hear-caller.js";
import type { Interjections } from "./interjections.js";
import { NOT_UNDERSTOOD } from "./phrasebook.js";
import { replyTo } from "./reply.js";
import { AFTER_A_WAIT, pickCached, sayPhrases } from "./say-phrase.js";
import type { Farewell, Turn } from "./turn.js";
import { createTurnTaking } from "./turn-taking.js";
import { fillSilence } from "./fill-silence.js";

type CallEvent =
  | HeardAt
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "turn_over"; readonly turn: Turn }
  | { readonly kind: "idle" }
  | { readonly kind: "interjection" }
  | { readonly kind: "wind_down" };

/** Events wait here for microseconds; a queue this long means that the process has stood still. */
const MAX_EVENTS = 256;

/**
 * Holds a conversation: greets, and answers what the caller says until one of the two ends it. Resolves when the
 * assistant has said goodbye; the line is still there then, and nobody listens to it any more.
 *
 * The caller always has the word: as soon as they speak, the assistant's turn is over. What they had said and got no
 * answer to yet is put before what they say then, because a pause for thought is not the end of a question. When it turns
 * out that they said nothing, the assistant goes on where it was cut short.
 *
 * @param scope the call's; when it ends, the reason is thrown
 * @param windDown when it aborts, the present turn is cut short, goodbye is said, and the conversation is over
 */
export async function converse(call: Conversation, scope: Scope, windDown: AbortSignal): Promise<Farewell> {
  await using talk = scope.child("conversation");
  const events = new Mailbox<CallEvent>(MAX_EVENTS, "drop-oldest");
  const turns = createTurnTaking({
    scope: talk,
    onOver: (turn) => events.put({ kind: "turn_over", turn }),
    onFault: (error) => call.log.error("turn_failed", `A turn broke off: ${describe(error)}`),
  });
  /** The turn that the caller cut short last, while nothing has come of that. */
  let cut: Turn | undefined;
  const unanswered = createUnansweredAudio();
  let askedStillThere = false;
  /** Runs while nobody has the word. */
  let idleTimer: NodeJS.Timeout | undefined;

  const wind = () => events.put({ kind: "wind_down" });
  windDown.addEventListener("abort", wind, { once: true });
  talk.onEnd(() => {
    windDown.removeEventListener("abort", wind);
    stopIdling();
    call.interjections.close();
    events.close();
    if (events.dropped > 0) call.metrics.dropped("events", events.dropped);
  });
  call.interjections.listen(() => events.put({ kind: "interjection" }));

  talk.onEnd(call.line.onKey((key) => events.put({ kind: "key", key })));
  await hearCaller(call.line, call.listening, talk, (heard) => events.put(heard));
  if (windDown.aborted) wind();
  else say([pickCached("greetings", call)]);

  for await (const event of events) {
    talk.signal.throwIfAborted();
    if (event.kind === "turn_over") {
      if (!turns.finish(event.turn)) continue;
      if (event.turn.farewell) return event.turn.farewell;
      cut = undefined;
      awaitCaller();
    }
    if (windDown.aborted) {
      if (!turns.current?.farewell) sayGoodbye("wound_down");
      continue; // There is no taking the word from the last goodbye.
    }
    if (turns.current?.isHeld) continue; // Until they have been put through, or are with us again.
    switch (event.kind) {
      case "key": {
        const item = menuItemForKey(event.key, call);
        if (!item) break;
        stopIdling();
        turns.leave("the caller pressed a key");
        cut = undefined;
        askedStillThere = false;
        unanswered.clear();
        turns.take((turn) => answerKeyPress(item, turn, call));
        break;
      }
      case "voice":
        stopIdling();
        giveWay();
        break;
      case "discarded":
        if (unanswered.isEmpty) goOn();
        else answer(event.at);
        break;
      case "utterance":
        stopIdling();
        giveWay();
        askedStillThere = false;
        unanswered.add(event.samples);
        answer(event.at - event.silentMs);
        break;
      case "interjection":
        if (idleTimer !== undefined) awaitCaller();
        break;
      case "idle":
        if (idleTimer === undefined) break; // Somebody has taken the word in the same moment.
        stopIdling();
        if (askedStillThere) sayGoodbye("idle");
        else say([pickCached("followups", call)]);
        askedStillThere = true;
        break;
      case "turn_over":
      case "wind_down":
        break; // Seen to above.
    }
  }
  throw scope.signal.reason;

  /** Nobody has the word: whoever waited for that takes it, else the caller has all the time there is. */
  function awaitCaller(): void {
    stopIdling();
    const interjection = call.interjections.take();
    if (interjection) return interject(interjection);
    idleTimer = setTimeout(() => events.put({ kind: "idle" }), call.idleTimeoutMs);
  }

  function stopIdling(): void {
    clearTimeout(idleTimer);
    idleTimer = undefined;
  }

  function say(phrases: readonly string[], farewell?: Farewell): void {
    turns.take((turn) => sayPhrases(phrases, turn, call), farewell);
  }

  function interject({ text, resolve }: NonNullable<ReturnType<Interjections["take"]>>): void {
    const { scope: saying, spoken } = turns.take(async (turn) => sayPhrases(await sentencesIn(text), turn, call, {}));
    saying.onEnd(() => resolve(spoken.heard.length > 0 && spoken.unheard.length === 0));
  }

  function sayGoodbye(why: Farewell): void {
    stopIdling();
    turns.leave("the call is being ended");
    say([pickCached("goodbyes", call)], why);
  }

  /** Leaves the word to the caller. */
  function giveWay(): void {
    const turn = turns.leave("the caller spoke");
    if (!turn) return;
    if (turn.audible || !cut) cut = turn;
    if (!turn.audible) return;
    call.metrics.bargedIn();
    call.log.info("barge_in", "The caller spoke over the assistant");
  }

  function answer(callerSilentAt: number): void {
    const before = cut;
    turns.take(async (turn) => {
      const onAnswering = () => unanswered.clear();
      const understood = await replyTo(unanswered.joined(), turn, call, { callerSilentAt, onAnswering });
      if (!understood) await sayRest(before, turn, [NOT_UNDERSTOOD]);
    });
  }

  /** Nobody said anything after all. */
  function goOn(): void {
    if (turns.current) return; // Begun while it was not clear yet: by a key, or by nobody being there to talk to.
    const before = cut;
    // Of a tool that was at work for them there is nothing to say any more, and they wait.
    const otherwise = before?.spoken.heard.length === 0 ? [NOT_UNDERSTOOD] : [];
    if (before) turns.take((turn) => sayRest(before, turn, otherwise));
    else awaitCaller();
  }

  /** Says what the caller missed of a turn that was cut short, and `otherwise` when they missed nothing. */
  async function sayRest(before: Turn | undefined, turn: Turn, otherwise: readonly string[]): Promise<void> {
    const rest = before?.spoken.unheard ?? [];
    turn.farewell = before?.farewell;
    if (rest.length === 0) return sayPhrases(turn.farewell ? [] : otherwise, turn, call, AFTER_A_WAIT);
    const saying = turn.scope.child("rest");
    const onTooLate = () => saying.end(new Ending("deadline", "The rest of a reply was not said in time"));
    const wait = fillSilence(turn, call, { scope: saying, onTooLate });
    await sayPhrases(rest, turn, call, { scope: saying, onSent: wait.sent }).finally(() => saying.end());
  }
}
