import { basename } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { within } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Parameters } from "../language/parameters.js";
import type { ToolContext, ToolResult } from "../language/tool.js";
import { MAX_LINE } from "./bounds.mjs";
import { type Definition, definitionsOf } from "./definition.js";
import { createExecution, type Execution, type FromTool } from "./execution.js";
import type { FromThread, ThreadStart, ToThread } from "./messages.js";
import { PluginFault } from "./plugin-fault.js";
import { createPulse } from "./pulse.js";

/** The thread in which the tools of one file run. */
export interface PluginThread {
  readonly definitions: readonly Definition[];
  /** Uses of tools that have not come to their end though nobody waits for them any more. */
  readonly abandoned: number;
  /** Runs a tool. @throws {PluginFault}, or the signal's reason when it aborts */
  execute(tool: string, parameters: Parameters, context: ToolContext): Promise<ToolResult>;
  /** Ends once nobody waits for a result any more; takes no further use meanwhile. */
  retire(): void;
  /** Ends it at once. */
  stop(): Promise<void>;
}

export interface ThreadNeeds {
  /** The plugin's absolute path. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The longest that a tool may run, ms. */
  readonly toolTimeoutMs: number;
  /** The longest that the file may take to load, ms. */
  readonly loadMs?: number;
  /** Is told what went wrong outside of a use. */
  readonly onFault: (reason: string) => void;
  /** Is told what the plugin prints. */
  readonly onOutput: (line: string) => void;
  /** Is told once when it has ended, whyever. */
  readonly onEnd: () => void;
}

const LOAD_MS = 5_000;
/** Beyond this V8 ends the thread. */
const HEAP_MB = 96;
/** Buffers are not on the heap: they are looked at once a second. */
const EXTERNAL_MB = 256;

/** Starts a thread and has it import the file. @throws {PluginFault} why the file cannot be used */
export async function startPluginThread(needs: ThreadNeeds): Promise<PluginThread> {
  const { path, environment, toolTimeoutMs, loadMs = LOAD_MS } = needs;
  const { port1: port, port2: theirs } = new MessageChannel();
  const toolModule = new URL("./tool.mjs", import.meta.url).href;
  const worker = new Worker(new URL("./thread.mjs", import.meta.url), {
    name: basename(path).slice(0, 60),
    workerData: { file: path, toolModule, port: theirs } satisfies ThreadStart & { port: unknown },
    transferList: [theirs],
    env: { ...environment },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  const running = new Map<number, Execution>();
  const post = (message: ToThread) => port.postMessage(message);
  const left = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let latest = 0;
  let retiring = false;
  let ended = false;
  let loading: { resolve(json: string): void; reject(error: PluginFault): void } | undefined;
  const loaded = new Promise<string>((resolve, reject) => (loading = { resolve, reject }));
  loaded.catch(() => {}); // It may end before anybody has come to wait for it.

  const pulse = createPulse({
    ask: () => post({ kind: "ping" }),
    busy: () => loading !== undefined || running.size > 0,
    busyMs: toolTimeoutMs,
    onBlocked: (ms) => end(`it has blocked its thread for ${ms / 1000} s and was ended`),
  });

  function end(reason: string | undefined): void {
    if (ended) return;
    ended = true;
    pulse.stop();
    // What it sent before it ended still counts.
    for (let sent = receiveMessageOnPort(port); sent; sent = receiveMessageOnPort(port)) take(sent.message);
    port.close();
    void worker.terminate();
    const lost = reason ?? "it was ended";
    if (loading) loading.reject(new PluginFault(lost));
    else if (reason) needs.onFault(reason);
    for (const execution of running.values()) execution.lose(lost);
    running.clear();
    needs.onEnd();
  }

  function take(message: FromThread): void {
    try {
      switch (message.kind) {
        case "loaded":
          return loading?.resolve(String(message.toolsJson));
        case "refused":
          return loading?.reject(new PluginFault(String(message.reason).slice(0, MAX_LINE)));
        case "pong":
          pulse.heard();
          if (message.externalBytes > EXTERNAL_MB * 1e6) end(`it holds more than ${EXTERNAL_MB} MB in buffers`);
          return;
        case "output":
          return needs.onOutput(String(message.text).slice(0, MAX_LINE));
        case "fault":
          return needs.onFault(String(message.reason).slice(0, MAX_LINE));
        default:
          takeFromTool(message);
      }
    } catch (error) {
      needs.onFault(`it sent what cannot be understood: ${describe(error)}`);
    }
  }

  function takeFromTool(message: FromTool): void {
    if (!running.get(message.id)?.take(message)) return;
    running.delete(message.id);
    endIfRetired();
  }

  function endIfRetired(): void {
    if (retiring && ![...running.values()].some(({ awaited }) => awaited)) end(undefined);
  }

  port.on("message", take);
  worker.on("error", (error) => end(wordsFor(error)));
  worker.on("exit", (code) => end(`it has ended its thread (exit code ${code})`));

  let definitions: readonly Definition[];
  try {
    definitions = definitionsOf(await within(loadMs, undefined, "loading", () => loaded));
    loading = undefined;
  } catch (error) {
    end(undefined);
    if (error instanceof PluginFault) throw error;
    const late = error instanceof Ending && error.kind === "deadline";
    throw new PluginFault(late ? `it did not finish loading within ${loadMs / 1000} s` : describe(error));
  }

  return {
    definitions,
    get abandoned() {
      return [...running.values()].filter(({ awaited }) => !awaited).length;
    },
    async execute(tool, parameters, context) {
      const { signal } = context;
      signal.throwIfAborted();
      if (ended) throw new PluginFault("its thread has ended", false);
      const id = ++latest;
      const execution = createExecution({ id, tool, parameters, context, post });
      running.set(id, execution);
      const abort = () => {
        if (ended) return;
        post({ kind: "abort", id, reason: describe(signal.reason) });
        if (Ending.of(signal.reason).kind === "deadline") pulse.demand();
        endIfRetired();
      };
      signal.addEventListener("abort", abort, { once: true });
      try {
        post(execution.request);
        return await execution.result;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    retire() {
      retiring = true;
      endIfRetired();
    },
    async stop() {
      end(undefined);
      await left;
    },
  };
}

/** What ended the thread: what was thrown where nobody caught it, or that its memory was not enough. */
function wordsFor(error: unknown): string {
  const { code, stack } = error as { code?: unknown; stack?: unknown };
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return `it needed more than ${HEAP_MB} MB of memory`;
  const place = String(stack ?? "").match(/[\w.-]+\.(?:mjs|js):\d+/)?.[0];
  return `nobody caught what it threw: ${describe(error)}${place ? ` (${place})` : ""}`.slice(0, MAX_LINE);
}
