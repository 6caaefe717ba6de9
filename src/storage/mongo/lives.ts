import type { ControllerLife } from "../../records/controller-life.js";
import type { LifeStore } from "../../records/stores.js";
import { fromKeyText, fromText, keyText, toText } from "../stored-text.js";
import type { MongoConnection } from "./connection.js";
import { isDuplicate } from "./failure.js";

/** The part of the store on MongoDB that knows which controllers live. */
export function mongoLives({ run }: Pick<MongoConnection, "run">): LifeStore {
  return {
    async addLife(life) {
      const stored = { _id: keyText(life.owner), beat: 0, claimed: false, life: toText(life) };
      return run(({ lives }) =>
        lives.insertOne(stored).then(
          () => true,
          (error) => (isDuplicate(error) ? false : Promise.reject(error)),
        ),
      );
    },
    async beat(owner) {
      const alive = { _id: keyText(owner), claimed: false };
      return (await run(({ lives }) => lives.updateOne(alive, { $inc: { beat: 1 } }))).matchedCount === 1;
    },
    async lives() {
      const found = await run(({ lives }) => lives.find().sort({ _id: 1 }).toArray());
      return found.map(({ life, beat }) => ({ ...fromText<ControllerLife>(life), beat }));
    },
    async claimLife(owner, beat) {
      const change = { $inc: { beat: 1 }, $set: { claimed: true } };
      return (await run(({ lives }) => lives.updateOne({ _id: keyText(owner), beat }, change))).matchedCount === 1;
    },
    async removeLife(owner) {
      await run(({ lives }) => lives.deleteOne({ _id: keyText(owner) }));
    },
    async openOwners() {
      return run(async ({ calls, occurrences }) => {
        const ofCalls = await calls.distinct("owner", { overAt: null });
        const ofRuns = await occurrences.distinct("owner", { state: { $in: ["claimed", "dialling"] } });
        return [...new Set([...ofCalls, ...ofRuns])].map(fromKeyText);
      });
    },
  };
}
