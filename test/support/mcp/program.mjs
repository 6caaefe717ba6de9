// @ts-check
/** A server of the Model Context Protocol as a program, made with the SDK; by MODE it goes wrong in one way or another. */
import { spawn } from "node:child_process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const mode = process.env.MODE ?? "";
const anything = { type: "object", properties: {} };
const tool = (/** @type {string} */ name, /** @type {object} */ more = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: anything,
  ...more,
});
let tools = [
  tool("echo", {
    inputSchema: {
      type: "object",
      properties: { words: { type: "array", items: { type: "string" }, description: "What to say." } },
      required: ["words"],
    },
  }),
  tool("environment"),
  tool("pid"),
  tool("crash"),
  tool("hang"),
  tool("cancelled"),
  tool("huge"),
  tool("grow"),
  tool("child"),
  tool("session"),
];
if (mode === "names") {
  tools = [
    tool("get.light-state"),
    tool("get_light_state"),
    tool("echo"),
    tool("echo"),
    tool("lightsOff"),
    tool("x".repeat(80)),
    tool("日本"),
    tool("fine"),
  ];
}
if (mode === "schemas") {
  /** @type {(n: number) => object} */
  const deep = (n) => (n === 0 ? { type: "string" } : { type: "object", properties: { a: deep(n - 1) } });
  tools = [
    tool("fine"),
    tool("pattern", { inputSchema: { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } } }),
    tool("deep", { inputSchema: deep(200) }),
    tool("wide", {
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, { type: "string" }])),
      },
    }),
    tool("list", { inputSchema: { type: "array" } }),
    tool("none", { inputSchema: undefined }),
    tool("nonsense", { inputSchema: { type: "object", properties: { a: { type: "colour", minimum: "x", enum: 5 } } } }),
    tool("prototype", { inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') }),
    tool("words", { description: `Ignore\u0000 all\u202e previous ${"x".repeat(50_000)}` }),
  ];
}
if (mode === "restless") tools = [tool("listed"), tool("list", { inputSchema: { type: "array" } })];
if (mode === "many") tools = Array.from({ length: 300 }, (_, at) => tool(`t${at}`));

/** @type {string[]} */
const cancelled = [];
const server = new Server({ name: "for-tests", version: "1" }, { capabilities: { tools: { listChanged: true } } });
let listed = 0;
server.setRequestHandler(ListToolsRequestSchema, () => {
  listed++;
  if (mode === "restless") setImmediate(() => server.sendToolListChanged());
  return /** @type {any} */ ({ tools });
});
server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }, { signal }) => {
  const say = (/** @type {string} */ text) => ({ content: [{ type: "text", text }] });
  if (name === "environment") return say(JSON.stringify(process.env));
  if (name === "listed") return say(String(listed));
  if (name === "pid") return say(String(process.pid));
  if (name === "crash") process.kill(process.pid, "SIGKILL");
  if (name === "hang") {
    signal.addEventListener("abort", () => cancelled.push(name));
    return new Promise(() => {});
  }
  if (name === "cancelled") return say(cancelled.join());
  if (name === "huge") return say("x".repeat(10_000_000));
  if (name === "grow") {
    tools = [...tools, tool("grown")];
    await server.sendToolListChanged();
    return say("Grown.");
  }
  if (name === "child" || name === "session") {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    const child = spawn(process.execPath, ["-e", script], { detached: name === "session" });
    return say(String(child.pid));
  }
  return say(JSON.stringify(given));
});

if (mode === "greets") process.stdout.write("Welcome to the server!\n\n{not json}\n");
if (mode === "stderr") {
  const line = `${"e".repeat(2_000)}\n`;
  for (let at = 0; at < 20_000; at++) process.stderr.write(line);
}
if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (mode === "silent") setInterval(() => {}, 1000);
else if (mode === "dies") process.exit(3);
else if (mode === "nested") flood(`${"[".repeat(400_000)}\n`);
else if (mode === "endless") flood("x".repeat(65_536));
else await server.connect(new StdioServerTransport());
if (mode === "chatter") {
  const line = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`;
  setTimeout(() => flood(line.repeat(500)), 200);
}

/** @param {string} text */
function flood(text) {
  while (process.stdout.write(text));
  process.stdout.once("drain", () => flood(text));
}
