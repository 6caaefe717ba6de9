import { fromText } from "../stored-text.js";
import type { SqliteDatabase, SqlResult, SqlValue } from "./database.js";

/** One statement at a time, each a transaction of its own. */
export interface Queries {
  run(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** Does the same with what removes words, which are then in no file any more. */
  forget(sql: string, ...parameters: SqlValue[]): Promise<SqlResult>;
  /** What the texts in the first column say. */
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
