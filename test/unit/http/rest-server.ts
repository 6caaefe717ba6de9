import type { TestContext } from "node:test";
import type { ToolRunner } from "../../../src/http/ports.js";
import { restRouters } from "../../../src/http/rest.js";
import { createHttpServer, type HttpServerNeeds } from "../../../src/http/server.js";
import { createHealth } from "../../../src/observability/health.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { IdempotencyStore } from "../../../src/records/stores.js";
import { checkCallbackUrl } from "../../../src/webhooks/callback-url.js";
import { FakeScheduleDesk } from "./fake-schedule-desk.js";
import { FakeCallDesk, FakeDeliveryDesk, FakeToolDesk, MemoryIdempotencyStore, NOON } from "./fake-desks.js";

export interface RestServer {
  readonly url: string;
  readonly calls: FakeCallDesk;
  readonly deliveries: FakeDeliveryDesk;
  readonly schedules: FakeScheduleDesk;
  readonly tools: FakeToolDesk;
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
  Pick<HttpServerNeeds, "keys" | "allowUnauthenticated" | "ratePerMinute">
> {
  readonly idempotencyStore?: IdempotencyStore;
  readonly calls?: FakeCallDesk;
  /** Instead of a desk that remembers. */
  readonly toolRunner?: ToolRunner;
  /** ms since the epoch; unless given, 20 s past noon for good. */
  readonly now?: () => number;
}

/** The REST interface over real HTTP, on desks that remember what they were asked. It closes with the test. */
export async function startRestServer(t: TestContext, needs: RestServerNeeds = {}): Promise<RestServer> {
  const { idempotencyStore, calls = new FakeCallDesk(), toolRunner, now = () => NOON + 20_000, ...server } = needs;
  const deliveries = new FakeDeliveryDesk();
  const schedules = new FakeScheduleDesk();
  const tools = new FakeToolDesk();
  const store = new MemoryIdempotencyStore();
  const lines: RestServer["lines"] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const http = createHttpServer({
    log,
    health: createHealth({ log, checks: { asterisk: { ok: true }, llm: { ok: false, detail: "refused" } } }),
    metrics: createMetrics({ prefix: "service", node: false }),
    keys: [],
    version: "1.2.3",
    activeCalls: () => 0,
    sipRegistered: () => true,
    readiness: () => ({ ok: true }),
    ...server,
    routers: restRouters({
      calls,
      deliveries,
      schedules,
      tools: toolRunner ?? tools,
      timeZone: "Europe/Berlin",
      idempotencyStore: idempotencyStore ?? store,
      checkCallbackUrl,
      toolTimeoutMs: 10_000,
      log,
      now,
    }),
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
