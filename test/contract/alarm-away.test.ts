import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as pass } from "node:timers/promises";
import { AttendantError } from "../../src/kernel/errors.js";
import { findMongo, type MortalMongoServer } from "../support/mongo/mongo-server.js";
import { noRejectionUnhandled } from "./alarm.contract.js";
import { mongoPlace } from "./job-places.js";
import { openAlarm } from "./rings.js";

noRejectionUnhandled();

const mongo = await findMongo();
if (typeof mongo === "string" || !mongo.mortal) {
  const skip = typeof mongo === "string" ? mongo : "the MongoDB of TEST_MONGODB_URI is not ours to stop";
  describe("an alarm whose MongoDB is away", () => test("is there to test with", { skip }, () => {}));
} else absences(mongo.mortal);

const isUnavailable = (error: unknown) => error instanceof AttendantError && error.code === "store_unavailable";

function absences(start: () => Promise<MortalMongoServer>): void {
  describe("an alarm whose MongoDB is away", () => {
    for (const [way, leave, comeBack] of [
      ["stopped", (server: MortalMongoServer) => server.stop(), (server: MortalMongoServer) => server.start()],
      [
        "hanging",
        (server: MortalMongoServer) => Promise.resolve(server.freeze()),
        (server: MortalMongoServer) => Promise.resolve(server.thaw()),
      ],
    ] as const) {
      test(`rings what fell due meanwhile soon after it is back (${way})`, async (t) => {
        await using server = await start();
        await using clock = await openAlarm(await mongoPlace(server.freshDatabase()));
        const base = Date.now();
        await clock.alarm.set("locked", base + 1_500);
        await clock.alarm.set("unlocked", base + 10_000);
        await clock.alarm.set("after", base + 22_000);
        const soon = AbortSignal.timeout(1_400);
        while ((await clock.counts()).locked === 0) soon.throwIfAborted();
        await leave(server);
        assert.ok(Date.now() < base + 5_900, "it took so long to leave that everything was locked");
        await pass(base + 13_000 - Date.now());
        assert.deepEqual(clock.rings.ids, ["locked"], "only what was locked before rings while it is away");
        assert.ok(clock.troubles.length > 0 && clock.troubles.every(isUnavailable));
        await comeBack(server);
        const back = Date.now();
        const late = AbortSignal.timeout(10_000);
        while (!clock.rings.ids.includes("unlocked")) await pass(20, undefined, { signal: late });
        const took = (clock.rings.all.find(({ scheduleId }) => scheduleId === "unlocked")?.at ?? Infinity) - back;
        t.diagnostic(`${took} ms after its return`);
        assert.ok(took < 2_500, `${took} ms`);
        while (!clock.rings.ids.includes("after")) await pass(20, undefined, { signal: late });
      });
    }

    test("starts when it is there, sets nothing until then, and ends while it waits", async () => {
      await using server = await start();
      const uri = server.freshDatabase();
      await server.stop();
      {
        await using early = await openAlarm(await mongoPlace(uri));
        await assert.rejects(early.alarm.set("a", Date.now()), isUnavailable);
        await assert.rejects(early.alarm.clear("a"), isUnavailable);
        const began = Date.now();
        await early.scope[Symbol.asyncDispose]();
        assert.ok(Date.now() - began < 4_000, `${Date.now() - began} ms`);
      }
      await using clock = await openAlarm(await mongoPlace(uri));
      await pass(4_000);
      assert.ok(clock.troubles.length > 0 && clock.troubles.every(isUnavailable));
      await server.start();
      const late = AbortSignal.timeout(5_000);
      for (let set = false; !set; late.throwIfAborted()) {
        set = await clock.alarm.set("a", Date.now()).then(
          () => true,
          () => false,
        );
      }
      // By then it tries to begin every two seconds.
      await clock.rings.until(1, 5_000);
      assert.ok(clock.rings.latest < 3_000, `${clock.rings.latest} ms late`);
    });
  });
}
