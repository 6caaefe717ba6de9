import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import { defineTool, type Tool } from "../src/toolbox/tool.js";
import type { TimeStyle } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";
import { bodyOf, pendingTask, withTasks } from "./tasks/wording.js";

/** Maximum number of each kind that is read out; the others are counted. */
const MAX_TOLD = 4;

export interface StatusNeeds {
  readonly timeStyle: TimeStyle;
  readonly wording?: Wording;
}

export function createStatus({ timeStyle, wording = DEFAULT_WORDING }: StatusNeeds): Tool {
  return defineTool({
    name: "STATUS",
    description: "Tells which timers and callbacks of the caller are pending and how long they have left.",
    execute(_parameters, { caller, now, tasks, language }) {
      const words = localeOf(language).tools.tasks;
      return withTasks({ wording, language }, async () => {
        const pending = await tasks.pending();
        const data = {
          count: pending.length,
          tasks: pending.map((task) => ({
            ...bodyOf(task),
            remaining_seconds: Math.max(0, Math.round(task.dueAt.diff(now, "seconds").seconds)),
          })),
        };
        if (pending.length === 0) {
          return { status: "SUCCESS", message: words.none, data };
        }
        const kinds = (["timer", "callback"] as const).map((type) => pending.filter((task) => task.type === type));
        const needs = { caller, now, style: timeStyle, wording, language };
        const told = kinds.flatMap((those) => {
          const [first] = those;
          if (!first) return [];
          const named = those.slice(0, MAX_TOLD).map((task) => pendingTask(task, needs));
          return words.ofKind(first.type, named, those.length - named.length);
        });
        return { status: "SUCCESS", message: words.youHave(told), data };
      });
    },
  });
}
