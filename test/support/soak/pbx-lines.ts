/**
 * How the people of a soak's PBX behave when they are called, by the digits that their numbers begin with. Others follow,
 * seven in all and different ones for each call, so that the PBX's own account of a ring tells whose it is.
 */
export const MANNERS = {
  /** Answers and says nothing. */
  silent: "60",
  /** Answers, and hangs up after a second. */
  hangsUp: "61",
  busy: "62",
  /** Gives up after 45 s: an Asterisk that is killed has nobody told that it rings for nothing. */
  neverAnswers: "63",
  rejects: "64",
  /** Says yes when it is their turn. */
  saysYes: "65",
  /** Presses two when it is their turn. */
  pressesTwo: "66",
  /** Callers of the assistant, who may be called back. */
  caller: "7",
} as const;

export type Manner = keyof typeof MANNERS;

/** Numbers that begin so, in a dialplan. */
const pattern = (digits: string) => `_${digits}${"X".repeat(7 - digits.length)}`;

/** The lines of the dialplan for them, at the end of the context in which telephones are called. */
export const SOAK_LINES = `
exten = ${pattern(MANNERS.silent)},1,Answer()
 same = n,Wait(30)
 same = n,Hangup(16)
exten = ${pattern(MANNERS.hangsUp)},1,Answer()
 same = n,Wait(1)
 same = n,Hangup(16)
exten = ${pattern(MANNERS.busy)},1,Hangup(17)
exten = ${pattern(MANNERS.neverAnswers)},1,Ringing()
 same = n,Wait(45)
exten = ${pattern(MANNERS.rejects)},1,PJSIPHangup(603)
exten = ${pattern(MANNERS.saysYes)},1,Stasis(lines,saysYes)
 same = n,Hangup(16)
exten = ${pattern(MANNERS.pressesTwo)},1,Stasis(lines,pressesTwo)
 same = n,Hangup(16)
exten = ${pattern(MANNERS.caller)},1,Answer()
 same = n,Wait(30)
 same = n,Hangup(16)
`;

/** Whether a number is one of these. */
export function isOfSoak(number: string): boolean {
  return /^[67]\d{6}$/.test(number);
}
