/**
 * The thread in which ari-client lives.
 *
 * ari-client 2.2.0 throws from inside socket callbacks, where nobody can catch it, when it is refused or cut off while it
 * reads the server's description; it prints to stdout; it keeps its credentials in a global of the process; and a
 * request that hangs, hangs for good. In a thread of its own all of that ends the thread and nothing else:
 * `ari-operations.ts` on the other side sees the end, and starts a new one with the next connection.
 *
 * Only its operations are used. Its event socket gives up after ten tries and throws at events that it does not know.
 */
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "ari-client";

export interface AriCredentials {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** One operation to carry out: `client[resource][operation](parameters)`. */
export interface AriRequest {
  readonly id: number;
  readonly resource: string;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type AriAnswer =
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly message: string };

type Operations = Record<string, Record<string, (parameters: object) => Promise<unknown>>>;

/** What an operation returned, as plain JSON: ari-client wraps results in objects with methods, which cannot leave the thread. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

async function serve(port: NonNullable<typeof parentPort>, { url, user, password }: AriCredentials): Promise<void> {
  const answer = (message: AriAnswer) => port.postMessage(message);
  const client = (await connect(url, user, password)) as unknown as Operations;
  port.on("message", ({ id, resource, operation, parameters }: AriRequest) => {
    const run = client[resource]?.[operation];
    if (!run) return answer({ kind: "error", id, message: `this Asterisk has no ${resource}.${operation}` });
    run(parameters).then(
      (value) => answer({ kind: "result", id, value: plain(value) }),
      (error: unknown) =>
        answer({ kind: "error", id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  answer({ kind: "connected" });
}

if (parentPort) {
  const port = parentPort;
  serve(port, workerData as AriCredentials).catch((error: unknown) => {
    port.postMessage({ kind: "failed", message: String(error) } satisfies AriAnswer);
  });
}
