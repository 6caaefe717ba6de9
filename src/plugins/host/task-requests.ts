import { DateTime } from "luxon";
import type { Task, TaskRefusal, Tasks } from "../../toolbox/tool.js";
import type { Moment, TaskMethod } from "../protocol/messages.js";

const MAX_MESSAGE = 4_000;

/**
 * Calls a method of `tasks` for a plugin.
 *
 * @param param as it came from the worker
 * @returns a result that can be sent back
 * @throws {TypeError} when the parameter is invalid · the method's own errors
 */
export async function handleTaskRequest(tasks: Tasks, method: TaskMethod, param: unknown): Promise<unknown> {
  const given = (param ?? {}) as Record<string, unknown>;
  switch (method) {
    case "setTimer":
      return sent(await tasks.setTimer({ seconds: secondsOf(given.seconds), message: messageOf(given.message) }));
    case "callBack": {
      const { destination } = given;
      const callback = { at: dateOf(given.at), message: messageOf(given.message) };
      if (destination === undefined || destination === null) return sent(await tasks.callBack(callback));
      if (typeof destination !== "string" || destination.length > 64)
        throw new TypeError("destination must be a number to dial");
      return sent(await tasks.callBack({ ...callback, destination }));
    }
    case "pending":
      return (await tasks.pending()).map(sent);
    case "cancel":
      return tasks.cancel(String(param).slice(0, 100));
    default:
      throw new TypeError(`tasks has no method ${String(method)}`);
  }
}

export function momentOf(at: DateTime): Moment {
  return { ms: at.toMillis(), zone: at.zoneName ?? "UTC" };
}

function sent(task: Task | TaskRefusal) {
  return "refusal" in task ? task : { ...task, dueAt: momentOf(task.dueAt) };
}

function secondsOf(value: unknown): number {
  if (typeof value !== "number" || !(value > 0 && value <= 86_400))
    throw new TypeError("seconds must be from 1 to 86400");
  return value;
}

function messageOf(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_MESSAGE) {
    throw new TypeError(`message must be text of at most ${MAX_MESSAGE} characters`);
  }
  return value;
}

function dateOf(value: unknown): DateTime {
  const { ms, zone } = (value ?? {}) as Partial<Moment>;
  const at = DateTime.fromMillis(Number(ms), { zone: String(zone) });
  if (!at.isValid) throw new TypeError("at must be a date");
  return at;
}
