import type { Request, Response } from "express";
import type { Scope } from "../../config/api-keys.js";
import type { ErrorCode } from "../../kernel/errors.js";
import type { KeptAnswer } from "../../records/stores.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { ValidationFault } from "../../validation/words.js";
import type { Client } from "./client.js";
import type { EventStream } from "./event-stream.js";
import type { Perform } from "./given-request.js";
import type { Withheld } from "./withheld.js";

/**
 * One operation of the API and its work. Validation, routing and `/openapi.json` are all derived from this value.
 *
 * @template Body the type described by the body's schema
 * @template Query the type described by the query's schema; the compiler cannot derive it from the schema, so declare them
 *   side by side
 */
export type Endpoint<Body = unknown, Query = unknown> = Operation &
  Access &
  (Plain<Body, Query> | Idempotent<Body, Query> | Streamed<Body, Query> | Spoken<Body, Query>);

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** A group of endpoints in the API document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

interface Operation {
  /** Unique; generated clients use it as a function name. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for each variable part. */
  readonly path: string;
  /** Path parameters by name; `id` needs no description of its own. */
  readonly params?: Readonly<Record<string, string>>;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** An object schema: one property for each parameter. */
  readonly query?: JsonSchema;
  readonly body?: {
    readonly schema: JsonSchema;
    readonly required: boolean;
    /** Whether another program defines the format: the work gets it unchecked, and uses what it knows. */
    readonly isForeign?: true;
  };
  readonly answer: {
    readonly description: string;
    /** Absent when the answer is not JSON. */
    readonly schema?: JsonSchema;
    readonly type?: string;
    /** Its own headers as OpenAPI describes them, by name. */
    readonly headers?: Readonly<Record<string, JsonSchema>>;
  };
  /** Fields of the answer that require an additional scope. */
  readonly withheld?: Withheld;
  /** The endpoint's own errors, besides those that come with a key, a body or an `Idempotency-Key`. */
  readonly problems: readonly ErrorCode[];
  /**
   * Finds faults that a schema cannot express. Receives the request as it was sent, valid or not, so that these faults are
   * reported together with the schema's. Throws when the path leads nowhere. They may come and go with the state of the service:
   * a request that was executed before is answered from its `Idempotency-Key` in spite of them.
   */
  faults?(request: ValidRequest<unknown, unknown>): readonly ValidationFault[];
}

/**
 * Who may call the endpoint: every client (the same for all methods of a path), or holders of a key with all of these scopes; any
 * key when the list is empty.
 */
type Access =
  | { readonly open: true; readonly scopes?: undefined }
  | { readonly scopes: readonly Scope[]; readonly open?: undefined };

/*
 * Declared as methods, whose parameters TypeScript compares loosely: a list holds endpoints of any body type, and each receives
 * only what its own schemas accepted.
 */

/** What counts as calls of the client. */
interface Counted<Body, Query> {
  /** Returns how many calls the request may come to, which count as calls of the client; default: none. */
  calls?(request: ValidRequest<Body, Query>): number | Promise<number>;
}

interface Plain<Body, Query> extends Counted<Body, Query> {
  /**
   * Why only a few run at a time: a list reads and writes much, on the thread that carries the audio of all calls; a language
   * model takes its time, and holds up no list.
   */
  readonly isLong?: "list" | "model";
  /** @param signal aborts when the client disconnects; given to a long one */
  handle(request: ValidRequest<Body, Query>, signal?: AbortSignal): KeptAnswer | Promise<KeptAnswer>;
  readonly once?: undefined;
  readonly stream?: undefined;
  readonly speak?: undefined;
}

/** Answers for as long as the client reads. */
interface Streamed<Body, Query> {
  /** @param open begins the answer; an error thrown before is answered like any other */
  stream(request: ValidRequest<Body, Query>, open: () => EventStream): void;
  readonly calls?: undefined;
  readonly once?: undefined;
  readonly handle?: undefined;
  readonly isLong?: undefined;
  readonly speak?: undefined;
}

/** Speaks a protocol of its own. */
interface Spoken<Body, Query> {
  /** Answers by itself; an error thrown before the answer begins is answered like any other. */
  speak(request: ValidRequest<Body, Query>, exchange: Exchange): Promise<void>;
  readonly calls?: undefined;
  readonly once?: undefined;
  readonly handle?: undefined;
  readonly isLong?: undefined;
  readonly stream?: undefined;
}

/** A request with its answer, and what other requests can be made from within it. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** Finds what performs requests for another endpoint, whose scopes the caller checks. */
  performerOf(endpoint: Endpoint): Perform;
}

/** How the calls of a request count against its client. */
export interface CallCounting {
  /** Counts a call besides those of `calls`; throws when it is one too many. @returns a function that gives it back */
  countCall(): () => void;
  /** Gives back those of `calls`: the request was executed, but none was admitted. */
  giveBack(): void;
}

/** Accepts an `Idempotency-Key`: requests with the same key are executed once. */
interface Idempotent<Body, Query> extends Counted<Body, Query> {
  readonly once: {
    /**
     * Executes the request. What it creates, a call or a schedule, gets the given id, and is created once however often this is
     * repeated. If it rejects, nothing was created, except with `store_unavailable`: a store may make a write that it did not
     * confirm.
     */
    perform(request: ValidRequest<Body, Query>, id: string, counting: CallCounting): Promise<KeptAnswer>;
    /**
     * Returns the answer when the work was done but its answer was lost; undefined when the work was not done. Absent when this
     * cannot be determined.
     */
    recover?(request: ValidRequest<Body, Query>, id: string): Promise<KeptAnswer | undefined>;
    /**
     * Takes back, now or when the store is back, what may have been created when `perform` rejected with `store_unavailable`. Not
     * for a request with an `Idempotency-Key`, whose repetition finds it. Absent when nothing can have been.
     */
    withdraw?(request: ValidRequest<Body, Query>, id: string): void;
  };
  readonly handle?: undefined;
  readonly isLong?: undefined;
  readonly stream?: undefined;
  readonly speak?: undefined;
}

/** A request that matches its schemas, with defaults applied. */
export interface ValidRequest<Body, Query> {
  /** Undefined when the client sent no valid key although keys are configured: an open endpoint then reveals less. */
  readonly client: Client | undefined;
  /** The span that the request belongs to, from its header; undefined without one. */
  readonly traceparent?: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
}

/** The header with the address of what was created. */
export const LOCATION = {
  Location: { description: "The address of what was created.", schema: { type: "string" } },
} as const;

const JSON_TYPE = "application/json; charset=utf-8";

/** An answer with status 200, as it is sent and, for an idempotency key, kept. */
export function jsonAnswer(body: unknown, headers: Readonly<Record<string, string>> = {}): KeptAnswer {
  return { status: 200, headers: { "Content-Type": JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}
