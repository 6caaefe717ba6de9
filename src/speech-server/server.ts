import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { endSocket } from "../kernel/end-socket.js";
import { isLoopback, reachableHost } from "../kernel/host.js";
import { keepAlive } from "../kernel/keep-alive.js";
import { Scope } from "../kernel/scope.js";
import { errorOf, RequestFault, sendError, sendJson } from "./answers.js";
import { type Cores, TooBusy } from "./cores.js";
import type { Hearing } from "./hearing.js";
import type { Model } from "./model.js";
import { serveRealtime } from "./realtime-session.js";
import { speak } from "./speech-requests.js";
import type { Speaking } from "./speaking.js";
import { transcribe } from "./transcriptions.js";

export interface SpeechServerNeeds {
  readonly host: string;
  readonly port: number;
  /** Required of each request but /health; none is required without one. */
  readonly key: string | undefined;
  readonly recogniser: Model;
  readonly voices: readonly Model[];
  readonly hearing: Hearing;
  readonly speaking: Speaking;
  readonly cores: Cores;
}

export interface SpeechServer extends AsyncDisposable {
  /** As SPEECH_BASE_URL, ending in /v1. */
  readonly url: string;
}

/** Maximum time for a request to arrive, in ms. */
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** Time that an idle connection is kept, in ms: longer than clients keep it, which spares them a reset. */
const KEEP_ALIVE_MS = 75_000;
/** Maximum number of connections, and of realtime sessions among them. */
const MAX_CONNECTIONS = 512;
const MAX_SESSIONS = 64;
/** How often a session is pinged; one that has not answered by the next time is dead, in ms. */
const PING_MS = 20_000;
/** Maximum length of a realtime message, in bytes: five seconds of sound. */
const MAX_MESSAGE_BYTES = 512 * 1024;

/** Serves speech in OpenAI's form. @throws when the port is in use */
export async function startSpeechServer(needs: SpeechServerNeeds): Promise<SpeechServer> {
  const { host, port, key, recogniser, voices, hearing, speaking, cores } = needs;
  const languages = recogniser.languages;
  const models = [recogniser, ...voices].map(({ name, use }) => ({
    id: name,
    object: "model",
    created: 0,
    owned_by: "ari-attendant",
    task: use === "voice" ? "text-to-speech" : "automatic-speech-recognition",
  }));

  type Answer = (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void> | void;
  /**
   * Limits the requests of a kind to what the cores can answer, from before their bodies are read until their answers are sent: both
   * are kept in memory.
   */
  const limited = (answer: Answer): Answer => {
    let open = 0;
    return async (request, response, signal) => {
      if (open >= cores.most) throw new TooBusy();
      open++;
      response.on("close", () => open--);
      await answer(request, response, signal);
    };
  };
  const answers: Readonly<Record<string, Answer>> = {
    "GET /health": (_, response) => sendJson(response, 200, { ok: true, busy: cores.busy, at_once: cores.atOnce }),
    "GET /v1/models": (_, response) => sendJson(response, 200, { object: "list", data: models }),
    "GET /v1/audio/voices": (_, response) => sendJson(response, 200, { voices: speaking.voices }),
    "POST /v1/audio/transcriptions": limited((request, response, signal) =>
      transcribe(request, response, signal, { hearing, languages }),
    ),
    "POST /v1/audio/speech": limited((request, response, signal) => speak(request, response, signal, speaking)),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on("close", () => gone.abort(new Error("the client went away")));
    const path = pathOf(request);
    try {
      if (path !== "/health") allow(request, key);
      const found = answers[`${request.method} ${path}`];
      if (!found) throw new RequestFault(404, `unknown request: ${request.method} ${path.slice(0, 200)}`, "not_found");
      await found(request, response, gone.signal);
    } catch (error) {
      if (!gone.signal.aborted) sendError(response, error);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  Object.assign(server, { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  server.on("upgrade", (request, connection, head) => {
    connection.on("error", () => connection.destroy());
    try {
      allow(request, key);
      if (pathOf(request) !== "/v1/realtime") throw new RequestFault(404, "expected /v1/realtime", "not_found");
      if (sockets.clients.size >= MAX_SESSIONS) throw new RequestFault(503, `${MAX_SESSIONS} sessions are open`);
      sockets.handleUpgrade(request, connection, head, (socket) => {
        terminateIfDead(socket);
        serveRealtime(socket, { hearing, cores, languages });
      });
    } catch (error) {
      const { status, body } = errorOf(error);
      const text = JSON.stringify(body);
      const fields = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close`;
      endSocket(connection, `HTTP/1.1 ${status} Refused\r\n${fields}\r\n\r\n${text}`);
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${reachableHost(host)}:${bound}/v1`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Ends a session that no longer answers pings: a client may be gone without a word. */
function terminateIfDead(socket: WebSocket): void {
  const scope = new Scope("session");
  socket.on("close", () => scope.end());
  const isAlive = keepAlive({
    everyMs: PING_MS,
    ask: () => socket.ping(),
    onSilence: () => socket.terminate(),
    scope,
  });
  socket.on("pong", isAlive);
}

/** The path without a query, with or without the version: addresses of servers are given either way. */
function pathOf({ url = "/" }: IncomingMessage): string {
  const path = url.split("?", 1)[0] ?? "/";
  return /^\/(audio|models|realtime)(\/|$)/.test(path) ? `/v1${path}` : path;
}

/** Without a key, only programs on this machine are answered, and not web pages in a browser on it. */
function allow({ headers }: IncomingMessage, key: string | undefined): void {
  if (key === undefined) {
    const host = (headers.host ?? "").replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
    if (headers.origin === undefined && isLoopback(host)) return;
    throw new RequestFault(403, "requests from web pages or to other host names need SPEECH_API_KEY", "forbidden");
  }
  const [, given = ""] = /^Bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (!timingSafeEqual(digest(given), digest(key))) throw new RequestFault(401, "wrong key", "invalid_api_key");
}
