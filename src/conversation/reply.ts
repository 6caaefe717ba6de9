import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { Speech } from "../speech/ports.js";
import { awaitedAnswer } from "../turn-taking/like-words.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";
import type { Conversation } from "./conversation.js";
import { createDrafts, type Drafts } from "./draft.js";
import { notedRecogniser } from "./noted-backends.js";
import { ruledAnswer } from "./ruled-answer.js";
import { runMenuItem } from "./run-menu-item.js";
import { traceReply, traceTurn } from "./turn-trace.js";
import { AFTER_A_WAIT } from "./voice.js";

export interface ReplyNeeds {
  /** When the caller fell silent, on the clock of `performance.now()`. */
  readonly callerSilentAt: number;
  /**
   * Called when the caller's words count as answered: they hear a reply or an excuse, or a tool has begun to act on
   * them. Until then, the words may be put before what the caller says next.
   */
  readonly onAnswering: () => void;
  /** Called whenever some of the caller's words are known before all are. */
  readonly onSoFar?: () => void;
  /** Called with the caller's words as soon as they are known; "" if nothing was understood. */
  readonly onUnderstood?: (text: string) => void;
  /**
   * Whether the words known so far may be all of them: a reply to them is then begun, and withdrawn if the words
   * change. Default: never.
   */
  readonly mayBeAll?: (text: string) => boolean;
  /** The caller's words, if they are known already. */
  readonly known?: string | undefined;
  /** The words to answer if nothing is understood. */
  readonly otherwise?: string;
}

/**
 * Progress of a reply: the caller's words are being recognised; the model, or a menu item, answers them; something
 * failed, and an excuse is said.
 */
type Stage = "transcribing" | "answering" | "failed";

/** Whether the caller's words were answered, if only by an excuse; there were none; or it is not known whether there were. */
export type ReplyOutcome = "answered" | "nothing" | "failed";

/** What made the caller's words count as answered: something they hear, or something a tool does. */
type Answer = "spoken" | "acted";

/**
 * Answers what the caller said: utterance → text → the model's words and tools → sentences → speech. Says nothing if
 * nothing was understood.
 *
 * A caller who has to wait is told so. If a back end fails, or takes longer than a turn may, an error phrase is spoken.
 * While there is no model, words that name a menu item still run its tool. The only error thrown is the ending of the
 * turn's scope.
 */
export function replyTo(
  speech: readonly Speech[],
  turn: Turn,
  call: Conversation,
  needs: ReplyNeeds,
): Promise<ReplyOutcome> {
  return new Reply(speech, turn, call, needs).run();
}

class Reply {
  readonly #speech: readonly Speech[];
  readonly #turn: Turn;
  readonly #call: Conversation;
  readonly #needs: ReplyNeeds;
  /** Scope of everything that makes the reply: it ends before the turn if a part of it fails. */
  readonly #making: Scope;
  readonly #drafts: Drafts;
  #stage: Stage = "transcribing";
  #heard = "";
  /** Undefined while the caller may still rephrase. */
  #answer: Answer | undefined;

  constructor(speech: readonly Speech[], turn: Turn, call: Conversation, needs: ReplyNeeds) {
    this.#speech = speech;
    this.#turn = turn;
    this.#call = call;
    this.#needs = needs;
    const since = needs.callerSilentAt;
    traceTurn(turn, call.span, "reply", since);
    this.#making = turn.scope.child("reply");
    const isAwaited = awaitedAnswer(speech, call.recogniser.latency);
    const isKnown = () => needs.known !== undefined || !!needs.otherwise || this.#heard !== "";
    const wait = call.fillSilence(turn, {
      scope: this.#making,
      since,
      isOwed: () => isKnown() || isAwaited(),
      failure: "The reply did not begin or continue",
    });
    this.#drafts = createDrafts(turn, call, {
      scope: this.#making,
      onActing: () => this.#answerBy("acted"),
      onHangUp: () => {
        turn.farewell = "goodbye";
      },
      onFirstAudio: () => onceCommitted(turn, () => this.#firstSound()),
      onSent: wait.sent,
      onAllSent: wait.allSent,
    });
  }

  async run(): Promise<ReplyOutcome> {
    try {
      await this.#understand();
      if (this.#heard) await this.#replyTo(this.#heard);
      else {
        await this.#committed();
        this.#needs.onAnswering();
      }
      return this.#heard ? "answered" : "nothing";
    } catch (error) {
      await this.#makeUpFor(error);
      return this.#heard ? "answered" : "failed";
    } finally {
      await this.#conclude();
    }
  }

  async #understand(): Promise<void> {
    const { known, otherwise = "", onUnderstood } = this.#needs;
    this.#heard = (known ?? (await this.#recognised())) || otherwise;
    const text = this.#heard;
    this.#drafts.keepFor(text);
    this.#turn.notes.happens("recognised");
    this.#call.transcript.callerSays(
      text,
      this.#speech.map(({ startedAt }) => startedAt),
    );
    onUnderstood?.(text);
    this.#turn.scope.signal.throwIfAborted();
    onceCommitted(this.#turn, () =>
      this.#call.log.said("stt_result", text ? "The caller said something" : "Nothing was understood", {}, { text }),
    );
  }

  #recognised(): Promise<string> {
    const { signal } = this.#making;
    const recogniser = notedRecogniser(this.#call.recogniser, this.#turn);
    return unlessAborted(
      signal,
      recogniser.transcribe(this.#speech, signal, (text) => this.#soFar(text)),
    );
  }

  /** Handles the words known so far. */
  #soFar(text: string): void {
    const { onSoFar, mayBeAll } = this.#needs;
    onSoFar?.();
    if (this.#stage !== "transcribing" || this.#making.ending) return;
    this.#drafts.guess(text, () => mayBeAll?.(text) === true && this.#call.isAvailable("llm"));
  }

  async #replyTo(heard: string): Promise<void> {
    const { outage, log } = this.#call;
    const { spoken } = this.#turn;
    this.#stage = "answering";
    const byRule = ruledAnswer(heard, this.#turn, this.#call, this.#needs.callerSilentAt);
    if (byRule) {
      this.#drafts.drop();
      await this.#committed();
      this.#answerBy("spoken");
      this.#making.end();
      await byRule();
      return;
    }
    await this.#drafts.of(heard).confirmed();
    outage.end();
    const told = { sentences: spoken.heard.length };
    log.said("tts_spoken", "The caller heard the reply", told, { text: spoken.heard.join(" ") });
  }

  /** Makes the caller's words part of the conversation. Before that, an interrupting caller may rephrase them. */
  #answerBy(what: Answer): void {
    const isAnswered = this.#answer !== undefined;
    if (this.#answer !== "acted") this.#answer = what;
    if (isAnswered) return;
    const { transcript } = this.#call;
    if (this.#heard) transcript.callerSaid(this.#heard);
    transcript.assistantBegins(this.#turn.spoken);
    this.#needs.onAnswering();
  }

  #firstSound(): void {
    this.#answerBy("spoken");
    this.#turn.notes.happens("firstSound");
    this.#call.metrics.responded((performance.now() - this.#needs.callerSilentAt) / 1000);
  }

  /**
   * Makes do without a failed back end if possible. Otherwise says that something went wrong and, once, what still
   * works.
   */
  async #makeUpFor(error: unknown): Promise<void> {
    const { outage, voice, log } = this.#call;
    const { spoken, scope } = this.#turn;
    const isHeard = this.#stage === "answering";
    if (!isHeard && !scope.signal.aborted) this.#needs.onUnderstood?.("");
    await this.#committed();
    if (!isHeard) this.#drafts.drop();
    const code = this.#codeOf(error);
    log.error("reply_failed", describe(error), { code });
    this.#stage = "failed";
    this.#making.end();
    spoken.dropUnheard();
    this.#answerBy("spoken");
    const isMenuOpen = code === "llm_failed" && this.#answer !== "acted" && spoken.heard.length === 0;
    const item = isMenuOpen ? outage.itemForWords(this.#heard) : undefined;
    if (item) return runMenuItem(item, this.#turn, this.#call);
    const away = code === "stt_failed" ? "stt" : code === "llm_failed" ? "llm" : undefined;
    await voice.say(this.#ofWhatFollows() ?? this.#excuse(away), this.#turn, AFTER_A_WAIT);
  }

  #excuse(away: "stt" | "llm" | undefined): readonly string[] {
    const said = this.#call.outage.excuse(away, this.#heard !== "");
    this.#turn.keepsIdle = said.length === 0;
    return said;
  }

  /**
   * Returns what is said if a tool has decided what follows: it does follow, so the caller is not asked to try again. Who has heard
   * a sentence of the reply has been told.
   */
  #ofWhatFollows(): readonly string[] | undefined {
    const { transfer, farewell, spoken } = this.#turn;
    const { phrasebook } = this.#call;
    const { name = "" } = transfer?.entry ?? {};
    if ((transfer || farewell === "goodbye") && spoken.heard.length > 0) return [];
    if (transfer) return [phrasebook.pick(transfer.absence ? "unreachable" : "putting_through", { name })];
    return farewell === "goodbye" ? [phrasebook.pick("goodbyes")] : undefined;
  }

  /** Returns the code of the back end at fault. After a time-out, that is the one that was being waited for. */
  #codeOf(error: unknown): string {
    if (error instanceof AttendantError) return error.code;
    if (!(error instanceof Ending && error.kind === "deadline")) return "internal";
    if (this.#stage === "transcribing") return "stt_failed";
    const { all, isWhole } = this.#drafts.current?.composition ?? { all: [], isWhole: true };
    return !isWhole && all.length <= this.#turn.spoken.heard.length ? "llm_failed" : "tts_failed";
  }

  /** Waits until the reply is certain to be wanted. @throws the turn's ending if it is not */
  #committed(): Promise<void> {
    return unlessAborted(this.#turn.scope.signal, this.#turn.commitment ?? Promise.resolve());
  }

  /** Records what was heard of the reply, and its figures. */
  async #conclude(): Promise<void> {
    this.#making.end();
    await this.#making.closed;
    const { spoken, notes, commitment } = this.#turn;
    const { callerSilentAt } = this.#needs;
    const composition = this.#drafts.current?.composition;
    if (composition && this.#stage === "answering") spoken.complete(composition.all);
    const isInterrupted = this.#wasInterrupted();
    const figures = notes.figures({ callerSilentAt, isAhead: !!commitment, isInterrupted });
    if (this.#answer) this.#call.transcript.assistantReplied(spoken, composition?.messages ?? [], figures);
    traceReply(this.#turn, callerSilentAt, figures, { caller: this.#heard, reply: spoken.heard.join(" ") });
  }

  /** Returns false if everything had been heard by then. */
  #wasInterrupted(): boolean {
    const { scope, spoken } = this.#turn;
    const isWhole = this.#drafts.current?.composition.isWhole === true && this.#stage !== "failed";
    return scope.signal.aborted && !(isWhole && spoken.unheard.length === 0);
  }
}
