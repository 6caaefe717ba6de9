import { Semaphore } from "../kernel/turns.js";

/** Too many requests are waiting to be answered in a useful time. */
export class TooBusy extends Error {
  constructor() {
    super("all cores are busy, and many requests wait");
  }
}

/** Number of requests that may wait for each one being computed: a few seconds of work. */
const WAITING_PER_CORE = 8;
/** Threads in which Node computes for native modules. */
const NODE_THREADS = 4;

/** Shares the processor among requests: one for each core at a time, and on a larger machine several cores for each. */
export interface Cores {
  /** Requests that are computed at the same time. */
  readonly atOnce: number;
  /** Processor threads for each of them. */
  readonly threads: number;
  /** Those computed or waiting at this moment. */
  readonly busy: number;
  /** Maximum of `busy`. */
  readonly most: number;
  /** @throws {TooBusy} · the signal's reason when it aborts before its turn, or the task's errors */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

export function shareCores(count: number, nodeThreads = NODE_THREADS): Cores {
  const atOnce = Math.max(1, Math.min(count, nodeThreads));
  const turns = new Semaphore(atOnce);
  const most = atOnce * (1 + WAITING_PER_CORE);
  let busy = 0;
  return {
    atOnce,
    most,
    threads: Math.max(1, Math.floor(count / atOnce)),
    get busy() {
      return busy;
    },
    async run(signal, task) {
      if (busy >= most) throw new TooBusy();
      busy++;
      try {
        return await turns.run(signal, task);
      } finally {
        busy--;
      }
    },
  };
}
