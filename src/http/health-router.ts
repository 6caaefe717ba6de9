import { Router } from "express";
import type { Health } from "../observability/health.js";
import { problem, sendProblem } from "./problem.js";
import { resource } from "./resource.js";

/** Whether new calls can be taken, and if not, why: one sentence. */
export type Readiness = { readonly ok: true } | { readonly ok: false; readonly detail: string };

export interface HealthRouterNeeds {
  readonly health: Health;
  readonly version: string;
  readonly activeCalls: () => number;
  readonly sipRegistered: () => boolean;
  readonly readiness: () => Readiness;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * `GET /health`: is the process alive, and what of its surroundings is not. Always 200 while it serves.
 * `GET /health/ready`: can it take calls; 503 when not. Both only read what is known already, so they answer at once.
 */
export function healthRouter({ health, version, activeCalls, sipRegistered, readiness }: HealthRouterNeeds): Router {
  const router = Router();
  resource(router, "/health", {
    get: (_req, res) => {
      res.json({
        status: health.status,
        sip_registered: sipRegistered(),
        active_calls: activeCalls(),
        version,
        uptime_seconds: Math.floor(process.uptime()),
        checks: health.checks,
      });
    },
  });
  resource(router, "/health/ready", {
    get: (_req, res) => {
      const ready = readiness();
      if (ready.ok) {
        res.json({ ready: true });
        return;
      }
      res.set("Retry-After", String(RETRY_AFTER_SECONDS));
      sendProblem(res, problem("unavailable", ready.detail));
    },
  });
  return router;
}
