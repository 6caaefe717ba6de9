import { fromText } from "../stored-text.js";
import type { SqliteDatabase, SqlResult, SqlValue } from "./database.js";

/** Runs one statement in its own transaction. */
export interface Queries {
  run(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** The same for statements that remove words, which are then gone from every file. */
  forget(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** Decodes the texts in the first column. */
  all<T>(sql: string, ...parameters: SqlValue[]): Promise<T[]>;
  first<T>(sql: string, ...parameters: SqlValue[]): Promise<T | undefined>;
}

export function queriesOf(database: SqliteDatabase): Queries {
  const one =
    (forgets: boolean) =>
    async (sql: string, ...parameters: SqlValue[]): Promise<SqlResult> => {
      const [result] = await database.transact([{ sql, parameters }], { forgets });
      return result ?? { rows: [], changes: 0 };
    };
  const run = one(false);
  const all = async <T>(sql: string, ...parameters: SqlValue[]): Promise<T[]> =>
    (await run(sql, ...parameters)).rows.map(([text]) => fromText<T>(text));
  const first = async <T>(sql: string, ...parameters: SqlValue[]) => (await all<T>(sql, ...parameters))[0];
  return { run, forget: one(true), all, first };
}
