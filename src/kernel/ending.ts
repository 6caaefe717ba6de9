/**
 * Why something ended. The first reason to end a scope wins, and every wait inside the scope rejects with it:
 *
 * - `finished` its purpose was fulfilled
 * - `hung_up` the other party hung up
 * - `transferred` another system took the other party's channel: the channel continues, and no longer belongs to us
 * - `interrupted` the caller spoke over it, or something newer replaced it
 * - `deadline` it exceeded its time
 * - `cancelled` an authorised party requested it
 * - `shutting_down` the process is shutting down
 * - `handed_over` the process is shutting down and the next one continues: the call no longer belongs to us
 * - `taken_over` another process considered it orphaned and continues: the call no longer belongs to us
 * - `failed` something it needs failed; `cause` says what
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

/** The reason of an aborted signal: an Error, because a rejected wait must carry one, with a typed `kind`. */
export class Ending extends Error {
  readonly kind: EndingKind;

  constructor(kind: EndingKind, detail: string = kind, options?: ErrorOptions) {
    // Some twenty end in each turn, and none is a defect: a stack trace would be useless and expensive.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Ending";
    this.kind = kind;
  }

  /** Returns the ending behind an error or abort reason; a foreign error becomes `failed` with that error as its cause. */
  static of(reason: unknown): Ending {
    if (reason instanceof Ending) return reason;
    const detail = reason instanceof Error ? reason.message : String(reason);
    return new Ending("failed", detail, { cause: reason });
  }

  /** Whether the call or channel continues without this process: nothing of it may be removed. */
  get livesOn(): boolean {
    return this.kind === "transferred" || this.isAnothers;
  }

  /** Whether another process continues, and will report the end. */
  get isAnothers(): boolean {
    return this.kind === "handed_over" || this.kind === "taken_over";
  }

  /** The ending of an aborted signal; undefined while it has not aborted. */
  static ofSignal(signal: AbortSignal): Ending | undefined {
    return signal.aborted ? Ending.of(signal.reason) : undefined;
  }
}
