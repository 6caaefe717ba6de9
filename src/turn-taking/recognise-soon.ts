import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Recogniser, Speech } from "../speech/ports.js";

/** The recogniser of one caller, and whether it is available as far as is known. */
export interface Recognition {
  readonly recogniser: Recogniser;
  readonly isAvailable: (backend: "stt") => boolean;
}

/**
 * Returns what is said in a stretch of speech if that is known within `maxMs`; undefined if nothing could be
 * recognised. Resolves when the scope ends, whatever the recogniser does.
 */
export async function recogniseSoon(
  speech: Speech,
  { recogniser, isAvailable }: Recognition,
  scope: Scope,
  maxMs: number,
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
