/**
 * Why something ended. The first reason to end a scope wins, and every wait inside the scope rejects with it:
 *
 * - `finished`       it did what it was for
 * - `hung_up`        the other side of the line left
 * - `transferred`    the other side of the line was taken elsewhere, by somebody else: it lives on, and is not ours
 * - `interrupted`    the caller spoke over it, or something newer took its place
 * - `deadline`       it took longer than it may
 * - `cancelled`      somebody who may say so asked for it to stop
 * - `shutting_down`  the process is leaving
 * - `handed_over`    the process is leaving, and the next one goes on with it: it lives on, and is not ours
 * - `taken_over`     another process has taken it for left behind, and goes on with it: it lives on, and is not ours any more
 * - `failed`         something it cannot do without broke; `cause` says what
 */
export type EndingKind =
  | "finished"
  | "hung_up"
  | "transferred"
  | "interrupted"
  | "deadline"
  | "cancelled"
  | "shutting_down"
  | "handed_over"
  | "taken_over"
  | "failed";

/** The reason of an aborted signal: an Error, because that is what a rejected wait must carry, with a typed `kind`. */
export class Ending extends Error {
  readonly kind: EndingKind;

  constructor(kind: EndingKind, detail: string = kind, options?: ErrorOptions) {
    // Some twenty end in each turn, none of them a fault of the code's: where it was made is of use to nobody, and dear.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Ending";
    this.kind = kind;
  }

  /** The ending behind whatever was thrown or aborted with; a foreign error becomes `failed` with that error as cause. */
  static of(reason: unknown): Ending {
    if (reason instanceof Ending) return reason;
    const detail = reason instanceof Error ? reason.message : String(reason);
    return new Ending("failed", detail, { cause: reason });
  }

  /** Whether what ended so lives on without us: none of it is to be taken away. */
  get livesOn(): boolean {
    return this.kind === "transferred" || this.isAnothers;
  }

  /** Whether another process goes on with what ended so, and tells how that ends. */
  get isAnothers(): boolean {
    return this.kind === "handed_over" || this.kind === "taken_over";
  }

  /** The ending of a signal that has aborted; undefined while it has not. */
  static ofSignal(signal: AbortSignal): Ending | undefined {
    return signal.aborted ? Ending.of(signal.reason) : undefined;
  }
}
