import { readFileSync, statSync } from "node:fs";

/** The state of a listening socket, as numbered in Linux's `include/net/tcp_states.h`. */
const LISTENS = "0A";

/**
 * The users whose processes listen on a TCP port of this machine, on any address.
 *
 * @param tables in the format of `/proc/net/tcp` and `/proc/net/tcp6`
 * @returns their user ids; empty when no process listens, or there is no such table
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
 * Whether every process that listens on a port may read the service's own files, including its keys: it runs as root, our own
 * user, or the owner of its data. False when no process listens.
 */
export function isReadableByListeners(port: number, dataDir: string): boolean {
  const readers = [0, process.getuid?.(), ownerOf(dataDir)];
  const users = listenersOn(port);
  return users.length > 0 && users.every((user) => readers.includes(user));
}

/** The owner of a file or folder; undefined when it does not exist. */
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
