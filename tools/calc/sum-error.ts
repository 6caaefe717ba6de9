/** An expression without an answer; the message says why, to be spoken. */
export class SumError extends Error {}

export const NOT_UNDERSTOOD = "I do not understand that sum.";
