import { HOURS_SCHEMA, hoursFaults, readHours, type WrittenHours } from "../hours/written-hours.js";
import { inPlusForm } from "../kernel/dialable-number.js";
import { isTimeZone } from "../kernel/wall-clock.js";
import { fields, text, whole } from "../validation/file-fields.js";
import type { JsonSchema } from "../validation/validator.js";
import { below, type ValidationFault } from "../validation/words.js";
import { type CalleeRules, NO_CALLEE_RULES } from "./callee-rules.js";

/** The section as written. */
export interface WrittenCallees {
  readonly hours?: WrittenHours;
  readonly zones?: Readonly<Record<string, string>>;
  readonly attempts_a_day?: number;
}

/** The form of the section; {@link calleeFaults} finds what it cannot express. */
export const CALLEES_SCHEMA: JsonSchema = fields(
  {
    hours: {
      ...HOURS_SCHEMA,
      description:
        "When they may be called, by their own time. `timezone` is that of numbers whose zone is not known. Default: always.",
    },
    zones: {
      type: "object",
      description: "IANA time zones by the beginnings of numbers, such as +1 or 030; the longest that fits decides.",
      maxProperties: 500,
      additionalProperties: text("", 60),
    },
    attempts_a_day: whole("Most calls to one number within 24 hours. Default: any number.", 1, 100),
  },
  { description: "When, and how often, people outside the PBX are called." },
);

/** Finds the faults of a section that fits its schema. */
export function* calleeFaults(
  written: WrittenCallees | undefined,
  path: string,
): Generator<ValidationFault, void, void> {
  yield* hoursFaults(written?.hours, `${path}/hours`);
  for (const [prefix, zone] of Object.entries(written?.zones ?? {})) {
    const at = below(`${path}/zones`, prefix);
    if (!/^\+?\d{1,15}$/.test(prefix))
      yield { path: at, message: "must be named by the beginning of a number, such as +1" };
    else if (!isTimeZone(zone)) yield { path: at, message: "must be an IANA time zone such as Europe/Rome" };
  }
}

/** Reads a section without faults. @param timeZone IANA name, for hours without one */
export function readCallees(written: WrittenCallees | undefined, timeZone: string): CalleeRules {
  if (!written) return NO_CALLEE_RULES;
  const { hours, zones = {}, attempts_a_day: attemptsADay } = written;
  return {
    hours: hours && readHours(hours, timeZone),
    zones: new Map(Object.entries(zones).map(([prefix, zone]) => [inPlusForm(prefix), zone])),
    attemptsADay,
  };
}
