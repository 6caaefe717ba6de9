import type { SumFault } from "../../src/locales/locale.js";

/** Why an expression has no answer, with the unknown name, if there is one. */
export class SumError extends Error {
  constructor(
    readonly fault: SumFault,
    readonly unknownName?: string,
  ) {
    super(fault);
  }
}
