// @ts-check
/**
 * The process of one plugin: it imports the file and runs its tools, so that the event loop that carries the audio of all calls
 * never waits for them. `host/plugin-worker.ts` is the other side.
 *
 * JavaScript, because this must be the same file in the sources and in the build.
 */
import { constants, setPriority } from "node:os";
import { syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";
import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import { resolveToolFor } from "./resolve-tool.mjs";
import { createContext } from "./context.mjs";
import { definitionsJson, toolsIn } from "./tool-definitions.mjs";
import { createLineRateLimit } from "../protocol/line-rate.mjs";
import { captureOutput } from "./capture-output.mjs";
import { createMemory, resultJson } from "./tool-result.mjs";
import { Mistake, errorMessage, isSyntaxErrorWithoutPlace } from "./error-message.mjs";

/** @typedef {import("../protocol/messages.js").ToWorker} ToWorker */
/** @typedef {import("../protocol/messages.js").FromWorker} FromWorker */
/** @typedef {import("../protocol/messages.js").Execute} Execute */
/** @typedef {import("../tool.mjs").ToolDefinition} ToolDefinition */

const [, , file = "", toolModule = ""] = process.argv;
const send = process.send?.bind(process);
if (!send) throw new Error("this file is the entry of a plugin's process");
// The plugin must not use the channel.
delete process.send;

/** @type {Map<string, ToolDefinition>} */
const tools = new Map();
/** @type {Map<number, AbortController>} */
const running = new Map();
/** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
const requests = new Map();
let latestRequest = 0;

// Calls have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Signals that end the service reach this process too, but it ends only when the service says so, after the last goodbye.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
const { permission } = /** @type {{ permission?: { has(scope: string): boolean, drop(scope: string): void } }} */ (
  /** @type {unknown} */ (process)
);
if (!permission || permission.has("worker")) exitWithParent();
if (permission) confine(permission);

/** @param {FromWorker} message @param {() => void} [sent] */
const post = (message, sent = () => {}) => void (process.connected && send(message, undefined, undefined, sent));
const output = (/** @type {string} */ text) => post({ kind: "output", text });
const mayLog = createLineRateLimit(output);
captureOutput((line) => mayLog() && output(line));
process.removeAllListeners("warning"); // These would bypass the captured output.
process.on("warning", ({ message }) => mayLog() && output(message));
process.on("unhandledRejection", (reason) => {
  if (mayLog()) post({ kind: "fault", reason: `an unhandled rejection: ${errorMessage(reason, file)}`, last: false });
});
process.on("uncaughtException", (error) => {
  post({ kind: "fault", reason: `an uncaught exception: ${errorMessage(error, file)}`, last: true });
});

/** @param {Execute} message */
async function execute(message) {
  const { id } = message;
  post({ kind: "started", id });
  const controller = new AbortController();
  running.set(id, controller);
  const { memory, changes } = createMemory(message.memoryJson);
  const { context, close } = createContext(message, { post, request, mayLog, signal: controller.signal, memory });
  try {
    const tool = tools.get(message.tool);
    if (!tool) throw new Mistake(`the file no longer exports ${message.tool}`);
    const result = resultJson(await tool.execute(message.parameters, context));
    post({ kind: "done", id, resultJson: result, memory: changes() });
  } catch (error) {
    post({ kind: "done", id, failure: errorMessage(error, file), memory: orEmpty(changes) });
  } finally {
    close();
    running.delete(id);
  }
}

/** @template T @param {() => T[]} read @returns {T[]} */
function orEmpty(read) {
  try {
    return read();
  } catch {
    return [];
  }
}

/** @param {number} id @param {import("../protocol/messages.js").TaskMethod} method @param {unknown} param @returns {Promise<unknown>} */
function request(id, method, param) {
  const number = ++latestRequest;
  return new Promise((resolve, reject) => {
    post({ kind: "task_request", id, request: number, method, paramJson: JSON.stringify(param) });
    requests.set(number, { resolve, reject });
  });
}

/** @param {Extract<ToWorker, { kind: "task_response" }>} response */
function settleRequest({ request: number, valueJson = "null", failure }) {
  const waiting = requests.get(number);
  requests.delete(number);
  if (failure) waiting?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
  else waiting?.resolve(JSON.parse(valueJson));
}

function listen() {
  process.on("message", (sent) => {
    const message = /** @type {ToWorker} */ (sent);
    if (message.kind === "execute") void execute(message);
    else if (message.kind === "abort") running.get(message.id)?.abort(new DOMException(message.reason, "AbortError"));
    else if (message.kind === "task_response") settleRequest(message);
    else post({ kind: "pong", externalBytes: getHeapStatistics().external_memory });
  });
}

/** Ends the process when its parent has died without notice, even while the plugin blocks the event loop. */
function exitWithParent() {
  const watch = `const { ppid } = process; setInterval(() => process.ppid !== ppid && process.kill(process.pid, "SIGKILL"), 1000);`;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } }).unref();
}

/**
 * Drops what Node's permission model leaves open and a plugin does not need: threads, which it does not confine, and signals to
 * other processes.
 *
 * @param {{ has(scope: string): boolean, drop(scope: string): void }} permission
 */
function confine(permission) {
  if (permission.has("worker")) permission.drop("worker");
  const refuse = () => {
    throw Object.assign(new Error("A plugin may not send signals"), { code: "ERR_ACCESS_DENIED" });
  };
  for (const name of ["kill", "_kill", "_debugProcess"]) Object.defineProperty(process, name, { value: refuse });
  syncBuiltinESMExports();
}

// Keeps the process alive, even while waiting for a file that never finishes loading.
listen();
try {
  resolveToolFor(file, toolModule);
  const found = toolsIn(await import(pathToFileURL(file).href));
  const toolsJson = definitionsJson(found);
  for (const tool of /** @type {ToolDefinition[]} */ (found)) tools.set(tool.name, tool);
  post({ kind: "loaded", toolsJson });
} catch (error) {
  const isSyntax = isSyntaxErrorWithoutPlace(error, file);
  post({ kind: "refused", reason: errorMessage(error, file), isSyntax });
}
