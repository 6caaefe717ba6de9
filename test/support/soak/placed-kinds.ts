import { setTimeout as pause } from "node:timers/promises";
import type { Expected } from "./evidence.js";
import type { CallKind } from "./kinds.js";
import type { Manner } from "./pbx-lines.js";
import { between, type People, place } from "./people.js";

const MESSAGE = "Good morning. Your appointment is tomorrow at ten.";
const CHOICE = {
  prompt: "Do you want it?",
  options: [{ value: "yes", synonyms: ["yes please"] }, { value: "no" }],
  timeout_seconds: 5,
  repeat_count: 2,
};
const PLAYED = { statuses: ["completed"], message_played: true };

/** Somebody is called and told something. */
function message(
  name: string,
  weight: number,
  to: Manner,
  expected: Expected,
  further: Readonly<Record<string, unknown>> = {},
): CallKind {
  return { name, weight, make: (people) => place(name, people, to, { message: MESSAGE, ...further }, expected) };
}

/** Calls that programs ask for over REST. */
export const PLACED_KINDS: readonly CallKind[] = [
  message("message", 12, "silent", PLAYED),
  message("callee hangs up", 6, "hangsUp", { statuses: ["completed"], message_played: false }),
  message("busy", 7, "busy", { statuses: ["busy"] }),
  message("rejected", 7, "rejects", { statuses: ["busy", "failed"] }),
  message("no answer", 4, "neverAnswers", { statuses: ["no_answer"] }, { ring_timeout: 5 }),
  message("choice by voice", 5, "saysYes", { ...PLAYED, choice_response: "yes" }, { choice: CHOICE }),
  message("choice by key", 5, "pressesTwo", { ...PLAYED, choice_response: "no" }, { choice: CHOICE }),
  {
    name: "cancelled",
    weight: 5,
    make: (people) =>
      place(
        "cancelled",
        people,
        "silent",
        { message: MESSAGE },
        { statuses: ["cancelled", "completed"] },
        {
          meanwhile: (callId) => cancel(people, callId),
        },
      ),
  },
  {
    name: "tool's result",
    weight: 4,
    make: (people) =>
      place("tool's result", people, "silent", { tool: "DATETIME" }, PLAYED, { path: "/tools/DATETIME/call" }),
  },
];

async function cancel({ random, rest }: People, callId: string): Promise<void> {
  await pause(between(0, 4_000, random));
  await rest.ask("DELETE", `/call/${callId}`).catch(() => {}); // Nobody may be there to take it.
}
