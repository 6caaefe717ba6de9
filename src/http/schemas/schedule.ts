import type { OccurrenceOutcome, Recurrence, ScheduleKind } from "../../records/schedule.js";
import type { ScheduleStatus } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import { cursor, limit } from "./page.js";
import { answer, flag, listOf, nullable, request, text, time, whole } from "./shapes.js";
import { anyText, callbackUrl, callId, extension, ringTimeout, spokenText } from "./texts.js";
import { type Params, params } from "./tool.js";

/** The body of `POST /schedule`, defaults filled in. */
export interface ScheduleBody {
  readonly extension: string;
  readonly message?: string;
  readonly tool?: string;
  readonly tool_params: Params;
  readonly prefix: string;
  readonly suffix: string;
  readonly at_time?: string;
  readonly delay_seconds?: number;
  readonly date?: string;
  readonly timezone?: string;
  readonly recurring?: Recurrence;
  readonly ring_timeout: number;
  readonly callback_url?: string;
}

const RECURRENCES = ["daily", "weekdays", "weekends", "weekly"] as const satisfies readonly Recurrence[];
const KINDS = ["call", "timer", "callback"] as const satisfies readonly ScheduleKind[];

const recurring = text("On which days it recurs; `weekly` on the weekday of its first run.", { enum: RECURRENCES });

export const scheduleRequest: JsonSchema = request(
  {
    extension,
    message: spokenText("What is said to whoever answers. Either this or `tool`.", 4000),
    tool: anyText("The tool whose result is spoken; it runs when the call is due. Either this or `message`.", 64),
    tool_params: { ...params, description: "The tool's parameters by name." },
    prefix: anyText("Spoken before the tool's result.", 1000, { default: "" }),
    suffix: anyText("Spoken after it.", 1000, { default: "" }),
    at_time: text(
      "The time of day in `timezone`. A time that a clock change skips counts as the first moment after the gap, one that " +
        "occurs twice as the first. Either this or `delay_seconds`.",
      {
        pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
        "x-expected": "a time of day from 00:00 to 23:59, written HH:MM",
      },
    ),
    delay_seconds: whole("In how many seconds it is due. Either this or `at_time`.", {
      minimum: 1,
      maximum: 31_622_400,
    }),
    date: text(
      "The day of `at_time`, or of a recurring call the first that counts. Unless given: today, or tomorrow.",
      {
        format: "date",
      },
    ),
    timezone: text("The IANA time zone. Unless given, the service's own (`TIMEZONE`).", {
      maxLength: 64,
      pattern: "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$",
      "x-expected": "an IANA time zone such as Europe/Rome",
    }),
    recurring: { ...recurring, description: `${recurring.description} With \`at_time\` alone.` },
    ring_timeout: ringTimeout,
    callback_url: callbackUrl,
  },
  ["extension"],
  {
    examples: [
      { extension: "1001", message: "Please take your medicine.", at_time: "08:30", recurring: "daily" },
      { extension: "1001", tool: "WEATHER", at_time: "07:00", timezone: "Europe/Rome", prefix: "Good morning." },
    ],
  },
);

const scheduleId = text("Identifies the schedule.", { examples: ["5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52"] });
const timeThere = (description: string) => time(`${description} With the offset of that day in the schedule's zone.`);

export const scheduleCreated: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    status: text("The call is scheduled.", { enum: ["scheduled"] }),
    extension: text("The number to call."),
    scheduled_for: timeThere("When it is due (next)."),
    delay_seconds: whole("Seconds until then.", { minimum: 0 }),
    message: text("A sentence for people."),
    recurring: nullable(recurring),
    timezone: text("The time zone that it is scheduled in."),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        status: "scheduled",
        extension: "1001",
        scheduled_for: "2026-03-29T08:30:00+02:00",
        delay_seconds: 43_200,
        message: "1001 will be called on Sunday 29 March 2026 at 08:30, and then daily.",
        recurring: "daily",
        timezone: "Europe/Rome",
      },
    ],
  },
);

const OUTCOMES = [
  "completed",
  "no_answer",
  "busy",
  "failed",
  "cancelled",
  "spoken",
  "tool_failed",
  "missed",
  "skipped",
] as const satisfies readonly OccurrenceOutcome[];

export const schedule: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    kind: text("`timer` and `callback` were set by a caller, or through the tool of that name.", { enum: KINDS }),
    status: text(
      "`pending` and `paused` ones are due again some day; `running` is the only run of one at this moment. Otherwise it " +
        "is over, and this is how that run went.",
      { enum: ["pending", "paused", "running", ...OUTCOMES] },
    ),
    extension: text("The number to call; empty for a timer of a caller whose number is withheld."),
    scheduled_for: nullable(timeThere("When it is due next, or would be if it were not paused; null when it is over.")),
    remaining_seconds: nullable(whole("Seconds until then.", { minimum: 0 })),
    message: nullable(text("What is said; null when a tool's result is.")),
    tool: nullable(text("The tool whose result is spoken.")),
    tool_params: { type: "object", description: "Its parameters by name." },
    prefix: text("Spoken before the tool's result."),
    suffix: text("Spoken after it."),
    recurring: nullable(recurring),
    at_time: nullable(text("The time of day at which it recurs.")),
    timezone: text("The time zone that it is scheduled in."),
    set_by: nullable(text("The caller who set it; null when a client did.")),
    created_at: time("When it was scheduled."),
    last_run: nullable(timeThere("When its latest run was due; null before the first.")),
    last_outcome: nullable(
      text(
        "How that went: as its call, or `spoken` in the call that had set it, `tool_failed` (nobody was called), `missed` " +
          "(it could not be placed in time) or `skipped`.",
        { enum: OUTCOMES },
      ),
    ),
    last_call_id: nullable(text("The call that it made.")),
    last_error: nullable(text("Why it did not go as it should, in one sentence.")),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        kind: "call",
        status: "pending",
        extension: "1001",
        scheduled_for: "2026-03-29T08:30:00+02:00",
        remaining_seconds: 43_200,
        message: "Please take your medicine.",
        tool: null,
        tool_params: {},
        prefix: "",
        suffix: "",
        recurring: "daily",
        at_time: "08:30",
        timezone: "Europe/Rome",
        set_by: null,
        created_at: "2026-03-02T14:00:00.000Z",
        last_run: "2026-03-28T08:30:00+01:00",
        last_outcome: "no_answer",
        last_call_id: "0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11",
        last_error: "Nobody answered.",
      },
    ],
  },
);

export const schedules: JsonSchema = listOf(schedule, {
  description: "Soonest first; those that are over, latest first.",
});

/** What `GET /schedule` may be asked for, defaults filled in. */
export interface ScheduleListQuery {
  readonly status?: ScheduleStatus;
  readonly kind: ScheduleKind;
  readonly limit: number;
  readonly cursor?: string;
}

export const scheduleListQuery: JsonSchema = request(
  {
    status: text("Only those that stand so. Unless given, all that are not over.", {
      enum: ["pending", "paused", "over"] satisfies readonly ScheduleStatus[],
    }),
    kind: text("What clients scheduled, or the timers or callbacks of callers.", { enum: KINDS, default: "call" }),
    limit: limit(500),
    cursor: cursor("cursor in the Link header"),
  },
  [],
);

export const scheduleCancelled: JsonSchema = answer({
  schedule_id: scheduleId,
  status: text("It does not run any more.", { enum: ["cancelled"] }),
  success: flag("Always true."),
  message: text("A sentence for people."),
});

export const scheduleRun: JsonSchema = answer({
  schedule_id: scheduleId,
  call_id: callId,
  status: text("The call is admitted, or the tool that comes before it runs.", { enum: ["queued"] }),
  message: text("A sentence for people."),
});

export interface PreviewQuery {
  readonly count: number;
}

export const previewQuery: JsonSchema = request(
  { count: whole("How many runs.", { minimum: 1, maximum: 100, default: 10 }) },
  [],
);

const previewedRun: JsonSchema = answer({
  scheduled_for: timeThere("When it is due."),
  remaining_seconds: whole("Seconds until then.", { minimum: 0 }),
  note: nullable(text("What a clock change does to it: a new offset since the run before, or a time that is skipped.")),
});

export const schedulePreview: JsonSchema = answer(
  {
    schedule_id: scheduleId,
    timezone: text("The time zone that it is scheduled in."),
    recurring: nullable(recurring),
    at_time: nullable(text("The time of day at which it recurs.")),
    runs: listOf(previewedRun, { description: "Soonest first; fewer than asked for where it does not run so often." }),
  },
  {
    examples: [
      {
        schedule_id: "5f0c7a3e-64a1-4f6b-8f0e-2f1f5a0d7c52",
        timezone: "Europe/Rome",
        recurring: "daily",
        at_time: "08:30",
        runs: [
          { scheduled_for: "2026-03-28T08:30:00+01:00", remaining_seconds: 3600, note: null },
          {
            scheduled_for: "2026-03-29T08:30:00+02:00",
            remaining_seconds: 86_400,
            note: "The clock is at +02:00 from UTC then, at +01:00 the time before.",
          },
        ],
      },
    ],
  },
);
