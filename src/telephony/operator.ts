import type { Scope } from "../kernel/scope.js";
import type { Dialled } from "./dialler.js";
import type { Party } from "./line.js";

/** A person who takes over. */
export interface Operator {
  readonly extension: string;
  /**
   * Rings them once, for `ringTimeoutMs`. All outcomes are values.
   *
   * @param caller whom they see calling
   * @param scope its end hangs them up, and their hanging up ends it
   */
  call(caller: Party, scope: Scope): Promise<Dialled>;
}
