// @ts-check
/**
 * The process of one plugin: its file is imported here and its tools are run here, so that whatever they do, the event loop
 * that carries the audio of all calls does not wait for them. `plugin-worker.ts` is the other side.
 *
 * JavaScript, because this must be the same file when the sources are run and when the build is.
 */
import { constants, setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import { resolveToolFor } from "./resolve-tool.mjs";
import { createContext } from "./context.mjs";
import { definitionsJson, toolsIn } from "./definitions.mjs";
import { captureOutput, createLineGate } from "./output.mjs";
import { createMemory, resultJson } from "./result.mjs";
import { Mistake, wordsFor, wordsForImport } from "./error-words.mjs";

/** @typedef {import("../messages.js").ToWorker} ToWorker */
/** @typedef {import("../messages.js").FromWorker} FromWorker */
/** @typedef {import("../messages.js").Execute} Execute */
/** @typedef {import("../tool.mjs").ToolDefinition} ToolDefinition */

const [, , file = "", toolModule = ""] = process.argv;
const send = process.send?.bind(process);
if (!send) throw new Error("this file is the entry of a plugin's process");
// The plugin has no business with it.
delete process.send;

/** @type {Map<string, ToolDefinition>} */
const tools = new Map();
/** @type {Map<number, AbortController>} */
const running = new Map();
/** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
const asked = new Map();
let latestAsk = 0;

// Calls go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// What ends the service ends this process when the service says so, after the last goodbye.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
leaveWithParent();

/** @param {FromWorker} message @param {() => void} [sent] */
const post = (message, sent = () => {}) => void (process.connected && send(message, undefined, undefined, sent));
const output = (/** @type {string} */ text) => post({ kind: "output", text });
const mayLog = createLineGate(output);
captureOutput((line) => mayLog() && output(line));
process.removeAllListeners("warning"); // They would go past what is captured.
process.on("warning", ({ message }) => mayLog() && output(message));
process.on("unhandledRejection", (reason) => {
  if (mayLog())
    post({ kind: "fault", reason: `a rejection that nobody handled: ${wordsFor(reason, file)}`, last: false });
});
process.on("uncaughtException", (error) => {
  post({ kind: "fault", reason: `nobody caught what it threw: ${wordsFor(error, file)}`, last: true });
});

/** @param {Execute} message */
async function execute(message) {
  const { id } = message;
  post({ kind: "begun", id });
  const controller = new AbortController();
  running.set(id, controller);
  const { memory, changes } = createMemory(message.memoryJson);
  const { context, close } = createContext(message, { post, ask, mayLog, signal: controller.signal, memory });
  try {
    const tool = tools.get(message.tool);
    if (!tool) throw new Mistake(`the file does not export ${message.tool} any more`);
    const result = resultJson(await tool.execute(message.parameters, context));
    post({ kind: "done", id, resultJson: result, memory: changes() });
  } catch (error) {
    post({ kind: "done", id, failure: wordsFor(error, file), memory: orNone(changes) });
  } finally {
    close();
    running.delete(id);
  }
}

/** @template T @param {() => T[]} read @returns {T[]} */
function orNone(read) {
  try {
    return read();
  } catch {
    return [];
  }
}

/** @param {number} id @param {import("../messages.js").TaskVerb} verb @param {unknown} argument @returns {Promise<unknown>} */
function ask(id, verb, argument) {
  const number = ++latestAsk;
  return new Promise((resolve, reject) => {
    post({ kind: "ask", id, ask: number, verb, argumentJson: JSON.stringify(argument) });
    asked.set(number, { resolve, reject });
  });
}

/** @param {Extract<ToWorker, { kind: "answer" }>} answer */
function answered({ ask: number, valueJson = "null", failure }) {
  const waiting = asked.get(number);
  asked.delete(number);
  if (failure) waiting?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
  else waiting?.resolve(JSON.parse(valueJson));
}

function listen() {
  process.on("message", (sent) => {
    const message = /** @type {ToWorker} */ (sent);
    if (message.kind === "execute") void execute(message);
    else if (message.kind === "abort") running.get(message.id)?.abort(aborted(message.reason));
    else if (message.kind === "answer") answered(message);
    else post({ kind: "pong", externalBytes: getHeapStatistics().external_memory });
  });
}

/**
 * Ends the process when its parent is gone and could not say so, also while the plugin blocks the event loop.
 */
function leaveWithParent() {
  const watch = `const { ppid } = process; setInterval(() => process.ppid !== ppid && process.kill(process.pid, "SIGKILL"), 1000);`;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } }).unref();
}

/** @param {string} reason */
function aborted(reason) {
  return new DOMException(reason, "AbortError");
}

// Keeps the process alive, also while a file that never finishes loading is waited for.
listen();
try {
  resolveToolFor(file, toolModule);
  const found = toolsIn(await import(pathToFileURL(file).href));
  const toolsJson = definitionsJson(found);
  for (const tool of /** @type {ToolDefinition[]} */ (found)) tools.set(tool.name, tool);
  post({ kind: "loaded", toolsJson });
} catch (error) {
  post({ kind: "refused", reason: wordsForImport(error, file) });
}
