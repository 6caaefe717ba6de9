import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Latency } from "../speech/latency.js";
import type { Recogniser, Speech } from "../speech/ports.js";

/** The recogniser of one caller, and whether it is available as far as is known. */
export interface Recognition {
  readonly recogniser: Recogniser;
  readonly isAvailable: (backend: "stt") => boolean;
}

/** Limits of the wait for a transcript, in ms; its length as a multiple of the time that nearly all requests take. */
const WAIT_MS = { least: 2_000, most: 8_000 };
const WAIT_TIMES = 5;

/**
 * Returns how long to wait for a transcript, in ms. An earlier request of this call may be in progress, and requests of
 * other calls before that; and for noise some recognisers write the same words again and again, which takes them four times
 * as long. Giving up too early saves nothing: the recogniser may not notice.
 */
function waitFor({ p95Ms }: Latency): number {
  return Math.min(WAIT_MS.most, Math.max(WAIT_MS.least, WAIT_TIMES * p95Ms));
}

/**
 * Returns what is said in a stretch of speech if that is known within `maxMs`; undefined if nothing could be
 * recognised. Resolves when the scope ends, whatever the recogniser does.
 *
 * @param maxMs default: five times as long as nearly all requests take
 */
export async function recogniseSoon(
  speech: Speech,
  { recogniser, isAvailable }: Recognition,
  scope: Scope,
  maxMs = waitFor(recogniser.latency),
): Promise<string | undefined> {
  if (!isAvailable("stt")) return undefined;
  const asking = scope.child("recognition");
  const late = setTimeout(
    () => asking.end(new Ending("finished", `No transcript within ${maxMs} ms`)), // Not the server's fault.
    maxMs,
  );
  asking.onEnd(() => clearTimeout(late));
  const text = await asking
    .run(unlessAborted(asking.signal, recogniser.transcribe([speech], asking.signal)))
    .catch(() => undefined);
  asking.end();
  return text;
}
