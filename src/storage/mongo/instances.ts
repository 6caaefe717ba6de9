import type { InstanceStore } from "../../records/stores.js";
import { instanceFrom } from "../stored-instance.js";
import { fromKeyText, keyText, toText } from "../stored-text.js";
import type { MongoConnection } from "./connection.js";
import { isNew } from "./failure.js";

/** The part of the MongoDB store that keeps the process instances. */
export function mongoInstances({ run }: Pick<MongoConnection, "run">): InstanceStore {
  return {
    async addInstance(instance) {
      const stored = { _id: keyText(instance.owner), beat: 0, claimed: false, life: toText(instance) };
      return run(({ lives }) => isNew(lives.insertOne(stored)));
    },
    async beat(owner) {
      const alive = { _id: keyText(owner), claimed: false };
      return (await run(({ lives }) => lives.updateOne(alive, { $inc: { beat: 1 } }))).matchedCount === 1;
    },
    async instances() {
      const found = await run(({ lives }) => lives.find().sort({ _id: 1 }).toArray());
      return found.map(({ life, _id, beat }) => ({ ...instanceFrom(life, _id), beat }));
    },
    async claimInstance(owner, beat) {
      const change = { $inc: { beat: 1 }, $set: { claimed: true } };
      return (await run(({ lives }) => lives.updateOne({ _id: keyText(owner), beat }, change))).matchedCount === 1;
    },
    async removeInstance(owner) {
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
