import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { ownCertificate } from "./own-certificate.js";

export interface FrontRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as it goes out. */
export interface FrontAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How a front changes what goes through it. */
export interface FrontManner {
  /** Answers itself where it has an answer; `hang` never answers. */
  readonly instead?: (request: FrontRequest) => FrontAnswer | "hang" | undefined;
  /** Changes the answer of the server behind. */
  readonly change?: (answer: FrontAnswer, request: FrontRequest) => FrontAnswer;
  /** Over https, with a certificate that nobody vouches for. */
  readonly secure?: boolean;
}

export interface Front extends AsyncDisposable {
  /** Its address, without a path. */
  readonly url: string;
}

/** A server on 127.0.0.1 that passes requests on to another one, in a manner of its own. */
export async function startFront(
  target: string,
  { instead, change = (answer) => answer, secure }: FrontManner,
): Promise<Front> {
  const listener: RequestListener = async (incoming, response) => {
    try {
      const { method = "GET", url: path = "/", headers } = incoming;
      const request = { method, path, headers, body: await buffer(incoming) };
      const own = instead?.(request);
      if (own === "hang") return;
      const { status, headers: sent, body } = own ?? change(await passOn(request), request);
      response.sendDate = sent.date === undefined;
      response.writeHead(status, { ...sent }).end(body);
    } catch {
      response.destroy();
    }
  };
  async function passOn({ method, path, headers, body }: FrontRequest): Promise<FrontAnswer> {
    const kept = Object.entries(headers).filter(([name]) => /^(authorization|content-type|accept)$/.test(name)) as [
      string,
      string,
    ][];
    const answer = await fetch(`${target}${path}`, {
      method,
      headers: kept,
      ...(body.length > 0 && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: { "content-type": answer.headers.get("content-type") ?? "" },
      body: bytes,
    };
  }
  const server = secure ? createSecureServer(ownCertificate(), listener) : createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** An answer as JSON. */
export function frontJson(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): FrontAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** A streamed completion of these deltas. */
export function frontCompletion(deltas: readonly object[], reason = "stop"): FrontAnswer {
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
  ];
  const body = [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), "data: [DONE]\n\n"].join("");
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: Buffer.from(body) };
}
