import type { KeptAnswer } from "../../records/stores.js";
import type { Client } from "./client.js";
import type { Asker } from "./few-at-once.js";

/** A request that was not checked yet, by whichever way it came. */
export interface GivenRequest {
  readonly client: Client | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  /** The trace context, valid or not. */
  readonly traceparent?: string | undefined;
  /** Present when the request is to be executed once for this `Idempotency-Key`, which is not checked yet either. */
  readonly once?: { readonly key: string; readonly path: string } | undefined;
  /** A language model made the request. */
  readonly isOfModel?: boolean;
}

export interface Performed {
  /** Without the fields that the client may not see. */
  readonly answer: KeptAnswer;
  /** The answer is that of an earlier request with the same `Idempotency-Key`. */
  readonly isReplayed: boolean;
}

/**
 * Checks a request whose client has the scopes of the endpoint, and does its work: schemas first, then the `Idempotency-Key`.
 *
 * @returns undefined when the client disconnected before the work began
 */
export type Perform = (given: GivenRequest, asker: Asker) => Promise<Performed | undefined>;
