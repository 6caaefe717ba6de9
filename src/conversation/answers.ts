import { joined } from "../audio/pcm.js";
import type { Scope } from "../kernel/scope.js";
import type { PartialWords, Speech } from "../speech/ports.js";
import { watchEndpoint } from "../turn-taking/endpoint/watch-endpoint.js";
import type { Floor, FloorEvent, HeardUtterance } from "../turn-taking/floor.js";
import type { Lull } from "../turn-taking/hear-caller.js";
import type { Idle } from "../turn-taking/idle.js";
import { createPrematureReplies } from "../turn-taking/premature-replies.js";
import { createSpeculation, type Speculation } from "../turn-taking/speculation.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";
import { createUnansweredSpeech } from "../turn-taking/unanswered-speech.js";
import type { Conversation } from "./conversation.js";
import { createNotUnderstood } from "./not-understood.js";
import { type ReplyNeeds, replyTo } from "./reply.js";
import { AFTER_A_WAIT } from "./voice.js";

export interface AnswerNeeds {
  /** The conversation's scope. */
  readonly scope: Scope;
  readonly floor: Pick<
    Floor,
    "isCallerQuiet" | "isOpen" | "open" | "speechFrom" | "take" | "takeTentatively" | "turn" | "yield"
  >;
  readonly idle: Pick<Idle, "heard">;
  /** Whether the last turn ended with a question. */
  readonly wasAsked: () => boolean;
  /** Called when what was heard turns out to need no answer, and the floor is free. */
  readonly onNothing: () => void;
}

/**
 * Pause after which a caller who has talked for the maximum length is answered, in ms. If they, or someone behind them,
 * have talked for that length again, they are answered without a pause.
 */
const MONOLOGUE_PAUSE_MS = 1_500;

/**
 * Answers the caller once they have finished, with everything they have said since the last answer: a pause for thought
 * does not end a question. In a short pause, a reply is prepared in case that was everything. Noise counts as no words
 * at all.
 */
export class Answers {
  readonly #call: Conversation;
  readonly #needs: AnswerNeeds;
  readonly #endpoint: ReturnType<typeof watchEndpoint>;
  readonly #cutIns = createPrematureReplies();
  readonly #attempts: Speculation;
  readonly #notUnderstood = createNotUnderstood();
  readonly unanswered = createUnansweredSpeech();

  constructor(call: Conversation, needs: AnswerNeeds) {
    this.#call = call;
    this.#needs = needs;
    const { scope, floor, wasAsked } = needs;
    this.#attempts = createSpeculation(call.recogniser.latency);
    call.transcript.listensAnew();
    scope.onEnd(call.recogniser.onPartial((words) => this.#hearPartial(words)));
    this.#endpoint = watchEndpoint(call, scope, floor, () => wasAsked() || this.unanswered.hasInterrupted);
  }

  /** Answers words of the caller's that were said before the conversation began. */
  answerTo(known: string): Turn {
    const callerSilentAt = performance.now();
    return this.#needs.floor.take((turn) => this.#reply(turn, [], { callerSilentAt, known }));
  }

  /** Takes each event on the floor. */
  hear(event: FloorEvent): void {
    const { floor } = this.#needs;
    if (!floor.turn) this.#endpoint.hear(event);
    switch (event.kind) {
      case "interrupted":
        this.#hearInterruption(event);
        break;
      case "utterance":
        this.#hearUtterance(event);
        break;
      case "discarded":
        this.#attempts.settled();
        if (floor.turn) break;
        if (this.unanswered.isEmpty && !this.unanswered.begun) this.#needs.onNothing();
        else this.#answer(event.at);
        break;
      case "idle":
        if (!floor.isOpen || this.unanswered.isEmpty) break; // The floor was taken at the same moment.
        if (floor.isCallerQuiet) this.#answer(performance.now());
        else floor.open(MONOLOGUE_PAUSE_MS);
        break;
      case "lull":
        this.#notePause(event);
        this.#endpoint.silent(event);
        if (this.#isWorthThinking(event)) this.#thinkAhead(event);
        break;
      case "resumed":
        this.#endpoint.pace.paused(event.silentMs);
        break;
      default:
    }
  }

  /** Updates the pause after which a reply is prepared: shorter when the words so far may be complete. */
  #hearPartial(words: PartialWords): void {
    this.unanswered.hasWords([words]);
    this.#needs.idle.heard();
    this.#call.transcript.callerSays(words.text, [words.startedAt]);
    this.#endpoint.soFar(words, this.#attempts.mayGuess);
  }

  #hearInterruption({ turn, text }: Extract<FloorEvent, { kind: "interrupted" }>): void {
    this.unanswered.interrupted(text);
    this.#cutIns.interrupted(turn);
    if (!turn.audible) return;
    this.#call.metrics.bargedIn();
    this.#call.log.info("barge_in", "The caller spoke over the assistant");
  }

  #hearUtterance(utterance: HeardUtterance): void {
    const { floor } = this.#needs;
    floor.yield("the caller spoke"); // Something may have taken the floor at the same moment.
    this.#notePause(utterance);
    this.#attempts.over();
    const isMonologue = utterance.truncated && this.unanswered.isEmpty;
    this.unanswered.add(utterance);
    if (isMonologue) return floor.open(MONOLOGUE_PAUSE_MS);
    this.#cutIns.answering(utterance.endedAt);
    this.#answer(utterance.at - utterance.silentMs, utterance);
  }

  /** Notes a pause if what the caller says now continues what is being answered. */
  #notePause(utterance: HeardUtterance | Lull): void {
    const pause = this.#cutIns.pauseBefore(utterance);
    if (pause) this.#endpoint.pace.paused(pause.ms);
    if (pause?.isCutIn) this.#call.metrics.cutIn();
  }

  #answer(callerSilentAt: number, whole?: HeardUtterance): void {
    const { all, begun: otherwise, isEmpty } = this.unanswered;
    const known = isEmpty ? otherwise : all.length === 1 ? whole?.text : undefined;
    const { notes } = this.#needs.floor.take((turn) =>
      this.#reply(turn, this.unanswered.all, { callerSilentAt, otherwise, known }),
    );
    notes.happens("endpoint");
    notes.withdrawn = this.#attempts.takeWithdrawn();
  }

  #isWorthThinking(lull: Lull): boolean {
    const { turnTaking, isAvailable } = this.#call;
    const canThink = turnTaking !== "sequential" && isAvailable("stt") && isAvailable("llm");
    return canThink && this.unanswered.isEmpty && this.#attempts.mayBegin(lull.endedAt - lull.startedAt);
  }

  /** Prepares a reply to what the caller has said so far, in case that is everything. */
  #thinkAhead(lull: Lull): void {
    const before = this.#attempts.count;
    const taken = this.#needs.floor.takeTentatively(lull, async (turn, known) => {
      turn.notes.withdrawn = before;
      onceCommitted(turn, () => {
        this.#attempts.settled();
        this.#cutIns.answering(lull.endedAt);
        this.unanswered.add(lull);
      });
      const callerSilentAt = lull.at - lull.silentMs;
      const onUnderstood = (text: string) => {
        if (text) this.#needs.idle.heard();
        this.#endpoint.known(lull, text);
      };
      await this.#reply(turn, [lull], { callerSilentAt, known, otherwise: this.unanswered.begun, onUnderstood });
    });
    if (!taken) return;
    this.#attempts.begin();
    this.#endpoint.silent(lull); // Until their words are known.
  }

  async #reply(
    turn: Turn,
    speech: readonly Speech[],
    given: Omit<ReplyNeeds, "onAnswering" | "onSoFar" | "mayBeAll">,
  ): Promise<void> {
    const { unanswered } = this;
    const { voice, phrasebook } = this.#call;
    const { mayBeAll, pace } = this.#endpoint;
    const isOwed = unanswered.hasInterrupted;
    let hadWords = false;
    const sound = () => joined(speech.map(({ samples }) => samples));
    const onSoFar = () => unanswered.hasWords(speech);
    const onAnswering = () => {
      hadWords = unanswered.hadWords(speech);
      unanswered.answered();
      pace.finished();
    };
    const outcome = await replyTo(speech, turn, this.#call, { ...given, onSoFar, mayBeAll, onAnswering });
    if (outcome === "answered") {
      this.#notUnderstood.understood(sound());
      this.#needs.idle.heard();
    } else if (outcome === "failed") return;
    else if (turn.audible || isOwed || this.#notUnderstood.isToBeTold(sound(), hadWords)) {
      await voice.sayAsTurn([phrasebook.pick("not_understood")], turn, AFTER_A_WAIT);
    }
  }
}
