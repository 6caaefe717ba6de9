import { AttendantError } from "../../kernel/errors.js";

type Find<T> = (id: string) => Promise<T | undefined> | T | undefined;

const ID = /^[\w.-]{1,100}$/;

/** Finds something by its id. An id that cannot exist is not looked up: no store needs to see control characters. */
export async function findById<T>(id: string, find: Find<T>): Promise<T | undefined> {
  return ID.test(id) ? find(id) : undefined;
}

/** The same for a path's `id`. @param what the kind of thing, in one word @throws {AttendantError} `not_found` */
export async function findOr404<T>(
  what: string,
  { id = "" }: Readonly<Record<string, string>>,
  find: Find<T>,
): Promise<T> {
  const found = await findById(id, find);
  if (found === undefined) throw new AttendantError("not_found", `There is no ${what} ${id.slice(0, 100)}.`);
  return found;
}
