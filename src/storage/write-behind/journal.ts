import { fromText, keyText, toText } from "../stored-text.js";
import { openSqlite } from "../sqlite/database.js";
import type { Write } from "./write.js";

/**
 * Keeps pending writes that the store could not accept, so that they outlive this process. All methods reject with
 * `store_unavailable` when the disk fails.
 */
export interface WriteJournal extends AsyncDisposable {
  /** Its path, for messages. */
  readonly path: string;
  /** What an earlier process left, in the order in which it was first written. */
  readAll(): Promise<readonly Write[]>;
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
 * @throws {AttendantError} `store_unavailable` when the file cannot be opened, for instance because another process has it open
 */
export async function openJournal(path: string): Promise<WriteJournal> {
  const database = await openSqlite({ path, migrations: MIGRATIONS });
  const run = async (sql: string, ...parameters: (string | number)[]) =>
    (await database.transact([{ sql, parameters }]))[0];
  // Versions count from one in every process; what is left of an earlier one is older than all of them.
  await run("UPDATE writes SET sequence = 0");

  return {
    path,
    async readAll() {
      const found = await run("SELECT write FROM writes ORDER BY position");
      return (found?.rows ?? []).map(([text]) => fromText<Write>(text));
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
