/** A sum that has no answer; the message says why, to be spoken. */
export class SumError extends Error {}

export const NOT_UNDERSTOOD = "I do not understand that sum.";
