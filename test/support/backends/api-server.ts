import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Exchange, type LoggedRequest, RequestError } from "./exchange.js";
import type { Faults } from "./faults.js";

export interface Endpoint {
  readonly faults?: Faults;
  answer(exchange: Exchange): Promise<void>;
}

export interface ApiServer extends AsyncDisposable {
  /** Base address as OpenAI clients want it, ending in /v1. The same after stop and start. */
  readonly url: string;
  readonly port: number;
  /** Everything asked since the start or since `forget`, the latest last. */
  readonly requests: readonly LoggedRequest[];
  /** How many requests are being answered at this moment. */
  readonly open: number;
  /** Empties the log of requests. */
  forget(): void;
  /** Closes the port and every connection, as a crash does. */
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

/** Serves endpoints, named like "POST /v1/audio/speech", on 127.0.0.1 and keeps a log of the requests. */
export async function startApiServer(port: number, endpoints: Record<string, Endpoint>): Promise<ApiServer> {
  const requests: LoggedRequest[] = [];
  const exchanges = new Set<Exchange>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "/").split("?", 1)[0] as string;
    const logged: LoggedRequest = { at: performance.now(), path, aborted: false };
    requests.push(logged);
    const endpoint = endpoints[`${request.method} ${path}`];
    const exchange = new Exchange(request, response, logged, endpoint?.faults);
    exchanges.add(exchange);
    exchange.signal.addEventListener("abort", () => exchanges.delete(exchange), { once: true });
    void serve(exchange, endpoint);
  };
  const listen = async (on: number) => {
    const listening = createServer(listener);
    // Longer than any client keeps an idle connection: one that the server closes first costs the client a reset.
    listening.keepAliveTimeout = 75_000;
    listening.listen(on, "127.0.0.1");
    await once(listening, "listening");
    return listening;
  };
  let server = await listen(port);
  const { port: bound } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const exchange of exchanges) exchange.cut();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    port: bound,
    requests,
    get open() {
      return exchanges.size;
    },
    forget() {
      requests.length = 0;
    },
    stop,
    async start() {
      if (!server.listening) server = await listen(bound);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function serve(exchange: Exchange, endpoint: Endpoint | undefined): Promise<void> {
  try {
    exchange.body = await buffer(exchange.request);
    exchange.logged.receivedAt = performance.now();
    if (!endpoint) throw new RequestError(404, `Unknown request: ${exchange.request.method} ${exchange.logged.path}`);
    if (!(await exchange.misbehave())) await endpoint.answer(exchange);
  } catch (error) {
    exchange.sendError(error);
  }
}

/** `GET /v1/models` with these names. */
export function modelList(...names: string[]): Endpoint {
  const data = names.map((id) => ({ id, object: "model", created: 0, owned_by: "test-bed" }));
  return { answer: async (exchange) => exchange.sendJson({ object: "list", data }) };
}
