import type { AmiMessage } from "./ami-connection.js";

/** Reason for which a PBX refuses a registration. */
export type Refusal =
  /** 401 or 407 to the answer to its challenge; a fault of the PBX itself (5xx) looks the same. */
  | "credentials"
  /** 403. */
  | "forbidden"
  /** Any other 4xx, usually 404. */
  | "unknown";

/** Maximum deviation of the next attempt from its time, in ms: the delay of a PBX and the precision of Asterisk's timer. */
const TOLERANCE_MS = 1_000;
/** Infers why a registration was refused. */
export interface RefusalRhythm {
  /** Records that the PBX has refused just now. */
  refused(): void;
  /** Forgets earlier refusals: the PBX did not refuse, or what happened before is unknown. */
  forget(): void;
  /** Returns the possible reasons; all of them while they cannot be told apart. */
  possible(registration: AmiMessage): readonly Refusal[];
}

/**
 * Asterisk shows the SIP status with which a registration was refused only in its own log. But the status determines how
 * long Asterisk waits before it retries, by three settings of the registration that it does show. So the wait after a
 * refusal reveals the reason: as it passes, reasons are ruled out, and the next refusal confirms the one that remains.
 *
 * @param now monotonic, ms
 */
export function createRefusalRhythm(now: () => number = () => performance.now()): RefusalRhythm {
  let latest: number | undefined;
  let pauseMs: number | undefined;

  return {
    refused() {
      const at = now();
      pauseMs = latest === undefined ? undefined : at - latest;
      latest = at;
    },
    forget() {
      latest = pauseMs = undefined;
    },
    possible(registration) {
      const waitedMs = latest === undefined ? 0 : now() - latest;
      const all = waitsOf(registration);
      const notOver = all.filter(({ ms }) => ms + TOLERANCE_MS > waitedMs);
      const seen = notOver.filter(({ ms }) => pauseMs !== undefined && Math.abs(ms - pauseMs) < TOLERANCE_MS);
      // A PBX may also set the time of the next attempt (Retry-After), and the rhythm is then its own.
      return [seen, notOver, all].find(({ length }) => length > 0)?.map(({ refusal }) => refusal) ?? [];
    },
  };
}

/** Returns how long Asterisk waits after each refusal, in ms. */
function waitsOf(registration: AmiMessage): readonly { readonly refusal: Refusal; readonly ms: number }[] {
  // At 0 s it does not retry at all.
  const ms = (header: string) => Number(registration[header]) * 1000 || Number.POSITIVE_INFINITY;
  const unknown = ms("fatalretryinterval");
  const credentials = registration.authrejectionpermanent === "true" ? unknown : ms("retryinterval");
  return [
    { refusal: "credentials", ms: credentials },
    { refusal: "forbidden", ms: ms("forbiddenretryinterval") },
    { refusal: "unknown", ms: unknown },
  ];
}
