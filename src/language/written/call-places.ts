import { MAY_BE_CALL, NAMED } from "./call-marks.js";
import { positionOf } from "./call-or-talk.js";
import { callsIn } from "./calls.js";
import * as marks from "./marks.js";
import { ANSWER_FUNCTION, isOffered, type Offered } from "./offered.js";
import { beginsInPython } from "./python-calls.js";
import type { Found, PlaceContext } from "./place.js";

const CALLS: Found = { kind: "calls" };
const UNCLEAR: Found = { kind: "unclear" };

/** Number of characters that suffice to identify what begins with a word, or follows an element or data. */
export const ENOUGH = 200;
export const isCut = (rest: string, { ended }: Pick<PlaceContext, "ended">) => !ended && rest.length < ENOUGH;

/** Detects a call that begins with a word: a tool's name, what announces one, or a variable that takes its result. */
export function atCall(word: string, rest: string, context: PlaceContext): Found | undefined {
  return atAction(rest, context) ?? atAssignment(rest, context) ?? atName(word, rest, context);
}

/** Detects a call in two lines, of whatever tool. */
function atAction(rest: string, context: PlaceContext): Found | undefined {
  if (marks.ACTION.test(rest)) return CALLS;
  return marks.HALF_ACTION.test(rest) && isCut(rest, context) ? UNCLEAR : undefined;
}

/** `result = CALC(expression="1+1")`, in a line of its own. */
function atAssignment(rest: string, context: PlaceContext): Found | undefined {
  if (!context.lineBegins) return undefined;
  const called = marks.ASSIGNED.exec(rest)?.[1];
  if (called !== undefined && isOffered(called, context.offered)) return CALLS;
  return marks.HALF_ASSIGNED.test(rest) && isCut(rest, context) ? UNCLEAR : undefined;
}

/** Detects a tool's name, or a word that announces one. */
function atName(word: string, rest: string, context: PlaceContext): Found | undefined {
  const { offered, ended } = context;
  const behind = rest.slice(word.length);
  const announced = Object.hasOwn(marks.ANNOUNCING, word) ? marks.ANNOUNCING[word] : undefined;
  const begun = (announced ?? [""]).find((each) => behind.startsWith(each));
  if (begun === undefined) return !ended && announced?.some((each) => each.startsWith(behind)) ? UNCLEAR : undefined;
  if (!announced && !mayBeCalled(word, offered)) return undefined;
  if (isCut(rest, context) && isLineOfTool(rest, offered)) return UNCLEAR;
  if (isCalled(rest, context)) return CALLS;
  return isCut(rest, context) && MAY_BE_CALL.test(behind.slice(begun.length)) ? UNCLEAR : undefined;
}

/** Whether a word is the name of what can be called. With its full stop, it is the end of a sentence. */
const mayBeCalled = (word: string, offered: Offered) =>
  word === ANSWER_FUNCTION || (!word.endsWith(".") && isOffered(word, offered));

/** Whether a call follows. */
const isCalled = (rest: string, context: PlaceContext) =>
  beginsInPython(rest, context.offered) || callsIn(rest, context.offered, positionOf(context)).calls.length > 0;

/** Whether it is a line, without an end so far, that names a tool: what follows on it tells a call from speech. */
function isLineOfTool(rest: string, offered: Offered): boolean {
  NAMED.lastIndex = 0;
  const [named = "", announcement, written = ""] = NAMED.exec(rest) ?? [];
  const isOpen = !rest.includes("\n") && rest.charAt(named.length) !== "{";
  return announcement !== undefined && isOpen && (isOffered(written, offered) || !/[a-z]/.test(written));
}
