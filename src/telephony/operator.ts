import type { Scope } from "../kernel/scope.js";
import { isDialable } from "../kernel/dialable-number.js";
import type { Dialled, Dialler } from "./dialler.js";
import type { Party } from "./line.js";

/** A person who takes over. */
export interface Operator {
  readonly extension: string;
  /**
   * Rings them once, for 25 s. All outcomes are values.
   *
   * @param caller whom they see calling
   * @param scope its end hangs them up, and their hanging up ends it
   */
  call(caller: Party, scope: Scope): Promise<Dialled>;
}

/** Longer than this no caller listens to an operator's telephone ring. */
const RING_TIMEOUT_MS = 25_000;

/**
 * Returns who answers at an extension, which is dialled like any other; undefined if there is no extension.
 *
 * @param own whom they see if the caller's number is withheld
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

/** The operator as callers have them who cannot be put through: they never answer. */
export function unreachable({ extension }: Operator, why: string): Operator {
  return { extension, call: () => Promise.resolve({ kind: "not_answered", outcome: "failed", detail: why }) };
}
