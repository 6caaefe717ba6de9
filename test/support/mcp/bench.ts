import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { McpAddress, McpProgram, McpServer } from "../../../src/config/mcp-servers.js";
import { onAbort } from "../../../src/kernel/abort.js";
import { withDeadline } from "../../../src/kernel/deadline.js";
import { Ending } from "../../../src/kernel/ending.js";
import { describe } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createToolbox, type Toolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool, ToolEnvironment, ToolResult } from "../../../src/toolbox/tool.js";
import { runServers, type ServerTimes } from "../../../src/mcp/server.js";
import type { Facts, Log } from "../../../src/observability/log.js";
import { toolEnvironment } from "../fakes/tool-context.js";

export interface Line {
  readonly event: string;
  readonly msg: string;
  readonly data: Facts | undefined;
}

/** Servers of the Model Context Protocol in a toolbox, with everything that was logged about them. */
export interface McpBench extends AsyncDisposable {
  readonly toolbox: Toolbox;
  readonly lines: readonly Line[];
  /** The names of the tools that the model is offered. */
  readonly offered: readonly string[];
  use(tool: string, parameters?: unknown, environment?: Partial<ToolEnvironment>): Promise<ToolResult>;
  /** Resolves with the next line to come of that event whose message fits. */
  next(event: string, words?: RegExp): Promise<Line>;
}

export interface BenchOptions {
  readonly toolTimeoutMs?: number;
  readonly times?: Partial<ServerTimes>;
  /** Tools that are there already. */
  readonly builtIn?: readonly Tool[];
  /** The event that is waited for; nothing when null. */
  readonly until?: string | null;
}

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));
const QUICK: Partial<ServerTimes> = { backoff: { firstMs: 20, maxMs: 200 }, settleMs: 20 };

/** The program of the tests, going wrong in the way of that mode. */
export function program(mode = "", more: Partial<McpProgram> = {}): McpProgram {
  const env = { MODE: mode, ...more.env };
  const args = [PROGRAM];
  return {
    name: "desk",
    kind: "stdio",
    command: process.execPath,
    args,
    tools: "*",
    timeoutMs: undefined,
    ...more,
    env,
  };
}

export function address(url: string, more: Partial<McpAddress> = {}): McpAddress {
  return { name: "home", kind: "http", url, headers: {}, tools: "*", timeoutMs: undefined, ...more };
}

export async function mcpBench(
  servers: readonly McpServer[],
  { toolTimeoutMs = 5_000, times = {}, builtIn = [], until = "mcp_connected" }: BenchOptions = {},
): Promise<McpBench> {
  const lines: Line[] = [];
  const watching = new Set<(line: Line) => void>();
  const put = (event: string, msg: string, data?: Facts) => {
    const line = { event, msg, data };
    lines.push(line);
    for (const watch of watching) watch(line);
  };
  const log: Log = { debug: put, info: put, warn: put, error: put, said: put, hide: () => {}, with: () => log };
  const toolbox = createToolbox(builtIn, {
    timeoutMs: toolTimeoutMs,
    onThrow: (tool, error) => put("tool_threw", `${tool.name}: ${describe(error)}`),
  });
  const scope = new Scope("test");
  const next = (event: string, words = /(?:)/): Promise<Line> =>
    withDeadline(20_000, undefined, `${event} ${words}`, (signal) => {
      return new Promise<Line>((resolve) => {
        const watch = (line: Line) => {
          if (line.event !== event || !words.test(line.msg)) return;
          watching.delete(watch);
          resolve(line);
        };
        watching.add(watch);
        onAbort(signal, () => watching.delete(watch));
      });
    });
  const ready = until === null ? undefined : next(until);
  runServers({ servers, toolbox, toolTimeoutMs, version: "1", log, scope, times: { ...QUICK, ...times } });
  const bench: McpBench = {
    toolbox,
    lines,
    get offered() {
      return toolbox.offers.map(({ name }) => name);
    },
    next,
    use: (tool, parameters = {}, environment = {}) =>
      toolbox.execute(tool, parameters, toolEnvironment({ log, ...environment })),
    async [Symbol.asyncDispose]() {
      scope.end(new Ending("shutting_down"));
      await withDeadline(10_000, undefined, "the servers ending", () => scope.closed);
    },
  };
  try {
    await ready;
  } catch (error) {
    await bench[Symbol.asyncDispose]();
    throw new Error(`not ready; ${JSON.stringify(lines)}`, { cause: error });
  }
  return bench;
}

/** Whether a process runs: one that has ended and that nobody has asked about yet does not. */
export function runs(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Resolves once none of them runs. What was killed takes a moment. */
export async function gone(...pids: readonly number[]): Promise<void> {
  const until = performance.now() + 2_000;
  while (pids.some(runs)) {
    if (performance.now() > until) throw new Error(`${pids.filter(runs).join()} still run`);
    await new Promise((next) => setTimeout(next, 10));
  }
}
