import { forAllNumbers } from "../counting.js";
import type { NumberWords } from "../locale.js";

const UNITS = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1_000_000, "million"],
  [1_000, "thousand"],
];

/** Whole numbers in the form that voices speak best: "twenty one", "one hundred and five". */
function whole(value: number): string {
  for (const [size, name] of SCALES) {
    if (value >= size) return joined(`${whole(Math.floor(value / size))} ${name}`, value % size);
  }
  if (value >= 100) return joined(`${UNITS[Math.floor(value / 100)]} hundred`, value % 100);
  if (value < 20) return UNITS[value] ?? "";
  const tens = TENS[Math.floor(value / 10)] ?? "";
  return value % 10 === 0 ? tens : `${tens} ${UNITS[value % 10]}`;
}

function joined(head: string, rest: number): string {
  if (rest === 0) return head;
  return `${head} ${rest < 100 ? "and " : ""}${whole(rest)}`;
}

export const NUMBERS: NumberWords = {
  inWords: forAllNumbers("minus", whole),
  mark: ".",
  point: "point",
  minus: "minus",
  signs: { "+": "plus", "*": "star", "#": "hash", ".": "dot", "-": "dash", _: "underscore" },
};
