/** The attributes of a span, under OpenTelemetry's names if they exist; undefined ones are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** The start, on the clock of `performance.now()`; default: now. */
  readonly at?: number | undefined;
  /** `client` calls another system, `server` was called; default `internal`. */
  readonly kind?: "internal" | "client" | "server";
  readonly attributes?: Attributes;
}

/** A span of a trace. No method throws or waits. Calls after its end are ignored. */
export interface Span {
  /** 32 hexadecimal digits, the same for all spans of a trace. */
  readonly traceId: string;
  /** The W3C trace context for other systems, sent in headers. */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: Attributes): void;
  /** Attributes that contain what people said: recorded only if traces may contain words. */
  said(attributes: Attributes): void;
  /** Marks the span as failed. @param type of error, from a short list such as the error codes */
  fail(type: string): void;
  /** @param at on the clock of `performance.now()`; default: now */
  end(at?: number): void;
}

export interface TraceOptions extends SpanOptions {
  /** The `traceparent` of the requester; an invalid one is ignored. */
  readonly parent?: string | undefined;
  /** The `traceparent` of the span that it refers to without being a part of it. */
  readonly link?: string | undefined;
}

/** Creates traces. Undefined, instead of this, when tracing is off: it then costs nothing. */
export interface Tracing {
  /** Begins a trace, or continues another system's. */
  begin(name: string, options?: TraceOptions): Span;
  /** Sends ended spans, for at most `ms` milliseconds; default 2000. */
  close(ms?: number): Promise<void>;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.{0,200})?$/;

/** Parses a `traceparent`; undefined when it is invalid. */
export function readTraceparent(
  text: string,
): { readonly traceId: string; readonly spanId: string; readonly flags: number } | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  return traceId && spanId && flags ? { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 } : undefined;
}
