import { DateTime } from "luxon";
import type { Task, TaskRefusal, Tasks } from "../../toolbox/tool.js";
import type { Moment, TaskVerb } from "../messages.js";

const MAX_MESSAGE = 4_000;

/**
 * Does what a plugin asks of `tasks` from its process.
 *
 * @param argument as it came out of the process
 * @returns what can be sent back
 * @throws {TypeError} when the argument is not what the verb takes; what the verb itself rejects with
 */
export async function handleTaskRequest(tasks: Tasks, verb: TaskVerb, argument: unknown): Promise<unknown> {
  const given = (argument ?? {}) as Record<string, unknown>;
  switch (verb) {
    case "setTimer":
      return sent(await tasks.setTimer({ seconds: secondsOf(given.seconds), message: messageOf(given.message) }));
    case "callBack": {
      const { destination } = given;
      const callback = { at: dateOf(given.at), message: messageOf(given.message) };
      if (destination === undefined || destination === null) return sent(await tasks.callBack(callback));
      if (typeof destination !== "string" || destination.length > 64) throw new TypeError("destination is no number");
      return sent(await tasks.callBack({ ...callback, destination }));
    }
    case "pending":
      return (await tasks.pending()).map(sent);
    case "cancel":
      return tasks.cancel(String(argument).slice(0, 100));
    default:
      throw new TypeError(`tasks has no ${String(verb)}`);
  }
}

export function momentOf(at: DateTime): Moment {
  return { ms: at.toMillis(), zone: at.zoneName ?? "UTC" };
}

function sent(task: Task | TaskRefusal) {
  return "refusal" in task ? task : { ...task, dueAt: momentOf(task.dueAt) };
}

function secondsOf(value: unknown): number {
  if (typeof value !== "number" || !(value > 0 && value <= 86_400)) throw new TypeError("seconds are 1 to 86400");
  return value;
}

function messageOf(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_MESSAGE) {
    throw new TypeError(`message is a text of at most ${MAX_MESSAGE} characters`);
  }
  return value;
}

function dateOf(value: unknown): DateTime {
  const { ms, zone } = (value ?? {}) as Partial<Moment>;
  const at = DateTime.fromMillis(Number(ms), { zone: String(zone) });
  if (!at.isValid) throw new TypeError("at is no time");
  return at;
}
