import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { describe } from "./errors.js";
import { type Identity, locate, OTHERS } from "./path-owner.js";

/** The user this process acts as instead of root, and its original identity; undefined while it acts as itself. */
let acting: { readonly identity: Identity; readonly groups: readonly number[]; readonly gid: number } | undefined;

/**
 * Runs a task on a file or folder as the user who controls its path, if this process is root and that is another user. Whatever
 * that user puts in the way, symbolic links above all, then reaches no further than they can reach themselves. Otherwise, and
 * inside another such task, the task simply runs.
 *
 * All threads act as that user until the task ends: nothing that requires root may run meanwhile.
 *
 * @param task receives the resolved path, and the user it acts as, if any
 * @throws the task's errors; and when this process may not act as another user
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
 * Whether a path is controlled only by root and the users who control this program, and therefore everything that root runs of
 * it.
 */
export function isInOwnHands(path: string): boolean {
  const trusted = locate(fileURLToPath(import.meta.url)).owners.map(({ uid }) => uid);
  return locate(path).owners.every(({ uid }) => trusted.includes(uid));
}

/** Reads a file as the user who controls its path, unless that user controls this program as well. */
export function readAsOwner(path: string): string {
  const read = (place: string) => readFileSync(place, "utf8");
  return isInOwnHands(path) ? read(path) : asOwnerOf(path, read);
}

/** Runs an operation as root inside such a task: with open descriptors only, never by a path. */
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

/** Missing in Node's own types. */
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

/** The user's own primary group, if the user has a name: a folder may belong to another group, even root's. */
function groupOf({ uid, gid }: Identity): number {
  process.seteuid?.(uid);
  try {
    return userInfo().uid === uid && uid !== OTHERS ? userInfo().gid : gid;
  } catch {
    return gid;
  } finally {
    process.seteuid?.(0);
  }
}
