import { DateTime } from "luxon";
import { NO_TASKS } from "../toolbox/no-tasks.js";
import type { ToolEnvironment } from "../toolbox/tool.js";

/** What a tool is run with where there is neither a call nor a service: to try it out. */
export function outsideCalls(log: ToolEnvironment["log"]): ToolEnvironment {
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
