import { DateTime } from "luxon";
import { NO_TASKS } from "../../../src/language/no-tasks.js";
import type { ToolCircumstances } from "../../../src/language/tool.js";

const SILENT = { info: () => {}, warn: () => {} };

/** What tools are run with: outside a call, unless `more` says otherwise. */
export function toolCircumstances(more: Partial<ToolCircumstances> = {}): ToolCircumstances {
  return {
    signal: new AbortController().signal,
    caller: undefined,
    now: DateTime.now(),
    hangUp: undefined,
    say: undefined,
    tasks: NO_TASKS,
    memories: new Map(),
    log: SILENT,
    ...more,
  };
}
