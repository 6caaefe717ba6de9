import type { DateTime } from "luxon";
import type { Wording } from "../../src/toolbox/wording.js";
import type { Task } from "../../src/toolbox/tool.js";
import { spokenRemainder } from "../spoken/duration.js";
import { counted, listed } from "../spoken/lists.js";
import { spelledOut } from "../spoken/numbers.js";
import { spokenMoment, type TimeStyle } from "../spoken/time-of-day.js";

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

/** The subject of a task, spoken between commas; undefined when its message does not say. */
export function nameOf({ message }: Task, wording: Wording): string | undefined {
  const timer = wording.valuesIn(message, "timer_up");
  if (timer) return timer.duration && `for ${timer.duration}`;
  if (wording.valuesIn(message, "callback")) return undefined;
  const name = message.replace(/[\s.!?;:,]+$/u, "").replaceAll(/\s+/g, " ");
  if (name.length <= MAX_NAME) return name || undefined;
  return name.slice(0, name.lastIndexOf(" ", MAX_NAME) + 1 || MAX_NAME).trimEnd();
}

/** The number that a task calls, if it is not that of the caller who set it. */
export function otherNumber({ type, destination }: Task, caller: string | undefined): string | undefined {
  return type === "callback" && destination !== "" && destination !== caller ? spelledOut(destination) : undefined;
}

interface PendingNeeds {
  readonly caller: string | undefined;
  readonly now: DateTime;
  readonly style: TimeStyle;
  readonly wording: Wording;
}

/** A pending task as it is read out: "pasta, three minutes left" · "to one zero zero two, tomorrow at 9:30 AM, tea" */
export function pendingText(task: Task, needs: PendingNeeds) {
  const number = otherNumber(task, needs.caller);
  const left = spokenRemainder(task.dueAt.diff(needs.now, "seconds").seconds);
  const when = task.type === "timer" ? `${left} left` : spokenMoment(task.dueAt, needs.now, needs.style);
  const name = nameOf(task, needs.wording)?.replace(/^(?=for )/, "the one ");
  return (task.type === "timer" ? [name, when] : [number && `to ${number}`, when, name]).filter(Boolean).join(", ");
}

/** "two timers and one callback"; empty when there are none. */
export function countsOf(tasks: readonly Task[]): string {
  const counts = (["timer", "callback"] as const).map((type) => [tasks.filter((t) => t.type === type).length, type]);
  return listed(counts.filter(([count]) => count !== 0).map(([count, type]) => counted(Number(count), String(type))));
}

/** A task for programs. */
export function bodyOf({ taskId, type, dueAt, message, destination }: Task) {
  return { task_id: taskId, type, due_at: dueAt.toISO(), message, destination };
}
