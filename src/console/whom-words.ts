import type { OnMachine, WhomFields } from "./whom-draft.js";

/** The options of `until`, and what they are called. */
export type UntilOptions = readonly (readonly [value: string, label: string])[];

/** When someone counts as reached in a call that asks nothing; first, what the service takes by default. */
export const UNTIL: UntilOptions = [
  ["answered", "a person answers"],
  ["acknowledged", "a person says “got it”, or presses 1"],
];

/** The same in a call with a question that has these values. */
export function untilAnswered(values: readonly string[]): UntilOptions {
  const given = values.map((value) => value.trim()).filter(Boolean);
  return [
    ["acknowledged", "a person answers the question"],
    ["answered", "a person picks up"],
    ...[...new Set(given)].map((value) => [`=${value}`, `the answer is “${value}”`] as const),
  ];
}

/** The numbers that are called, in their order. */
export function numbersOf({ extension, extensions }: Pick<WhomFields, "extension" | "extensions">): string {
  return extensions?.join(", ") ?? extension;
}

/** Until when, and how often, the numbers are called; empty when one number is called once. */
export function reachWords({ extensions, until, rounds, at_once: atOnce, retry }: WhomFields): string {
  if (!extensions) return "";
  const isAgain = Object.values(retry ?? {}).some(({ length }) => length > 0);
  return [
    UNTIL.find(([value]) => value === until)?.[1] ?? "a person answers",
    ...((rounds ?? 1) > 1 ? [`at most ${rounds} rounds`] : []),
    ...((atOnce ?? 1) > 1 ? [`${atOnce} at once`] : []),
    ...(isAgain ? ["called again after a pause"] : []),
  ].join("; ");
}

const ON_MACHINE: Readonly<Record<OnMachine, string>> = {
  hang_up: "hangs up",
  speak: "speaks at once",
  leave_message: "leaves a message after the beep",
};

/** What a machine gets; empty when that is the service's default. */
export function machineWords({ on_machine: onMachine, machine_message: left }: WhomFields): string {
  if (!onMachine) return "";
  return left && onMachine === "leave_message" ? `${ON_MACHINE[onMachine]}: ${left}` : ON_MACHINE[onMachine];
}
