import type { DateTime } from "luxon";
import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import { defineTool, type Task, type Tool } from "../src/toolbox/tool.js";
import { counted } from "./spoken/lists.js";
import { inWords } from "./spoken/numbers.js";
import type { TimeStyle } from "./spoken/time-of-day.js";
import { withTasks } from "./tasks/store-away.js";
import { bodyOf, pendingText } from "./tasks/wording.js";

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
    execute(_parameters, { caller, now, tasks }) {
      return withTasks(wording, async () => {
        const pending = await tasks.pending();
        const data = {
          count: pending.length,
          tasks: pending.map((task) => ({
            ...bodyOf(task),
            remaining_seconds: Math.max(0, Math.round(task.dueAt.diff(now, "seconds").seconds)),
          })),
        };
        if (pending.length === 0) {
          return { status: "SUCCESS", message: "You have no timers or callbacks.", data };
        }
        const kinds = (["timer", "callback"] as const).map((type) => pending.filter((task) => task.type === type));
        const told = kinds.filter((tasks) => tasks.length > 0).map((tasks) => ofOneKind(tasks, now, caller));
        return { status: "SUCCESS", message: `You have ${told.join(" And ")}`, data };
      });
    },
  });

  /** two timers: pasta, three minutes left, and eggs, five minutes left. */
  function ofOneKind(tasks: readonly Task[], now: DateTime, caller: string | undefined): string {
    const texts = tasks.slice(0, MAX_TOLD).map((task) => pendingText(task, { caller, now, style: timeStyle, wording }));
    const more = tasks.length - texts.length;
    if (more > 0) texts.push(`${inWords(more)} more`);
    const noun = tasks[0]?.type ?? "timer";
    // Commas before each, because each contains commas.
    const last = texts.pop();
    return `${counted(tasks.length, noun)}: ${[...texts, texts.length > 0 ? `and ${last}` : last].join(", ")}.`;
  }
}
