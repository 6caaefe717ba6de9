import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { Recogniser, Speech } from "../speech/ports.js";

/** What recognises one caller, and whether it works as far as is known. */
export interface Recognition {
  readonly recogniser: Recogniser;
  readonly isAvailable: (backend: "stt") => boolean;
}

/**
 * What is said in a stretch of speech, where that is known within `maxMs`; undefined where nothing could be recognised.
 * Resolves when the scope ends, whatever the recogniser does.
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
    () => asking.end(new Ending("finished", `No words were found within ${maxMs} ms`)), // No fault of the server's.
    maxMs,
  );
  asking.onEnd(() => clearTimeout(late));
  const text = await asking
    .run(unlessAborted(asking.signal, recogniser.transcribe([speech], asking.signal)))
    .catch(() => undefined);
  asking.end();
  return text;
}
