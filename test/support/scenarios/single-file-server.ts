/** What a speech-to-text server does with a request whose connection was closed: many do not notice. */
export type OnWithdrawal = "computes" | "drops";

interface Job {
  readonly done: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** A server that serves its requests one after the other, each for the same time. */
export interface SingleFileServer {
  /** Resolves when the request has been served, or never if it was dropped. */
  serve(signal: AbortSignal): Promise<void>;
}

/** @param takesMs how long each request takes once its turn has come */
export function createSingleFileServer(takesMs: number, onWithdrawal: OnWithdrawal): SingleFileServer {
  const queue: Job[] = [];

  function begin(): void {
    const [job] = queue;
    if (!job || job.timer) return;
    job.timer = setTimeout(() => {
      leave(job);
      job.done();
    }, takesMs);
  }

  function leave(job: Job): void {
    clearTimeout(job.timer);
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    begin();
  }

  return {
    serve: (signal) =>
      new Promise((resolve) => {
        const job: Job = { done: resolve, timer: undefined };
        queue.push(job);
        begin();
        if (onWithdrawal === "drops") signal.addEventListener("abort", () => leave(job), { once: true });
      }),
  };
}
