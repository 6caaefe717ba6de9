import type { ApiKey } from "../config/api-keys.js";
import type { IdempotencyStore } from "../records/stores.js";
import { ALERT_SCHEMAS, alertEndpoints, type AlertEndpointsNeeds } from "./alerts/alert-endpoints.js";
import {
  ASSISTANT_SCHEMAS,
  assistantEndpoints,
  type AssistantEndpointsNeeds,
} from "./assistants/assistant-endpoints.js";
import { CALL_SCHEMAS, callEndpoints, type CallEndpointsNeeds } from "./calls/call-endpoints.js";
import { DO_NOT_CALL_SCHEMAS, doNotCallEndpoints, type DoNotCallEndpointsNeeds } from "./calls/do-not-call.js";
import {
  callResultWebhook,
  DELIVERY_SCHEMAS,
  deliveryEndpoints,
  type DeliveryEndpointsNeeds,
} from "./calls/deliveries.js";
import { readPageFiles, styleSheetIn } from "./console/console-files.js";
import { consoleRouter } from "./console/console-pages.js";
import { type EventEndpointsNeeds, readEvents } from "./events/read-events.js";
import { createApplication } from "./kit/application.js";
import { createCallAllowance } from "./kit/call-allowance.js";
import type { Endpoint } from "./kit/endpoint.js";
import { createIdempotency } from "./kit/idempotency.js";
import { openApiDocument } from "./kit/openapi.js";
import { createPerformers } from "./kit/perform.js";
import type { RateLimitNeeds } from "./kit/rate-limit.js";
import { createRefusals } from "./kit/refusals.js";
import { createHttpServer, type HttpServer } from "./kit/server.js";
import { MODEL_SCHEMAS, serveModels, type ServeModelsNeeds } from "./mcp/serve-models.js";
import { docsRouter } from "./operating/docs.js";
import {
  OPERATING_SCHEMAS,
  operatingEndpoints,
  type OperatingEndpointsNeeds,
} from "./operating/operating-endpoints.js";
import { TALK_SCHEMAS, talkEndpoints, talkSocket, type TalkNeeds } from "./talk/talk-line.js";
import { talkPage } from "./talk/talk-page.js";
import { PRIVACY_SCHEMAS, privacyEndpoints, type PrivacyEndpointsNeeds } from "./privacy/forget.js";
import { SCHEDULE_SCHEMAS, scheduleEndpoints, type ScheduleEndpointsNeeds } from "./schedules/schedule-endpoints.js";
import { TOOL_SCHEMAS, toolEndpoints, type ToolEndpointsNeeds } from "./tools/tool-endpoints.js";

/**
 * What the endpoints need of the rest of the service. Every promise settles within seconds, even when a dependency is down;
 * placing a call settles when the call is admitted, not when it ends. Work that has begun is finished even if the client
 * disconnects.
 */
export type EndpointsNeeds = CallEndpointsNeeds &
  EventEndpointsNeeds &
  DeliveryEndpointsNeeds &
  ScheduleEndpointsNeeds &
  AlertEndpointsNeeds &
  ToolEndpointsNeeds &
  AssistantEndpointsNeeds &
  PrivacyEndpointsNeeds &
  DoNotCallEndpointsNeeds &
  TalkNeeds &
  OperatingEndpointsNeeds &
  ServeModelsNeeds;

/** All endpoints, in the order of the API document. */
export function allEndpoints(needs: EndpointsNeeds): Endpoint[] {
  const operations = [
    ...callEndpoints(needs),
    readEvents(needs),
    ...deliveryEndpoints(needs),
    ...scheduleEndpoints(needs),
    ...alertEndpoints(needs),
    ...toolEndpoints(needs),
    ...assistantEndpoints(needs),
    ...doNotCallEndpoints(needs),
    ...privacyEndpoints(needs),
    ...talkEndpoints(needs),
    ...operatingEndpoints(needs),
  ];
  return [...operations, ...serveModels(operations, needs)];
}

const SCHEMAS = {
  ...CALL_SCHEMAS,
  ...DELIVERY_SCHEMAS,
  ...SCHEDULE_SCHEMAS,
  ...ALERT_SCHEMAS,
  ...TOOL_SCHEMAS,
  ...ASSISTANT_SCHEMAS,
  ...DO_NOT_CALL_SCHEMAS,
  ...PRIVACY_SCHEMAS,
  ...TALK_SCHEMAS,
  ...OPERATING_SCHEMAS,
  ...MODEL_SCHEMAS,
};

/** The parts of `/openapi.json` that come from the endpoints. */
export function documentOf(endpoints: readonly Endpoint[], version: string) {
  return openApiDocument({ version, endpoints, webhooks: [callResultWebhook], schemas: SCHEMAS });
}

export interface HttpInterfaceNeeds extends Omit<EndpointsNeeds, "now"> {
  readonly idempotencyStore: IdempotencyStore;
  /** Maximum run time of a tool, in ms. */
  readonly toolTimeoutMs: number;
  /** Folder of the built console; it need not exist. */
  readonly consoleFolder: string;
  readonly keys: readonly ApiKey[];
  /** Default false: without API keys, only requests to this machine's own names are answered. */
  readonly allowUnauthenticated?: boolean;
  /** Requests that each client may make in a minute; unlimited when undefined. */
  readonly rates?: RateLimitNeeds;
  /** Calls and schedules that the holders of a key may request in an hour, by its name. */
  readonly callsPerHour?: ReadonlyMap<string, number>;
  /** ms since the epoch. */
  readonly now: () => number;
  /** The machine's clock, in ms since the epoch: by it, the program that makes one-time logins dates them. */
  readonly machineNow: () => number;
  /** ms, on a monotonic clock: the hour of `callsPerHour` is measured with it. */
  readonly elapsed?: () => number;
}

/** Time that a request may take besides its tool, in ms. */
const WORK_MS = 30_000;

const NO_LIMIT: RateLimitNeeds = { perMinute: 0, readsPerMinute: 0 };

/** Creates the HTTP interface of the service, not listening yet. */
export function createHttpInterface(needs: HttpInterfaceNeeds): HttpServer {
  const { keys, allowUnauthenticated = false, rates = NO_LIMIT, metrics, log, machineNow, now } = needs;
  const endpoints = allEndpoints({ ...needs, now });
  const idempotency = createIdempotency({
    store: needs.idempotencyStore,
    log,
    abandonedAfterMs: needs.toolTimeoutMs + WORK_MS,
    now,
  });
  const callAllowance = createCallAllowance({
    ...(needs.callsPerHour && { ofClients: needs.callsPerHour }),
    ...(needs.elapsed && { now: needs.elapsed }),
  });
  const performerOf = createPerformers({ idempotency, callAllowance });
  const files = readPageFiles(needs.consoleFolder);
  const document = documentOf(endpoints, needs.version);
  const pages = [docsRouter(document), consoleRouter(files, keys, machineNow), talkPage(styleSheetIn(files))];
  const refusals = createRefusals({ metrics, log });
  const access = { keys, allowUnauthenticated, rates, refusals };
  const sockets = [talkSocket(needs)];
  const application = createApplication({ endpoints, pages, sockets, performerOf, ...access, log });
  return createHttpServer(application, { log, refusals, sockets });
}
