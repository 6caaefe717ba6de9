import type { DateTime } from "luxon";
import { roundedRemainder, spelledOut } from "../../src/locales/counting.js";
import type { PendingTask, TaskDetails, TimeStyle } from "../../src/locales/locale.js";
import { localeOf } from "../../src/locales/locales.js";
import type { Wording } from "../../src/toolbox/wording.js";
import type { Task, ToolResult } from "../../src/toolbox/tool.js";
import { spokenMoment } from "../spoken-moment.js";
import { hasCode } from "../../src/kernel/errors.js";

/**
 * The text that a task speaks: the given one, without control characters and unpaired surrogates, which speech servers reject, or
 * the default if nothing audible is left. Otherwise the task would be silent when it is due.
 */
export function wordsOf(given: unknown, otherwise: string): string {
  const words = String(given ?? "")
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(words.replace(/<[^<>]*>/g, "")) ? words : otherwise;
}

/** A longer message is identified by its beginning. */
const MAX_NAME = 60;

interface DetailsNeeds {
  readonly caller: string | undefined;
  readonly wording: Wording;
  readonly language: string;
}

/** How a task is identified when spoken: its subject, and the number that it calls, unless it is the caller's own. */
export function detailsOf(task: Task, { caller, wording, language }: DetailsNeeds): TaskDetails {
  const { type, message, destination } = task;
  const isElsewhere = type === "callback" && destination !== "" && destination !== caller;
  const number = isElsewhere ? spelledOut(destination, localeOf(language).numbers) : undefined;
  const timer = wording.valuesIn(message, "timer_up");
  if (timer) return { type, number, duration: timer.duration || undefined };
  return { type, number, name: wording.valuesIn(message, "callback") ? undefined : nameIn(message) };
}

/** The subject in a message, spoken between commas. */
function nameIn(message: string): string | undefined {
  const name = message.replace(/[\s.!?;:,]+$/u, "").replaceAll(/\s+/g, " ");
  if (name.length <= MAX_NAME) return name || undefined;
  return name.slice(0, name.lastIndexOf(" ", MAX_NAME) + 1 || MAX_NAME).trimEnd();
}

/** A pending task with everything that is read out. */
export function pendingTask(
  task: Task,
  needs: DetailsNeeds & { readonly now: DateTime; readonly style: TimeStyle },
): PendingTask {
  const leftSeconds = roundedRemainder(task.dueAt.diff(needs.now, "seconds").seconds);
  return { ...detailsOf(task, needs), leftSeconds, when: spokenMoment(task.dueAt, needs.now, needs) };
}

/** A task for programs. */
export function bodyOf({ taskId, type, dueAt, message, destination }: Task) {
  return { task_id: taskId, type, due_at: dueAt.toISO(), message, destination };
}

/** Runs an operation on timers and callbacks. If their store is unavailable, the reply says so. */
export async function withTasks(
  { wording, language }: { readonly wording: Wording; readonly language: string },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, "store_unavailable")) throw error;
    return { status: "FAILED", message: wording.for("tasks_away", language) };
  }
}
