import { AttendantError } from "../kernel/errors.js";

const ID = /^[\w.-]{1,100}$/;

/** Asks for what has an id, unless it can be the id of nothing: no store needs to see control characters. */
export async function whereNamed<T>(id: string, ask: (id: string) => Promise<T | undefined>): Promise<T | undefined> {
  return ID.test(id) ? ask(id) : undefined;
}

/** @throws {AttendantError} `not_found` */
export function known<T>(id: string, found: T | undefined, what = "call"): T {
  if (found === undefined) throw new AttendantError("not_found", `There is no ${what} ${id.slice(0, 100)}.`);
  return found;
}
