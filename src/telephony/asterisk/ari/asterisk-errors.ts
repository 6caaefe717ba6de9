import { AttendantError } from "../../../kernel/errors.js";

/**
 * Interprets the error texts of Asterisk and ari-client; no other file does.
 *
 * ari-client passes on the body of an error answer and drops its status, so only the words distinguish something that has gone
 * from other refusals (Asterisk `res/ari/resource_*.c`: "Channel not found", "Bridge not found").
 */
export function asteriskRefusal(what: string, text: string): AttendantError {
  if (LOST_ON_THE_WAY.test(text)) {
    return new AttendantError("asterisk_unreachable", `Asterisk did not answer ${what}: ${text.slice(0, 200)}`);
  }
  return new AttendantError("asterisk_request_failed", `Asterisk refused ${what}: ${bodyMessage(text)}`, {
    cause: isGone(text) ? GONE : /allocation failed/i.test(text) ? UNREACHABLE : undefined,
  });
}

/**
 * Node's messages for a connection that broke or failed: whether Asterisk carried the operation out is unknown. Asterisk's own
 * refusals are JSON.
 */
const LOST_ON_THE_WAY =
  /^(?!\s*\{).*(\bE(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)UNREACH)\b|socket hang up)/;

const GONE = new Error("it no longer exists");
const UNREACHABLE = new Error("it cannot be reached");

/** Whether a call could not even start, because its endpoint cannot be reached (HTTP 500). */
export function isAboutUnreachableEndpoint(error: unknown): boolean {
  return error instanceof AttendantError && error.cause === UNREACHABLE;
}

/** Whether an operation failed because its target has gone: no fault during cleanup. */
export function isAboutSomethingGone(error: unknown): boolean {
  return error instanceof AttendantError && error.cause === GONE;
}

/** Returns the answer; undefined when its subject no longer exists. */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isAboutSomethingGone(error)) return undefined;
    throw error;
  }
}

function isGone(text: string): boolean {
  return /(not (be )?found|no such|not in (a )?stasis)/i.test(text);
}

function bodyMessage(text: string): string {
  const shortened = text.slice(0, 200) || "no reason given";
  try {
    const body = JSON.parse(text) as { message?: unknown; error?: unknown } | null;
    const said = body?.message ?? body?.error;
    return typeof said === "string" ? said.slice(0, 200) : shortened;
  } catch {
    return shortened;
  }
}
