import { once } from "node:events";
import WebSocket from "ws";
import type { Controller } from "./controller.js";

const ANSWER_MS = 15_000;

/** What a controller is started with for its memory to be measured: Node's inspector, on a free port of this machine. */
export const INSPECTED = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/** Of a controller, when everything that nobody holds any more has been collected. Megabytes of a million bytes. */
export interface Memory {
  /** Objects of the main thread. */
  readonly heapMb: number;
  /** Buffers and other memory outside the heap that objects hold. */
  readonly externalMb: number;
  /** Of the whole process, threads included, as the system counts it. */
  readonly rssMb: number;
  /** What keeps the event loop alive, by kind: timers, sockets. */
  readonly resources: Readonly<Record<string, number>>;
}

const MEASURE = `JSON.stringify({
  ...process.memoryUsage(),
  resources: process.getActiveResourcesInfo().reduce((all, kind) => ({ ...all, [kind]: (all[kind] ?? 0) + 1 }), {}),
})`;

/** Collects garbage in a controller that was started with {@link INSPECTED}, then measures. */
export async function memoryOf(controller: Controller): Promise<Memory> {
  const said = controller.noise.map((line) => /ws:\/\/\S+/.exec(line)?.[0]);
  const inspectors = said.filter((address) => address !== undefined);
  if (!inspectors[0]) throw new Error(`the controller names no inspector: ${controller.noise.join("\n")}`);
  const socket = new WebSocket(inspectors[0]);
  await once(socket, "open", { signal: AbortSignal.timeout(ANSWER_MS) });
  let id = 0;
  const ask = async (method: string, params: object = {}) => {
    socket.send(JSON.stringify({ id: ++id, method, params }));
    for (;;) {
      const [message] = (await once(socket, "message", { signal: AbortSignal.timeout(ANSWER_MS) })) as [Buffer];
      const answer = JSON.parse(String(message)) as { id?: number; result?: { result?: { value: string } } };
      if (answer.id === id) return answer.result?.result?.value ?? "";
    }
  };
  try {
    // Twice: what the first finds dead may have kept other things alive by a finalizer.
    for (let round = 0; round < 2; round++) await ask("HeapProfiler.collectGarbage");
    const measured = JSON.parse(await ask("Runtime.evaluate", { expression: MEASURE, returnByValue: true })) as {
      heapUsed: number;
      external: number;
      rss: number;
      resources: Record<string, number>;
    };
    const mb = (bytes: number) => Math.round(bytes / 10_000) / 100;
    const { heapUsed, external, rss, resources } = measured;
    return { heapMb: mb(heapUsed), externalMb: mb(external), rssMb: mb(rss), resources };
  } finally {
    socket.terminate();
  }
}
