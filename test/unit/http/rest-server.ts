import type { TestContext } from "node:test";
import {
  allEndpoints,
  createHttpInterface,
  type EndpointsNeeds,
  type HttpInterfaceNeeds,
} from "../../../src/http/http-interface.js";
import { createHealth } from "../../../src/observability/health.js";
import { createLog, type Log } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { IdempotencyStore } from "../../../src/records/stores.js";
import { checkCallbackUrl } from "../../../src/webhooks/callback-url.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { FakeCallControl, FakeCallDeliveries, NOON } from "./fake-calls.js";
import { FakeSchedules } from "./fake-schedules.js";
import { FakeToolRunner } from "./fake-tools.js";
import { MemoryIdempotencyStore } from "./memory-idempotency-store.js";

export interface RestServer {
  readonly url: string;
  readonly calls: FakeCallControl;
  readonly deliveries: FakeCallDeliveries;
  readonly schedules: FakeSchedules;
  readonly tools: FakeToolRunner;
  readonly store: MemoryIdempotencyStore;
  /** The log, a parsed line each. */
  readonly lines: { readonly event: string; readonly level: string }[];
  /** Sends JSON; a body that is a text or bytes goes as it is. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  ask(path: string, init?: RequestInit): Promise<Answered>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown> & { readonly errors?: readonly { path: string; message: string }[] };
}

export interface RestServerNeeds extends Partial<
  Pick<HttpInterfaceNeeds, "keys" | "allowUnauthenticated" | "ratePerMinute">
> {
  readonly idempotencyStore?: IdempotencyStore;
  readonly calls?: FakeCallControl;
  /** Instead of one that remembers. */
  readonly toolRunner?: HttpInterfaceNeeds["tools"];
  /** ms since the epoch; unless given, 20 s past noon for good. */
  readonly now?: () => number;
}

function fakeNeeds(log: Log, now: () => number) {
  return {
    calls: new FakeCallControl(),
    deliveries: new FakeCallDeliveries(),
    schedules: new FakeSchedules(),
    tools: new FakeToolRunner(),
    health: createHealth({ log, checks: { asterisk: { ok: true }, llm: { ok: false, detail: "refused" } } }),
    metrics: createMetrics({ prefix: "service", node: false }),
    version: "1.2.3",
    activeCalls: () => 0,
    sipRegistered: () => true,
    readiness: () => ({ ok: true }),
    testLoopback: async () => {},
    timeZone: "Europe/Berlin",
    checkCallbackUrl,
    now,
  } satisfies EndpointsNeeds;
}

/** Everything that can be asked. */
export const ENDPOINTS = allEndpoints(fakeNeeds(quietLog, Date.now));

/** The REST interface over real HTTP, on fakes that remember what they were asked. It closes with the test. */
export async function startRestServer(t: TestContext, needs: RestServerNeeds = {}): Promise<RestServer> {
  const { idempotencyStore, calls = new FakeCallControl(), toolRunner, now = () => NOON + 20_000, ...access } = needs;
  const lines: RestServer["lines"] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const store = new MemoryIdempotencyStore();
  const fakes = { ...fakeNeeds(log, now), calls };
  const { deliveries, schedules, tools } = fakes;
  const http = createHttpInterface({
    ...fakes,
    tools: toolRunner ?? tools,
    idempotencyStore: idempotencyStore ?? store,
    toolTimeoutMs: 10_000,
    keys: [],
    ...access,
    log,
  });
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => http.close(0));

  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const json = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} };
  };
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const raw = typeof body === "string" || body instanceof Uint8Array || body === undefined;
    return ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit["body"]> }),
    });
  };
  return { url, calls, deliveries, schedules, tools, store, lines, ask, post };
}

/** The faults of a 400 by their paths. */
export function faultsOf({ body }: Answered): Record<string, string> {
  return Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));
}
