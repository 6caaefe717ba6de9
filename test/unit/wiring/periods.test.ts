import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../../src/kernel/errors.js";
import { createLog } from "../../../src/observability/log.js";
import { PERIODS, readPeriods } from "../../../src/wiring/periods.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import type { Logged } from "../../support/fakes/talk.js";
import { SHORT_PERIODS } from "../../support/short-periods.js";

const read = (given: string) => readPeriods({ ATTENDANT_PERIODS: given }, quietLog);

test("a service goes by the usual leases, sweeps and pauses, and says nothing of them", () => {
  const logged: string[] = [];
  const log = createLog({ level: "debug", transcripts: false, sink: (line) => logged.push(line) });
  assert.equal(readPeriods({}, log), PERIODS);
  assert.deepEqual(logged, []);
});

test("a test shortens those that it names, and the log says so", () => {
  const logged: Logged[] = [];
  const log = createLog({ level: "warn", transcripts: false, sink: (line) => logged.push(JSON.parse(line)) });
  const text = '{"webhooks":{"leaseMs":2000,"retriesMs":[10,20]},"asterisk":{"sweepMs":100}}';
  const periods = readPeriods({ ATTENDANT_PERIODS: text }, log);
  assert.deepEqual(periods, {
    ...PERIODS,
    webhooks: { ...PERIODS.webhooks, leaseMs: 2000, retriesMs: [10, 20] },
    asterisk: { ...PERIODS.asterisk, sweepMs: 100 },
  });
  assert.deepEqual(
    logged.map(({ event }) => event),
    ["periods_changed"],
  );
});

test("the periods of the tests can be read, and are shorter than the usual ones", () => {
  const { webhooks, schedules, backends } = readPeriods(SHORT_PERIODS, quietLog);
  assert.ok(webhooks.leaseMs < PERIODS.webhooks.leaseMs && schedules.sweepMs < PERIODS.schedules.sweepMs);
  assert.ok(backends.maxMs < PERIODS.backends.maxMs);
});

const WRONG: readonly [given: string, why: RegExp][] = [
  ["2000", /ATTENDANT_PERIODS must be an object$/],
  ["{", /ATTENDANT_PERIODS is not JSON/],
  [
    '{"webhook":{}}',
    /ATTENDANT_PERIODS must be an object with only webhooks, schedules, backends, asterisk, clock, ownership$/,
  ],
  ['{"webhooks":{"lease":1}}', /ATTENDANT_PERIODS\.webhooks must be an object with only leaseMs, pollMs, retriesMs$/],
  ['{"webhooks":{"leaseMs":"2000"}}', /ATTENDANT_PERIODS\.webhooks\.leaseMs must be a time in ms, 1 or more$/],
  ['{"backends":{"maxMs":0}}', /ATTENDANT_PERIODS\.backends\.maxMs must be a time in ms, 1 or more$/],
  [
    '{"webhooks":{"retriesMs":5000}}',
    /ATTENDANT_PERIODS\.webhooks\.retriesMs must be a list of times in ms, 1 or more$/,
  ],
  ['{"schedules":null}', /ATTENDANT_PERIODS\.schedules must be an object$/],
];
for (const [given, why] of WRONG) {
  test(`${given} is refused, by the name of what is wrong in it`, () => {
    assert.throws(
      () => read(given),
      (error) => error instanceof AttendantError && error.code === "settings_invalid" && why.test(error.message),
    );
  });
}
