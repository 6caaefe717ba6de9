import type { Scope } from "../kernel/scope.js";
import { isDialable } from "../kernel/dialable-number.js";
import type { Dialled, Dialler } from "./dialler.js";
import type { Party } from "./line.js";

/** A person who can take a call over. */
export interface Operator {
  readonly extension: string;
  /**
   * Rings them once, for 25 s. No outcome is an error.
   *
   * @param caller the caller id that they see
   * @param scope its end hangs up on them, and their hanging up ends it
   */
  call(caller: Party, scope: Scope): Promise<Dialled>;
}

/** Maximum time that a caller listens to the operator's telephone ringing, in ms. */
const RING_TIMEOUT_MS = 25_000;

/**
 * Returns the operator at an extension, which is dialled like any other; undefined if there is no extension.
 *
 * @param own the caller id that they see if the caller's number is withheld
 */
export function operatorAt(extension: string | undefined, dialler: Dialler, own: Party): Operator | undefined {
  if (extension === undefined) return undefined;
  return {
    extension,
    call: (caller, scope) =>
      dialler.dial({
        number: extension,
        channelId: dialler.newChannelId(),
        ringTimeoutMs: RING_TIMEOUT_MS,
        callerId: isDialable(caller.number) ? caller : own,
        scope,
        onRinging: () => {},
      }),
  };
}

/** Returns an operator who never answers, for callers who cannot be put through. */
export function unreachable({ extension }: Operator, why: string): Operator {
  return { extension, call: () => Promise.resolve({ kind: "not_answered", outcome: "failed", detail: why }) };
}
