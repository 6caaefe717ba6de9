import { DateTime } from "luxon";
import { AttendantError } from "../kernel/errors.js";
import type { Tasks, ToolEnvironment } from "./tool-context.js";

const away = () =>
  Promise.reject(new AttendantError("store_unavailable", "Timers and callbacks are not available here."));

/** For environments without timers and callbacks: every method rejects with `store_unavailable`. */
export const NO_TASKS: Tasks = { setTimer: away, callBack: away, pending: away, cancel: away };

/** The environment of a tool run outside both a call and the service, for trying it out. */
export function detachedEnvironment(log: ToolEnvironment["log"]): ToolEnvironment {
  return {
    signal: new AbortController().signal,
    caller: undefined,
    now: DateTime.now(),
    language: "en",
    hangUp: undefined,
    say: undefined,
    tasks: NO_TASKS,
    memories: new Map(),
    log,
  };
}
