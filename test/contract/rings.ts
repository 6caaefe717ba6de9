import { createAlarm } from "../../src/scheduling/alarm.js";
import { Scope } from "../../src/kernel/scope.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import type { JobPlace } from "./job-store.contract.js";

/** What an alarm told. Times are ms since the epoch. */
export interface Ring {
  readonly scheduleId: string;
  readonly dueAt: number;
  readonly at: number;
}

/** Rings as they come, and a way to wait for them. */
export class Rings {
  readonly all: Ring[] = [];
  #told = () => {};

  readonly add = (scheduleId: string, dueAt: number): void => {
    this.all.push({ scheduleId, dueAt, at: Date.now() });
    this.#told();
  };

  get ids(): string[] {
    return this.all.map(({ scheduleId }) => scheduleId);
  }

  /** How late the latest was, ms. */
  get latest(): number {
    return Math.max(...this.all.map(({ dueAt, at }) => at - dueAt));
  }

  /** Resolves when there are so many, or rejects after `ms`. */
  async until(count: number, ms: number): Promise<void> {
    const late = AbortSignal.timeout(ms);
    while (this.all.length < count) {
      await new Promise<void>((resolve, reject) => {
        const fail = () => reject(new Error(`${this.all.length} of ${count} rang within ${ms} ms`));
        if (late.aborted) return fail();
        late.addEventListener("abort", fail, { once: true });
        this.#told = () => {
          late.removeEventListener("abort", fail);
          resolve();
        };
      });
    }
  }
}

/** How long a test waits for what is to come, however busy the machine, ms. */
export const COMES_MS = 30_000;

/** A clock for an alarm that goes on only as the test has it go: nothing is due before, however busy the machine. */
export function heldClock() {
  let nowMs = Date.now();
  return { now: () => nowMs, passes: (ms: number) => void (nowMs += ms) };
}

/** An alarm on a place of its own or shared. Disposing it ends the alarm, then the store. */
export async function openAlarm(place: Pick<JobPlace, "open">, now: () => number = Date.now) {
  const opened = await place.open(now);
  const scope = new Scope("test");
  const rings = new Rings();
  const troubles: unknown[] = [];
  const alarm = createAlarm({
    store: opened.jobs,
    onDue: rings.add,
    onTrouble: (error) => troubles.push(error),
    scope,
    owner: "test",
    log: quietLog,
    now,
  });
  return {
    alarm,
    rings,
    scope,
    troubles,
    counts: () => opened.counts(),
    async [Symbol.asyncDispose]() {
      await scope[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}
