import type { InstanceStore } from "../../records/stores.js";
import { instanceFrom } from "../stored-instance.js";
import { fromKeyText, keyText, toText } from "../stored-text.js";
import { queriesOf, type SqliteDatabase } from "./database.js";

/** The part of the embedded store that keeps the process instances: the running one, and those that left the store before. */
export function sqliteInstances(database: SqliteDatabase): InstanceStore {
  const { run } = queriesOf(database);
  return {
    async addInstance(instance) {
      const sql = "INSERT INTO lives (owner, beat, claimed, life) VALUES (?, 0, 0, ?) ON CONFLICT (owner) DO NOTHING";
      return (await run(sql, keyText(instance.owner), toText(instance))).changes === 1;
    },
    async beat(owner) {
      const sql = "UPDATE lives SET beat = beat + 1 WHERE owner = ? AND claimed = 0";
      return (await run(sql, keyText(owner))).changes === 1;
    },
    async instances() {
      const { rows } = await run("SELECT life, owner, beat FROM lives ORDER BY owner");
      return rows.map(([life, owner, beat]) => ({ ...instanceFrom(life, owner), beat: Number(beat) }));
    },
    async claimInstance(owner, beat) {
      const sql = "UPDATE lives SET beat = beat + 1, claimed = 1 WHERE owner = ? AND beat = ?";
      return (await run(sql, keyText(owner), beat)).changes === 1;
    },
    async removeInstance(owner) {
      await run("DELETE FROM lives WHERE owner = ?", keyText(owner));
    },
    async openOwners() {
      const { rows } = await run(
        `SELECT owner FROM calls WHERE over_at IS NULL
         UNION SELECT owner FROM occurrences WHERE state <> 'over'`,
      );
      return rows.map(([owner]) => fromKeyText(String(owner)));
    },
  };
}
