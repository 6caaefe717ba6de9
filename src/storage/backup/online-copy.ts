import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, open, readdir, rm, unlink } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, codeOf, describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";

/** What asks for a copy is answered with, as JSON. */
interface Answer {
  /** The name of the copy in DATA_DIR, which the two may know by different paths. */
  readonly file?: string;
  readonly error?: string;
}

const OWNER_ONLY = 0o600;
/** What a copy is called until it is moved away, and what stands beside one that was not finished. */
const COPY = /^copy-[0-9a-f-]{36}\.sqlite$/;
const LEFT_OVER = /^copy-[0-9a-f-]{36}\.sqlite(-journal)?$/;
/** The longest wait for a copy, ms: those of a database may take ten minutes, and another may be under way. */
const COPY_MS = 1_260_000;
/** A copy is opened and its name removed at once. If the name is still there after this time, ms, the copy is abandoned. */
const TAKEN_WITHIN_MS = 60_000;
/** Copies that wait to be opened, and requests that wait for a copy, at a time. */
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
 * Gives copies of the embedded store to `scripts/backup`, which cannot open it while the service has it. A client that connects to
 * `DATA_DIR/backup.sock`, which only this user may do, gets the name of a new file, opens it, and removes the name. An abandoned copy
 * is removed after a minute, when there are too many, or with the next start.
 *
 * A folder in which no socket can be made is told of in the log, and is no reason not to run.
 */
export async function offerCopies(needs: OnlineCopiesNeeds): Promise<AsyncDisposable> {
  const { dataDir, copyTo, log, takenWithinMs = TAKEN_WITHIN_MS } = needs;
  const left = createLeftCopies(dataDir, takenWithinMs);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.resume(); // Or nobody would notice that it was closed.
    if (waiting === MAX_WAITING) {
      socket.end(
        JSON.stringify({ error: "Other copies are being made; ask again in a few minutes." } satisfies Answer),
      );
      return;
    }
    waiting++;
    last = last.then(() => serve(socket)).finally(() => waiting--);
  });
  server.on("error", (error) => log.warn("store_not_copied", `Nobody can ask for a backup now: ${describe(error)}`));

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
      log.info("store_copied", "A copy of the store was made for a backup");
      return { file };
    } catch (error) {
      await left.remove(file);
      log.error("store_not_copied", `A copy of the store could not be made: ${describe(error)}`);
      return { error: describe(error) };
    }
  }

  const path = socketIn(dataDir);
  try {
    for (const file of await readdir(dataDir)) if (LEFT_OVER.test(file)) await left.remove(file);
    await unlink(path).catch(() => {}); // Of a run that was killed: the store is ours alone, so the socket is too.
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

/** Copies that wait to be opened. @param takenWithinMs after which an abandoned copy is removed */
function createLeftCopies(folder: string, takenWithinMs: number) {
  /** The oldest first, each with what removes it in time. */
  const left = new Map<string, NodeJS.Timeout>();

  async function remove(file: string): Promise<void> {
    clearTimeout(left.get(file));
    left.delete(file);
    await rm(join(folder, file), { force: true }).catch(() => {});
  }

  return {
    /** Where there are too many with it, the oldest goes. */
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
 * Has the running service make a copy of its store.
 *
 * @returns the file, which is the caller's; undefined when no service runs
 * @throws {AttendantError} `store_unavailable` when it could make none
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
  // Whoever runs this may be root, and the service is not: it must not name any other file.
  if (answer.file !== undefined && COPY.test(answer.file)) return join(dataDir, answer.file);
  throw new AttendantError("store_unavailable", `The running service could make no copy: ${answer.error}`);
}
