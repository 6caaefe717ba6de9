import { DateTime } from "luxon";
import { DEFAULT_WORDING, type Wording } from "../src/toolbox/wording.js";
import { isSameNumber, numberAsWritten } from "../src/kernel/dialable-number.js";
import { nextInstantOf } from "../src/kernel/wall-clock.js";
import { defineTool, type Tool, type ToolResult } from "../src/toolbox/tool.js";
import { spelledOut } from "../src/locales/counting.js";
import type { TimeStyle } from "../src/locales/locale.js";
import { localeOf } from "../src/locales/locales.js";
import { spokenMoment } from "./spoken-moment.js";
import { withTasks, wordsOf } from "./tasks/wording.js";
import { writtenTime } from "./written-time.js";

export interface CallbackNeeds {
  readonly timeStyle: TimeStyle;
  readonly wording?: Wording;
}

export function createCallback({ timeStyle, wording = DEFAULT_WORDING }: CallbackNeeds): Tool {
  return defineTool({
    name: "CALLBACK",
    description:
      "Arranges a telephone call for later: to the caller, or to another number. Give either delay or at_time. When the call is answered, the message is spoken.",
    parameters: {
      delay: {
        type: "integer",
        description: "How many seconds from now: 60 for each minute",
        default: 60,
        minimum: 1,
        maximum: 604_800,
      },
      at_time: {
        type: "string",
        description:
          "The time of day to call at, HH:MM of 24 hours, such as 17:30; tomorrow when it is past. Wins over delay",
        maxLength: 40,
      },
      message: { type: "string", description: "What to say when they answer", maxLength: 1000 },
      destination: {
        type: "string",
        description: "The number to call, if it is not the caller's own",
        maxLength: 80,
      },
    },
    async execute({ delay, at_time: atTime, message, destination }, { caller, now, tasks, language }) {
      const wanted = String(atTime ?? "").trim();
      const time = wanted && writtenTime(wanted, language);
      if (time === undefined) return failed(wording.for("callback_time", language));
      const asked = String(destination ?? "").trim();
      const number = numberAsWritten(asked);
      if (asked && number === undefined) return failed(wording.for("callback_not_a_number", language));
      if (number === undefined && caller === undefined) return failed(wording.for("callback_no_number", language));

      const at = time ? next(time, now) : now.plus({ seconds: Number(delay) });
      const words = wordsOf(message, wording.for("callback", language));
      return withTasks({ wording, language }, async () => {
        const set = await tasks.callBack({ at, message: words, ...(number !== undefined && { destination: number }) });
        if ("refusal" in set) return failed(set.refusal);
        const { numbers, tools } = localeOf(language);
        const isBack = isSameNumber(set.destination, caller ?? "");
        const when = time
          ? spokenMoment(set.dueAt, now, { style: timeStyle, language })
          : tools.tasks.inSeconds(Number(delay));
        return {
          status: "PENDING",
          message: tools.tasks.callSet(isBack ? undefined : spelledOut(set.destination, numbers), when),
          data: { task_id: set.taskId, due_at: set.dueAt.toISO(), destination: set.destination, message: words },
        };
      });
    },
  });
}

/** The next occurrence of that time: today, or tomorrow if it has passed. */
function next(time: string, now: DateTime): DateTime {
  const zone = now.zone.name;
  return DateTime.fromMillis(nextInstantOf(time, zone, now.toMillis()), { zone });
}

function failed(message: string): ToolResult {
  return { status: "FAILED", message };
}
