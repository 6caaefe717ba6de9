import type { TokenUsage } from "../language/ports.js";
import type { OverlapKind, ToolFigures, TurnFigures } from "../records/call-record.js";

/**
 * The moments of a turn, each at most once. Back ends are asked and answer: speech-to-text with the words, the model
 * with its first output and its first word, text-to-speech with its first samples. At `firstSound`, sound is on its way
 * to the caller.
 */
export type TurnMoment =
  | "endpoint"
  | "sttAsked"
  | "recognised"
  | "llmAsked"
  | "firstToken"
  | "firstWord"
  | "ttsAsked"
  | "firstSample"
  | "firstSound";

/** A completed run of a tool; `begunAt` is on the clock of `performance.now()`. */
export type ToolRun = Omit<ToolFigures, "atMs"> & { readonly begunAt: number };

/** Records the course of a turn. */
export interface TurnNotes {
  /** Records that a moment happens now; ignored if it has happened already. */
  happens(moment: TurnMoment): void;
  /** Returns when it happened, on the clock of `performance.now()`; undefined if it has not. */
  when(moment: TurnMoment): number | undefined;
  /** Removes moments that did not count after all. */
  undo(...moments: readonly TurnMoment[]): void;
  /** Records something heard over the turn. */
  overlapped(kind: OverlapKind): void;
  /** Records a request to the model. */
  asksModel(): void;
  /** Adds the tokens of a completion. */
  used(tokens: TokenUsage): void;
  ranTool(run: ToolRun): void;
  /** Records how long its first sound waited in the queue of the line, in ms. */
  queued(ms: number): void;
  /** Total pause for sounds that might have been the caller, in ms. */
  pausedMs: number;
  /** Speculative replies to the same words that were withdrawn. */
  withdrawn: number;
  /** Returns the figures for the record. */
  figures(turn: {
    /** When the caller fell silent, on the clock of `performance.now()`. */
    readonly callerSilentAt: number;
    readonly isAhead: boolean;
    readonly isInterrupted: boolean;
  }): TurnFigures;
}

export function createTurnNotes(): TurnNotes {
  const moments = new Map<TurnMoment, number>();
  const overlaps: Partial<Record<OverlapKind, number>> = {};
  const tools: ToolRun[] = [];
  let tokens: TokenUsage | undefined;
  let rounds = 0;
  let queueMs: number | undefined;

  return {
    pausedMs: 0,
    withdrawn: 0,
    happens(moment) {
      if (!moments.has(moment)) moments.set(moment, performance.now());
    },
    when: (moment) => moments.get(moment),
    undo(...undone) {
      for (const moment of undone) moments.delete(moment);
    },
    overlapped(kind) {
      overlaps[kind] = (overlaps[kind] ?? 0) + 1;
    },
    asksModel() {
      rounds++;
      this.happens("llmAsked");
    },
    used({ inputTokens, outputTokens }) {
      tokens = {
        inputTokens: (tokens?.inputTokens ?? 0) + inputTokens,
        outputTokens: (tokens?.outputTokens ?? 0) + outputTokens,
      };
    },
    ranTool(run) {
      tools.push(run);
    },
    queued(ms) {
      queueMs ??= ms;
    },
    figures({ callerSilentAt, isAhead, isInterrupted }) {
      const between = (name: keyof TurnFigures, from: number | undefined, to: TurnMoment) => {
        const at = moments.get(to);
        return at === undefined || from === undefined ? {} : { [name]: Math.max(0, Math.round(at - from)) };
      };
      const since = (moment: TurnMoment) => between(`${moment}Ms` as keyof TurnFigures, callerSilentAt, moment);
      return {
        ...since("endpoint"),
        ...between("sttMs", moments.get("sttAsked"), "recognised"),
        ...since("recognised"),
        ...between("llmMs", moments.get("llmAsked"), "firstToken"),
        ...since("firstToken"),
        ...since("firstWord"),
        ...between("ttsMs", moments.get("ttsAsked"), "firstSample"),
        ...since("firstSample"),
        ...since("firstSound"),
        ...(queueMs !== undefined && { queueMs: Math.max(0, Math.round(queueMs)) }),
        ...(rounds > 0 && { rounds }),
        ...tokens,
        ...(tools.length > 0 && {
          tools: tools.map(({ name, begunAt, ms, status }) => ({
            name,
            atMs: Math.max(0, Math.round(begunAt - callerSilentAt)),
            ms: Math.round(ms),
            status,
          })),
        }),
        ...(isAhead && { ahead: true }),
        ...(this.withdrawn > 0 && { withdrawn: this.withdrawn }),
        ...(this.pausedMs > 0 && { pausedMs: Math.round(this.pausedMs) }),
        ...(Object.keys(overlaps).length > 0 && { overlaps }),
        ...(isInterrupted && { interrupted: true }),
      };
    },
  };
}
