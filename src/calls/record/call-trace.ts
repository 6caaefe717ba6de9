import type { Log } from "../../observability/log.js";
import type { Span, TraceOptions, Tracing } from "../../observability/trace.js";
import type { CallRecord } from "../../records/call-record.js";

export interface CallTraceNeeds {
  readonly tracing?: Tracing | undefined;
  readonly log: Log;
}

/** A call's span (undefined without tracing), and a log that names the call and the trace in each line. */
export interface CallTrace {
  readonly span: Span | undefined;
  readonly log: Log;
}

/** Starts the trace of a call, or continues the requester's trace. */
export function traceCall(
  { callId, direction }: Pick<CallRecord, "callId" | "direction">,
  { tracing, log }: CallTraceNeeds,
  from: Pick<TraceOptions, "parent"> = {},
): CallTrace {
  const span = tracing?.begin(`call ${direction}`, {
    ...from,
    kind: direction === "inbound" ? "server" : "internal",
    attributes: { "attendant.call_id": callId, "attendant.call.direction": direction },
  });
  return { span, log: log.with({ call_id: callId, ...(span && { trace_id: span.traceId }) }) };
}
