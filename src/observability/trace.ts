/** Facts of a span, in OpenTelemetry's names where it has one; of one that is undefined nothing is told. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** When it began, on the clock of `performance.now()`; now unless given. */
  readonly at?: number | undefined;
  /** `client` asks somebody outside, `server` was asked; `internal` unless given. */
  readonly kind?: "internal" | "client" | "server";
  readonly attributes?: Attributes;
}

/** A stretch of work in a trace. No method throws or waits. What comes after its end counts for nothing. */
export interface Span {
  /** 32 hexadecimal digits, the same for all spans of a trace. */
  readonly traceId: string;
  /** What others go on with, the W3C's way: goes into headers. */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: Attributes): void;
  /** Facts that hold what people said: told only where traces may hold words. */
  said(attributes: Attributes): void;
  /** It did not come to what it was for. @param type of error, of a short list: a code of the catalogue, say */
  fail(type: string): void;
  /** @param at on the clock of `performance.now()`; now unless given */
  end(at?: number): void;
}

export interface TraceOptions extends SpanOptions {
  /** The `traceparent` of whoever asked for it; one that is none is left out. */
  readonly parent?: string | undefined;
  /** The `traceparent` of what it goes back to without being a part of it. */
  readonly link?: string | undefined;
}

/** Where traces are made. Undefined, and not this, where nobody wants any: then they cost nothing. */
export interface Tracing {
  /** Begins a trace, or goes on with another's. */
  begin(name: string, options?: TraceOptions): Span;
  /** Sends what has ended, for at most `ms` milliseconds; 2000 unless given. */
  close(ms?: number): Promise<void>;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.{0,200})?$/;

/** What a `traceparent` says; undefined where it is none. */
export function readTraceparent(
  text: string,
): { readonly traceId: string; readonly spanId: string; readonly flags: number } | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  return traceId && spanId && flags ? { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 } : undefined;
}
