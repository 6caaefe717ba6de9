import type { Router } from "express";
import type { Log } from "../observability/log.js";
import type { IdempotencyStore } from "../records/stores.js";
import { callsRouter } from "./calls-router.js";
import { deliveriesRouter } from "./deliveries-router.js";
import { createIdempotency } from "./idempotency.js";
import type { CheckCallbackUrl } from "./placement.js";
import type { CallDesk, DeliveryDesk, ToolDesk } from "./ports.js";
import { toolsRouter } from "./tools-router.js";

export interface RestNeeds {
  readonly calls: CallDesk;
  readonly deliveries: DeliveryDesk;
  readonly tools: ToolDesk;
  readonly idempotencyStore: IdempotencyStore;
  readonly checkCallbackUrl: CheckCallbackUrl;
  /** The longest that a tool may run, ms. */
  readonly toolTimeoutMs: number;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/** What a request may take besides its tool, ms. */
const WORK_MS = 30_000;

/** The resources of the REST interface, for `createHttpServer`. */
export function restRouters(needs: RestNeeds): Router[] {
  const { calls, deliveries, tools, idempotencyStore, checkCallbackUrl, toolTimeoutMs, log, now = Date.now } = needs;
  const abandonedAfterMs = toolTimeoutMs + WORK_MS;
  const idempotency = createIdempotency({ store: idempotencyStore, log, abandonedAfterMs, now });
  return [
    callsRouter({ calls, idempotency, checkCallbackUrl, now }),
    deliveriesRouter(deliveries),
    toolsRouter({ tools, calls, idempotency, checkCallbackUrl }),
  ];
}
