import type { PlacedCall } from "../../calls/placed/admit-call.js";
import type { Assistants } from "../../calls/assistant/assistant.js";
import type { CallerIds } from "../../calls/rights/caller-ids.js";
import type { CallTarget } from "../../calls/placed/place-call.js";
import type { ErrorCode } from "../../kernel/errors.js";
import type { Chain } from "../../records/schedule.js";
import { DIALABLE_NUMBER, dialableNumber } from "../../kernel/dialable-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { BLOCKED_PORTS } from "../../webhooks/callback-url.js";
import type { ValidRequest } from "../kit/endpoint.js";
import { type Manner, type MannerBody, mannerFaults, mannerFields, mannerIn } from "./call-manner.js";
import { anyText, nullable, text, whole } from "../kit/schema.js";

/*
 * The fields that every request for a call shares: the number to call, what to say around the message, and where to post the
 * result. Also the answer to such a request.
 */

export interface TargetBody extends MannerBody {
  /** One of these is given. */
  readonly extension?: string;
  readonly extensions?: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
  readonly ring_timeout: number;
  readonly callback_url?: string;
  readonly caller_id?: string;
  readonly assistant?: string;
}

const number: JsonSchema = {
  pattern: DIALABLE_NUMBER.source,
  "x-expected": "a number to dial: 1 to 64 letters, digits, * # . _ and -, beginning with a letter, a digit, +, * or #",
};

export const extension: JsonSchema = text(
  "The number to call. Dashes, dots and underscores between digits are ignored: 1-1-2 is 112. A channel " +
    "technology or a context cannot be given: the service decides how the number is dialled.",
  { ...number, examples: ["1001", "+493012345678"] },
);

/** The errors of a call that is not placed. */
export const WHY_NOT_PLACED = [
  "destination_not_allowed",
  "quiet_hours",
  "too_many_attempts",
  "queue_full",
  "unavailable",
  "store_unavailable",
] as const satisfies readonly ErrorCode[];

export const prefix: JsonSchema = anyText("Spoken before the message, or the tool's result.", 1000, { default: "" });
export const suffix: JsonSchema = anyText("Spoken after the message, or after the tool's result.", 1000, {
  default: "",
});

export const callbackUrl: JsonSchema = text(
  "The address to which the result is posted when the call ends: http or https, without user name and " +
    `password, and not on a port that browsers block because it belongs to another protocol: ${BLOCKED_PORTS.join(", ")}.`,
  {
    format: "uri",
    pattern: "^[hH][tT][tT][pP][sS]?://",
    "x-expected": "an http:// or https:// address",
    maxLength: 2048,
    examples: ["https://example.org/hooks/calls"],
  },
);

export const ringTimeout: JsonSchema = whole(
  "How long the telephone rings before the call counts as not answered, in seconds.",
  {
    minimum: 5,
    maximum: 120,
    default: 30,
  },
);

const callerId: JsonSchema = text(
  "The number shown to the callee, one of those permitted by the administrator (`caller_ids` in `DIAL_RULES`), " +
    "with the name configured for it. Default: the assistant's own name and number (`CALLER_ID`).",
  { ...number, examples: ["8001"] },
);

const assistant: JsonSchema = text(
  "The assistant that calls, one of those in the file of assistants: its voice, phrases, language and caller ID. " +
    "Default: the settings alone.",
  { maxLength: 32, examples: ["reception"] },
);

/** Who calls, and in which manner. */
export const callerFields: Readonly<Record<string, JsonSchema>> = { caller_id: callerId, assistant, ...mannerFields };

export const callId: JsonSchema = text("Identifies the call.", {
  examples: ["0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11"],
});

export const queuePosition: JsonSchema = nullable(
  whole("The call's place in the queue, from 1; null when it is dialled at once.", { minimum: 1 }),
);

/** Why a webhook address is rejected, as the end of a sentence ("must be …"); undefined when it is accepted. */
export type CheckCallbackUrl = (url: string) => string | undefined;

/** What a call's target is checked against. */
export interface TargetChecks {
  readonly checkCallbackUrl: CheckCallbackUrl;
  readonly callerIds: Pick<CallerIds, "mayShow">;
  readonly assistants: Pick<Assistants, "ids">;
  /** The primary languages that calls can be in. */
  readonly languages: readonly string[];
}

/** Faults of a call's target that a schema cannot express. Accepts any input, valid or not. */
export function targetFaults(
  body: unknown,
  { checkCallbackUrl, callerIds, assistants, languages }: TargetChecks,
): ValidationFault[] {
  const { callback_url: url, caller_id: number, ...given } = (body ?? {}) as Partial<Record<keyof TargetBody, unknown>>;
  const faults: ValidationFault[] = [];
  const message = typeof url === "string" ? checkCallbackUrl(url) : undefined;
  if (message !== undefined) faults.push({ path: "/callback_url", message });
  if (typeof number === "string" && !callerIds.mayShow(number)) faults.push({ path: "/caller_id", message: NOT_SHOWN });
  if (typeof given.assistant === "string" && !assistants.ids.includes(given.assistant)) {
    const known = assistants.ids.join(", ") || "none, because there is no file of assistants";
    faults.push({ path: "/assistant", message: `is not a known assistant; the known ones are ${known}` });
  }
  return [...faults, ...mannerFaults(body, languages)];
}

const NOT_SHOWN =
  "must be the assistant's own number or one that caller_ids in DIAL_RULES permits; omit it to show the " +
  "assistant's own number";

/** The number of a body or a query, valid by {@link extension}, as it is dialled, stored and listed. */
export function numberIn({ extension }: { readonly extension: string }): string {
  return dialableNumber(extension) ?? extension;
}

/** The number that a body names, or the first of several. */
export function firstNumberIn({ extension, extensions }: Pick<TargetBody, "extension" | "extensions">): string {
  return numberIn({ extension: extension ?? extensions?.[0] ?? "" });
}

/** The number that a query filters by, if any. */
export function numberAsked({ extension }: { readonly extension?: string }): { readonly extension?: string } {
  return extension === undefined ? {} : { extension: numberIn({ extension }) };
}

/** Returns who calls and in which manner, as a body requests it, in the form that is compared and stored. */
export function callerIn(
  body: Pick<TargetBody, "caller_id" | "assistant"> & MannerBody,
): Pick<CallTarget, "callerId" | "assistant"> & Manner {
  const { caller_id: number, assistant: id } = body;
  return {
    ...(number !== undefined && { callerId: dialableNumber(number) ?? number }),
    ...(id !== undefined && { assistant: id }),
    ...mannerIn(body),
  };
}

export function targetOf({ body, client, traceparent }: ValidRequest<TargetBody, unknown>, callId: string): CallTarget {
  const { ring_timeout, callback_url } = body;
  const callbackUrl = callback_url ?? null;
  return {
    callId,
    extension: firstNumberIn(body),
    ringTimeoutMs: ring_timeout * 1000,
    callbackUrl,
    ...callerIn(body),
    ...(traceparent && { traceparent }),
    ...(client?.name && { client: client.name }),
  };
}

export function locationOf(callId: string): Record<string, string> {
  return { Location: `/call/${callId}` };
}

/** The part of an answer that says what was placed, and its address. */
export interface Sent {
  readonly call_id: string | null;
  readonly queue_position: number | null;
  /** Present for a chain. */
  readonly chain_id?: string;
  readonly message: string;
  readonly location: Readonly<Record<string, string>>;
}

export function sentPlaced({ callId, queuePosition }: PlacedCall, extension: string): Sent {
  const message =
    queuePosition === null
      ? `${extension} is being called.`
      : `${extension} will be called; the call is number ${queuePosition} in the queue.`;
  return { call_id: callId, queue_position: queuePosition, message, location: locationOf(callId) };
}

/** A chain, with the id of its first call. */
export function sentBegun({ scheduleId: chainId, chain, progress }: Chain): Sent {
  const [first = "", ...others] = chain.extensions;
  const message =
    others.length > 0
      ? `${first} is being called first, of ${others.length + 1} numbers.`
      : `${first} is being called.`;
  const location = { Location: `/chain/${chainId}` };
  return { call_id: progress.steps[0]?.callId ?? null, queue_position: null, chain_id: chainId, message, location };
}
