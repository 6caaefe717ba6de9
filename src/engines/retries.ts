import { BackendFailure } from "../backends/openai.js";
import { pause } from "../kernel/deadline.js";
import type { Backend } from "../observability/metrics.js";
import { hasContent, type RequestDecorator } from "./engines.js";

/** Pauses before a failed request is repeated, in ms. */
const PAUSES_MS = [250, 1_000];

/**
 * Repeats a failed request up to twice, unless part of its answer has come or its signal has aborted.
 *
 * @param isAvailable whether an engine works as far as is known. One that does not is asked once, so that its recovery is
 *   noticed and the caller does not wait for an answer that is not expected
 */
export function retried(isAvailable: (engine: Backend) => boolean): RequestDecorator {
  return async function* (engine, signal, ask) {
    const pauses = isAvailable(engine) ? PAUSES_MS : [];
    for (let attempt = 0; ; attempt++) {
      let hasBegun = false;
      try {
        for await (const item of ask()) {
          hasBegun ||= hasContent(item);
          yield item;
        }
        return;
      } catch (error) {
        const pauseMs = pauses[attempt];
        if (signal.aborted || hasBegun || pauseMs === undefined || isFinal(error)) throw error;
        await pause(pauseMs, signal);
      }
    }
  };
}

/** Whether the server refused the request itself, so that it would refuse it again; an overloaded server does not. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof BackendFailure)) return false;
  const { refusal, status = 500 } = error;
  return refusal === "text_refused" || (status < 500 && ![408, 409, 425, 429].includes(status));
}
