import assert from "node:assert/strict";
import { test } from "node:test";
import { Scope } from "../../../src/kernel/scope.js";
import { forgetOldCalls } from "../../../src/storage/retention.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

test("calls are forgotten when their time is over, again and again, whatever the store says", async () => {
  await using scope = new Scope("test");
  const asked: number[] = [];
  const said: string[] = [];
  const note = (event: string) => void said.push(event);
  await new Promise<void>((resolve) => {
    const store = {
      async forgetCalls(endedBefore: number) {
        asked.push(endedBefore);
        if (asked.length === 1) throw new Error("away");
        if (asked.length === 3) resolve();
        return asked.length;
      },
    };
    const log = { ...quietLog, info: note, warn: note };
    forgetOldCalls({ store, keepDays: 2, scope, log, now: () => 10 * 86_400_000, everyMs: 1 });
  });
  assert.deepEqual(
    asked,
    [8, 8, 8].map((days) => days * 86_400_000),
  );
  assert.deepEqual(said.slice(0, 2), ["calls_not_forgotten", "calls_forgotten"]);
});
