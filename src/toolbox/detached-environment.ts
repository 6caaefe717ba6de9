import { DateTime } from "luxon";
import { AttendantError } from "../kernel/errors.js";
import type { Tasks, ToolEnvironment } from "./tool-context.js";

const away = () => Promise.reject(new AttendantError("store_unavailable", "Nothing can be set for later here."));

/** Where nothing can be set for later: every method rejects with `store_unavailable`. */
export const NO_TASKS: Tasks = { setTimer: away, callBack: away, pending: away, cancel: away };

/** What a tool is run with where there is neither a call nor a service: to try it out. */
export function detachedEnvironment(log: ToolEnvironment["log"]): ToolEnvironment {
  return {
    signal: new AbortController().signal,
    caller: undefined,
    now: DateTime.now(),
    hangUp: undefined,
    say: undefined,
    tasks: NO_TASKS,
    memories: new Map(),
    log,
  };
}
