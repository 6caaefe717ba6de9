import type { Environment } from "../config/environment.js";
import { RECOVERY_PERIODS } from "../engines/engine-recovery.js";
import { AttendantError, describe } from "../kernel/errors.js";
import { isRecord } from "../kernel/record.js";
import type { Backoff } from "../kernel/retry.js";
import type { Log } from "../observability/log.js";
import { SCHEDULE_PERIODS, type SchedulePeriods } from "../scheduling/scheduler.js";
import { ASTERISK_PERIODS, type AsteriskPeriods } from "../telephony/asterisk/ari/periods.js";
import { WEBHOOK_PERIODS, type WebhookPeriods } from "../webhooks/periods.js";

/** Fixed leases, sweeps and pauses, in ms, by the part that uses them. */
export interface Periods {
  readonly webhooks: WebhookPeriods;
  readonly schedules: SchedulePeriods;
  readonly backends: Backoff;
  readonly asterisk: AsteriskPeriods;
  /** How long a leap of the machine's clock must last before it is followed; at most half of the permitted lateness of runs. */
  readonly clock: { readonly holdMs: number };
  /** Time for which a controller that shares a store counts as alive without a heartbeat. */
  readonly ownership: { readonly leaseMs: number };
}

export const PERIODS: Periods = {
  webhooks: WEBHOOK_PERIODS,
  schedules: SCHEDULE_PERIODS,
  backends: RECOVERY_PERIODS,
  asterisk: ASTERISK_PERIODS,
  clock: { holdMs: 60_000 },
  ownership: { leaseMs: 30_000 },
};

/** For tests, which would otherwise wait for the real ones: `{"webhooks":{"leaseMs":2000}}`. */
const VARIABLE = "ATTENDANT_PERIODS";

/**
 * Returns the periods of a process: those above, overridden by a test's environment.
 *
 * @throws {AttendantError} `settings_invalid`
 */
export function readPeriods(environment: Environment, log: Log): Periods {
  const text = environment[VARIABLE];
  if (text === undefined) return PERIODS;
  const periods = merged(PERIODS, parsed(text), VARIABLE) as Periods;
  log.warn("periods_changed", `${VARIABLE} is for tests: it changes leases, sweeps and pauses`, {
    periods: text,
  });
  return periods;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AttendantError("settings_invalid", `${VARIABLE} is not JSON: ${describe(error)}`);
  }
}

/** Overrides values: objects by name, times by times. */
function merged(usual: unknown, given: unknown, path: string): unknown {
  const wrong = (wanted: string) => new AttendantError("settings_invalid", `${path} must be ${wanted}`);
  if (typeof usual === "number") {
    if (isTime(given)) return given;
    throw wrong("a time in ms, 1 or more");
  }
  if (Array.isArray(usual)) {
    if (Array.isArray(given) && given.every(isTime)) return given;
    throw wrong("a list of times in ms, 1 or more");
  }
  if (!isRecord(usual) || !isRecord(given)) throw wrong("an object");
  const names = Object.keys(usual);
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw wrong(`an object with only ${names.join(", ")}`);
  return Object.fromEntries(
    names.map((name) => [name, name in given ? merged(usual[name], given[name], `${path}.${name}`) : usual[name]]),
  );
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && Number.isFinite(value);
}
