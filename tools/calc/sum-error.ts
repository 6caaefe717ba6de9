import type { SumFault } from "../../src/locales/locale.js";

/** An expression without an answer, and why; with the name that is not known, if there is one. */
export class SumError extends Error {
  constructor(
    readonly fault: SumFault,
    readonly unknownName?: string,
  ) {
    super(fault);
  }
}
