import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface HttpServer extends AsyncDisposable {
  /** Address of the server, without a path. */
  readonly url: string;
  /** Requests in the order in which they came. */
  readonly received: Received[];
  /** Resolves when a client has closed a connection before its answer was complete. */
  readonly left: Promise<void>;
}

export type Answer = (response: ServerResponse, request: Received) => void | Promise<void>;

/** A server on 127.0.0.1 that answers every request the one way it is given: the wire, for tests of what talks over it. */
export async function startHttpServer(answer: Answer): Promise<HttpServer> {
  const received: Received[] = [];
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("close", () => {
      if (!response.writableFinished) leave();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    received.push(asked);
    await answer(response, asked);
  };
  const server = createServer((request, response) => {
    listener(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    left,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Begins a stream of server-sent events; the function it returns sends one chunk each. */
export function beginEvents(response: ServerResponse): (chunk: unknown) => void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  return (chunk) => void response.write(`data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
}

/** A whole chat completion as a stream: the deltas one after another, then the reason it finished. */
export function streamCompletion(response: ServerResponse, deltas: readonly object[], reason: string | null = "stop") {
  const send = beginEvents(response);
  for (const delta of deltas) send({ choices: [{ index: 0, delta }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  send("[DONE]");
  response.end();
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
