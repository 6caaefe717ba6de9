import type { Client } from "../kit/client.js";

/** Requests that wait for the end of a call, in all and with one key. */
const MAX = 100;
const MAX_WITH_A_KEY = 20;

/** Requests that wait for the end of a call. */
export interface Waits {
  /**
   * Runs a task that may wait, or may not wait because too many do already.
   *
   * @param signal ends the wait; the task's own signal aborts when the service stops, too
   */
  run<T>(
    client: Client | undefined,
    signal: AbortSignal,
    task: (signal: AbortSignal, mayWait: boolean) => Promise<T>,
  ): Promise<T>;
}

/** @param stopping aborts when the service stops */
export function createWaits(stopping: AbortSignal): Waits {
  const waiting: (string | undefined)[] = [];
  return {
    async run(client, signal, task) {
      const key = client?.keyDigest;
      const mayWait = waiting.length < MAX && waiting.filter((each) => each === key).length < MAX_WITH_A_KEY;
      if (!mayWait) return task(signal, false);
      waiting.push(key);
      try {
        return await task(AbortSignal.any([signal, stopping]), true);
      } finally {
        waiting.splice(waiting.indexOf(key), 1);
      }
    },
  };
}
