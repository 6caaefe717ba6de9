import { inWords } from "./numbers.js";

/** An enumeration: "one", "one and two", "one, two and three". */
export function listed(things: readonly string[], and = "and"): string {
  if (things.length < 2) return things.join("");
  return `${things.slice(0, -1).join(", ")} ${and} ${things.at(-1)}`;
}

/** A number of things: "no timers", "one timer", "two timers". */
export function counted(count: number, noun: string): string {
  return `${count === 0 ? "no" : inWords(count)} ${noun}${count === 1 ? "" : "s"}`;
}
