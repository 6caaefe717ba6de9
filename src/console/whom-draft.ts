/* The entered values that say whom a call is for, until when others are called, and what a machine gets. */

export type OnMachine = "hang_up" | "speak" | "leave_message";

/** Why a number may be called again. */
const REASONS = ["busy", "no_answer", "machine"] as const;
export type Reason = (typeof REASONS)[number];

export interface WhomDraft {
  /** Several numbers, one after the other, or one. */
  readonly many: "yes" | "";
  readonly extension: string;
  /** The numbers, one a line. */
  readonly extensions: string;
  /** As in `until`; "" for the service's default; `=yes` for the answer yes. */
  readonly until: string;
  readonly rounds: string;
  readonly pauseSeconds: string;
  readonly atOnce: string;
  /** For each reason the pauses before a number is called again, in minutes: `1, 5`. */
  readonly retry: Readonly<Record<Reason, string>>;
  /** "" for the service's default. */
  readonly onMachine: OnMachine | "";
  readonly machineMessage: string;
}

export const EMPTY_WHOM: WhomDraft = {
  ...{ many: "", extension: "", extensions: "", until: "", rounds: "", pauseSeconds: "", atOnce: "" },
  retry: { busy: "", no_answer: "", machine: "" },
  onMachine: "",
  machineMessage: "",
};

/** These fields of a request. */
export interface WhomFields {
  readonly extension: string;
  readonly extensions: readonly string[] | null;
  readonly until: string | null;
  readonly rounds: number | null;
  readonly pause_seconds: number | null;
  readonly at_once: number | null;
  readonly retry: Readonly<Partial<Record<Reason, readonly number[]>>> | null;
  readonly on_machine: OnMachine | null;
  readonly machine_message: string | null;
}

/** The draft of an existing request. One number that is called again is a list of one, with pauses. */
export function whomOf(given: WhomFields): WhomDraft {
  const { extension, extensions, retry, rounds, pause_seconds: pause, at_once: atOnce } = given;
  const pauses = Object.fromEntries(REASONS.map((reason) => [reason, inMinutes(retry?.[reason])]));
  const isMany = extensions !== null && (extensions.length > 1 || (rounds ?? 1) > 1);
  return {
    ...{ many: isMany ? "yes" : "", extension, extensions: isMany ? extensions.join("\n") : "" },
    until: given.until ?? "",
    ...(isMany
      ? { rounds: text(rounds), pauseSeconds: text(pause), atOnce: text(atOnce) }
      : { rounds: "", pauseSeconds: "", atOnce: "" }),
    retry: pauses as WhomDraft["retry"],
    onMachine: given.on_machine ?? "",
    machineMessage: given.machine_message ?? "",
  };
}

/** Converts a draft to the fields of a request that say whom to call. What was left empty is not sent. */
export function whomIn(draft: WhomDraft) {
  const { until, rounds, pauseSeconds, atOnce } = draft;
  const retry = retryIn(draft);
  if (draft.many === "") {
    return { extension: draft.extension.trim(), ...(retry && { retry, ...(until && { until: untilIn(until) }) }) };
  }
  return {
    extensions: numbersIn(draft.extensions),
    ...(until && { until: untilIn(until) }),
    ...(rounds && { rounds: Number(rounds) }),
    ...(pauseSeconds && { pause_seconds: Number(pauseSeconds) }),
    ...(atOnce && { at_once: Number(atOnce) }),
  };
}

/** Converts a draft to the fields of a request that say what a machine gets. */
export function machineIn({ onMachine, machineMessage }: WhomDraft) {
  const isLeft = onMachine === "leave_message" && machineMessage.trim() !== "";
  return { ...(onMachine && { on_machine: onMachine }), ...(isLeft && { machine_message: machineMessage }) };
}

const MACHINE: readonly (keyof WhomDraft)[] = ["onMachine", "machineMessage"];

/** What the service takes if nothing is entered. */
const USUAL = { rounds: 1, pause_seconds: 30, at_once: 1 } as const;
const NUMBERS: readonly (keyof WhomDraft)[] = ["many", "extension", "extensions"];

/**
 * What a change sends: all of whom to call, or of what a machine gets, when any part of it differs. What is left out stays as it
 * is, so an emptied field is sent with its default, or as null; numbers that are the same are not sent, since not every key may change them.
 */
export function whomChange(draft: WhomDraft, before: WhomDraft) {
  const changed = (Object.keys(EMPTY_WHOM) as (keyof WhomDraft)[]).filter((name) => {
    return JSON.stringify(draft[name]) !== JSON.stringify(before[name]);
  });
  // Pauses that are gone are to be said: what is left out stays as it is.
  const isEnded = draft.many === "" && retryIn(before) !== undefined && retryIn(draft) === undefined;
  const whom = {
    ...(draft.many !== "" && USUAL),
    ...(before.until !== "" && draft.until === "" && { until: null }),
    ...whomIn(draft),
    ...(isEnded && { retry: {} }),
  };
  const { extension: _one, extensions: _several, ...others } = whom as Partial<typeof whom> & Record<string, unknown>;
  const sent = changed.some((name) => NUMBERS.includes(name)) ? whom : others;
  return {
    ...(changed.some((name) => !MACHINE.includes(name)) && sent),
    ...(changed.some((name) => MACHINE.includes(name)) && { ...emptied(before), ...machineIn(draft) }),
  };
}

/** What a machine got and gets no more. */
function emptied(before: WhomDraft) {
  return {
    ...(before.onMachine !== "" && { on_machine: null }),
    ...(before.machineMessage !== "" && { machine_message: null }),
  };
}

/** Whether it matters when someone counts as reached: otherwise there is one call. */
export function isRepeated(draft: WhomDraft): boolean {
  return draft.many !== "" || retryIn(draft) !== undefined;
}

function retryIn({ many, retry }: WhomDraft): Partial<Record<Reason, number[]>> | undefined {
  const given = REASONS.filter((reason) => many === "" && retry[reason].trim() !== "");
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((reason) => [reason, partsOf(retry[reason]).map(inSeconds)]));
}

function numbersIn(lines: string): string[] {
  return lines
    .split(/[\n,;]/)
    .map((each) => each.trim())
    .filter(Boolean);
}

function partsOf(list: string): string[] {
  return list.split(/[\s,;]+/).filter(Boolean);
}

/** What is no number of minutes is sent as it is: the service says what is wrong with it. */
function inSeconds(minutes: string): number {
  const seconds = Math.round(Number(minutes) * 60);
  return Number.isNaN(seconds) ? (minutes as unknown as number) : seconds;
}

function inMinutes(seconds: readonly number[] = []): string {
  return seconds.map((each) => String(Math.round((each / 60) * 100) / 100)).join(", ");
}

function untilIn(until: string): string | string[] {
  return until.startsWith("=") ? [until.slice(1)] : until;
}

function text(value: number | null): string {
  return value === null ? "" : String(value);
}
