import type { Answerer, Greeting, Heard } from "./greeting.js";

const BEEP = { hz: 1_000, ms: 400 };

/**
 * Returns the greetings of a list, by language. Each line is `M` or `P` for a machine or a person, the language, a kind and, after
 * a colon, what is heard: texts as a recogniser writes them, pauses in ms in brackets, and `BEEP`.
 */
export function greetingsIn(list: string): ReadonlyMap<string, readonly Greeting[]> {
  const byLanguage = new Map<string, Greeting[]>();
  for (const line of list.trim().split("\n")) {
    const language = line.split(" ")[1] ?? "";
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), greetingIn(line)]);
  }
  return byLanguage;
}

function greetingIn(line: string): Greeting {
  const [head = "", body = ""] = line.split(": ");
  const [who, , kind = ""] = head.split(" ");
  const heard = [...body.matchAll(/\s*(?:\((\d+)\)|(BEEP)|([^\s(][^(]*))/g)].map(([, pause, beep, text = ""]): Heard =>
    pause ? Number(pause) : beep ? BEEP : text.trim(),
  );
  return [who === "P" ? "human" : answererOf(kind), ...heard];
}

function answererOf(kind: string): Answerer {
  if (/^(ivr|queue|consent)/.test(kind)) return "menu";
  return /^(screener|filter)/.test(kind) ? "screener" : "machine";
}
