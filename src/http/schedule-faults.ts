import { isDate, isTime, isTimeZone, localTime } from "../kernel/wall-clock.js";
import { firstRun } from "../scheduling/recurrence.js";
import type { ValidationFault } from "../validation/words.js";
import type { FoundFault } from "./intake.js";
import type { ToolRunner } from "./ports.js";
import type { ScheduleBody } from "./schemas/schedule.js";
import { parameterFaults } from "./tool-parameters.js";

export interface ScheduleFaultsNeeds {
  readonly tools: Pick<ToolRunner, "find" | "check">;
  /** IANA name, for bodies without one. */
  readonly timeZone: string;
  readonly now: () => number;
}

const MAX_YEARS = 100;

/** A body as it was sent: its fields may be of any type. */
type Given = { readonly [Field in keyof ScheduleBody]?: unknown };

/** What a schema cannot say of a scheduled call; takes whatever was sent, fit or not. */
export function createScheduleFaults({ tools, timeZone, now }: ScheduleFaultsNeeds): (body: unknown) => FoundFault[] {
  function toolFaults({ tool: name, tool_params: params = {} }: Given): ValidationFault[] {
    if (typeof name !== "string") return [];
    const tool = tools.find(name);
    if (!tool) return [{ path: "/tool", message: "is no tool; GET /tools tells which there are" }];
    if (tool.disabledReason) return [{ path: "/tool", message: `is disabled: ${tool.disabledReason}` }];
    return parameterFaults(tools, tool, params, "/tool_params");
  }

  function zoneFaults({ timezone }: Given): ValidationFault[] {
    if (typeof timezone !== "string" || isTimeZone(timezone)) return [];
    return [{ path: "/timezone", message: "must be an IANA time zone such as Europe/Rome" }];
  }

  return (body) => {
    const given = (body ?? {}) as Given;
    return [
      ...oneOf(given, "message", "tool"),
      ...oneOf(given, "at_time", "delay_seconds"),
      ...onlyWith(given, "tool", ["tool_params", "prefix", "suffix"]),
      ...onlyWith(given, "at_time", ["date", "recurring"]),
      ...toolFaults(given),
      ...zoneFaults(given),
      ...pastFaults({ timezone: timeZone, ...given }, now()),
      ...farFaults(given, now()),
    ];
  };
}

/** That the date is past. It was none when the same was asked for earlier. */
export function pastFaults(given: Given, now: number): FoundFault[] {
  const { date, at_time: time, timezone: zone, recurring } = given;
  if (typeof date !== "string" || typeof time !== "string" || typeof zone !== "string") return [];
  if (!isDate(date) || !isTime(time) || !isTimeZone(zone)) return [];
  // On which days it recurs does not matter to whether its date is past.
  const found = firstRun({ time, date, zone, recurring: recurring === undefined ? null : "daily" }, now);
  if (found) return [];
  const there = localTime(now, zone);
  const message = `is past: in ${zone} it is ${there.slice(0, 10)} ${there.slice(11, 16)} now`;
  return [{ path: "/date", message, passing: true }];
}

/** A year that was meant otherwise is found now, and not in a century; times of day end with the year 9999 altogether. */
function farFaults({ date }: Given, now: number): ValidationFault[] {
  if (typeof date !== "string" || !isDate(date)) return [];
  if (Number(date.slice(0, 4)) <= new Date(now).getUTCFullYear() + MAX_YEARS) return [];
  return [{ path: "/date", message: `is more than ${MAX_YEARS} years ahead` }];
}

function oneOf(given: Given, one: keyof Given, other: keyof Given): ValidationFault[] {
  if (given[one] === undefined && given[other] === undefined) {
    return [{ path: `/${one}`, message: `is required, or ${other} instead` }];
  }
  if (given[one] === undefined || given[other] === undefined) return [];
  return [{ path: `/${other}`, message: `must be left out where ${one} is given` }];
}

/** An empty value says nothing, so it may stand there. */
function onlyWith(given: Given, needed: keyof Given, names: readonly (keyof Given)[]): ValidationFault[] {
  if (given[needed] !== undefined) return [];
  const idle = (value: unknown) => value === undefined || value === "" || JSON.stringify(value) === "{}";
  return names.filter((name) => !idle(given[name])).map((name) => ({ path: `/${name}`, message: `needs ${needed}` }));
}
