import type { PlacedCall } from "../../calls/placed/admit-call.js";
import type { CallTarget } from "../../calls/placed/place-call.js";
import type { ErrorCode } from "../../kernel/errors.js";
import { callIdIn } from "../../records/chain.js";
import type { Chain } from "../../records/schedule.js";
import { dialableNumber } from "../../kernel/dialable-number.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidRequest } from "../kit/endpoint.js";
import { anyText, nullable, text, whole } from "../kit/schema.js";
import { type MannerBody, mannerIn, numberToDial } from "./call-manner.js";

/*
 * The number to call and what to say around the message, in every request for a call. Also the answer to such a request.
 */

export interface TargetBody extends MannerBody {
  /** One of these is given. */
  readonly extension?: string;
  readonly extensions?: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

export const extension: JsonSchema = text(
  "The number to call. Dashes, dots and underscores between digits are ignored: 1-1-2 is 112. A channel " +
    "technology or a context cannot be given: the service decides how the number is dialled.",
  { ...numberToDial, examples: ["1001", "+493012345678"] },
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

export const callId: JsonSchema = text("Identifies the call.", {
  examples: ["0b7f5f5e-3c0e-4b6a-9a52-9f1d6f6f2a11"],
});

export const queuePosition: JsonSchema = nullable(
  whole("The call's place in the queue, from 1; null when it is dialled at once.", { minimum: 1 }),
);

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

export function targetOf({ body, client, traceparent }: ValidRequest<TargetBody, unknown>, callId: string): CallTarget {
  return {
    callId,
    extension: firstNumberIn(body),
    ...mannerIn(body),
    ...(traceparent && { traceparent }),
    ...(client?.name && { client: client.name }),
  };
}

export function locationOf(callId: string): Record<string, string> {
  return { Location: `/call/${callId}` };
}

export function locationOfChain(chainId: string): Record<string, string> {
  return { Location: `/chain/${chainId}` };
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

/** The ids of what a run of a schedule calls: of a call or, if it calls several numbers, of a chain and its first call. */
export function idsOfRun(callId: string, isChain: boolean): { readonly call_id: string; readonly chain_id?: string } {
  return isChain ? { call_id: callIdIn(callId, 1), chain_id: callId } : { call_id: callId };
}

/** A chain, with the id of its first call. */
export function sentBegun({ scheduleId: chainId, chain, progress }: Chain): Sent {
  const [first = "", ...others] = chain.extensions;
  const message =
    others.length > 0
      ? `${first} is being called first, of ${others.length + 1} numbers.`
      : `${first} is being called.`;
  const location = locationOfChain(chainId);
  return { call_id: progress.steps[0]?.callId ?? null, queue_position: null, chain_id: chainId, message, location };
}
