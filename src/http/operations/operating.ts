import type { Operation } from "../operation.js";
import { health, readiness } from "../schemas/health.js";

export const getHealth: Operation = {
  id: "getHealth",
  method: "get",
  path: "/health",
  tag: "Operation",
  summary: "See whether the service is well",
  description: "Answers 200 for as long as the process serves, whatever it lacks.",
  open: true,
  answer: { description: "The state of the service and of what it needs.", schema: health },
  problems: [],
};

export const getReadiness: Operation = {
  id: "getReadiness",
  method: "get",
  path: "/health/ready",
  tag: "Operation",
  summary: "See whether new calls can be taken",
  open: true,
  answer: { description: "New calls can be taken.", schema: readiness },
  problems: ["unavailable"],
};

export const getMetrics: Operation = {
  id: "getMetrics",
  method: "get",
  path: "/metrics",
  tag: "Operation",
  summary: "Read the metrics, in Prometheus' format",
  answer: { description: "The metrics.", type: "text/plain" },
  problems: [],
};
