import { joined } from "../audio/pcm.js";
import { onAbort } from "../kernel/abort.js";
import type { Scope } from "../kernel/scope.js";
import type { PartialWords, Speech } from "../speech/ports.js";
import { sentencesIn } from "../speech/sentences.js";
import { createSpeculation } from "../turn-taking/speculation.js";
import { watchEndpoint } from "../turn-taking/endpoint/watch-endpoint.js";
import type { Conversation } from "./conversation.js";
import { createPrematureReplies } from "../turn-taking/premature-replies.js";
import { type HeardUtterance, openFloor } from "../turn-taking/floor.js";
import { type HandOverEvent, watchForHandOver } from "./hand-over.js";
import type { Lull } from "../turn-taking/hear-caller.js";
import { type IdleEvent, watchForIdle } from "../turn-taking/idle.js";
import { listenersIn } from "../turn-taking/overlap/words.js";
import type { Interjections } from "./interjections.js";
import { pickCached } from "./phrasebook.js";
import { type ReplyNeeds, replyTo } from "./reply.js";
import { answerKeyPress, menuItemForKey } from "./run-menu-item.js";
import { AFTER_A_WAIT, sayAsTurn } from "./say.js";
import { type Farewell, isAsking, onceCommitted, type Turn } from "../turn-taking/turn.js";
import { createNotUnderstood } from "./not-understood.js";
import { createUnansweredAudio } from "../turn-taking/unanswered-audio.js";
import { withWordlessBackoff } from "../turn-taking/wordless-backoff.js";

type OtherEvent = { readonly kind: "interjection" } | { readonly kind: "wind_down" } | IdleEvent | HandOverEvent;

/** What is said first: phrases, or an answer to what the caller said before. Empty phrases say nothing. */
export type Opening = { readonly say: readonly string[] } | { readonly answerTo: string };

export interface ConverseOptions {
  /** Default: a greeting. */
  readonly opening?: Opening | undefined;
  /**
   * When it aborts, the conversation stops so that another process can resume it: between two sentences, if one ends
   * soon.
   */
  readonly handOver?: AbortSignal | undefined;
}

/**
 * Holds a conversation: greets, and answers what the caller says until one of the two ends it. Resolves when the
 * assistant has said goodbye; by then the line still exists, but is no longer listened to.
 *
 * A caller who interrupts gets the floor. Their words that were not answered yet are put before what they say next,
 * because a pause for thought does not end a question. Noise counts as no words at all.
 *
 * @param scope the call's; when it ends, the reason is thrown
 * @param windDown when it aborts, the current turn is cut short, a goodbye is said, and the conversation ends
 */
export async function converse(
  given: Conversation,
  scope: Scope,
  windDown: AbortSignal,
  { opening = { say: [pickCached("greetings", given)] }, handOver }: ConverseOptions = {},
): Promise<Farewell> {
  const call = { ...given, recogniser: withWordlessBackoff(given.recogniser) };
  await using talk = scope.child("conversation");
  talk.onEnd(() => call.interjections.close());
  const floor = await openFloor<OtherEvent>(
    call,
    talk,
    listenersIn(call.language, () => greeting),
  );
  call.interjections.listen(() => floor.put({ kind: "interjection" }));
  talk.onEnd(call.recogniser.onPartial(hearPartial));
  talk.onEnd(onAbort(windDown, () => floor.put({ kind: "wind_down" })));
  const unanswered = createUnansweredAudio();
  const cutIns = createPrematureReplies();
  /**
   * What the caller had said when they interrupted: the only words known if their whole utterance is not understood.
   */
  let begun = "";
  /** Whether they have interrupted a turn and not been answered since. */
  let tookFloor = false;
  const notUnderstood = createNotUnderstood();
  /** Start of each utterance since the last answer with words known before its end, in ms of line time. */
  const worded = new Set<number>();
  const attempts = createSpeculation();
  /** Whether the last turn ended with a question. */
  let wasAsked = false;
  const endpoint = watchEndpoint(call, talk, floor, () => wasAsked || tookFloor);
  const idle = watchForIdle(call, talk, floor);
  const mayStopAt = watchForHandOver(handOver, floor, () => unanswered.isEmpty && !begun, talk);
  const greeting = windDown.aborted ? undefined : open(opening);

  for await (const event of floor) {
    talk.signal.throwIfAborted();
    if (event.kind === "turn_over") {
      if (event.turn.audible) wasAsked = isAsking(event.turn);
      if (event.turn.audible) idle.said();
      if (!floor.finish(event.turn)) continue;
      if (event.turn.farewell) return event.turn.farewell;
      if (mayStopAt(event)) return "handed_over";
      awaitCaller();
    }
    if (windDown.aborted) {
      if (!floor.turn?.farewell) sayGoodbye("wound_down");
      continue;
    }
    if (mayStopAt(event)) {
      floor.yield("another process resumes the conversation");
      return "handed_over";
    }
    if (floor.turn?.isHeld) continue; // Until they are connected to the operator, or talking to us again.
    if (!floor.turn) endpoint.hear(event);
    switch (event.kind) {
      case "key": {
        const item = menuItemForKey(event.key, call);
        if (!item) break;
        floor.yield("the caller pressed a key");
        tookFloor = false;
        idle.heard();
        begun = "";
        unanswered.clear();
        floor.take((turn) => answerKeyPress(item, turn, call));
        break;
      }
      case "interrupted":
        begun = event.text ?? "";
        tookFloor = true;
        cutIns.interrupted(event.turn);
        if (!event.turn.audible) break;
        call.metrics.bargedIn();
        call.log.info("barge_in", "The caller spoke over the assistant");
        break;
      case "utterance": {
        floor.yield("the caller spoke"); // Something may have taken the floor at the same moment.
        notePause(event);
        attempts.over();
        const isMonologue = event.truncated && unanswered.isEmpty;
        unanswered.add(event);
        if (isMonologue) floor.open(MONOLOGUE_PAUSE_MS);
        else {
          cutIns.answering(event.endedAt);
          answer(event.at - event.silentMs, event);
        }
        break;
      }
      case "discarded":
        attempts.settled();
        if (floor.turn) break;
        if (unanswered.isEmpty && !begun) awaitCaller();
        else answer(event.at);
        break;
      case "interjection":
        if (floor.isOpen && unanswered.isEmpty) awaitCaller();
        break;
      case "idle":
        if (!floor.isOpen || unanswered.isEmpty) break; // The floor was taken at the same moment.
        if (floor.isCallerQuiet) answer(performance.now());
        else floor.open(MONOLOGUE_PAUSE_MS);
        break;
      case "wordless":
        if (floor.turn || !unanswered.isEmpty) break;
        if (idle.ask()) say([pickCached("followups", call)]);
        else sayGoodbye("idle");
        break;
      case "lull":
        notePause(event);
        endpoint.silent(event);
        if (isWorthThinking(event)) thinkAhead(event);
        break;
      case "resumed":
        endpoint.pace.paused(event.silentMs);
        break;
      default: // Handled above.
    }
  }
  throw scope.signal.reason;

  /** The floor is free: says a waiting interjection, or else waits for the caller. */
  function awaitCaller(): void {
    const interjection = call.interjections.take();
    if (interjection) interject(interjection);
    else idle.watch();
  }

  function open(first: Opening): Turn | undefined {
    if ("answerTo" in first) {
      const [known, callerSilentAt] = [first.answerTo, performance.now()];
      return floor.take((turn) => reply(turn, [], { callerSilentAt, known }));
    }
    if (first.say.length > 0) return say(first.say);
    awaitCaller();
    return undefined;
  }

  function say(phrases: readonly string[], farewell?: Farewell): Turn {
    return floor.take((turn) => sayAsTurn(phrases, turn, call), farewell);
  }

  function interject({ text, resolve }: NonNullable<ReturnType<Interjections["take"]>>): void {
    const { scope: saying, spoken } = floor.take(async (turn) => sayAsTurn(await sentencesIn(text), turn, call, {}));
    saying.onEnd(() => resolve(spoken.heard.length > 0 && spoken.unheard.length === 0));
  }

  function sayGoodbye(why: Farewell): void {
    floor.yield("the call is being ended");
    const turn = say([pickCached("goodbyes", call)], why);
    turn.isHeld = why === "wound_down"; // The last goodbye cannot be interrupted.
  }

  /** Updates the pause after which a reply is prepared: shorter when the words so far may be complete. */
  function hearPartial(words: PartialWords): void {
    const { startedAt, text } = words;
    worded.add(startedAt);
    idle.heard();
    call.transcript.callerSays(text, [startedAt]);
    endpoint.soFar(words, attempts.mayGuess);
  }

  function isWorthThinking(lull: Lull): boolean {
    const canThink = call.thinkAhead && call.isAvailable("stt") && call.isAvailable("llm");
    return canThink && unanswered.isEmpty && attempts.mayBegin(lull.endedAt - lull.startedAt);
  }

  /** Prepares a reply to what the caller has said so far, in case that is everything. */
  function thinkAhead(lull: Lull): void {
    const before = attempts.count;
    const taken = floor.takeTentatively(lull, async (turn, known) => {
      turn.notes.withdrawn = before;
      onceCommitted(turn, () => {
        attempts.settled();
        cutIns.answering(lull.endedAt);
        unanswered.add(lull);
      });
      await reply(turn, [lull], {
        callerSilentAt: lull.at - lull.silentMs,
        known,
        otherwise: begun,
        onUnderstood(text) {
          if (text) idle.heard();
          endpoint.known(lull, text);
        },
      });
    });
    if (!taken) return;
    attempts.begin();
    endpoint.silent(lull); // Until their words are known.
  }

  /** Notes a pause if what the caller says now continues what is being answered. */
  function notePause(utterance: HeardUtterance | Lull): void {
    const pause = cutIns.pauseBefore(utterance);
    if (pause) endpoint.pace.paused(pause.ms);
    if (pause?.isCutIn) call.metrics.cutIn();
  }

  function answer(callerSilentAt: number, whole?: HeardUtterance): void {
    const otherwise = begun;
    const known = unanswered.isEmpty ? begun : unanswered.all.length === 1 ? whole?.text : undefined;
    const { notes } = floor.take((turn) => reply(turn, unanswered.all, { callerSilentAt, otherwise, known }));
    notes.happens("endpoint");
    notes.withdrawn = attempts.takeWithdrawn();
  }

  async function reply(
    turn: Turn,
    speech: readonly Speech[],
    needs: Omit<ReplyNeeds, "onAnswering" | "onSoFar" | "mayBeAll">,
  ): Promise<void> {
    const isOwed = tookFloor;
    let hasSaidWords = false;
    const sound = () => joined(speech.map(({ samples }) => samples));
    const onAnswering = () => {
      begun = "";
      tookFloor = false;
      hasSaidWords = speech.some(({ startedAt }) => worded.has(startedAt));
      worded.clear();
      endpoint.pace.finished();
      unanswered.clear();
    };
    const onSoFar = () => {
      for (const { startedAt } of speech) worded.add(startedAt);
    };
    if (await replyTo(speech, turn, call, { ...needs, onSoFar, mayBeAll: endpoint.mayBeAll, onAnswering })) {
      notUnderstood.understood(sound());
      idle.heard();
    } else if (turn.audible || isOwed || notUnderstood.isToBeTold(sound(), hasSaidWords)) {
      await sayAsTurn([pickCached("not_understood", call)], turn, call, AFTER_A_WAIT);
    }
  }
}

/**
 * Pause after which a caller who has talked for the maximum length is answered, in ms. If they, or someone behind them,
 * have talked for that length again, they are answered without a pause.
 */
const MONOLOGUE_PAUSE_MS = 1_500;
