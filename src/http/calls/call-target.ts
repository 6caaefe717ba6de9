import type { PlacedCall } from "../../calls/admit-call.js";
import type { CallerIds } from "../../calls/caller-ids.js";
import type { CallTarget } from "../../calls/place-call.js";
import { DIALABLE_NUMBER, dialableNumber } from "../../kernel/dialable-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import { BLOCKED_PORTS } from "../../webhooks/callback-url.js";
import type { ValidRequest } from "../kit/endpoint.js";
import { anyText, nullable, text, whole } from "../kit/schema.js";

/*
 * Whom to call, what to say around the message, and whom to tell: what every body says that has somebody called, and what is
 * answered to it.
 */

export interface TargetBody {
  readonly extension: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly ring_timeout: number;
  readonly callback_url?: string;
  readonly caller_id?: string;
}

const number: JsonSchema = {
  pattern: DIALABLE_NUMBER.source,
  "x-expected": "a number to dial: 1 to 64 letters, digits, * # . _ and -, beginning with a letter, a digit, +, * or #",
};

export const extension: JsonSchema = text(
  "The number to call. Dashes, dots and underscores between its digits do not count: 1-1-2 is 112. Never a channel technology " +
    "or a context: the service decides how it is dialled.",
  { ...number, examples: ["1001", "+493012345678"] },
);

export const prefix: JsonSchema = anyText("Spoken before the message, or the tool's result.", 1000, { default: "" });
export const suffix: JsonSchema = anyText("Spoken after it.", 1000, { default: "" });

export const callbackUrl: JsonSchema = text(
  "Where the result is posted when the call is over: http or https, without user name and password, and to none of the ports " +
    `of other protocols that browsers keep from HTTP, too: ${BLOCKED_PORTS.join(", ")}.`,
  {
    format: "uri",
    pattern: "^[hH][tT][tT][pP][sS]?://",
    "x-expected": "an http:// or https:// address",
    maxLength: 2048,
    examples: ["https://example.org/hooks/calls"],
  },
);

export const ringTimeout: JsonSchema = whole("How long the telephone may ring, in seconds.", {
  minimum: 5,
  maximum: 120,
  default: 30,
});

export const callerId: JsonSchema = text(
  "The number that the called party sees, of those that the administrator permits (`CALLER_ID_ALLOW`), with the name that is " +
    "set for it. Unless given, the assistant's own name and number (`CALLER_ID`).",
  { ...number, examples: ["8001"] },
);

export const callId: JsonSchema = text("Identifies the call.", {
  examples: ["0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11"],
});

export const queuePosition: JsonSchema = nullable(
  whole("Where in the queue the call stands, from 1; null when it is dialled at once.", { minimum: 1 }),
);

/** What is wrong with the address of a webhook, as the end of a sentence ("must be …"); undefined when it can be taken. */
export type CheckCallbackUrl = (url: string) => string | undefined;

/** What the target of a call is checked by. */
export interface TargetChecks {
  readonly checkCallbackUrl: CheckCallbackUrl;
  readonly callerIds: Pick<CallerIds, "mayShow">;
}

/** What a schema cannot say of a body's target; takes whatever was sent, valid or not. */
export function targetFaults(body: unknown, { checkCallbackUrl, callerIds }: TargetChecks): ValidationFault[] {
  const { callback_url: url, caller_id: number } = (body ?? {}) as Partial<Record<keyof TargetBody, unknown>>;
  const faults: ValidationFault[] = [];
  const message = typeof url === "string" ? checkCallbackUrl(url) : undefined;
  if (message !== undefined) faults.push({ path: "/callback_url", message });
  if (typeof number === "string" && !callerIds.mayShow(number)) faults.push({ path: "/caller_id", message: NOT_SHOWN });
  return faults;
}

const NOT_SHOWN =
  "must be the assistant's own number or one that CALLER_ID_ALLOW permits; leave it out to show the assistant's own";

/** The number of a body or a query, valid by {@link extension}, as it is dialled, stored and listed. */
export function numberIn({ extension }: { readonly extension: string }): string {
  return dialableNumber(extension) ?? extension;
}

/** The number that a query asks for, if it asks for one. */
export function numberAsked({ extension }: { readonly extension?: string }): { readonly extension?: string } {
  return extension === undefined ? {} : { extension: numberIn({ extension }) };
}

/** The number that a body asks to be shown, as it is compared and stored. */
export function callerIdIn({ caller_id: number }: Pick<TargetBody, "caller_id">): { readonly callerId?: string } {
  return number === undefined ? {} : { callerId: dialableNumber(number) ?? number };
}

export function targetOf({ body, client, traceparent }: ValidRequest<TargetBody, unknown>, callId: string): CallTarget {
  const { ring_timeout, callback_url } = body;
  const callbackUrl = callback_url ?? null;
  return {
    callId,
    extension: numberIn(body),
    ringTimeoutMs: ring_timeout * 1000,
    callbackUrl,
    ...callerIdIn(body),
    ...(traceparent && { traceparent }),
    ...(client?.name && { client: client.name }),
  };
}

export function locationOf(callId: string): Record<string, string> {
  return { Location: `/call/${callId}` };
}

/** Where a call stands, as a sentence. */
export function sentenceOf({ queuePosition }: PlacedCall, extension: string): string {
  if (queuePosition === null) return `${extension} is being called.`;
  return `${extension} will be called; the call is number ${queuePosition} in the queue.`;
}
