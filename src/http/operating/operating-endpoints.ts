import { SCOPES } from "../../config/api-keys.js";
import type { ShownSetting } from "../../config/shown-settings.js";
import { AttendantError } from "../../kernel/errors.js";
import { CHECK_NAMES, type CheckName, type ChecksOnDemand, type Health } from "../../observability/health.js";
import type { Metrics } from "../../observability/metrics.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { RETRY_AFTER_SECONDS } from "../kit/http-errors.js";
import { problem, problemAnswer } from "../kit/problem.js";
import { answer, flag, listOf, nullable, text, time, whole } from "../kit/schema.js";

const OPERATION: Tag = { name: "Operation", description: "For operators of the service." };

const keyHolder: JsonSchema = answer({
  name: nullable(text("The name of the key; null when it has none, and while no keys are configured.")),
  scopes: listOf(text("", { enum: SCOPES }), { description: "The scopes of the key." }),
});

/** `GET /me`: the client, as identified by its key. */
const getMe: Endpoint = {
  id: "getMe",
  method: "get",
  path: "/me",
  scopes: [],
  tag: OPERATION,
  summary: "Get the name and scopes of a key",
  answer: { description: "The key's name and scopes.", schema: keyHolder },
  problems: [],
  handle: ({ client }) => jsonAnswer({ name: client?.name ?? null, scopes: client?.scopes ?? [] }),
};

const shownSetting: JsonSchema = answer({
  name: text("The name of the environment variable."),
  area: text("The area it belongs to."),
  description: text("What it does."),
  value: nullable(
    text("The configured value or the default; null for a secret, and when it is not set and has no default."),
  ),
  secret: flag("Whether its value is hidden."),
  set: flag("Whether it is set."),
  source: text("Where the value comes from.", { enum: ["environment", "file", "default"] }),
  default: nullable(text("The value in effect when it is not set, or what applies instead.")),
});

/** `GET /settings`: the settings in effect. */
function getSettings(settings: readonly ShownSetting[]): Endpoint {
  return {
    id: "getSettings",
    method: "get",
    path: "/settings",
    scopes: ["read"],
    tag: OPERATION,
    summary: "List the settings",
    description: "As they were read at startup. The values of secrets are not shown.",
    answer: { description: "All settings, in the order of their areas.", schema: listOf(shownSetting) },
    problems: [],
    handle: () => jsonAnswer(settings),
  };
}

const check: JsonSchema = answer(
  {
    ok: flag("Whether it is reachable and answers."),
    detail: text("What is wrong, or what is worth knowing. Shown only to holders of a key, if keys are configured."),
    since: time("When the status last changed."),
  },
  { optional: ["detail"] },
);

const health: JsonSchema = answer({
  status: text("`degraded` when a required dependency is unavailable.", { enum: ["healthy", "degraded"] }),
  sip_registered: flag("Whether the assistant is registered with the PBX."),
  active_calls: whole("Calls in progress.", { minimum: 0 }),
  version: text("The version of the service."),
  uptime_seconds: whole("How long the process has been running.", { minimum: 0 }),
  checks: { type: "object", description: "The dependencies of the service, by name.", additionalProperties: check },
});

const readiness: JsonSchema = answer({ ready: flag("New calls are accepted.") });

export const OPERATING_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Health: health,
  KeyHolder: keyHolder,
  ShownSetting: shownSetting,
};

/** Whether new calls are accepted and, if not, why: one sentence. */
export type Readiness = { readonly ok: true } | { readonly ok: false; readonly detail: string };

/** Query parameters of `/health`. Monitoring systems add their own, so unknown parameters are ignored. */
const healthQuery: JsonSchema = {
  type: "object",
  properties: {
    deep: flag("The same as `check=asterisk`."),
    check: text(
      "Checks this dependency before answering: Asterisk carries a test call, a back end gets the smallest " +
        "request that does real work. The others are monitored all the time. Requires a key, if keys are " +
        "configured.",
      { enum: CHECK_NAMES },
    ),
  },
};

interface HealthQuery {
  readonly deep?: boolean;
  readonly check?: CheckName;
}

/** How long a check may delay a request, in ms. */
const CHECK_MS = 20_000;

export interface OperatingEndpointsNeeds {
  readonly checks: ChecksOnDemand;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly version: string;
  readonly activeCalls: () => number;
  readonly sipRegistered: () => boolean;
  readonly readiness: () => Readiness;
  readonly settings: readonly ShownSetting[];
}

/**
 * `/health`: whether the process is alive, and which dependencies are not. `/health/ready`: whether it accepts calls. Both report
 * the known state, so they answer at once. `/metrics`: for Prometheus.
 */
export function operatingEndpoints(needs: OperatingEndpointsNeeds): Endpoint[] {
  const getHealth: Endpoint<undefined, HealthQuery> = {
    id: "getHealth",
    method: "get",
    path: "/health",
    tag: OPERATION,
    summary: "Get the health of the service",
    description: "Answers 200 as long as the process runs, whatever dependency is unavailable.",
    open: true,
    query: healthQuery,
    answer: { description: "The state of the service and of its dependencies.", schema: health },
    problems: ["unauthorized"],
    async handle({ client, query }) {
      const { deep, check: wanted = deep ? "asterisk" : undefined } = query;
      if (wanted) {
        if (!client) throw new AttendantError("unauthorized", "Requesting a check requires an API key.");
        await needs.checks[wanted]?.(AbortSignal.timeout(CHECK_MS)).catch(() => {}); // The result of the check is reported.
      }
      return jsonAnswer({
        status: needs.health.status,
        sip_registered: needs.sipRegistered(),
        active_calls: needs.activeCalls(),
        version: needs.version,
        uptime_seconds: Math.floor(process.uptime()),
        checks: client ? needs.health.checks : withoutDetails(needs.health.checks),
      });
    },
  };

  const getReadiness: Endpoint = {
    id: "getReadiness",
    method: "get",
    path: "/health/ready",
    tag: OPERATION,
    summary: "Get whether new calls are accepted",
    open: true,
    answer: { description: "New calls are accepted.", schema: readiness },
    problems: ["unavailable"],
    handle({ client }) {
      const ready = needs.readiness();
      if (ready.ok) return jsonAnswer({ ready: true });
      const detail = client ? ready.detail : "New calls are not accepted at present.";
      // Answered instead of thrown: not being ready is not an error, and is not logged on each request.
      return problemAnswer(problem("unavailable", detail), { "Retry-After": String(RETRY_AFTER_SECONDS) });
    },
  };

  const getMetrics: Endpoint = {
    id: "getMetrics",
    method: "get",
    path: "/metrics",
    scopes: ["metrics"],
    tag: OPERATION,
    summary: "Get the metrics in Prometheus format",
    answer: { description: "The metrics.", type: "text/plain" },
    problems: [],
    async handle() {
      const { contentType, body } = await needs.metrics.render();
      return { status: 200, headers: { "Content-Type": contentType }, body };
    },
  };

  return [getHealth, getReadiness, getMetrics, getMe, getSettings(needs.settings)];
}

/** Details contain addresses, paths and answers of back ends, so they are hidden from clients without a key. */
function withoutDetails(checks: Health["checks"]): Health["checks"] {
  return Object.fromEntries(Object.entries(checks).map(([name, { ok, since }]) => [name, { ok, since }]));
}
