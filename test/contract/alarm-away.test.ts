import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as pass } from "node:timers/promises";
import { AttendantError } from "../../src/kernel/errors.js";
import { findMongo, type MortalMongoServer } from "../support/mongo/mongo-server.js";
import { noRejectionUnhandled } from "./alarm.contract.js";
import { mongoPlace } from "./job-places.js";
import { COMES_MS, heldClock, openAlarm } from "./rings.js";

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
      test(`rings what fell due meanwhile once it is back (${way})`, async (t) => {
        await using server = await start();
        const { now, passes } = heldClock();
        await using clock = await openAlarm(await mongoPlace(server.freshDatabase()), now);
        await clock.alarm.set("locked", now() + 1_500);
        await clock.alarm.set("unlocked", now() + 10_000);
        await clock.alarm.set("after", now() + 22_000);
        assert.equal((await clock.counts()).locked, 1);
        await leave(server);
        passes(2_000);
        await clock.rings.until(1, COMES_MS);
        passes(11_000);
        const away = AbortSignal.timeout(COMES_MS);
        while (clock.troubles.length === 0) await pass(20, undefined, { signal: away });
        await pass(1_500);
        assert.deepEqual(clock.rings.ids, ["locked"], "only what was locked before rings while it is away");
        assert.ok(clock.troubles.every(isUnavailable));
        await comeBack(server);
        const back = Date.now();
        const late = AbortSignal.timeout(COMES_MS);
        while (!clock.rings.ids.includes("unlocked")) {
          await pass(20, undefined, { signal: late });
          passes(20); // A lock whose answer nobody waited for any more has to expire.
        }
        t.diagnostic(`${Date.now() - back} ms after its return`);
        passes(9_000);
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
        await early.scope[Symbol.asyncDispose]();
      }
      await using clock = await openAlarm(await mongoPlace(uri));
      const away = AbortSignal.timeout(COMES_MS);
      while (clock.troubles.length === 0) await pass(20, undefined, { signal: away });
      assert.ok(clock.troubles.every(isUnavailable));
      await server.start();
      const late = AbortSignal.timeout(COMES_MS);
      for (let set = false; !set; late.throwIfAborted()) {
        set = await clock.alarm.set("a", Date.now()).then(
          () => true,
          () => false,
        );
      }
      await clock.rings.until(1, COMES_MS);
    });
  });
}
