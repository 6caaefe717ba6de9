import { dialableNumber, isSameTelephone } from "../../kernel/dialable-number.js";
import { callsOf, type ChainPlan, type RetryReason, USUAL_PLAN } from "../../records/chain.js";
import type { Choice } from "../../records/call-script.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { listOf, request, text, whole } from "../kit/schema.js";
import { extension, numberIn, type TargetBody } from "./call-target.js";

/* The fields of a request that calls several numbers, or one number several times, until someone is reached. */

export interface ChainBody extends Pick<TargetBody, "extension" | "extensions"> {
  readonly until?: string | readonly string[];
  readonly rounds?: number;
  readonly pause_seconds?: number;
  readonly at_once?: number;
  readonly retry?: Readonly<Partial<Record<RetryReason, readonly number[]>>>;
}

const MAX_NUMBERS = 10;
const MAX_ROUNDS = 5;
const MAX_RETRIES = 5;
const DAY_SECONDS = 86_400;

const pauses = (reason: string): JsonSchema =>
  listOf(whole("In seconds.", { minimum: 1, maximum: DAY_SECONDS }), {
    description: `The pauses before further calls, one for each, after a call ${reason}.`,
    maxItems: MAX_RETRIES,
  });

const retry: JsonSchema = request(
  {
    busy: pauses("to a busy telephone"),
    no_answer: pauses("that was not answered"),
    machine: pauses("that a machine answered"),
  },
  [],
  { description: "When the number is called again. Only with `extension`." },
);

export const chainFields: Readonly<Record<string, JsonSchema>> = {
  extensions: listOf(extension, {
    description: "The numbers to call one after the other, until someone is reached. Give either this or `extension`.",
    minItems: 1,
    maxItems: MAX_NUMBERS,
  }),
  until: {
    type: ["string", "array"],
    items: text("A value of the question.", { maxLength: 100 }),
    description:
      "What counts as reaching someone: a person who has `answered`, or has `acknowledged` by answering the question, or has given " +
      "one of these answers. `acknowledged` without a question asks one of its own. A machine never counts. Default: " +
      "`acknowledged` with a question, else `answered`.",
    maxLength: 100,
    minItems: 1,
    maxItems: 20,
    examples: ["acknowledged"],
  },
  rounds: whole("How often all of them are called. Default: 1.", { minimum: 1, maximum: MAX_ROUNDS }),
  pause_seconds: whole(`The pause before another round, in seconds. Default: ${USUAL_PLAN.pauseMs / 1_000}.`, {
    minimum: 0,
    maximum: 3_600,
  }),
  at_once: whole(
    "How many telephones ring side by side; the others stop once a person has answered or acknowledged. Default: 1.",
    {
      minimum: 1,
      maximum: MAX_NUMBERS,
    },
  ),
  retry,
};

/** The fields that need `extensions`. */
export const CHAIN_DEPENDENCIES = Object.fromEntries(
  ["rounds", "pause_seconds", "at_once"].map((name) => [name, ["extensions"]]),
);

/** A body as it was sent: its fields may be of any type. */
type Given = { readonly [Field in keyof ChainBody | "choice"]?: unknown };

/** Faults of a chain that a schema cannot express. Accepts any input, valid or not. */
export function chainFaults(body: unknown): ValidationFault[] {
  const { extensions, until, retry: again } = (body ?? {}) as Given;
  const isChain = extensions !== undefined || again !== undefined;
  return [
    ...(until !== undefined && !isChain ? [{ path: "/until", message: "requires extensions or retry" }] : []),
    ...chainChangeFaults(body),
  ];
}

/** The same for a change of a chain, in which any part may be omitted. */
export function chainChangeFaults(body: unknown): ValidationFault[] {
  const given = (body ?? {}) as Given;
  const { extensions, retry: again } = given;
  return [
    ...(Array.isArray(extensions) ? repeated(extensions) : []),
    ...(extensions !== undefined && again !== undefined && again !== null
      ? [{ path: "/retry", message: "must be omitted when extensions is given; use rounds and pause_seconds" }]
      : []),
    ...untilFaults(given),
  ];
}

function repeated(extensions: readonly unknown[]): ValidationFault[] {
  const numbers = extensions
    .slice(0, MAX_NUMBERS)
    .map((each) => (typeof each === "string" ? dialableNumber(each) : undefined));
  return numbers.flatMap((number, index) => {
    if (number === undefined) return [];
    const first = numbers.findIndex((each) => each !== undefined && isSameTelephone(each, number));
    if (first === index) return [];
    return [{ path: `/extensions/${index}`, message: `is the same number as entry ${first + 1}` }];
  });
}

function untilFaults({ until, choice }: Given): ValidationFault[] {
  if (until === undefined || until === null || until === "answered" || until === "acknowledged") return [];
  const options = (choice as { readonly options?: unknown } | null | undefined)?.options;
  const values = Array.isArray(options) ? options.map((option: { value?: unknown } | null) => option?.value) : [];
  const paths = Array.isArray(until) ? until.map((value, index) => [value, `/until/${index}`]) : [[until, "/until"]];
  return paths.slice(0, 20).flatMap(([value, path]) => {
    if (typeof value !== "string" || values.includes(value)) return [];
    const known = Array.isArray(until) ? "" : "answered, acknowledged, or ";
    return [{ path: String(path), message: `must be ${known}a value of the choice` }];
  });
}

/** The plan of a request; undefined when it calls one number once. @param choice the question, if there is one */
export function chainPlanIn(body: ChainBody, choice: Choice | null = null): ChainPlan | undefined {
  const { extension: single = "", extensions, retry: again } = body;
  if (extensions === undefined && again === undefined) return undefined;
  const until = choice ? "acknowledged" : USUAL_PLAN.until;
  return { ...USUAL_PLAN, extensions: [numberIn({ extension: single })], until, choice, ...chainPartsIn(body) };
}

/** A body that changes a chain: null clears a field. */
export type ChainChange = { readonly [Field in keyof ChainBody]?: ChainBody[Field] | null };

/** The parts of a plan that a body gives; what null clears is as usual. */
export function chainPartsIn(body: ChainChange): Partial<ChainPlan> {
  const { extensions, until, rounds, pause_seconds: pause, at_once: atOnce, retry: again } = body;
  return {
    ...(extensions && { extensions: extensions.map((each) => numberIn({ extension: each })) }),
    ...(until !== undefined && { until: until === null ? USUAL_PLAN.until : untilOf(until) }),
    ...(rounds !== undefined && { rounds: rounds ?? USUAL_PLAN.rounds }),
    ...(pause !== undefined && { pauseMs: pause === null ? USUAL_PLAN.pauseMs : pause * 1_000 }),
    ...(atOnce !== undefined && { atOnce: atOnce ?? USUAL_PLAN.atOnce }),
    ...(again !== undefined && { retry: again === null ? USUAL_PLAN.retry : scaled(again, 1_000) }),
  };
}

/** The plan of a schedule, which asks no question, as the API shows it; null in all fields when one number is called once. */
export function chainShown(plan: ChainPlan | undefined) {
  return {
    extensions: plan?.extensions ?? null,
    until: typeof plan?.until === "string" ? plan.until : null,
    rounds: plan?.rounds ?? null,
    pause_seconds: plan ? plan.pauseMs / 1_000 : null,
    at_once: plan?.atOnce ?? null,
    retry: plan ? scaled(plan.retry, 1 / 1_000) : null,
  };
}

function scaled(pauses: ChainPlan["retry"], factor: number): ChainPlan["retry"] {
  return Object.fromEntries(Object.entries(pauses).map(([reason, all]) => [reason, all.map((each) => each * factor)]));
}

function untilOf(until: string | readonly string[]): ChainPlan["until"] {
  if (typeof until !== "string") return until;
  return until === "answered" || until === "acknowledged" ? until : [until];
}

/** The most calls that a request may come to. */
export function callsIn({ extensions = [], rounds = 1, retry = {} }: ChainBody): number {
  return callsOf({ extensions, rounds, retry });
}
