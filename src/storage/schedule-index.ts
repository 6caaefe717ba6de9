import type { Schedule } from "../records/schedule.js";
import type { ScheduleQuery } from "../records/stores.js";
import type { Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

/** Whether a schedule is not due any more. */
export const isOver = (schedule: Schedule): boolean => schedule.nextAt === null;

/** Which way round a list is, by {@link positionOf}: soonest first, unless it has schedules that are over. */
export const isLatestFirst = ({ status }: Pick<ScheduleQuery, "status">): boolean =>
  status === "over" || status === "all";

/**
 * Where a schedule stands among those that are to come, by when it is due; or among those that are over, by its latest
 * run. One that is over and of whose run nothing is known (it is under way) stands by when it was made.
 */
export function positionOf(schedule: Schedule): Position {
  const { nextAt, lastRun, createdAt } = schedule;
  return { at: nextAt ?? lastRun?.dueAt ?? createdAt, id: keyText(schedule.scheduleId) };
}
