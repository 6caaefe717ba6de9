import type { Context, Link, Span as SdkSpan, SpanContext, Tracer } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { pause } from "../kernel/deadline.js";
import { type Attributes, readTraceparent, type Span, type SpanOptions, type Tracing } from "./trace.js";

export interface OtlpTracingNeeds {
  /** The collector's address, to which `/v1/traces` is appended. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
  /** Whether spans may contain what people said. */
  readonly words: boolean;
  /** Called with the number of lost spans: the queue was full, or the collector did not accept them. */
  readonly onDropped: (count: number) => void;
  /** Called when the collector starts or stops accepting spans. */
  readonly onOutcome: (ok: boolean, detail: string) => void;
}

/** Queued spans: half a minute of a hundred calls. More are dropped and counted. */
const MAX_WAITING = 2_048;
/** Spans per request: encoding them takes about a millisecond of the event loop that carries the audio. */
const BATCH = 64;
const SEND_EVERY_MS = 1_000;
/** Time-out of the collector, including retries, in ms. */
const EXPORT_TIMEOUT_MS = 5_000;
/** For the last spans of a process, in ms. */
const CLOSE_MS = 2_000;
/** Maximum length of a text. */
const MAX_TEXT = 4_000;

/**
 * Traces for a collector with OTLP over HTTP (protobuf), made and sent by OpenTelemetry's packages, which are loaded only here.
 * The collector's state does not affect calls: spans wait in a queue of limited length.
 */
export async function createOtlpTracing(needs: OtlpTracingNeeds): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-proto"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${needs.endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: { ...needs.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 2,
  });
  const queue = countedQueue(exporter, needs);
  const batches = new sdk.BatchSpanProcessor(queue.exporter, {
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS + 1_000,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "ari-attendant", "service.version": needs.version }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT },
    spanProcessors: [
      {
        onStart() {},
        onEnd: (span) => queue.admit(span) && batches.onEnd(span),
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  });
  const tracer = provider.getTracer("ari-attendant", needs.version);
  const { SpanKind, SpanStatusCode, TraceFlags, trace, ROOT_CONTEXT } = api;
  const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER };

  function contextOf(traceparent: string | undefined): SpanContext | undefined {
    const read = traceparent === undefined ? undefined : readTraceparent(traceparent);
    if (!read) return undefined;
    return {
      traceId: read.traceId,
      spanId: read.spanId,
      traceFlags: read.flags ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
    };
  }

  /**
   * @param epoch what to add to `performance.now()` for ms since the epoch: one value per trace, so that its spans are consistent
   */
  function start(
    from: { readonly tracer: Tracer; readonly context: Context; readonly epoch: number },
    name: string,
    { at = performance.now(), kind = "internal", attributes = {} }: SpanOptions,
    links: Link[] = [],
  ): Span {
    const { epoch } = from;
    const span: SdkSpan = from.tracer.startSpan(
      name,
      { startTime: epoch + at, kind: KINDS[kind], attributes, links },
      from.context,
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    const context = trace.setSpan(from.context, span);
    const set = (facts: Attributes) => void span.setAttributes(facts);
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      child: (childName, options = {}) => start({ tracer: from.tracer, context, epoch }, childName, options),
      set,
      said: needs.words ? set : () => {},
      fail(type) {
        set({ "error.type": type });
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: (endedAt = performance.now()) => span.end(epoch + Math.max(at, endedAt)),
    };
  }

  return {
    begin(name, { parent, link, ...options } = {}) {
      const epoch = Date.now() - performance.now();
      const remote = contextOf(parent);
      const linked = contextOf(link);
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
      return start({ tracer, context, epoch }, name, options, linked ? [{ context: linked }] : []);
    },
    async close(ms = CLOSE_MS) {
      const limit = new AbortController();
      const sent = provider.shutdown().catch(() => {}); // Spans that could not be sent count as dropped.
      await Promise.race([sent, pause(ms, limit.signal).catch(() => {})]);
      limit.abort();
    },
  };
}

/** Limits the queued spans and counts dropped ones: the library does the first but hides the count. */
function countedQueue(exporter: SpanExporter, { onDropped, onOutcome }: OtlpTracingNeeds) {
  let waiting = 0;
  let wasTaken: boolean | undefined;
  const counted: SpanExporter = {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        const taken = result.code === 0;
        if (!taken) onDropped(spans.length);
        if (taken !== wasTaken) onOutcome(taken, result.error?.message ?? "");
        wasTaken = taken;
        done(taken ? result : { code: 0 }); // Reported here once; the library would write it to stderr each time.
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
  return {
    exporter: counted,
    /** Whether there is room for an ended span. */
    admit(span: ReadableSpan): boolean {
      if ((span.spanContext().traceFlags & 1) === 0) return false;
      if (waiting >= MAX_WAITING) {
        onDropped(1);
        return false;
      }
      waiting++;
      return true;
    },
  };
}
