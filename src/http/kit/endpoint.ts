import type { Scope } from "../../config/api-keys.js";
import type { ErrorCode } from "../../kernel/errors.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import type { Client } from "./client.js";
import type { EventStream } from "./event-stream.js";
import type { Withheld } from "./withheld.js";

/**
 * One thing that can be asked, and the work it does. What validates a request, what is routed, and what `/openapi.json`
 * says are all this value.
 *
 * @template Body what the body's schema describes
 * @template Query what the query's schema describes; the compiler cannot hold a type and its schema together, so declare them
 *   side by side
 */
export type Endpoint<Body = unknown, Query = unknown> = Operation &
  Access &
  (Plain<Body, Query> | Idempotent<Body, Query> | Streamed<Body, Query>);

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** A group of endpoints in the docs. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

interface Operation {
  /** Unique; generated clients name a function by it. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for what varies. */
  readonly path: string;
  /** What varies, by name; the `id` of what was made explains itself. */
  readonly params?: Readonly<Record<string, string>>;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** An object schema: one property for each parameter. */
  readonly query?: JsonSchema;
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean };
  readonly answer: {
    readonly description: string;
    /** Absent when the answer is no JSON. */
    readonly schema?: JsonSchema;
    readonly type?: string;
    /** Its own headers as OpenAPI describes them, by name. */
    readonly headers?: Readonly<Record<string, JsonSchema>>;
  };
  /** What of the answer takes more than the scopes that it takes to ask. */
  readonly withheld?: Withheld;
  /** Errors of its own, besides those that come with a key, a body or an `Idempotency-Key`. */
  readonly problems: readonly ErrorCode[];
  /**
   * What a schema cannot say of a request. It is handed what was sent, fit or not, so that its faults are told together
   * with the schema's; it may also find that the path leads nowhere, and throw that.
   */
  faults?(request: ValidRequest<unknown, unknown>): readonly RequestFault[];
}

/**
 * Who may ask: everybody, which is the same for all methods of a path, or holders of a key with all of these scopes; of any
 * key where none is named.
 */
type Access =
  | { readonly open: true; readonly scopes?: undefined }
  | { readonly scopes: readonly Scope[]; readonly open?: undefined };

/*
 * The work is declared in methods, which TypeScript compares loosely, on purpose: a list of endpoints holds them whatever
 * bodies they take, and each is only ever handed what its own schemas let through.
 */

interface Plain<Body, Query> {
  /** It reads and writes so much that only a few are worked on at a time. */
  readonly isLong?: true;
  handle(request: ValidRequest<Body, Query>): KeptAnswer | Promise<KeptAnswer>;
  readonly once?: undefined;
  readonly stream?: undefined;
}

/** Answers for as long as somebody listens. */
interface Streamed<Body, Query> {
  /** @param open begins the answer; what is thrown before is answered like any error */
  stream(request: ValidRequest<Body, Query>, open: () => EventStream): void;
  readonly once?: undefined;
  readonly handle?: undefined;
  readonly isLong?: undefined;
}

/** Takes an `Idempotency-Key`: with it the work is done once. */
interface Idempotent<Body, Query> {
  readonly once: {
    /** Does what is asked. What it makes, a call or a schedule, has the id given. When it rejects, nothing was made. */
    perform(request: ValidRequest<Body, Query>, id: string): Promise<KeptAnswer>;
    /**
     * The answer once the work was done and its answer lost with the process; undefined when it did not get that far.
     * Absent where nothing that is left of the work could tell.
     */
    recover?(request: ValidRequest<Body, Query>, id: string): Promise<KeptAnswer | undefined>;
  };
  readonly handle?: undefined;
  readonly isLong?: undefined;
  readonly stream?: undefined;
}

/** A request that fits its schemas, defaults filled in. */
export interface ValidRequest<Body, Query> {
  /** Undefined when a key is needed and whoever asks has given none: an open endpoint tells them less. */
  readonly client: Client | undefined;
  /** The span that the request belongs to, by its header; undefined without one. */
  readonly traceparent?: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
}

export interface RequestFault extends ValidationFault {
  /**
   * It was none when the same was asked before, such as a time that has passed since: where it is the only one it is left
   * to the work to find, because the first answer may be kept.
   */
  readonly passing?: true;
}

/** The header that says where the thing that was made is found. */
export const LOCATION = { Location: { description: "Where it is found.", schema: { type: "string" } } } as const;

const JSON_TYPE = "application/json; charset=utf-8";

/** An answer with 200, as it is sent and, for an idempotency key, kept. */
export function jsonAnswer(body: unknown, headers: Readonly<Record<string, string>> = {}): KeptAnswer {
  return { status: 200, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}
