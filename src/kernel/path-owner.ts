import { type BigIntStats, lstatSync, readlinkSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** A user and a group. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A resolved path, and the users who control it. */
export interface Located {
  /** The file itself, with all symbolic links resolved; from the first missing component on, as it was written. */
  readonly path: string;
  /** The users other than root who may change where the path leads, in path order; empty when only root may. */
  readonly owners: readonly Identity[];
}

/** Represents a group or everyone. */
export const OTHERS = 65_534;
const MAX_LINKS = 40;
/** A link that was swapped during the check was changed within this time, in ms. */
const UNTOUCHED_MS = 1_000;
const NS_PER_MS = 1_000_000n;

/**
 * Resolves a path from the root, step by step. What only root may change is reliable; from the first folder or link of another
 * user on, that user may replace what was seen. A link owned by root is reliable wherever it stands, and the owners of the path
 * to it no longer count.
 *
 * @throws when there are too many links, or when a link of root's was just changed by the owner of its folder
 */
export function locate(path: string): Located {
  const steps = stepsOf(resolve(path));
  let at: string = sep;
  let owners: Identity[] = [];
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(at, step);
    const found = lstatSync(next, { bigint: true, throwIfNoEntry: false });
    if (!found) return { path: join(next, ...steps), owners };
    if (!found.isSymbolicLink()) {
      at = next;
      owners = [...owners, ...changersOf(found)];
      continue;
    }
    if (++links > MAX_LINKS) throw new Error(`${path} leads over more than ${MAX_LINKS} symbolic links`);
    const target = readlinkSync(next);
    if (found.uid !== 0n) owners = [...owners, { uid: Number(found.uid), gid: Number(found.gid) }];
    else if (owners.length === 0 || isUntouched(next, found)) owners = [];
    else throw new Error(`${next} is being changed. Try again, or replace the link by a file`);
    steps.unshift(...stepsOf(resolve(dirname(next), target)));
    at = sep;
  }
  return { path: at, owners };
}

const stepsOf = (path: string) => path.split(sep).filter((step) => step !== "");

/** Who may replace entries of a folder. Who may write to a file does not matter: its name stays. */
function changersOf(found: BigIntStats): Identity[] {
  const [uid, gid, mode] = [Number(found.uid), Number(found.gid), Number(found.mode)];
  if (!found.isDirectory()) return [];
  if (uid !== 0) return [{ uid, gid }];
  // In a folder like /tmp, users may change only their own entries.
  if (mode & 0o1000) return [];
  if (mode & 0o002) return [{ uid: OTHERS, gid: OTHERS }];
  return mode & 0o020 && gid !== 0 ? [{ uid: OTHERS, gid }] : [];
}

function isUntouched(link: string, seen: BigIntStats): boolean {
  const now = lstatSync(link, { bigint: true, throwIfNoEntry: false });
  if (!now || now.ino !== seen.ino || now.ctimeNs !== seen.ctimeNs) return false;
  return BigInt(Date.now() - UNTOUCHED_MS) * NS_PER_MS > now.ctimeNs;
}
