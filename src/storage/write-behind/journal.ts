import { fromKeyText, keyText, toText } from "../stored-text.js";
import { openSqlite } from "../sqlite/database.js";
import { DatabaseNewer } from "../sqlite/failure.js";
import { keptWrite, type Write } from "./write.js";

/** What an earlier process has left in a journal. */
export interface KeptWrites {
  /** In the order in which each was first written. */
  readonly writes: readonly Write[];
  /** The subjects of writes that cannot be read. They stay in the file. */
  readonly unreadable: readonly string[];
}

/**
 * Keeps pending writes that the store could not accept, so that they outlive this process. All methods reject with
 * `store_unavailable` when the disk fails.
 */
export interface WriteJournal extends AsyncDisposable {
  /** Its path, for messages. */
  readonly path: string;
  /** Returns what an earlier process left. @throws {DatabaseNewer} when a later version of the service has left some of it */
  readAll(): Promise<KeptWrites>;
  /** Keeps the write, replacing an earlier one of the same subject. */
  put(subject: string, sequence: number, write: Write): Promise<void>;
  /** Removes a write that has been made, unless a later one has replaced it. */
  remove(subject: string, sequence: number): Promise<void>;
}

const MIGRATIONS: readonly string[] = [
  `CREATE TABLE writes (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     subject TEXT NOT NULL UNIQUE,
     sequence INTEGER NOT NULL,
     write TEXT NOT NULL
   ) STRICT;`,
];

/**
 * Opens a journal in its own file, for one process at a time.
 *
 * @param path its folder must contain only databases
 * @throws {AttendantError} `store_unavailable` when the file cannot be opened, for instance because another process has it open, a
 *   later version has written it ({@link DatabaseNewer}), or it is damaged (`DatabaseDamaged`)
 */
export async function openJournal(path: string): Promise<WriteJournal> {
  const database = await openSqlite({ path, migrations: MIGRATIONS }).catch((error: unknown) => {
    throw error instanceof DatabaseNewer ? leftByLaterVersion(path) : error;
  });
  const run = async (sql: string, ...parameters: (string | number)[]) =>
    (await database.transact([{ sql, parameters }]))[0];
  // Versions count from one in every process; what is left of an earlier one is older than all of them.
  await run("UPDATE writes SET sequence = 0");

  return {
    path,
    async readAll() {
      const found = await run("SELECT subject, write FROM writes ORDER BY position");
      const writes: Write[] = [];
      const unreadable: string[] = [];
      for (const [key, text] of found?.rows ?? []) {
        const subject = subjectFrom(key);
        const write = keptWrite({ subject, text });
        if (write === "newer") throw leftByLaterVersion(path);
        if (write) writes.push(write);
        else unreadable.push(subject);
      }
      return { writes, unreadable };
    },
    async put(subject, sequence, write) {
      await run(
        `INSERT INTO writes (subject, sequence, write) VALUES (?, ?, ?)
         ON CONFLICT (subject) DO UPDATE SET sequence = excluded.sequence, write = excluded.write
         WHERE excluded.sequence >= sequence`,
        ...[keyText(subject), sequence, toText(write)],
      );
    },
    async remove(subject, sequence) {
      await run("DELETE FROM writes WHERE subject = ? AND sequence <= ?", keyText(subject), sequence);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function subjectFrom(key: unknown): string {
  try {
    return fromKeyText(String(key));
  } catch {
    return String(key);
  }
}

function leftByLaterVersion(path: string): DatabaseNewer {
  return new DatabaseNewer(
    `${path} has writes of a later version that wait for MongoDB. Run that version until they are made, or move the file away to discard them.`,
  );
}
