import type { TestContext } from "node:test";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { createDeliveryQueue, type DeliveryQueue } from "../../../src/webhooks/deliveries.js";
import type { Resolve } from "../../../src/webhooks/resolve.js";
import { type MemoryDeliveryStore, memoryDeliveryStore } from "../fakes/memory-delivery-store.js";
import { mockNow } from "../fakes/mock-now.js";
import { turns } from "../fakes/turns.js";

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One life of the part that delivers webhooks: what a process has of it. */
export interface WebhookRun extends AsyncDisposable {
  readonly deliveries: DeliveryQueue;
  readonly store: MemoryDeliveryStore;
  readonly lines: readonly LogLine[];
  /** Resolves when `event` was logged `count` times. */
  logged(event: string, count?: number): Promise<void>;
  /** The value of a metric's line, 0 when it is not there. */
  metric(line: string): Promise<number>;
  /** Ends it as a shutdown does, and waits until it has unwound. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly store?: MemoryDeliveryStore;
  readonly secrets?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly resolve?: Resolve;
  /** The machine's clock, which a test may set. */
  readonly now?: () => number;
}

const { setTimeout, clearTimeout } = globalThis;
const LOGGED_MS = 30_000;

export function startWebhooks({ store = memoryDeliveryStore(), ...options }: RunOptions = {}): WebhookRun {
  const scope = new Scope("process");
  const lines: LogLine[] = [];
  const waiting = new Set<() => void>();
  const log = createLog({
    level: "debug",
    transcripts: false,
    sink: (line) => {
      lines.push(JSON.parse(line));
      for (const look of waiting) look();
    },
  });
  const metrics = createMetrics({ prefix: "service", node: false });
  const deliveries = createDeliveryQueue({
    now: Date.now,
    store,
    secrets: options.secrets ?? [],
    allowPrivate: options.allowPrivate ?? true,
    log,
    metrics,
    scope,
    // In the middle of the jitter: the pauses are what the schedule says.
    random: () => 0.5,
    ...(options.resolve && { resolve: options.resolve }),
    ...(options.now && { now: options.now }),
  });
  const stop = async () => {
    scope.end(new Ending("shutting_down"));
    await scope.closed;
  };
  return {
    deliveries,
    store,
    lines,
    logged: (event, count = 1) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines.filter((line) => line.event === event).length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          const had = lines.map((line) => line.event);
          const times = had.filter((each) => each === event).length;
          reject(new Error(`${event} was logged ${times} of ${count} times; last came ${had.slice(-5).join(", ")}`));
        }, LOGGED_MS);
        waiting.add(look);
        look();
      }),
    async metric(line) {
      const { body } = await metrics.render();
      const found = body.split("\n").find((each) => each.startsWith(`${line} `));
      return Number(found?.split(" ").at(-1) ?? 0);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** A clock that stands still until it is told to go on. Timers follow it; sockets do not. */
export interface StoppedClock {
  /** Lets `ms` pass, in steps between which everything that is ready happens. */
  pass(ms: number): Promise<void>;
}

export function stopClock(t: TestContext): StoppedClock {
  const start = Date.now();
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: start });
  mockNow(t, () => Date.now() - start);
  return {
    async pass(ms) {
      await turns(20);
      t.mock.timers.tick(ms);
      await turns(20);
    },
  };
}
