import type { Schedule } from "../records/schedule.js";
import type { ScheduleQuery } from "../records/stores.js";
import type { Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

/** Whether a schedule has no further runs. */
export const isOver = (schedule: Schedule): boolean => schedule.nextAt === null;

/** The direction of a list by {@link positionOf}: soonest first, unless it includes schedules that are over. */
export const isLatestFirst = ({ status }: Pick<ScheduleQuery, "status">): boolean =>
  status === "over" || status === "all";

/**
 * The position of a schedule: by its next run or, when it is over, by its latest run. A schedule that is over and whose run has
 * no result yet is ordered by its creation.
 */
export function positionOf(schedule: Schedule): Position {
  const { nextAt, lastRun, createdAt } = schedule;
  return { at: nextAt ?? lastRun?.dueAt ?? createdAt, id: keyText(schedule.scheduleId) };
}
