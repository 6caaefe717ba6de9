import { AttendantError } from "../../../kernel/errors.js";

/**
 * Everything that is read out of Asterisk's and ari-client's error texts is read here.
 *
 * ari-client passes on the body of an error answer and drops its status, so "not there any more" can be told from other
 * refusals by its words only (Asterisk `res/ari/resource_*.c`: "Channel not found", "Bridge not found").
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
 * What Node says of a connection that broke or was not made: whether Asterisk carried the operation out is not known. Asterisk's
 * own refusals are JSON.
 */
const LOST_ON_THE_WAY =
  /^(?!\s*\{).*(\bE(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)UNREACH)\b|socket hang up)/;

const GONE = new Error("it is not there any more");
const UNREACHABLE = new Error("there is no way to it");

/** Whether a call could not even be begun, because the one to be called through does not answer (HTTP 500). */
export function isAboutUnreachableEndpoint(error: unknown): boolean {
  return error instanceof AttendantError && error.cause === UNREACHABLE;
}

/** Whether an operation failed because what it was about has gone: no fault when one is cleaning up. */
export function isAboutSomethingGone(error: unknown): boolean {
  return error instanceof AttendantError && error.cause === GONE;
}

/** What was asked for; undefined when that is not there any more. */
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
