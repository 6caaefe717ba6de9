import type { ErrorCode } from "../kernel/errors.js";
import type { JsonSchema } from "../validation/validator.js";
import type { Method } from "./resource.js";

export type Tag = "Calls" | "Webhooks" | "Schedules" | "Tools" | "Operation";

/** One thing that can be asked: what validates a request, what is routed, and what `/openapi.json` says are all this. */
export interface Operation {
  /** Unique; generated clients name a function by it. */
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Needs no key. */
  readonly open?: true;
  /** An object schema: one property for each parameter. */
  readonly query?: JsonSchema;
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean };
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  readonly answer: {
    readonly description: string;
    /** Absent when the answer is no JSON. */
    readonly schema?: JsonSchema;
    readonly type?: string;
    /** Whether it says in `Location` where the thing that was made is found. */
    readonly located?: true;
    /** Whether it comes a page at a time, and says in `Link` where the next one is. */
    readonly paged?: true;
  };
  /** Errors of its own, besides those that come with a key, a body or an `Idempotency-Key`. */
  readonly problems: readonly ErrorCode[];
}

/** The path as the router writes it. */
export function routeOf({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
