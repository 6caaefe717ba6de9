import type { ValidationFault } from "../validation/words.js";
import type { CallTarget, PlacedCall } from "./ports.js";

/** What is wrong with the address of a webhook, as the end of a sentence ("must be …"); undefined when it can be taken. */
export type CheckCallbackUrl = (url: string) => string | undefined;

/** What is wrong with a body's `callback_url`; whatever was sent, fit or not. */
export function callbackUrlFaults(body: unknown, check: CheckCallbackUrl): ValidationFault[] {
  const url = (body as { callback_url?: unknown } | null)?.callback_url;
  const message = typeof url === "string" ? check(url) : undefined;
  return message === undefined ? [] : [{ path: "/callback_url", message }];
}

interface TargetBody {
  readonly extension: string;
  readonly ring_timeout: number;
  readonly callback_url?: string;
}

export function targetOf({ extension, ring_timeout, callback_url }: TargetBody, callId: string): CallTarget {
  return { callId, extension, ringTimeoutMs: ring_timeout * 1000, callbackUrl: callback_url ?? null };
}

export function locationOf(callId: string): Record<string, string> {
  return { Location: `/call/${callId}` };
}

/** Where a call stands, as a sentence. */
export function sentenceOf({ queuePosition }: PlacedCall, extension: string): string {
  if (queuePosition === null) return `${extension} is being called.`;
  return `${extension} will be called; the call is number ${queuePosition} in the queue.`;
}
