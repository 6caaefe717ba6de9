import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import type { AriCredentials } from "./ari-credentials.js";
import { asteriskRefusal } from "./asterisk-errors.js";

/** Time-out of a single operation, in ms. Asterisk answers in about 1 ms; behind a stuck lock it never does. */
const OPERATION_MS = 5_000;

/** Carries out one ARI operation under ari-client's names, such as `("channels", "answer", { channelId })`. */
export type Invoke = <T = void>(
  resource: string,
  operation: string,
  parameters: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
) => Promise<T>;

/** Message to the thread: one operation to carry out. */
export interface AriRequest {
  readonly id: number;
  readonly resource: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Message from the thread: first whether it connected, then an answer to each request. */
export type AriAnswer =
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly message: string };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly what: string;
}

/**
 * Starts ari-client in its own thread and resolves once it has read the server's description.
 *
 * @param scope scope of the connection: its end ends the thread; if the thread ends, it ends as `failed`
 * @throws {AttendantError} `asterisk_unreachable` when ari-client could not connect
 */
export async function openOperations(credentials: AriCredentials, scope: Scope): Promise<Invoke> {
  const thread = new Worker(new URL("./ari-client-thread.mjs", import.meta.url), {
    workerData: credentials,
    // ari-client would use a proxy from the environment, although Asterisk is usually on the same machine.
    env: { ...process.env, NO_PROXY: "*", no_proxy: "*" },
    execArgv: [], // A TypeScript loader takes longer to load than the thread, which needs none.
    stdout: true,
    stderr: true,
  });
  // Discards what ari-client prints; unread output would be kept in memory.
  thread.stdout.resume();
  thread.stderr.resume();
  const waiting = new Map<number, Waiting>();
  let latest = 0;

  const lost = (detail: string, cause?: unknown) =>
    scope.end(new Ending("failed", detail, { cause: new AttendantError("asterisk_unreachable", detail, { cause }) }));
  thread.on("error", (error) =>
    lost(`ari-client failed: ${error instanceof Error ? error.message : String(error)}`, error),
  );
  thread.on("exit", () => lost("ari-client's thread ended"));
  scope.onEnd(async () => {
    for (const { reject } of waiting.values()) reject(scope.signal.reason);
    waiting.clear();
    await thread.terminate();
  });

  const [hello] = (await withDeadline(OPERATION_MS * 2, scope.signal, "reading Asterisk's description", (signal) =>
    once(thread, "message", { signal }),
  )) as [AriAnswer];
  if (hello.kind !== "connected") {
    const detail = hello.kind === "failed" ? hello.message : "it answered out of turn";
    throw new AttendantError("asterisk_unreachable", `ari-client could not connect: ${detail}`);
  }

  thread.on("message", (answer: AriAnswer) => {
    if (answer.kind !== "result" && answer.kind !== "error") return;
    const request = waiting.get(answer.id);
    if (!request) return;
    waiting.delete(answer.id);
    if (answer.kind === "result") request.resolve(answer.value);
    else request.reject(asteriskRefusal(request.what, answer.message));
  });

  return async <T>(
    resource: string,
    operation: string,
    parameters: AriRequest["parameters"],
    signal = scope.signal,
  ) => {
    scope.signal.throwIfAborted();
    signal.throwIfAborted();
    const id = ++latest;
    const what = `${resource}.${operation}`;
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject, what }));
    thread.postMessage({ id, resource, operation, parameters } satisfies AriRequest);
    try {
      return (await withDeadline(OPERATION_MS, signal, what, (limit) => unlessAborted(limit, answer))) as T;
    } finally {
      waiting.delete(id);
    }
  };
}
