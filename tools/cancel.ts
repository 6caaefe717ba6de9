import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import { defineTool, type Task, type Tool } from "../src/toolbox/tool.js";
import { counted } from "./spoken/lists.js";
import { withTasks } from "./tasks/store-away.js";
import { bodyOf, countsOf, nameOf, otherNumber } from "./tasks/wording.js";

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
    execute({ task_type: type, task_id: id }, { caller, tasks }) {
      const wanted = String(id ?? "").trim();
      return withTasks(wording, async () => {
        const pending = await tasks.pending();
        const meant = pending.filter(
          (task) => (type === "all" || task.type === type) && (!wanted || task.taskId === wanted),
        );
        if (wanted && meant.length === 0)
          return { status: "FAILED", message: `I cannot find that ${nounOf(String(type))}.` };
        const gone: Task[] = [];
        // One after another: if the store fails half-way, at most one is in an uncertain state.
        for (const task of meant) if (await tasks.cancel(task.taskId)) gone.push(task);
        return {
          status: "SUCCESS",
          message: told(gone, String(type), { caller, wording }),
          data: { cancelled: gone.length, tasks: gone.map(bodyOf) },
        };
      });
    },
  });
}

interface TellNeeds {
  readonly caller: string | undefined;
  readonly wording: Wording;
}

function told(gone: readonly Task[], type: string, { caller, wording }: TellNeeds): string {
  const [task] = gone;
  if (!task) return `There is no ${nounOf(type)} to cancel.`;
  if (gone.length > 1) return `I have cancelled ${countsOf(gone)}.`;
  const number = otherNumber(task, caller);
  const name = nameOf(task, wording);
  const detail = name?.startsWith("for ") ? ` ${name}` : name && `: ${name}`;
  return `I have cancelled your ${task.type}${number ? ` to ${number}` : ""}${detail ?? ""}.`;
}

function nounOf(type: string): string {
  return type === "all" ? "timer or callback" : counted(1, type).replace("one ", "");
}
