import type { Router } from "express";
import type { Log } from "../observability/log.js";
import type { IdempotencyStore } from "../records/stores.js";
import { callsRouter } from "./calls-router.js";
import { deliveriesRouter } from "./deliveries-router.js";
import { createIdempotency } from "./idempotency.js";
import type { CheckCallbackUrl } from "./placement.js";
import type { CallControl, DeliveryControl, ScheduleControl, ToolRunner } from "./ports.js";
import { schedulesRouter } from "./schedules-router.js";
import { toolsRouter } from "./tools-router.js";

export interface RestNeeds {
  readonly calls: CallControl;
  readonly deliveries: DeliveryControl;
  readonly tools: ToolRunner;
  readonly schedules: ScheduleControl;
  readonly idempotencyStore: IdempotencyStore;
  readonly checkCallbackUrl: CheckCallbackUrl;
  /** IANA name: what times of day are meant in unless a request says so. */
  readonly timeZone: string;
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
  const { calls, deliveries, schedules, tools, checkCallbackUrl, timeZone, toolTimeoutMs, log, now = Date.now } = needs;
  const abandonedAfterMs = toolTimeoutMs + WORK_MS;
  const idempotency = createIdempotency({ store: needs.idempotencyStore, log, abandonedAfterMs, now });
  return [
    callsRouter({ calls, idempotency, checkCallbackUrl, now }),
    deliveriesRouter(deliveries),
    schedulesRouter({ schedules, calls, tools, idempotency, checkCallbackUrl, timeZone, now }),
    toolsRouter({ tools, calls, idempotency, checkCallbackUrl }),
  ];
}
