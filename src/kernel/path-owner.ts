import { type BigIntStats, lstatSync, readlinkSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** A user and a group. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Where a path leads, and who has a hand in that. */
export interface Located {
  /** The file itself, over all symbolic links; as it is written from where there is nothing yet. */
  readonly path: string;
  /** Those but root who may change what the path leads to, in its order; none where that is for root alone. */
  readonly owners: readonly Identity[];
}

/** Stands for whoever is in a group, or anybody. */
export const NOBODY = 65_534;
const MAX_LINKS = 40;
/** A link that was moved to and fro while it was looked at has been changed within this time, ms. */
const UNTOUCHED_MS = 1_000;
const NS_PER_MS = 1_000_000n;

/**
 * Follows a path from the root, step by step. What root alone may change stays as it was found; from the first folder or link of
 * somebody else on, that one may put anything in the place of what was seen. A link of root's is root's word wherever it
 * stands, and who had a hand in the way to it does not count any more.
 *
 * @throws when there are too many links, or a link of root's was changed just now by whoever owns its folder
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
    else throw new Error(`${next} is being changed: try again, or make it a file`);
    steps.unshift(...stepsOf(resolve(dirname(next), target)));
    at = sep;
  }
  return { path: at, owners };
}

const stepsOf = (path: string) => path.split(sep).filter((step) => step !== "");

/** Who may put something else into a folder. Of a file, who may write it does not matter: its name stays. */
function changersOf(found: BigIntStats): Identity[] {
  const [uid, gid, mode] = [Number(found.uid), Number(found.gid), Number(found.mode)];
  if (!found.isDirectory()) return [];
  if (uid !== 0) return [{ uid, gid }];
  // In a folder like /tmp each may change only what is theirs.
  if (mode & 0o1000) return [];
  if (mode & 0o002) return [{ uid: NOBODY, gid: NOBODY }];
  return mode & 0o020 && gid !== 0 ? [{ uid: NOBODY, gid }] : [];
}

function isUntouched(link: string, seen: BigIntStats): boolean {
  const now = lstatSync(link, { bigint: true, throwIfNoEntry: false });
  if (!now || now.ino !== seen.ino || now.ctimeNs !== seen.ctimeNs) return false;
  return BigInt(Date.now() - UNTOUCHED_MS) * NS_PER_MS > now.ctimeNs;
}
