import { Router } from "express";
import type { Metrics } from "../observability/metrics.js";
import { resource } from "./resource.js";

/** `GET /metrics`, for Prometheus. */
export function metricsRouter(metrics: Metrics): Router {
  const router = Router();
  resource(router, "/metrics", {
    get: async (_req, res) => {
      const { contentType, body } = await metrics.render();
      res.set("Content-Type", contentType).send(body);
    },
  });
  return router;
}
