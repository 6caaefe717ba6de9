import { isRecord } from "../../kernel/record.js";
import { callsOf } from "../../records/chain.js";
import { changesOf, type ScheduleChange } from "../../scheduling/new-schedule.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { ValidationFault } from "../../validation/words.js";
import { type MannerBody, type MannerChange, mannerChangesIn, mannerFaults } from "../calls/call-manner.js";
import { numberIn } from "../calls/call-target.js";
import {
  type ChainBody,
  type ChainChange,
  chainChangeFaults,
  chainFields,
  chainPartsIn,
} from "../calls/chain-request.js";
import { requireScopes } from "../kit/client.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import type { CreateScheduleNeeds } from "./create-schedule.js";
import { schedule, scheduleBody, SCHEDULES, WORDS_OF_SCHEDULE } from "./schedule-body.js";
import { createScheduleFaults, saidIn, type ScheduleBody, scheduleChangeRequest } from "./schedule-request.js";
import { planIn } from "./schedule-timing.js";

export interface ChangeScheduleNeeds extends Omit<CreateScheduleNeeds, "schedules"> {
  readonly schedules: Pick<Schedules, "find" | "update">;
}

/** Null clears a field; see {@link scheduleChangeRequest}. */
type Change = Omit<Partial<ScheduleBody>, keyof MannerBody | keyof ChainBody | keyof Cleared> &
  MannerChange &
  ChainChange &
  Cleared;

interface Cleared {
  readonly when_idle?: boolean | null;
  readonly prefix?: string | null;
  readonly suffix?: string | null;
}

/** Fields that replace each other. */
const SAID = ["message", "tool"] as const;
const WHEN = ["at_time", "delay_seconds"] as const;
const WHOM = ["extension", "extensions"] as const;
/** Fields that are part of a group that is given as a whole, and the group. */
const PARTS = [
  ["prefix", SAID],
  ["suffix", SAID],
  ["timezone", WHEN],
] as const;

/** `PATCH /schedule/{id}`. */
export function changeSchedule(needs: ChangeScheduleNeeds): Endpoint<Change> {
  const { schedules, tools, timeZone, now } = needs;
  const scheduleFaults = createScheduleFaults(needs);

  function changeOf(body: Change): ScheduleChange {
    const { extension, when_idle: whenIdle, prefix, suffix } = body;
    return {
      ...(prefix === null && { prefix: "" }),
      ...(suffix === null && { suffix: "" }),
      ...(typeof extension === "string" && { extension: numberIn({ extension }) }),
      ...(isGiven(body, Object.keys(chainFields)) && { chain: chainPartsIn(body) }),
      ...mannerChangesIn(body),
      ...(whenIdle !== undefined && { whenIdle: whenIdle ?? undefined }),
      ...(isGiven(body, SAID) && { said: saidIn(body, tools) }),
      ...(isGiven(body, WHEN) && { plan: planIn(body, timeZone) }),
    };
  }

  return {
    id: "changeSchedule",
    method: "patch",
    path: "/schedule/{id}",
    scopes: ["schedule"],
    tag: SCHEDULES,
    summary: "Change a scheduled call",
    description:
      "Omitted fields stay as they are, and null clears one that says that it may be null. What is said is replaced as a whole: `message` or `tool`, with " +
      "`prefix` and `suffix`. So is the time: `at_time` or `delay_seconds`, with `date`, `timezone`, " +
      "`recurring` and what belongs to it. `extension` replaces all numbers. A call in progress is not affected. Timers and " +
      "callbacks belong to their callers and cannot be changed. To send an existing text to another number, the key also needs the scope " +
      "`transcripts`; to set a tool, the scope `tools`.",
    body: { schema: scheduleChangeRequest, required: true },
    answer: { description: "The schedule as it is now.", schema: schedule },
    withheld: WORDS_OF_SCHEDULE,
    problems: ["not_found", "schedule_over", "destination_not_allowed", "quiet_hours", "store_unavailable"],
    faults({ body, client }) {
      // First, because the faults mention tools.
      if (isRecord(body) && body.tool !== undefined) requireScopes(client, ["tools"]);
      // A client that may not read the text may not have it spoken to its own telephone either.
      if (isRecord(body) && isGiven(body, WHOM) && !isGiven(body, SAID)) requireScopes(client, ["transcripts"]);
      return [...wholeFaults(body), ...scheduleFaults(body), ...mannerFaults(body, needs), ...chainChangeFaults(body)];
    },
    async calls({ params: { id = "" }, body }) {
      const before = await schedules.find(id);
      if (!before) return 0;
      // Whether it runs at the new time is checked later.
      const { plan: _, ...wanted } = changeOf(body);
      const { chain } = { ...before, ...changesOf(wanted, before, now()) };
      return Math.max(0, callsOf(chain) - callsOf(before.chain));
    },
    async handle({ params, body, client }) {
      const mayReadWords = client?.scopes.includes("transcripts") ?? false;
      const keepsWords = mayReadWords || !isGiven(body, WHOM) || isGiven(body, ["machine_message"]);
      // The mailbox at the new number may be the client's own, too: it gets the new message.
      const wanted = { ...changeOf(body), ...(!keepsWords && { machineMessage: undefined }) };
      const changed = await findOr404("schedule", params, (id) => schedules.update(id, wanted, client?.name));
      return jsonAnswer(scheduleBody(changed, now(), needs.closedDays));
    },
  };
}

function isGiven(body: object, names: readonly string[]): boolean {
  return names.some((name) => (body as Readonly<Record<string, unknown>>)[name] !== undefined);
}

/** Fields given in part, or twice. */
function wholeFaults(body: unknown): ValidationFault[] {
  if (!isRecord(body)) return [];
  const twice = [SAID, WHEN, WHOM].filter((names) => names.every((name) => isGiven(body, [name])));
  const parts = PARTS.filter(([part, names]) => isGiven(body, [part]) && body[part] !== null && !isGiven(body, names));
  return [
    ...twice.map(([first, second]) => ({ path: `/${second}`, message: `must be omitted when ${first} is given` })),
    ...parts.map(([part, [first, second]]) => ({ path: `/${part}`, message: `requires ${first} or ${second}` })),
  ];
}
