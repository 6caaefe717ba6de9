import type { ToolRunner } from "../../calls/tasks/tool-runner.js";
import { isRecord } from "../../kernel/record.js";
import { clockTime, isDate, isTimeZone, localTime } from "../../kernel/wall-clock.js";
import type { Recurrence } from "../../records/schedule.js";
import type { NewSchedule, Plan, Said } from "../../scheduling/new-schedule.js";
import { firstRun } from "../../scheduling/recurrence.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import {
  callbackUrl,
  callerFields,
  callerIn,
  extension,
  numberIn,
  prefix,
  ringTimeout,
  suffix,
  type TargetBody,
} from "../calls/call-target.js";
import type { RequestFault } from "../kit/endpoint.js";
import { anyText, exactlyOneOf, request, spokenText, text, whole } from "../kit/schema.js";
import { wordlessFaults } from "../kit/spoken-text.js";
import { parameterFaults, optionalParams, parametersOf, type Params, params } from "../tools/requested-tool.js";
import { recurring } from "./schedule-body.js";

/** The body of `POST /schedule`, with defaults applied. */
export interface ScheduleBody extends TargetBody {
  readonly message?: string;
  readonly tool?: string;
  readonly tool_params: Params;
  readonly params?: Params;
  readonly at_time?: string;
  readonly delay_seconds?: number;
  readonly date?: string;
  readonly timezone?: string;
  readonly recurring?: Recurrence;
}

const FIELDS: Readonly<Record<string, JsonSchema>> = {
  extension,
  message: spokenText("Spoken to the person who answers. Give either this or `tool`.", 4000),
  tool: anyText("The tool whose result is spoken; it runs when the call is due. Give either this or `message`.", 64),
  tool_params: params,
  params: {
    ...optionalParams,
    description: "Another name for `tool_params`, as used by the tool endpoints.",
  },
  prefix,
  suffix,
  at_time: text(
    "The time of day in `timezone`. A time skipped by a clock change becomes the first moment after the " +
      "gap; a time that occurs twice means the first. Give either this or `delay_seconds`.",
    {
      pattern: "^([01]?[0-9]|2[0-3]):[0-5][0-9](:00)?$",
      "x-expected": "a time of day from 00:00 to 23:59, written HH:MM",
    },
  ),
  delay_seconds: whole("Seconds until the call is due. Give either this or `at_time`.", {
    minimum: 1,
    maximum: 31_622_400,
  }),
  date: text(
    "The day of `at_time`; for a recurring call, the first possible day. Default: today or, if that time " +
      "has passed, tomorrow.",
    {
      format: "date",
    },
  ),
  timezone: text("The IANA time zone. Default: the service's own (`TIMEZONE`).", {
    maxLength: 64,
    pattern: "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$",
    "x-expected": "an IANA time zone such as Europe/Rome",
  }),
  recurring: { ...recurring, description: `${recurring.description} Only with \`at_time\`.` },
  ring_timeout: ringTimeout,
  callback_url: callbackUrl,
  ...callerFields,
};

export const scheduleRequest: JsonSchema = request(FIELDS, ["extension"], {
  ...exactlyOneOf(["message", "tool"], ["at_time", "delay_seconds"]),
  dependentRequired: { date: ["at_time"], recurring: ["at_time"] },
  examples: [
    { extension: "1001", message: "Please take your medicine.", at_time: "08:30", recurring: "daily" },
    { extension: "1001", tool: "WEATHER", at_time: "07:00", timezone: "Europe/Rome", prefix: "Good morning." },
  ],
});

/** The body of `PATCH /schedule/{id}`: any of the fields, without defaults. */
export const scheduleChangeRequest: JsonSchema = request(
  Object.fromEntries(Object.entries(FIELDS).map(([name, { default: _, ...field }]) => [name, field])),
  [],
  {
    dependentRequired: { date: ["at_time"], recurring: ["at_time"] },
    examples: [
      { at_time: "09:00", recurring: "daily" },
      { message: "Please take your medicine, and drink something." },
    ],
  },
);

/**
 * Converts such a body to a schedule.
 *
 * @param timeZone IANA name, for bodies without one
 */
export function newScheduleOf(
  body: ScheduleBody,
  tools: Pick<ToolRunner, "find" | "check">,
  timeZone: string,
): Omit<NewSchedule, "scheduleId" | "client"> {
  return {
    extension: numberIn(body),
    ...saidIn(body, tools),
    callbackUrl: body.callback_url ?? null,
    ...callerIn(body),
    ringTimeoutMs: body.ring_timeout * 1000,
    ...planIn(body, timeZone),
  };
}

/** What is to be said. */
export function saidIn(
  body: Pick<ScheduleBody, "message" | "tool" | "params"> &
    Partial<Pick<ScheduleBody, "prefix" | "suffix" | "tool_params">>,
  tools: Pick<ToolRunner, "find" | "check">,
): Said {
  const { message = null, prefix = "", suffix = "" } = body;
  const tool = body.tool === undefined ? undefined : tools.find(body.tool);
  const toolParams = tool ? parametersOf(tools, tool, ...givenParams(body)) : {};
  return { message, tool: tool?.name ?? null, toolParams, prefix, suffix };
}

/** When it is due. @param timeZone IANA name, for bodies without one */
export function planIn(
  body: Pick<ScheduleBody, "at_time" | "delay_seconds" | "date" | "timezone" | "recurring">,
  timeZone: string,
): Plan {
  const { at_time = "", delay_seconds: seconds = 0, date = null } = body;
  const time = clockTime(at_time);
  return {
    timeZone: body.timezone ?? timeZone,
    recurring: body.recurring ?? null,
    when: time === undefined ? { kind: "delay", seconds } : { kind: "time", time, date },
  };
}

export interface ScheduleFaultsNeeds {
  readonly tools: Pick<ToolRunner, "find" | "check">;
  /** IANA name, for bodies without one. */
  readonly timeZone: string;
  readonly now: () => number;
}

const MAX_YEARS = 100;

/** A body as it was sent: its fields may be of any type. */
type Given = { readonly [Field in keyof ScheduleBody]?: unknown };

/** Faults of a scheduled call that a schema cannot express. Accepts any input, valid or not. */
export function createScheduleFaults({ tools, timeZone, now }: ScheduleFaultsNeeds): (body: unknown) => RequestFault[] {
  function toolFaults(given: Given): ValidationFault[] {
    const { tool: name } = given;
    if (typeof name !== "string") return [];
    const tool = tools.find(name);
    if (!tool) return [{ path: "/tool", message: "is not a known tool; GET /tools lists the available tools" }];
    if (tool.disabledReason) return [{ path: "/tool", message: `is disabled: ${tool.disabledReason}` }];
    return parameterFaults(tools, tool, ...givenParams(given));
  }

  function zoneFaults({ timezone }: Given): ValidationFault[] {
    if (typeof timezone !== "string" || isTimeZone(timezone)) return [];
    return [{ path: "/timezone", message: "must be an IANA time zone such as Europe/Rome" }];
  }

  return (body) => {
    const given = (body ?? {}) as Given;
    return [
      ...wordlessFaults(body, ["message"]),
      ...paramsFaults(given),
      ...toolFaults(given),
      ...zoneFaults(given),
      ...pastFaults({ timezone: timeZone, ...given }, now()),
      ...farFaults(given, now()),
    ];
  };
}

/** Reports a date in the past. It may have been valid when the same request was first made. */
export function pastFaults(given: Given, now: number): RequestFault[] {
  const { date, at_time, timezone: zone, recurring } = given;
  if (typeof date !== "string" || typeof at_time !== "string" || typeof zone !== "string") return [];
  const time = clockTime(at_time);
  if (!isDate(date) || time === undefined || !isTimeZone(zone)) return [];
  // The days on which it recurs do not affect whether its date is past.
  const found = firstRun({ time, date, zone, recurring: recurring === undefined ? null : "daily" }, now);
  if (found) return [];
  const there = localTime(now, zone);
  const message = `is in the past: in ${zone} it is now ${there.slice(0, 10)} ${there.slice(11, 16)}`;
  return [{ path: "/date", message, passing: true }];
}

/** Catches a mistyped year now instead of in a century; times of day end with the year 9999 anyway. */
function farFaults({ date }: Given, now: number): ValidationFault[] {
  if (typeof date !== "string" || !isDate(date)) return [];
  if (Number(date.slice(0, 4)) <= new Date(now).getUTCFullYear() + MAX_YEARS) return [];
  return [{ path: "/date", message: `is more than ${MAX_YEARS} years in the future` }];
}

/** Empty parameters are accepted where parameters are not allowed: some clients serialise empty fields. */
function paramsFaults({ tool, tool_params, params }: Given): ValidationFault[] {
  const given = Object.entries({ tool_params, params }).filter(([, each]) => !saysNothing(each));
  if (tool === undefined) return given.map(([name]) => ({ path: `/${name}`, message: "requires tool" }));
  if (given.length < 2) return [];
  return [{ path: "/params", message: "must be omitted when tool_params is given" }];
}

function saysNothing(params: unknown): boolean {
  return params === undefined || (isRecord(params) && Object.values(params).every((each) => each === null));
}

/** The parameters of the tool, under either name, and their path. */
function givenParams({ tool_params = {}, params }: Given): [params: unknown, path: string] {
  return saysNothing(params) ? [tool_params, "/tool_params"] : [params, "/params"];
}
