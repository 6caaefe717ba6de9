import { onAbort } from "../kernel/abort.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import { sentencesIn } from "../speech/sentences.js";
import type { Conversation } from "./conversation.js";
import { fillSilence } from "./fill-silence.js";
import { openFloor } from "./floor.js";
import type { HeardAt } from "./hear-caller.js";
import type { Interjections } from "./interjections.js";
import { NOT_UNDERSTOOD, pickCached } from "./phrasebook.js";
import { replyTo } from "./reply.js";
import { answerKeyPress, menuItemForKey } from "./run-menu-item.js";
import { AFTER_A_WAIT, sayAsTurn } from "./say.js";
import type { Farewell, Turn } from "./turn.js";
import { createUnansweredAudio } from "./unanswered-audio.js";

type OtherEvent = { readonly kind: "interjection" } | { readonly kind: "wind_down" };

/**
 * Holds a conversation: greets, and answers what the caller says until one of the two ends it. Resolves when the
 * assistant has said goodbye; the line is still there then, and nobody listens to it any more.
 *
 * A caller who interrupts gets the floor. What they had said and got no answer to yet is put before what they say then,
 * because a pause for thought is not the end of a question. When it turns out that they said nothing, the assistant goes
 * on where it was cut short.
 *
 * @param scope the call's; when it ends, the reason is thrown
 * @param windDown when it aborts, the present turn is cut short, goodbye is said, and the conversation is over
 */
export async function converse(call: Conversation, scope: Scope, windDown: AbortSignal): Promise<Farewell> {
  await using talk = scope.child("conversation");
  talk.onEnd(() => call.interjections.close());
  const floor = await openFloor<OtherEvent>(call, talk);
  call.interjections.listen(() => floor.put({ kind: "interjection" }));
  talk.onEnd(onAbort(windDown, () => floor.put({ kind: "wind_down" })));
  /** The turn that the caller cut short last, while nothing has come of that. */
  let cut: Turn | undefined;
  const unanswered = createUnansweredAudio();
  let askedStillThere = false;
  if (!windDown.aborted) say([pickCached("greetings", call)]);

  for await (const event of floor) {
    talk.signal.throwIfAborted();
    if (event.kind === "turn_over") {
      if (!floor.finish(event.turn)) continue;
      if (event.turn.farewell) return event.turn.farewell;
      cut = undefined;
      awaitCaller();
    }
    if (windDown.aborted) {
      if (!floor.turn?.farewell) sayGoodbye("wound_down");
      continue; // Nobody takes the floor from the last goodbye.
    }
    if (floor.turn?.isHeld) continue; // Until they have been put through, or are with us again.
    switch (event.kind) {
      case "key": {
        const item = menuItemForKey(event.key, call);
        if (!item) break;
        floor.yield("the caller pressed a key");
        cut = undefined;
        askedStillThere = false;
        unanswered.clear();
        floor.take((turn) => answerKeyPress(item, turn, call));
        break;
      }
      case "voice":
        interrupt(event);
        break;
      case "discarded":
        if (unanswered.isEmpty) resume();
        else answer(event.at);
        break;
      case "utterance":
        interrupt(event);
        askedStillThere = false;
        unanswered.add(event.samples);
        answer(event.at - event.silentMs);
        break;
      case "interjection":
        if (floor.isOpen) awaitCaller();
        break;
      case "idle":
        if (!floor.isOpen) break; // Somebody has taken the floor in the same moment.
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

  /** Nobody has the floor: what waits to be said takes it, else the caller has all the time there is. */
  function awaitCaller(): void {
    const interjection = call.interjections.take();
    if (interjection) interject(interjection);
    else floor.open(call.idleTimeoutMs);
  }

  function say(phrases: readonly string[], farewell?: Farewell): void {
    floor.take((turn) => sayAsTurn(phrases, turn, call), farewell);
  }

  function interject({ text, resolve }: NonNullable<ReturnType<Interjections["take"]>>): void {
    const { scope: saying, spoken } = floor.take(async (turn) => sayAsTurn(await sentencesIn(text), turn, call, {}));
    saying.onEnd(() => resolve(spoken.heard.length > 0 && spoken.unheard.length === 0));
  }

  function sayGoodbye(why: Farewell): void {
    floor.yield("the call is being ended");
    say([pickCached("goodbyes", call)], why);
  }

  function interrupt(heard: HeardAt): void {
    const turn = floor.interrupt(heard);
    if (!turn) return;
    if (turn.audible || !cut) cut = turn;
    if (!turn.audible) return;
    call.metrics.bargedIn();
    call.log.info("barge_in", "The caller spoke over the assistant");
  }

  function answer(callerSilentAt: number): void {
    const before = cut;
    floor.take(async (turn) => {
      const onAnswering = () => unanswered.clear();
      const understood = await replyTo(unanswered.joined(), turn, call, { callerSilentAt, onAnswering });
      if (!understood) await sayRest(before, turn, [NOT_UNDERSTOOD]);
    });
  }

  /** The caller said nothing after all: goes on with what they had cut short. */
  function resume(): void {
    if (floor.turn) return; // A key, or the idle timer, has begun a turn meanwhile.
    const before = cut;
    // Cut before it said anything (a tool was at work): there is nothing to repeat, and the caller waits.
    const otherwise = before?.spoken.heard.length === 0 ? [NOT_UNDERSTOOD] : [];
    if (before) floor.take((turn) => sayRest(before, turn, otherwise));
    else awaitCaller();
  }

  /** Says what the caller missed of a turn that was cut short, and `otherwise` when they missed nothing. */
  async function sayRest(before: Turn | undefined, turn: Turn, otherwise: readonly string[]): Promise<void> {
    const rest = before?.spoken.unheard ?? [];
    turn.farewell = before?.farewell;
    if (rest.length === 0) return sayAsTurn(turn.farewell ? [] : otherwise, turn, call, AFTER_A_WAIT);
    const saying = turn.scope.child("rest");
    const onTooLate = () => saying.end(new Ending("deadline", "The rest of a reply was not said in time"));
    const wait = fillSilence(turn, call, { scope: saying, onTooLate });
    await sayAsTurn(rest, turn, call, { scope: saying, onSent: wait.sent }).finally(() => saying.end());
  }
}
