import { paramsOf, type ToolForm, type ToolValues } from "./tool-values.js";
import { EMPTY_WHOM, machineIn, whomChange, type WhomDraft, type WhomFields, whomIn, whomOf } from "./whom-draft.js";

export type Recurrence = "daily" | "weekdays" | "weekends" | "weekly" | "monthly";

/** The fields of a schedule that can be changed here. */
interface Changeable extends WhomFields {
  readonly message: string | null;
  readonly tool: string | null;
  readonly tool_params: Readonly<Record<string, unknown>>;
  readonly prefix: string;
  readonly suffix: string;
  readonly scheduled_for: string | null;
  readonly at_time: string | null;
  readonly recurring: Recurrence | null;
  readonly on_day: string | null;
  readonly every_minutes: number | null;
  readonly last_time: string | null;
  readonly until_date: string | null;
  readonly except: "closed_days" | null;
  readonly assistant: string | null;
  readonly when_idle: boolean;
  readonly timezone: string;
}

/** The entered values of a scheduled call. */
export interface ScheduleDraft {
  readonly whom: WhomDraft;
  readonly message: string;
  /** The tool whose result is spoken; "" for a message. */
  readonly tool: string;
  readonly params: ToolValues;
  readonly prefix: string;
  readonly suffix: string;
  /** At a time of day, or a number of minutes from now. */
  readonly when: "time" | "delay";
  readonly time: string;
  /** "" for the next day on which that time occurs. */
  readonly date: string;
  readonly recurring: Recurrence | "";
  /** As in `on_day`; "" for that of the first run. */
  readonly monthDay: string;
  readonly everyMinutes: string;
  readonly lastTime: string;
  readonly untilDate: string;
  readonly except: "closed_days" | "";
  /** "" for the settings alone. */
  readonly assistant: string;
  readonly whenIdle: "yes" | "";
  readonly timezone: string;
  readonly minutes: string;
}

export const EMPTY_DRAFT: ScheduleDraft = {
  whom: EMPTY_WHOM,
  message: "",
  tool: "",
  params: {},
  prefix: "",
  suffix: "",
  when: "time",
  time: "",
  date: "",
  recurring: "",
  monthDay: "",
  everyMinutes: "",
  lastTime: "",
  untilDate: "",
  except: "",
  assistant: "",
  whenIdle: "",
  timezone: "",
  minutes: "10",
};

/** The draft of an existing schedule. Its times are in its own zone. */
export function draftOf(schedule: Changeable): ScheduleDraft {
  const { message, tool, tool_params, prefix, suffix, scheduled_for, timezone } = schedule;
  const params = Object.entries(tool_params).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return {
    ...EMPTY_DRAFT,
    whom: whomOf(schedule),
    ...{ message: message ?? "", tool: tool ?? "", prefix, suffix, timezone },
    params: Object.fromEntries(params) as ToolValues,
    time: schedule.at_time ?? scheduled_for?.slice(11, 16) ?? "",
    date: scheduled_for?.slice(0, 10) ?? "",
    ...recurrenceOf(schedule),
    assistant: schedule.assistant ?? "",
    whenIdle: schedule.when_idle ? "yes" : "",
  };
}

function recurrenceOf({ recurring, on_day, every_minutes, last_time, until_date, except }: Changeable) {
  return {
    recurring: recurring ?? "",
    monthDay: on_day ?? "",
    everyMinutes: String(every_minutes ?? ""),
    lastTime: last_time ?? "",
    untilDate: until_date ?? "",
    except: except ?? "",
  } as const;
}

/** Converts a draft to a request. @throws {RestError} for a tool's parameter that must be JSON and is not */
export function newSchedule(draft: ScheduleDraft, tools: readonly ToolForm[]) {
  const idle = draft.whenIdle && { when_idle: true };
  const { whom } = draft;
  return { ...whomIn(whom), ...machineIn(whom), ...said(draft, tools), ...planned(draft), ...idle };
}

/** The changes of a draft compared with its schedule; unchanged fields are not sent. @throws {RestError} */
export function scheduleChange(draft: ScheduleDraft, before: ScheduleDraft, tools: readonly ToolForm[]) {
  const differs = (...names: readonly (keyof ScheduleDraft)[]) => names.some((name) => draft[name] !== before[name]);
  return {
    ...whomChange(draft.whom, before.whom),
    ...(differs("message", "tool", "params", "prefix", "suffix") && said(draft, tools)),
    ...(differs(...TIMING) && planned(draft)),
    ...(differs("whenIdle") && { when_idle: draft.whenIdle !== "" }),
  };
}

function said({ message, tool, params, prefix, suffix }: ScheduleDraft, tools: readonly ToolForm[]) {
  const around = { ...(prefix && { prefix }), ...(suffix && { suffix }) };
  if (tool === "") return { message, ...around };
  const found = tools.find(({ name }) => name === tool);
  return { tool, ...(found && { tool_params: paramsOf(found, params, "/tool_params") }), ...around };
}

/** Replaced as a whole. */
const TIMING = [
  ...(["when", "time", "date", "recurring", "timezone", "minutes"] as const),
  ...(["monthDay", "everyMinutes", "lastTime", "untilDate", "except", "assistant"] as const),
];

function planned(draft: ScheduleDraft) {
  const { when, time, date, recurring, timezone, minutes } = draft;
  const zone = timezone.trim() && { timezone: timezone.trim() };
  if (when === "delay") return { delay_seconds: Math.round(Number(minutes) * 60), ...zone };
  return { at_time: time, ...(date && { date }), ...(recurring && { recurring, ...details(draft) }), ...zone };
}

function details({ recurring, monthDay, everyMinutes, lastTime, untilDate, except, assistant }: ScheduleDraft) {
  return {
    ...(recurring === "monthly" && monthDay && { on_day: monthDay }),
    ...(everyMinutes && { every_minutes: Number(everyMinutes), ...(lastTime && { last_time: lastTime }) }),
    ...(untilDate && { until_date: untilDate }),
    // The assistant is asked for only where its closed days matter.
    ...(except && { except, ...(assistant.trim() && { assistant: assistant.trim() }) }),
  };
}
