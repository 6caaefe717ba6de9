import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { describe } from "./errors.js";
import { type Identity, locate, NOBODY } from "./path-owner.js";

/** Whom this process acts as instead of root, and what it was before; undefined while it acts as itself. */
let acting: { readonly identity: Identity; readonly groups: readonly number[]; readonly gid: number } | undefined;

/**
 * Does something with a file or folder as whoever has a hand in where its path leads, where this process is root and that is
 * somebody else. Whatever they put in the way, links above all, leads no further than they come themselves. Otherwise it is
 * simply done, and so it is within another such task.
 *
 * All threads act as that one until the task is over: nothing that needs root is to be under way meanwhile.
 *
 * @param task is given where the path leads over links, and whom it acts as, unless as the process itself
 * @throws as the task does; and when this process may not act as another user
 */
export function asOwnerOf<T>(path: string, task: (place: string, identity: Identity | undefined) => T): T {
  const located = locate(path);
  const identity = process.geteuid?.() === 0 ? located.owners.at(-1) : undefined;
  if (!identity) return task(located.path, acting?.identity);
  become(identity);
  let result: T;
  try {
    result = task(located.path, identity);
  } catch (error) {
    leave();
    throw error;
  }
  if (result instanceof Promise) return result.finally(leave) as T;
  leave();
  return result;
}

/**
 * Whether a path leads where nobody but root decides it, and those who have this very program in hand, and with it all that root
 * runs of it.
 */
export function isInOwnHands(path: string): boolean {
  const trusted = locate(fileURLToPath(import.meta.url)).owners.map(({ uid }) => uid);
  return locate(path).owners.every(({ uid }) => trusted.includes(uid));
}

/** The text of a file, read as whoever has a hand in where its path leads, but for those who have the program in hand. */
export function readAsOwner(path: string): string {
  const read = (place: string) => readFileSync(place, "utf8");
  return isInOwnHands(path) ? read(path) : asOwnerOf(path, read);
}

/** Does what only root may, amid such a task: with what is open alone, never by a path. */
export function asItself<T>(task: () => T): T {
  if (!acting) return task();
  const { identity } = acting;
  leave();
  try {
    return task();
  } finally {
    become(identity);
  }
}

/** Node's own types lack it. */
const posix = process as NodeJS.Process & { initgroups?(user: number, group: number): void };

function become(identity: Identity): void {
  const { uid } = identity;
  acting = { identity, groups: process.getgroups?.() ?? [], gid: process.getegid?.() ?? 0 };
  try {
    const gid = groupOf(identity);
    try {
      posix.initgroups?.(uid, gid);
    } catch {
      process.setgroups?.([gid]); // A user without a name.
    }
    process.setegid?.(gid);
    process.seteuid?.(uid);
  } catch (error) {
    leave();
    throw new Error(`This process is root and may not act as user ${uid}: ${describe(error)}. Run it as that user.`);
  }
}

function leave(): void {
  if (!acting) return;
  const { gid, groups } = acting;
  acting = undefined;
  process.seteuid?.(0);
  process.setegid?.(gid);
  process.setgroups?.([...groups]);
}

/** A user's own group, where it has a name: a folder may be of another, even of root's. */
function groupOf({ uid, gid }: Identity): number {
  process.seteuid?.(uid);
  try {
    return userInfo().uid === uid && uid !== NOBODY ? userInfo().gid : gid;
  } catch {
    return gid;
  } finally {
    process.seteuid?.(0);
  }
}
