import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Faults, forEver, type Misbehaviour, pause } from "./faults.js";

/** One request in a server's log. Times are milliseconds of `performance.now()`. */
export interface LoggedRequest {
  /** When its head arrived. */
  readonly at: number;
  readonly path: string;
  /** When its body was there in full. */
  receivedAt?: number;
  /** When the first byte of the answer's body was handed to the system. */
  firstByteAt?: number;
  /** When the answer was handed over in full, or the connection closed. */
  endedAt?: number;
  /** The HTTP status answered. */
  status?: number;
  /** What was understood, what is to be said, or what the user said last. */
  text?: string;
  /** The body of the request, if it was JSON. */
  input?: unknown;
  /** The client closed the connection before it had the whole answer. */
  aborted: boolean;
}

/** Answered with its status and an error object like OpenAI's. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** One request and the means to answer it. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly logged: LoggedRequest;
  /** Aborts when the connection closes. */
  readonly signal: AbortSignal;
  /** What shall go wrong on the way, for the endpoint to obey. */
  misbehaviour: Misbehaviour | undefined;
  body: Buffer = Buffer.alloc(0);

  readonly #response: ServerResponse;
  readonly #faults: Faults | undefined;
  #ours = false;

  constructor(request: IncomingMessage, response: ServerResponse, logged: LoggedRequest, faults: Faults | undefined) {
    this.request = request;
    this.logged = logged;
    this.#response = response;
    this.#faults = faults;
    const closed = new AbortController();
    this.signal = closed.signal;
    response.once("close", () => {
      logged.endedAt ??= performance.now();
      logged.aborted = !response.writableFinished && !this.#ours;
      closed.abort();
    });
  }

  /** Waits out the delay and misbehaves as told; true when that was the whole answer. */
  async misbehave(): Promise<boolean> {
    this.misbehaviour = this.#faults?.take();
    await this.#faults?.begun(this.signal);
    this.signal.throwIfAborted();
    switch (this.misbehaviour?.kind) {
      case "hang":
        return forEver(this.signal);
      case "fail":
        throw new RequestError(this.misbehaviour.status, "Told to fail");
      case "nonsense":
        await this.begin("text/html");
        await this.write("<!doctype html><title>Welcome to nginx!</title><h1>It works</h1>");
        this.end();
        return true;
      default:
        return false;
    }
  }

  /** The parsed body. Throws a {@link RequestError} with 400 when it is no JSON object. */
  json(): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(this.body.toString());
    } catch {
      throw new RequestError(400, "The body is no JSON");
    }
    if (typeof value !== "object" || value === null) throw new RequestError(400, "The body is no JSON object");
    this.logged.input = value;
    return value as Record<string, unknown>;
  }

  sendJson(value: unknown, status = 200): void {
    const body = Buffer.from(JSON.stringify(value));
    this.logged.status = status;
    this.#response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
    this.logged.firstByteAt = performance.now();
    this.#response.write(body);
    this.end();
  }

  sendError(error: unknown): void {
    if (this.signal.aborted) return;
    if (this.#response.headersSent) {
      this.cut();
      return;
    }
    const status = error instanceof RequestError ? error.status : 500;
    const message = error instanceof Error ? error.message : String(error);
    this.sendJson({ error: { message, type: status < 500 ? "invalid_request_error" : "server_error" } }, status);
  }

  /** Sends the head at once, then waits out the delay before the first byte of a streamed body. */
  async begin(contentType: string): Promise<void> {
    this.logged.status = 200;
    this.#response.writeHead(200, { "content-type": contentType, "cache-control": "no-cache" });
    this.#response.flushHeaders();
    await pause(this.#faults?.firstByteDelayMs ?? 0, this.signal);
  }

  async write(chunk: Buffer | string): Promise<void> {
    this.signal.throwIfAborted();
    if (chunk.length === 0) return;
    this.logged.firstByteAt ??= performance.now();
    if (!this.#response.write(chunk)) await once(this.#response, "drain", { signal: this.signal });
  }

  end(): void {
    this.#response.end(() => {
      this.logged.endedAt = performance.now();
    });
  }

  /** Closes the connection in the middle of the answer, after what has been written. */
  cut(): void {
    this.#ours = true;
    this.#response.socket?.destroySoon();
  }
}
