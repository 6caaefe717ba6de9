/**
 * Why something ended. The first reason to end a scope wins, and every wait inside the scope rejects with it:
 *
 * - `finished`       it did what it was for
 * - `hung_up`        the other side of the line left
 * - `interrupted`    the caller spoke over it, or something newer took its place
 * - `deadline`       it took longer than it may
 * - `cancelled`      somebody who may say so asked for it to stop
 * - `shutting_down`  the process is leaving
 * - `failed`         something it cannot do without broke; `cause` says what
 */
export type EndingKind = "finished" | "hung_up" | "interrupted" | "deadline" | "cancelled" | "shutting_down" | "failed";

/** The reason of an aborted signal: an Error, because that is what a rejected wait must carry, with a typed `kind`. */
export class Ending extends Error {
  readonly kind: EndingKind;

  constructor(kind: EndingKind, detail: string = kind, options?: ErrorOptions) {
    super(detail, options);
    this.name = "Ending";
    this.kind = kind;
  }

  /** The ending behind whatever was thrown or aborted with; a foreign error becomes `failed` with that error as cause. */
  static of(reason: unknown): Ending {
    if (reason instanceof Ending) return reason;
    const detail = reason instanceof Error ? reason.message : String(reason);
    return new Ending("failed", detail, { cause: reason });
  }

  /** The ending of a signal that has aborted; undefined while it has not. */
  static ofSignal(signal: AbortSignal): Ending | undefined {
    return signal.aborted ? Ending.of(signal.reason) : undefined;
  }
}
