import { readFileSync, statSync } from "node:fs";

/** The state of a socket that listens, as Linux's `include/net/tcp_states.h` numbers it. */
const LISTENS = "0A";

/**
 * The users whose processes listen on a TCP port of this machine, at whatever address.
 *
 * @param tables as `/proc/net/tcp` and `/proc/net/tcp6` have them
 * @returns their numbers; none where nobody listens, or where there is no such table
 */
export function listenersOn(port: number, tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(textOf)): readonly number[] {
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(1));
  return rows.flatMap((row) => {
    const [, local = "", , state, , , , user] = row.trim().split(/\s+/);
    const isIt = state === LISTENS && Number.parseInt(local.split(":").at(-1) ?? "", 16) === port;
    return isIt ? [Number(user)] : [];
  });
}

/**
 * Whether everybody who listens on a port may read the service's own files, and with them its keys: root, our own user, or the
 * owner of its data. False where nobody listens.
 */
export function isReadableByListeners(port: number, dataDir: string): boolean {
  const readers = [0, process.getuid?.(), ownerOf(dataDir)];
  const users = listenersOn(port);
  return users.length > 0 && users.every((user) => readers.includes(user));
}

/** The user that a file or folder belongs to; undefined where it is not there. */
export function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
