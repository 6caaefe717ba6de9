import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import { localeOf } from "../src/locales/locales.js";
import { defineTool, type Tool } from "../src/toolbox/tool.js";
import { withTasks, wordsOf } from "./tasks/wording.js";

export function createSetTimer({ wording = DEFAULT_WORDING }: { readonly wording?: Wording } = {}): Tool {
  return defineTool({
    name: "SET_TIMER",
    description:
      "Sets a timer. When it is up, its message is spoken in this call, or the caller is rung when the call is over.",
    parameters: {
      duration: {
        type: "integer",
        description: "How long, in seconds: 60 for each minute",
        required: true,
        minimum: 1,
        maximum: 86_400,
      },
      message: {
        type: "string",
        description: "What to say when it is up, if the caller said what it is for",
        maxLength: 500,
      },
    },
    async execute({ duration, message }, { tasks, caller, language }) {
      const seconds = Number(duration);
      const { times, tools } = localeOf(language);
      const alert = wordsOf(message, wording.for("timer_up", language, { duration: times.duration(seconds) }));
      return withTasks({ wording, language }, async () => {
        const set = await tasks.setTimer({ seconds, message: alert });
        if ("refusal" in set) return { status: "FAILED", message: set.refusal };
        // A caller whose number may not be dialled should know that their telephone will not ring.
        const inCall = caller && set.destination === "" ? ` ${wording.for("timer_in_call_only", language)}` : "";
        return {
          status: "PENDING",
          message: tools.tasks.timerSet(seconds) + inCall,
          data: { task_id: set.taskId, due_at: set.dueAt.toISO(), duration: seconds, message: alert },
        };
      });
    },
  });
}
