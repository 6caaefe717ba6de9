import { enumerated } from "../counting.js";
import type { PendingTask, TaskDetails, TaskKind, ToolSentences } from "../locale.js";
import { nameOfWeekday } from "../names.js";
import { NUMBERS } from "./numbers.js";
import { counted, dateOf, listed, TIMES } from "./times.js";
import { WEATHER } from "./weather.js";

const { inWords } = NUMBERS;
const { duration } = TIMES;
const nounOf = (type: TaskKind | "all") => (type === "all" ? "timer or callback" : type);

export const TOOLS: ToolSentences = {
  calc: {
    answer: (result) => `The answer is ${result}.`,
    about: (result) => `about ${result}`,
    power: (digits, exponent) => `${digits} times 10 to the power of ${exponent}`,
    faults: {
      not_understood: "I do not understand that sum.",
      no_answer: "That has no answer in real numbers.",
      too_large: "That number is too large for me.",
      by_zero: "I cannot divide by zero.",
      no_factorial: "Only whole numbers have a factorial.",
    },
    unknownName: (name) => `I do not know what ${name} means in a sum.`,
  },
  datetime: {
    now({ time, day, hasWeekday, place }) {
      const date = day && `${hasWeekday ? `${nameOfWeekday("en-US", day)}, ` : ""}${dateOf(day)}`;
      const what = time && date ? `${time} on ${date}` : (time ?? date ?? "");
      return place ? `In ${place} it is ${what}.` : `It is ${what}.`;
    },
    unknownZone: (name) => `I do not know the time zone ${name}.`,
  },
  tasks: {
    timerSet: (seconds) => `I have set a timer for ${duration(seconds)}.`,
    callSet: (number, when) => `I will call ${number ?? "you back"} ${when}.`,
    inSeconds: (seconds) => `in ${duration(seconds)}`,
    none: "You have no timers or callbacks.",
    youHave: (kinds) => `You have ${kinds.join(" And ")}`,
    ofKind(type, tasks, more) {
      const texts = [...tasks.map(pending), ...(more > 0 ? [`${inWords(more)} more`] : [])];
      return `${counted(tasks.length + more, type)}: ${enumerated(texts, "and")}.`;
    },
    notFound: (type) => `I cannot find that ${nounOf(type)}.`,
    nothingToCancel: (type) => `There is no ${nounOf(type)} to cancel.`,
    cancelledMany: (counts) => `I have cancelled ${listed(counts.map(([type, count]) => counted(count, type)))}.`,
    cancelled: ({ type, number, name, duration: lasts }: TaskDetails) => {
      const detail = lasts ? ` for ${lasts}` : name ? `: ${name}` : "";
      return `I have cancelled your ${type}${number ? ` to ${number}` : ""}${detail}.`;
    },
  },
  hangup: { goodbye: "Goodbye.", noCall: "There is no call to end." },
  joke: {
    allTold: (kind) => `You have heard all my ${kind === "any" ? "" : `${kind} `}jokes, so I will start again.`,
  },
  simonSays: { nothing: "There is nothing in it that I can say." },
  weather: WEATHER,
};

/** "pasta, three minutes left" · "to one zero zero two, tomorrow at 9:30 AM, tea" */
function pending({ type, number, name, duration: lasts, leftSeconds, when }: PendingTask): string {
  const subject = lasts ? `the one for ${lasts}` : name;
  const left = `${duration(leftSeconds)} left`;
  const parts = type === "timer" ? [subject, left] : [number && `to ${number}`, when, subject];
  return parts.filter(Boolean).join(", ");
}
