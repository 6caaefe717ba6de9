import { onAbort } from "../kernel/abort.js";
import type { Scope } from "../kernel/scope.js";
import { type Floor, type FloorEvent, openFloor } from "../turn-taking/floor.js";
import { type IdleEvent, watchForIdle } from "../turn-taking/idle.js";
import { type Farewell, isAsking, type Turn } from "../turn-taking/turn.js";
import { Answers } from "./answers.js";
import type { Conversation } from "./conversation.js";
import { type HandOverEvent, stopForHandOver, watchForHandOver } from "./hand-over.js";
import { interject } from "./interjections.js";
import { createOwedOpening, type Disclosure, type Opening } from "./opening.js";
import type { SayLimits } from "./voice.js";

type OtherEvent = { readonly kind: "interjection" } | { readonly kind: "wind_down" } | IdleEvent | HandOverEvent;
type TurnOver = Extract<FloorEvent, { kind: "turn_over" }>;

export interface ConverseOptions {
  /** Default: a greeting. */
  readonly opening?: Opening | undefined;
  /**
   * When it aborts, the conversation stops so that another process can resume it: between two sentences, if one ends
   * soon.
   */
  readonly handOver?: AbortSignal | undefined;
  /** Said before the opening; default: nothing. */
  readonly disclosure?: Disclosure | undefined;
}

/**
 * Holds a conversation: greets, and answers what the caller says until one of the two ends it. Resolves when the
 * assistant has said goodbye; by then the line still exists, but is no longer listened to.
 *
 * @param scope the call's; when it ends, the reason is thrown
 * @param windDown when it aborts, the current turn is cut short, a goodbye is said, and the conversation ends
 */
export async function converse(
  call: Conversation,
  scope: Scope,
  windDown: AbortSignal,
  { opening = { say: [call.phrasebook.pick("greetings")] }, handOver, disclosure }: ConverseOptions = {},
): Promise<Farewell> {
  const { interjections, phrasebook, voice } = call;
  await using talk = scope.child("conversation");
  let goesOn = false; // In another conversation, with what is waiting to be said.
  talk.onEnd(() => goesOn || interjections.close());
  const floor = await openFloor<OtherEvent>(call, talk);
  interjections.listen(() => floor.put({ kind: "interjection" }));
  talk.onEnd(onAbort(windDown, () => floor.put({ kind: "wind_down" })));
  let wasAsked = false; // Whether the last turn ended with a question.
  let missed: readonly string[] = []; // Sentences of the last turn, said while the caller had us on hold.
  const idle = watchForIdle(call, talk, floor);
  const answers = new Answers(call, { scope: talk, floor, idle, wasAsked: () => wasAsked, onNothing: awaitCaller });
  const { unanswered } = answers;
  const mayStopAt = watchForHandOver(handOver, floor, () => unanswered.isEmpty && !unanswered.begun, talk);
  const first = createOwedOpening(opening, disclosure, call.line);
  talk.onEnd(call.line.onHeld((isHeld) => (isHeld ? first.held() : floor.put({ kind: "interjection" }))));
  if (!windDown.aborted) awaitCaller();

  for await (const event of floor) {
    talk.signal.throwIfAborted();
    if (event.kind === "turn_over") {
      if (!isFinished(event)) continue;
      if (event.turn.farewell) return event.turn.farewell;
      if (mayStopAt(event)) return "handed_over";
      if (!first.waits(floor)) awaitCaller();
    }
    if (windDown.aborted) {
      if (!floor.turn?.farewell) sayGoodbye("wound_down", floor, call);
      continue;
    }
    if (mayStopAt(event)) {
      stopForHandOver(floor, phrasebook);
      return "handed_over";
    }
    if (!first.setsAside(event, floor.turn)) hear(event);
  }
  throw scope.signal.reason;

  /** Returns whether this turn had the floor until its end, and the caller is not put through now. */
  function isFinished({ turn }: TurnOver): boolean {
    if (turn.audible) wasAsked = isAsking(turn);
    if (turn.audible && !turn.keepsIdle) idle.said();
    first.over(turn);
    goesOn = turn.farewell === "language";
    const isWhole = floor.finish(turn);
    if (turn.audible && !turn.keepsFloor) missed = isWhole ? turn.spoken.missed : [];
    const { transfer } = turn;
    if (!isWhole || !transfer || windDown.aborted) return isWhole;
    floor.take((next) => call.putThrough(transfer, next));
    return false;
  }

  function hear(event: FloorEvent | OtherEvent): void {
    switch (event.kind) {
      case "key":
        pressKey(event.key);
        break;
      case "interjection":
        if (floor.isOpen && unanswered.isEmpty) awaitCaller();
        break;
      case "wordless":
        if (floor.turn || !unanswered.isEmpty) break;
        if (idle.ask()) say([phrasebook.pick("followups")]);
        else sayGoodbye("idle", floor, call);
        break;
      case "idle":
        if (floor.isOpen && first.isOwed && unanswered.isEmpty) awaitCaller();
        else answers.hear(event);
        break;
      case "wind_down":
      case "hand_over":
        break; // Looked at with each event.
      default:
        answers.hear(event);
    }
  }

  function pressKey(key: string): Turn | undefined {
    const item = call.outage.itemForKey(key);
    // A key that does nothing, pressed over the disclosure, may be all that has come before the opening.
    if (!item && first.isOwed && !floor.turn && unanswered.isEmpty && !first.waits(floor)) awaitCaller();
    if (!item) return undefined;
    floor.yield("the caller pressed a key");
    idle.heard();
    unanswered.drop();
    return floor.take((turn) => call.answerKey(item, turn));
  }

  /** The floor is free: says what is owed or waiting, or else waits for the caller, or for the end of their hold. */
  function awaitCaller(): void {
    if (call.line.isHeld()) return idle.watch();
    const isDisclosing = !windDown.aborted && first.disclose(say, (next) => voice.prepare(next, talk.signal));
    if (!isDisclosing) first.open({ answerTo: (words) => answers.answerTo(words), say, pressKey });
    if (floor.turn) return;
    if (missed.length > 0) return void say(missed);
    const interjection = interjections.take();
    if (interjection) interject(interjection, floor, call);
    else idle.watch();
  }

  function say(phrases: readonly string[], farewell?: Farewell, limits?: SayLimits): Turn {
    return floor.take((turn) => voice.sayAsTurn(phrases, turn, limits), farewell);
  }
}

function sayGoodbye(
  why: Farewell,
  floor: Pick<Floor, "yield" | "take">,
  { phrasebook, voice }: Pick<Conversation, "phrasebook" | "voice">,
): void {
  floor.yield("the call is being ended");
  const turn = floor.take((own) => voice.sayAsTurn([phrasebook.pick("goodbyes")], own), why);
  turn.ignoresCaller = why === "wound_down"; // The last goodbye cannot be interrupted.
}
