import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import type { TaskKind } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";
import { defineTool, type Task, type Tool } from "../src/toolbox/tool.js";
import { bodyOf, detailsOf, withTasks } from "./tasks/wording.js";

export function createCancel({ wording = DEFAULT_WORDING }: { readonly wording?: Wording } = {}): Tool {
  return defineTool({
    name: "CANCEL",
    description:
      "Cancels timers and callbacks of the caller: all of them, all of one kind, or one by the task_id that STATUS tells.",
    parameters: {
      task_type: {
        type: "string",
        description: "Which kind to cancel",
        enum: ["all", "timer", "callback"],
        default: "all",
      },
      task_id: { type: "string", description: "The one to cancel, if not all of them", maxLength: 100 },
    },
    execute({ task_type: type, task_id: id }, { caller, tasks, language }) {
      const wanted = String(id ?? "").trim();
      const words = localeOf(language).tools.tasks;
      const kind = type as TaskKind | "all";
      return withTasks({ wording, language }, async () => {
        const pending = await tasks.pending();
        const meant = pending.filter(
          (task) => (type === "all" || task.type === type) && (!wanted || task.taskId === wanted),
        );
        if (wanted && meant.length === 0) return { status: "FAILED", message: words.notFound(kind) };
        const gone: Task[] = [];
        // One after another: if the store fails half-way, at most one is in an uncertain state.
        for (const task of meant) if (await tasks.cancel(task.taskId)) gone.push(task);
        return {
          status: "SUCCESS",
          message: told(gone),
          data: { cancelled: gone.length, tasks: gone.map(bodyOf) },
        };
      });

      function told(gone: readonly Task[]): string {
        const [task, ...others] = gone;
        if (!task) return words.nothingToCancel(kind);
        if (others.length === 0) return words.cancelled(detailsOf(task, { caller, wording, language }));
        const counts = (["timer", "callback"] as const).map(
          (each) => [each, gone.filter(({ type: of }) => of === each).length] as const,
        );
        return words.cancelledMany(counts.filter(([, count]) => count > 0));
      }
    },
  });
}
