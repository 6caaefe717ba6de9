import type { Router } from "express";
import type { KeptAnswer } from "../records/stores.js";
import type { Schedule } from "../records/schedule.js";
import { jsonAnswer } from "./answer.js";
import type { Idempotency } from "./idempotency.js";
import { mount } from "./mount.js";
import { known, whereNamed } from "./named.js";
import {
  cancelSchedule,
  createSchedule,
  getSchedule,
  listSchedules,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  runSchedule,
  skipRun,
} from "./operations/schedules.js";
import { nextLink, refuseCursor } from "./paging.js";
import { perform, performOnce } from "./perform.js";
import { callbackUrlFaults, type CheckCallbackUrl, locationOf } from "./placement.js";
import type { CallControl, NewSchedule, ScheduleControl, ToolRunner } from "./ports.js";
import { InvalidInput } from "./refusals.js";
import { previewBody, scheduleBody, scheduleCreatedBody } from "./representations/schedule.js";
import { createScheduleFaults, pastFaults } from "./schedule-faults.js";
import type { PreviewQuery, ScheduleBody, ScheduleListQuery } from "./schemas/schedule.js";
import { parametersOf } from "./tool-parameters.js";

export interface SchedulesRouterNeeds {
  readonly schedules: ScheduleControl;
  readonly calls: Pick<CallControl, "find">;
  readonly tools: Pick<ToolRunner, "find" | "check">;
  readonly idempotency: Idempotency;
  readonly checkCallbackUrl: CheckCallbackUrl;
  /** IANA name: what times of day are meant in unless a request says so. */
  readonly timeZone: string;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/** `/schedule`: calls to come. */
export function schedulesRouter(needs: SchedulesRouterNeeds): Router {
  const { schedules, calls, tools, idempotency, checkCallbackUrl, timeZone, now = Date.now } = needs;
  const scheduleFaults = createScheduleFaults({ tools, timeZone, now });

  function newSchedule(body: ScheduleBody, scheduleId: string): NewSchedule {
    const { at_time: time, delay_seconds: seconds = 0, date = null } = body;
    const tool = body.tool === undefined ? undefined : tools.find(body.tool);
    return {
      scheduleId,
      extension: body.extension,
      message: body.message ?? null,
      tool: tool?.name ?? null,
      toolParams: tool ? parametersOf(tools, tool, body.tool_params, "/tool_params") : {},
      prefix: body.prefix,
      suffix: body.suffix,
      callbackUrl: body.callback_url ?? null,
      ringTimeoutMs: body.ring_timeout * 1000,
      timeZone: body.timezone ?? timeZone,
      recurring: body.recurring ?? null,
      when: time === undefined ? { kind: "delay", seconds } : { kind: "time", time, date },
    };
  }

  const created = (schedule: Schedule) =>
    jsonAnswer(scheduleCreatedBody(schedule, now()), { Location: `/schedule/${schedule.scheduleId}` });
  const shown = (schedule: Schedule) => jsonAnswer(scheduleBody(schedule, now()));

  /** Does something to the schedule that the path names. @throws {AttendantError} `not_found` */
  async function named<T>(params: Readonly<Record<string, string>>, act: (id: string) => Promise<T | undefined>) {
    const { id = "" } = params;
    return known(id, await whereNamed(id, act), "schedule");
  }

  return mount([
    [
      createSchedule,
      performOnce<ScheduleBody>(
        createSchedule,
        idempotency,
        ({ body }) => [...scheduleFaults(body), ...callbackUrlFaults(body, checkCallbackUrl)],
        ({ body }) => ({
          perform: async (scheduleId) => {
            const past = pastFaults({ timezone: timeZone, ...body }, now());
            if (past.length > 0) throw new InvalidInput(past.map(({ path, message }) => ({ path, message })));
            return created(await schedules.create(newSchedule(body, scheduleId)));
          },
          recover: async (scheduleId) => {
            const schedule = await schedules.find(scheduleId);
            return schedule && created(schedule);
          },
        }),
      ),
    ],
    [
      listSchedules,
      perform<undefined, ScheduleListQuery>(listSchedules, async ({ query }) => {
        const { items, nextCursor } = await schedules.list(query).catch(refuseCursor);
        const at = now();
        const link = nextLink(listSchedules.path, query, nextCursor);
        return jsonAnswer(
          items.map((schedule) => scheduleBody(schedule, at)),
          link,
        );
      }),
    ],
    [getSchedule, perform(getSchedule, async ({ params }) => shown(await named(params, (id) => schedules.find(id))))],
    [
      cancelSchedule,
      perform(cancelSchedule, async ({ params }) => {
        const { scheduleId } = await named(params, (id) => schedules.cancel(id));
        const message = "The scheduled call is cancelled.";
        return jsonAnswer({ schedule_id: scheduleId, status: "cancelled", success: true, message });
      }),
    ],
    [
      runSchedule,
      performOnce<undefined>(
        runSchedule,
        idempotency,
        () => [],
        ({ params }) => {
          const answer = (callId: string): KeptAnswer => {
            const body = {
              schedule_id: params.id,
              call_id: callId,
              status: "queued",
              message: "The schedule runs now.",
            };
            return jsonAnswer(body, locationOf(callId));
          };
          return {
            perform: async (callId) => answer((await named(params, (id) => schedules.runNow(id, callId))).callId),
            recover: async (callId) => ((await calls.find(callId)) ? answer(callId) : undefined),
          };
        },
      ),
    ],
    [
      skipRun,
      performOnce<undefined>(
        skipRun,
        idempotency,
        () => [],
        ({ params }) => ({
          perform: async () => shown(await named(params, (id) => schedules.skip(id))),
          recover: async () => undefined,
        }),
      ),
    ],
    [
      pauseSchedule,
      perform(pauseSchedule, async ({ params }) => shown(await named(params, (id) => schedules.pause(id)))),
    ],
    [
      resumeSchedule,
      perform(resumeSchedule, async ({ params }) => shown(await named(params, (id) => schedules.resume(id)))),
    ],
    [
      previewSchedule,
      perform<undefined, PreviewQuery>(previewSchedule, async ({ params, query: { count } }) => {
        const schedule = await named(params, (id) => schedules.find(id));
        const runs = await named(params, (id) => schedules.preview(id, count));
        return jsonAnswer(previewBody(schedule, runs, now()));
      }),
    ],
  ]);
}
