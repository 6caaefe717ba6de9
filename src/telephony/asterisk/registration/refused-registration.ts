import type { AmiMessage } from "./ami-connection.js";

/** What a PBX's refusal of a registration is about. */
export type Refusal =
  /** 401 or 407 to the answer to its challenge; a PBX in trouble of its own (5xx) cannot be told from that. */
  | "credentials"
  /** 403. */
  | "forbidden"
  /** Any other 4xx: 404, as a rule. */
  | "unknown";

/** How far from its time a next attempt may be seen, ms: a PBX is no slower, Asterisk's timer no more exact. */
const TOLERANCE_MS = 1_000;
/** Tells the refusals of one registration apart. */
export interface RefusalRhythm {
  /** The PBX has refused just now. */
  refused(): void;
  /** It did not, or nothing is known of what came before. */
  forget(): void;
  /** What the refusals may be about; all there are while they cannot be told apart. */
  possible(registration: AmiMessage): readonly Refusal[];
}

/**
 * Asterisk shows nobody the SIP status with which a registration was refused, except its own log. But it chooses by it how
 * long it waits before it tries again, by three settings of the registration that it does show. So what one waits for
 * after a refusal tells what was refused: at once what it is not any more, and with the next refusal what it is.
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
      // A PBX may also say when to come again (Retry-After): then the rhythm is its own.
      return [seen, notOver, all].find(({ length }) => length > 0)?.map(({ refusal }) => refusal) ?? [];
    },
  };
}

/** How long Asterisk waits after each, ms. */
function waitsOf(registration: AmiMessage): readonly { readonly refusal: Refusal; readonly ms: number }[] {
  // Of 0 s it does not try again at all.
  const ms = (header: string) => Number(registration[header]) * 1000 || Number.POSITIVE_INFINITY;
  const unknown = ms("fatalretryinterval");
  const credentials = registration.authrejectionpermanent === "true" ? unknown : ms("retryinterval");
  return [
    { refusal: "credentials", ms: credentials },
    { refusal: "forbidden", ms: ms("forbiddenretryinterval") },
    { refusal: "unknown", ms: unknown },
  ];
}
