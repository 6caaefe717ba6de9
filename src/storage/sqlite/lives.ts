import type { ControllerLife } from "../../records/controller-life.js";
import type { LifeStore } from "../../records/stores.js";
import { fromKeyText, fromText, keyText, toText } from "../stored-text.js";
import type { SqliteDatabase } from "./database.js";
import { queriesOf } from "./queries.js";

/** The part of the embedded store that knows which controller lives, and which one did when it was left. */
export function sqliteLives(database: SqliteDatabase): LifeStore {
  const { run } = queriesOf(database);
  return {
    async addLife(life) {
      const sql = "INSERT INTO lives (owner, beat, claimed, life) VALUES (?, 0, 0, ?) ON CONFLICT (owner) DO NOTHING";
      return (await run(sql, keyText(life.owner), toText(life))).changes === 1;
    },
    async beat(owner) {
      const sql = "UPDATE lives SET beat = beat + 1 WHERE owner = ? AND claimed = 0";
      return (await run(sql, keyText(owner))).changes === 1;
    },
    async lives() {
      const { rows } = await run("SELECT life, beat FROM lives ORDER BY owner");
      return rows.map(([life, beat]) => ({ ...fromText<ControllerLife>(life), beat: Number(beat) }));
    },
    async claimLife(owner, beat) {
      const sql = "UPDATE lives SET beat = beat + 1, claimed = 1 WHERE owner = ? AND beat = ?";
      return (await run(sql, keyText(owner), beat)).changes === 1;
    },
    async removeLife(owner) {
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
