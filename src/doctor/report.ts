import type { Diagnosis, Result, State } from "./check.js";

const WORDS: Readonly<Record<State, string>> = {
  good: "good",
  advice: "advice",
  fault: "FAULT",
  unchecked: "not checked",
};
const WIDTH = 12;

/** Formats one result as lines for people. */
export function linesFor({ state, title, detail, remedy }: Result): string {
  const indent = " ".repeat(WIDTH);
  const lines = [`${WORDS[state].padEnd(WIDTH)}${title}: ${detail}`];
  if (remedy !== undefined) lines.push(`${indent}→ ${remedy}.`);
  return lines.join("\n");
}

/** Formats results as JSON. Each text is masked by itself, so that the JSON stays valid. */
export function asJson(value: object, hide: (text: string) => string): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? hide(part) : part), 2);
}

/** Formats the last line, the summary. */
export function summary({ results }: Diagnosis): string {
  const count = (state: State) => results.filter((result) => result.state === state).length;
  const faults = count("fault");
  const rest = [
    count("advice") > 0 ? `${count("advice")} with advice` : undefined,
    count("unchecked") > 0 ? `${count("unchecked")} not checked` : undefined,
  ].filter((part) => part !== undefined);
  const found =
    faults === 0 ? "No fault was found" : faults === 1 ? "One fault was found" : `${faults} faults were found`;
  return `${[`${found} in ${results.length} links`, ...rest].join(", ")}.`;
}
