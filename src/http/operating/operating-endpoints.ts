import type { ShownSetting } from "../../config/shown-settings.js";
import { AttendantError } from "../../kernel/errors.js";
import { CHECK_NAMES, type CheckName, type ChecksOnDemand, type Health } from "../../observability/health.js";
import type { Metrics } from "../../observability/metrics.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { RETRY_AFTER_SECONDS } from "../kit/http-errors.js";
import { problem, problemAnswer } from "../kit/problem.js";
import { OPERATION } from "./tag.js";
import { getMe, keyHolder } from "./me.js";
import { getSettings, shownSetting } from "./settings.js";
import { answer, flag, text, time, whole } from "../kit/schema.js";

const check: JsonSchema = answer(
  {
    ok: flag("Whether it is there and answers."),
    detail: text("What is wrong with it, or what there is to know. Only with a key, where there are keys."),
    since: time("Since when it is so."),
  },
  { optional: ["detail"] },
);

const health: JsonSchema = answer({
  status: text("`degraded` when something that is needed is away.", { enum: ["healthy", "degraded"] }),
  sip_registered: flag("Whether the service can be reached as an extension."),
  active_calls: whole("Calls in progress.", { minimum: 0 }),
  version: text("The version of the service."),
  uptime_seconds: whole("For how long the process runs.", { minimum: 0 }),
  checks: { type: "object", description: "What the service needs, by name.", additionalProperties: check },
});

const readiness: JsonSchema = answer({ ready: flag("New calls can be taken.") });

export const OPERATING_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Health: health,
  KeyHolder: keyHolder,
  ShownSetting: shownSetting,
};

/** Whether new calls can be taken, and if not, why: one sentence. */
export type Readiness = { readonly ok: true } | { readonly ok: false; readonly detail: string };

/** What `/health` may be asked. Monitors add parameters of their own, so others are no fault. */
const healthQuery: JsonSchema = {
  type: "object",
  properties: {
    deep: flag("The same as `check=asterisk`."),
    check: text(
      "Has this one checked before it is answered: Asterisk carries a test call, a back end does the smallest request that is real " +
        "work. The others are watched all the time. Needs a key, where there are keys.",
      { enum: CHECK_NAMES },
    ),
  },
};

interface HealthQuery {
  readonly deep?: boolean;
  readonly check?: CheckName;
}

/** How long a check may keep a request, ms. */
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
 * `/health`: is the process alive, and what of its surroundings is not. `/health/ready`: can it take calls. Both only read
 * what is known already, so they answer at once. `/metrics`, for Prometheus.
 */
export function operatingEndpoints(needs: OperatingEndpointsNeeds): Endpoint[] {
  const getHealth: Endpoint<undefined, HealthQuery> = {
    id: "getHealth",
    method: "get",
    path: "/health",
    tag: OPERATION,
    summary: "See whether the service is well",
    description: "Answers 200 for as long as the process serves, whatever it lacks.",
    open: true,
    query: healthQuery,
    answer: { description: "The state of the service and of what it needs.", schema: health },
    problems: ["unauthorized"],
    async handle({ client, query }) {
      const { deep, check: wanted = deep ? "asterisk" : undefined } = query;
      if (wanted) {
        if (!client) throw new AttendantError("unauthorized", "A check that is asked for needs an API key.");
        await needs.checks[wanted]?.(AbortSignal.timeout(CHECK_MS)).catch(() => {}); // What came of it is reported.
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
    summary: "See whether new calls can be taken",
    open: true,
    answer: { description: "New calls can be taken.", schema: readiness },
    problems: ["unavailable"],
    handle({ client }) {
      const ready = needs.readiness();
      if (ready.ok) return jsonAnswer({ ready: true });
      const detail = client ? ready.detail : "New calls cannot be taken now.";
      // Answered and not thrown: that it is not ready is no error, so it is not in the log each time that it is asked.
      return problemAnswer(problem("unavailable", detail), { "Retry-After": String(RETRY_AFTER_SECONDS) });
    },
  };

  const getMetrics: Endpoint = {
    id: "getMetrics",
    method: "get",
    path: "/metrics",
    scopes: ["metrics"],
    tag: OPERATION,
    summary: "Read the metrics, in Prometheus' format",
    answer: { description: "The metrics.", type: "text/plain" },
    problems: [],
    async handle() {
      const { contentType, body } = await needs.metrics.render();
      return { status: 200, headers: { "Content-Type": contentType }, body };
    },
  };

  return [getHealth, getReadiness, getMetrics, getMe, getSettings(needs.settings)];
}

/** Details hold addresses, paths and what back ends say: nothing for whoever happens to ask. */
function withoutDetails(checks: Health["checks"]): Health["checks"] {
  return Object.fromEntries(Object.entries(checks).map(([name, { ok, since }]) => [name, { ok, since }]));
}
