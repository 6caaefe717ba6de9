import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import { MAX_LINE, MAX_LINES } from "../protocol/limits.mjs";
import { createLineRateLimit } from "../protocol/line-rate.mjs";
import { confinementOf } from "./confinement.js";
import { placeOfSyntaxError } from "./syntax-check.js";
import { type ToolDefinition, definitionsOf } from "./tool-definition.js";
import { createExecutions, type Executions } from "./execution.js";
import type { FromWorker, ToWorker } from "../protocol/messages.js";
import { PluginFault } from "./plugin-fault.js";
import { createHeartbeat } from "./heartbeat.js";

/** The process that runs the tools of one file, as seen by the host. */
export interface PluginWorker {
  readonly definitions: readonly ToolDefinition[];
  /** Number of abandoned runs that have not ended. */
  readonly abandoned: number;
  readonly execute: Executions["execute"];
  /** Ends it when no more results are awaited. */
  retire(): void;
  /** Ends it at once. */
  stop(): Promise<void>;
}

export interface PluginWorkerNeeds {
  /** The plugin's absolute path. */
  readonly path: string;
  /** The environment variables of its process. */
  readonly env: Readonly<Record<string, string>>;
  /** Time-out of a tool, in ms. */
  readonly toolTimeoutMs: number;
  /** Time-out of loading the file, in ms. */
  readonly loadMs?: number;
  /** Called with faults outside of a run. */
  readonly onFault: (reason: string) => void;
  /** Called with what the plugin prints. */
  readonly onOutput: (line: string) => void;
  /** Called once when it has ended, for any reason. */
  readonly onEnd: () => void;
}

const TOOL_MODULE = new URL("../tool.mjs", import.meta.url).href;
const LOAD_MS = 5_000;
/** Beyond this, V8 ends the process. */
const HEAP_MB = 96;
/** Buffers are outside the heap: they are checked once a second. */
const EXTERNAL_MB = 256;
/** V8's message when it ends the process is within the first characters written to stderr directly. */
const MAX_STDERR = 16_384;
/** Two of the worker's windows may fall into one of ours, each with a line that counts the dropped ones. */
const MAX_LINES_HERE = 2 * (MAX_LINES + 1);
/** Maximum time for reading what an ended process has sent, in ms. */
const READ_OUT_MS = 500;

/** Starts a process that imports the file. @throws {PluginFault} why the file cannot be used */
export async function startPluginWorker(needs: PluginWorkerNeeds): Promise<PluginWorker> {
  const { path, env, toolTimeoutMs, loadMs = LOAD_MS } = needs;
  const worker = fork(fileURLToPath(new URL("../worker/worker.mjs", import.meta.url)), [path, TOOL_MODULE], {
    env: { ...env },
    execArgv: [`--max-old-space-size=${HEAP_MB}`, ...confinementOf(path)],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const post = (message: ToWorker) => void (worker.connected && worker.send(message, () => {}));
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let retiring = false;
  let hasEnded = false;
  let loading: { resolve(json: string): void; reject(error: PluginFault): void } | undefined;
  const loaded = new Promise<string>((resolve, reject) => (loading = { resolve, reject }));
  loaded.catch(() => {}); // It may end before the rejection is awaited.

  const executions = createExecutions({
    post,
    onTimeOut: () => heartbeat.demandPong(),
    onSettled: endIfRetired,
  });
  const heartbeat = createHeartbeat({
    ping: () => post({ kind: "ping" }),
    busy: () => loading !== undefined || executions.size > 0,
    busyMs: toolTimeoutMs,
    onBlocked: (ms) => end(`it blocked its process for ${ms / 1000} s and was ended`),
  });

  function end(reason: string | undefined): void {
    if (hasEnded) return;
    hasEnded = true;
    heartbeat.stop();
    worker.kill("SIGKILL");
    const lost = reason ?? "it was ended";
    if (loading) loading.reject(new PluginFault(lost));
    else if (reason) needs.onFault(reason);
    executions.fail(lost);
    needs.onEnd();
  }

  const mayLog = createLineRateLimit(needs.onOutput, MAX_LINES_HERE);

  function receive(message: FromWorker): void {
    try {
      if (isForLog(message) && !mayLog()) return;
      switch (message.kind) {
        case "loaded":
          return loading?.resolve(String(message.toolsJson));
        case "refused":
          return void refuse(message);
        case "pong":
          heartbeat.pong();
          if (message.externalBytes > EXTERNAL_MB * 1e6) end(`it holds more than ${EXTERNAL_MB} MB in buffers`);
          return;
        case "output":
          return needs.onOutput(String(message.text).slice(0, MAX_LINE));
        case "fault": {
          const reason = String(message.reason).slice(0, MAX_LINE);
          return message.last ? end(reason) : needs.onFault(reason);
        }
        default:
          executions.receive(message);
      }
    } catch (error) {
      needs.onFault(`it sent an invalid message: ${describe(error)}`);
    }
  }

  async function refuse({ reason, isSyntax }: Extract<FromWorker, { kind: "refused" }>): Promise<void> {
    const place = isSyntax === true ? await placeOfSyntaxError(path) : undefined;
    loading?.reject(new PluginFault(`${String(reason).slice(0, MAX_LINE)}${place ? ` (${place})` : ""}`));
  }

  function endIfRetired(): void {
    if (retiring && executions.size === executions.abandoned) end(undefined);
  }

  attend(worker, receive, end);

  let definitions: readonly ToolDefinition[];
  try {
    definitions = definitionsOf(await withDeadline(loadMs, undefined, "loading", () => loaded));
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
      return executions.abandoned;
    },
    execute: executions.execute,
    retire() {
      retiring = true;
      endIfRetired();
    },
    async stop() {
      end(undefined);
      await exited;
    },
  };
}

function isForLog(message: FromWorker): boolean {
  return ["output", "log"].includes(message.kind) || (message.kind === "fault" && !message.last);
}

/** Hands on what the process sends, and why it ended. */
function attend(
  worker: ChildProcess,
  receive: (message: FromWorker) => void,
  end: (reason: string | undefined) => void,
): void {
  let stderr = "";
  worker.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR);
    if (stderr.length === MAX_STDERR) worker.stderr?.destroy();
  });
  worker.on("message", (message) => receive(message as FromWorker));
  worker.on("error", (error) => end(`its process cannot be started: ${describe(error)}`));
  worker.on("disconnect", () => worker.kill("SIGKILL"));
  // Messages sent before its end still count, so they are read first. A child process may keep its output open for too long, so
  // there is a time limit.
  worker.on("exit", (...how) => setTimeout(() => end(endReason(stderr, ...how)), READ_OUT_MS).unref());
  worker.on("close", (...how) => end(endReason(stderr, ...how)));
}

/** Why a process has ended by itself. */
function endReason(stderr: string, code: number | null, signal: NodeJS.Signals | null): string {
  if (/heap out of memory|invalid (table|array) (size|length)/i.test(stderr))
    return `it needed more than ${HEAP_MB} MB of memory`;
  return `it ended its process (${signal ?? `exit code ${code}`})`;
}
