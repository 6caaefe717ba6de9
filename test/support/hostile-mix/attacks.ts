import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ASSISTANT_EXTENSION } from "../bed/pbx.js";
import type { Behaviour } from "../receiver/receiver.js";
import { headOf, rawConnection } from "./raw-connection.js";
import type { Attack, Target } from "./target.js";

const JSON_BODY = "Content-Type: application/json";
const PIPELINED = 60;
const FLOOD = 4_000;
/** A byte of a slow body, and how many bodies are begun a round. */
const SLOW_BYTE_MS = 1_000;
const SLOW_BODIES = 3;
const LEFT_OPEN = 15;
const FUZZED = 3;
const ANSWER_MS = 10_000;

const WEBHOOK_WAYS: readonly Behaviour[] = [
  { way: "hang" },
  { way: "reset" },
  { way: "babble" },
  { way: "slow body" },
  { way: "huge body" },
  { status: 500 },
  { status: 302, headers: { location: "http://169.254.169.254/latest" } },
  { status: 410 },
  { status: 429, headers: { "retry-after": "999999999" } },
  { headers: { "x-long": "x".repeat(15_000) } },
];

const events = { "content-type": "text/event-stream" };
const json = { "content-type": "application/json" };
const CHANGED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
const MCP_WAYS: readonly ((response: ServerResponse) => unknown)[] = [
  () => {},
  (response) => response.socket?.resetAndDestroy(),
  (response) => response.writeHead(200, json).end("x".repeat(2_000_000)),
  (response) => response.writeHead(200, json).end("[".repeat(100_000)),
  (response) => response.writeHead(200, json).end('{"jsonrpc":"2.0","id":999,"result":{}}'),
  (response) => response.writeHead(200, events).end(`data: ${CHANGED}\n\n`.repeat(2_000)),
  (response) => response.writeHead(200, events).write(": waits\n\n"),
  (response) => response.writeHead(404, { "mcp-session-id": randomUUID() }).end(),
  (response) => response.writeHead(401, { "www-authenticate": "Bearer realm=x" }).end(),
  (response) => response.writeHead(307, { location: "http://169.254.169.254/mcp" }).end(),
];

function pick<T>(choices: readonly T[], { random }: Target): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Asks with the key. @returns the status, or undefined where none came */
async function ask(target: Target, attack: string, path: string, body: object, signal: AbortSignal) {
  try {
    const response = await fetch(new URL(path, target.url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": target.key },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await response.arrayBuffer();
    target.answered(attack, String(response.status));
    return response.status;
  } catch (error) {
    if (!signal.aborted) target.answered(attack, error instanceof Error ? error.name : "no answer");
    return undefined;
  }
}

/** Without a key, or with one that was made up: many requests on one connection before anything is answered. */
function pipelined(name: string, count: number, everyMs: number): Attack {
  return {
    name,
    everyMs,
    run(target) {
      const paths = ["GET /calls", "GET /health", "GET /openapi.json", "GET /nothing", "DELETE /schedules/1"];
      const requests = Array.from({ length: count }, () =>
        headOf(target, pick(paths, target), `X-API-Key: ${randomUUID()}`, `X-Forwarded-For: 198.51.100.${count}`, ""),
      );
      rawConnection(target, { attack: name, text: requests.join("") });
    },
  };
}

const slowBodies: Attack = {
  name: "slow bodies",
  everyMs: 3_000,
  run(target) {
    for (let at = 0; at < SLOW_BODIES; at++) {
      const key = at % 2 === 0 ? [`X-API-Key: ${target.key}`] : [];
      const head = headOf(target, "POST /call", JSON_BODY, "Content-Length: 1000", ...key, "");
      // Every third is slow in its head already.
      const text = at === 2 ? head.slice(0, -2) : `${head}{`;
      const socket = rawConnection(target, { attack: this.name, text });
      const timer = setInterval(() => socket.writable && socket.write(at === 2 ? "X" : " "), SLOW_BYTE_MS);
      socket.on("close", () => clearInterval(timer));
    }
  },
};

const leftOpen: Attack = {
  name: "opened and left",
  everyMs: 2_000,
  run(target) {
    for (let at = 0; at < LEFT_OPEN; at++) {
      const text = pick(["", "\r\n", "GET ", "\u0016\u0003\u0001", headOf(target, "GET /health")], target);
      const socket = rawConnection(target, { attack: this.name, text, keptMs: 500 + 4_000 * target.random() });
      // Half of them are only half closed.
      if (at % 2 === 0) socket.on("connect", () => socket.end());
    }
  },
};

const upgrades: Attack = {
  name: "WebSocket upgrades",
  everyMs: 1_500,
  run(target) {
    const path = pick(["/talk", "/talk/line", "/events", "/ws", "/call", "/%00"], target);
    const headers = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
    const name = `Sec-WebSocket-Key: ${Buffer.from(randomUUID().slice(0, 16)).toString("base64")}`;
    const key = target.random() < 0.5 ? [`X-API-Key: ${target.key}`] : [];
    const frames = pick(["", "\u0081\u00ff\u00ff\u00ff\u00ff", "GET / HTTP/1.1\r\n\r\n", "\u0089\u0080"], target);
    const text = headOf(target, `GET ${path}`, ...headers, name, ...key, "") + frames;
    rawConnection(target, { attack: this.name, text, keptMs: 5_000 });
  },
};

/** The owner of a key sends whatever the service's description allows, mostly with something wrong in it. */
const rest: Attack = {
  name: "hostile REST",
  everyMs: 1_000,
  async run(target, signal) {
    for (let at = 0; at < FUZZED; at++) {
      const { method, path, headers, body } = target.nextRequest();
      try {
        const response = await fetch(new URL(path, target.url), {
          ...{ method, headers: { ...headers, "x-api-key": target.key } },
          ...(body !== undefined && { body }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        });
        // GET /events has no end.
        if (/event-stream/.test(response.headers.get("content-type") ?? "")) await response.body?.cancel();
        else await response.arrayBuffer();
        target.answered(this.name, String(response.status));
      } catch (error) {
        if (!signal.aborted) target.answered(this.name, error instanceof Error ? error.name : "no answer");
      }
    }
  },
};

const webhooks: Attack = {
  name: "hostile webhooks",
  everyMs: 10_000,
  async run(target, signal) {
    target.receiver.received.length = 0;
    target.receiver.otherwise = () => pick(WEBHOOK_WAYS, target);
    const call = { extension: "2001", message: "Good morning.", callback_url: target.receiver.url };
    await ask(target, this.name, "/call", call, signal);
  },
};

const mcpAnswers: Attack = {
  name: "hostile MCP answers",
  everyMs: 4_000,
  async run(target, signal) {
    const { mcp } = target;
    (mcp.requests as unknown[]).length = 0;
    const use = () => ask(target, this.name, "/tools/HOME_STATE/execute", { params: {} }, signal);
    mcp.instead = undefined;
    if ((await use()) !== 200) return; // It has yet to be connected to again.
    const way = pick(MCP_WAYS, target);
    mcp.instead = (_request, response) => way(response);
    if (target.random() < 0.3) mcp.forget();
    await use();
    mcp.instead = undefined;
  },
};

/** They ring and are gone, or are answered and say nothing. */
const callers: Attack = {
  name: "callers who hang up",
  everyMs: 5_000,
  run({ asterisk, random, answered }) {
    const id = randomUUID();
    asterisk.requests.length = 0;
    asterisk.calls(id, `<script>${String(random()).slice(2)}`, ASSISTANT_EXTENSION);
    answered(this.name, "called");
    const timer = setTimeout(() => asterisk.channels.has(id) && asterisk.ends(id), 2_000 * random());
    timer.unref();
  },
};

export const ATTACKS: readonly Attack[] = [
  pipelined("pipelined", PIPELINED, 1_000),
  pipelined("flood of pipelined requests", FLOOD, 20_000),
  slowBodies,
  leftOpen,
  upgrades,
  rest,
  webhooks,
  mcpAnswers,
  callers,
];
