/** What a speech-to-text server does with a request whose connection was closed: many do not notice. */
export type OnWithdrawal = "computes" | "drops";

interface Job {
  readonly ms: number;
  readonly done: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** A server that serves its requests one after the other. */
export interface SingleFileServer {
  /** Resolves when the request has been served, or never if it was dropped. */
  serve(signal: AbortSignal, ms?: number): Promise<void>;
}

/** @param takesMs how long a request takes once its turn has come, unless it says otherwise */
export function createSingleFileServer(takesMs: number, onWithdrawal: OnWithdrawal): SingleFileServer {
  const queue: Job[] = [];

  function begin(): void {
    const [job] = queue;
    if (!job || job.timer) return;
    job.timer = setTimeout(() => {
      leave(job);
      job.done();
    }, job.ms);
  }

  function leave(job: Job): void {
    clearTimeout(job.timer);
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    begin();
  }

  return {
    serve: (signal, ms = takesMs) =>
      new Promise((resolve) => {
        const job: Job = { ms, done: resolve, timer: undefined };
        queue.push(job);
        begin();
        if (onWithdrawal === "drops") signal.addEventListener("abort", () => leave(job), { once: true });
      }),
  };
}
