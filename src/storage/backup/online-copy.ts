import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, open, readdir, rm, unlink } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, codeOf, describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";

/** The answer to a request for a copy, as JSON. */
interface Answer {
  /** The name of the copy in DATA_DIR, which the two processes may know under different paths. */
  readonly file?: string;
  readonly error?: string;
}

const OWNER_ONLY = 0o600;
/** Name of a copy until it is moved, and of the file beside an unfinished one. */
const COPY = /^copy-[0-9a-f-]{36}\.sqlite$/;
const LEFT_OVER = /^copy-[0-9a-f-]{36}\.sqlite(-journal)?$/;
/** Maximum wait for a copy, in ms: copying a database may take ten minutes, and another copy may be in progress. */
const COPY_MS = 1_260_000;
/** A copy is opened and its name removed at once. If the name still exists after this time, in ms, the copy is abandoned. */
const TAKEN_WITHIN_MS = 60_000;
/** Maximum number of copies waiting to be opened, and of requests waiting for a copy. */
const MAX_LEFT = 3;
const MAX_WAITING = 4;
const socketIn = (dataDir: string) => join(dataDir, "backup.sock");

export interface OnlineCopiesNeeds {
  readonly dataDir: string;
  /** Writes a copy of the database into an empty file. */
  readonly copyTo: (path: string) => Promise<void>;
  readonly log: Log;
  readonly takenWithinMs?: number;
}

/**
 * Supplies copies of the embedded store to `scripts/backup`, which cannot open the store while the service has it open. A client
 * that connects to `DATA_DIR/backup.sock`, accessible only to this user, receives the name of a new file, opens it, and removes
 * the name. An abandoned copy is removed after a minute, when there are too many, or at the next start.
 *
 * If no socket can be created in the folder, this is logged and the service runs without backups.
 */
export async function offerCopies(needs: OnlineCopiesNeeds): Promise<AsyncDisposable> {
  const { dataDir, copyTo, log, takenWithinMs = TAKEN_WITHIN_MS } = needs;
  const left = createLeftCopies(dataDir, takenWithinMs);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.resume(); // Otherwise a closed connection would go unnoticed.
    if (waiting === MAX_WAITING) {
      socket.end(
        JSON.stringify({ error: "Other copies are in progress. Try again in a few minutes." } satisfies Answer),
      );
      return;
    }
    waiting++;
    last = last.then(() => serve(socket)).finally(() => waiting--);
  });
  server.on("error", (error) => log.warn("store_not_copied", `Backups are unavailable: ${describe(error)}`));

  async function serve(socket: Socket): Promise<void> {
    if (socket.destroyed) return;
    const answer = await copy();
    if (answer.file !== undefined) await (socket.destroyed ? left.remove(answer.file) : left.add(answer.file));
    socket.end(JSON.stringify(answer));
  }

  async function copy(): Promise<Answer> {
    const file = `copy-${randomUUID()}.sqlite`;
    const path = join(dataDir, file);
    try {
      await (await open(path, "wx", OWNER_ONLY)).close();
      await copyTo(path);
      log.info("store_copied", "Copied the store for a backup");
      return { file };
    } catch (error) {
      await left.remove(file);
      log.error("store_not_copied", `Could not copy the store: ${describe(error)}`);
      return { error: describe(error) };
    }
  }

  const path = socketIn(dataDir);
  try {
    for (const file of await readdir(dataDir)) if (LEFT_OVER.test(file)) await left.remove(file);
    await unlink(path).catch(() => {}); // Left by a process that was killed: the store is open in this process only, so the socket is ours as well.
    server.listen(path);
    await once(server, "listening");
    await chmod(path, OWNER_ONLY);
  } catch (error) {
    server.close();
    log.warn("store_not_copied", `No backup can be made while the service runs: ${describe(error)}`, { path });
  }
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      await last;
      await left.removeAll();
    },
  };
}

/** Copies that wait to be opened. @param takenWithinMs time after which an abandoned copy is removed */
function createLeftCopies(folder: string, takenWithinMs: number) {
  /** Oldest first, each with its clean-up function. */
  const left = new Map<string, NodeJS.Timeout>();

  async function remove(file: string): Promise<void> {
    clearTimeout(left.get(file));
    left.delete(file);
    await rm(join(folder, file), { force: true }).catch(() => {});
  }

  return {
    /** The oldest is removed when there are too many. */
    async add(file: string): Promise<void> {
      left.set(file, setTimeout(() => void remove(file), takenWithinMs).unref());
      const [oldest] = left.keys();
      if (left.size > MAX_LEFT && oldest !== undefined) await remove(oldest);
    },
    remove,
    async removeAll(): Promise<void> {
      for (const file of left.keys()) await remove(file);
    },
  };
}

/**
 * Asks the running service for a copy of its store.
 *
 * @returns the file, which belongs to the caller; undefined when no service is running
 * @throws {AttendantError} `store_unavailable` when no copy could be made
 */
export async function askForCopy(dataDir: string): Promise<string | undefined> {
  const socket = connect(socketIn(dataDir));
  let answer: Answer;
  try {
    await once(socket, "connect");
    const told = await withDeadline(COPY_MS, undefined, "copying the store", () => text(socket));
    answer = JSON.parse(told) as Answer;
  } catch (error) {
    if (["ENOENT", "ECONNREFUSED"].includes(String(codeOf(error)))) return undefined;
    throw new AttendantError("store_unavailable", `The running service does not answer: ${describe(error)}`);
  } finally {
    socket.destroy();
  }
  // This program may run as root, unlike the service, which must not be able to name any other file.
  if (answer.file !== undefined && COPY.test(answer.file)) return join(dataDir, answer.file);
  throw new AttendantError("store_unavailable", `The running service could not copy its store: ${answer.error}`);
}
