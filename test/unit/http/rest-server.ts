import type { TestContext } from "node:test";
import { parseApiAccess } from "../../../src/config/api-access.js";
import type { ApiKey } from "../../../src/config/api-keys.js";
import {
  allEndpoints,
  createHttpInterface,
  type EndpointsNeeds,
  type HttpInterfaceNeeds,
} from "../../../src/http/http-interface.js";
import { shownSettings } from "../../../src/config/shown-settings.js";
import { createHealth } from "../../../src/observability/health.js";
import { createLog, type Log } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { OpenAlert } from "../../../src/records/alert-board.js";
import type { IdempotencyStore } from "../../../src/records/stores.js";
import { checkCallbackUrl } from "../../../src/webhooks/callback-url.js";
import { createDoNotCall } from "../../../src/calls/rights/do-not-call.js";
import { memoryDoNotCallStore } from "../../support/fakes/memory-do-not-call.js";
import { CALLER_IDS } from "../../support/fakes/caller-ids.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { weekdayOf } from "../../../src/kernel/wall-clock.js";
import { FakeAssistants, FakeAssistantsFile } from "./fake-assistants.js";
import { FakeCallControl, FakeCallDeliveries, NOON } from "./fake-calls.js";
import { FakeChains } from "./fake-chains.js";
import { FakeSchedules } from "./fake-schedules.js";
import { FakeToolRunner } from "./fake-tools.js";
import { MemoryIdempotencyStore } from "./memory-idempotency-store.js";

export interface RestServer {
  readonly url: string;
  readonly calls: FakeCallControl;
  readonly deliveries: FakeCallDeliveries;
  readonly schedules: FakeSchedules;
  readonly tools: FakeToolRunner;
  readonly chains: FakeChains;
  readonly assistants: FakeAssistants;
  readonly assistantsFile: FakeAssistantsFile;
  readonly store: MemoryIdempotencyStore;
  /** The log, a parsed line each. */
  readonly lines: { readonly event: string; readonly level: string }[];
  /** Sends JSON; a body that is a text or bytes goes as it is. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  ask(path: string, init?: RequestInit): Promise<Answered>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown> & { readonly errors?: readonly { path: string; message: string }[] };
}

export interface RestServerNeeds extends Partial<
  Pick<
    HttpInterfaceNeeds,
    "forgetNumber" | "allowUnauthenticated" | "callsPerHour" | "events" | "browserCalls" | "consoleFolder" | "elapsed"
  >
> {
  /** POST requests a minute; 0, and unless given, no limit. */
  readonly ratePerMinute?: number;
  /** As entries of API_KEYS. */
  readonly keys?: readonly string[];
  readonly idempotencyStore?: IdempotencyStore;
  readonly calls?: FakeCallControl;
  /** Instead of one that remembers. */
  readonly toolRunner?: HttpInterfaceNeeds["tools"];
  /** ms since the epoch; unless given, 20 s past noon for good. */
  readonly now?: () => number;
  /** ms since the epoch; the machine's unless given. */
  readonly machineNow?: () => number;
}

const OPEN_ALERT: OpenAlert = {
  ...{ fingerprint: "alert-1", route: "all", name: "Down", severity: "critical", text: "It is down", labels: null },
  ...{ startsAt: NOON, reportedAt: NOON, seenAt: NOON, callOuts: 1, calledAt: NOON, acknowledgedAt: NOON },
  ...{ acknowledgedBy: "1001", isTold: true, silenceAttempts: 0, resolvedAt: null },
};

function fakeNeeds(log: Log, now: () => number) {
  return {
    calls: new FakeCallControl(),
    // One event, and the end: whoever walks all there is does not wait for another.
    events: {
      read(_needs, open) {
        const stream = open();
        stream.send(Buffer.from("event: call\ndata: {}\n\n"));
        stream.end();
      },
    },
    settings: shownSettings({ texts: new Map([["LLM_API_KEY", { text: "secret", source: "file" }]]) }),
    deliveries: new FakeCallDeliveries(),
    schedules: new FakeSchedules(),
    chains: new FakeChains(),
    tools: new FakeToolRunner(),
    health: createHealth({
      now: Date.now,
      log,
      checks: { asterisk: { ok: true }, llm: { ok: false, detail: "refused" } },
    }),
    metrics: createMetrics({ prefix: "service", node: false }),
    version: "1.2.3",
    activeCalls: () => 0,
    sipRegistered: () => true,
    readiness: () => ({ ok: true }),
    browserCalls: { accept: (_request, socket) => void socket.destroy() },
    talkReadiness: () => ({ ok: true }),
    checks: {},
    alerts: {
      receive: async (reported, truncated = 0) => ({
        firing: reported.length,
        resolved: 0,
        unrouted: 0,
        refused: 0,
        late: 0,
        truncated,
      }),
      list: async () => [{ ...OPEN_ALERT, chainId: null }],
      resolve: async (id) => (id === OPEN_ALERT.fingerprint ? { ...OPEN_ALERT, chainId: null } : undefined),
      acknowledge: async (id) => (id === OPEN_ALERT.fingerprint ? { ...OPEN_ALERT, chainId: null } : undefined),
    },
    doNotCall: createDoNotCall({ now: Date.now, store: memoryDoNotCallStore(), log }),
    forgetNumber: async () => ({ calls: 0, transcripts: 0, deliveries: 0, schedules: 0, liveCalls: 0 }),
    languages: ["en", "de", "es", "fr", "it"],
    timeZone: "Europe/Berlin",
    checkCallbackUrl,
    callerIds: CALLER_IDS,
    assistants: new FakeAssistants(),
    closedDays: (id: string) => (id === "night" ? (day: number) => weekdayOf(day) > 5 : undefined),
    assistantsFile: new FakeAssistantsFile(),
    stopping: new AbortController().signal,
    log,
    now,
  } satisfies EndpointsNeeds;
}

/** Entries of API_KEYS as they are read. */
export function apiKeys(entries: readonly string[]): readonly ApiKey[] {
  const read = entries.length > 0 ? parseApiAccess(entries.join()) : { value: { keys: [] } };
  if (!("value" in read)) throw new Error(JSON.stringify(read));
  return read.value.keys;
}

/** Everything that can be asked. */
export const ENDPOINTS = allEndpoints(fakeNeeds(quietLog, Date.now));

/** The REST interface over real HTTP, on fakes that remember what they were asked. It closes with the test. */
export async function startRestServer(t: TestContext, needs: RestServerNeeds = {}): Promise<RestServer> {
  const {
    keys = [],
    ratePerMinute = 0,
    idempotencyStore,
    calls = new FakeCallControl(),
    toolRunner,
    now = () => NOON + 20_000,
    machineNow = Date.now,
    ...access
  } = needs;
  const lines: RestServer["lines"] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const store = new MemoryIdempotencyStore();
  const fakes = { ...fakeNeeds(log, now), calls };
  const { deliveries, schedules, chains, tools, assistants, assistantsFile } = fakes;
  const http = createHttpInterface({
    ...fakes,
    tools: toolRunner ?? tools,
    idempotencyStore: idempotencyStore ?? store,
    toolTimeoutMs: 10_000,
    consoleFolder: "/nowhere",
    machineNow,
    keys: apiKeys(keys),
    rates: { perMinute: ratePerMinute, readsPerMinute: 0 },
    ...access,
  });
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => http.close(0));

  const ask = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const json = /json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} };
  };
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const raw = typeof body === "string" || body instanceof Uint8Array || body === undefined;
      return ask(path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit["body"]> }),
      });
    };
  const [post, put, patch] = [send("POST"), send("PUT"), send("PATCH")];
  return {
    url,
    calls,
    deliveries,
    schedules,
    chains,
    tools,
    assistants,
    assistantsFile,
    store,
    lines,
    ask,
    post,
    put,
    patch,
  };
}

/** The faults of a 400 by their paths. */
export function faultsOf({ body }: Answered): Record<string, string> {
  return Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));
}
