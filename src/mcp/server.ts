import type { McpServer } from "../config/mcp-servers.js";
import { onAbort } from "../kernel/abort.js";
import { pause } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { Mailbox } from "../kernel/mailbox.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { ToolSource, Toolbox } from "../toolbox/toolbox.js";
import { connect, type Connection } from "./connection.js";
import { plainText } from "./plain-text.js";
import { createServerTools } from "./server-tools.js";
import type { RefusedEntry } from "./tool-list.js";
import { unavailableReason } from "./server-unavailable.js";

export interface ServersNeeds extends Pick<ServerNeeds, "toolTimeoutMs" | "version" | "log" | "times"> {
  readonly servers: readonly McpServer[];
  readonly toolbox: Toolbox;
  readonly scope: Scope;
}

/**
 * Adds the tools of Model Context Protocol servers to the toolbox, each server as its own source, until the scope ends. Nothing
 * waits for a server: its tools are enabled when it is connected, and disabled, with the reason, while it is not.
 */
export function runServers({ servers, toolbox, scope, ...needs }: ServersNeeds): void {
  for (const server of servers) {
    void scope.run(runServer({ ...needs, server, source: toolbox.addSource() }, scope.signal)).catch(() => {});
  }
}

export interface ServerNeeds {
  readonly server: McpServer;
  readonly source: ToolSource;
  /** Time-out of a tool, in ms. */
  readonly toolTimeoutMs: number;
  readonly version: string;
  readonly log: Log;
  /** Shorter intervals for tests. */
  readonly times?: Partial<ServerTimes>;
}

export interface ServerTimes {
  /** Pauses before the next attempt to connect. */
  readonly backoff: { readonly firstMs: number; readonly maxMs: number };
  /** Interval of pings. */
  readonly pingMs: number;
  /** How long to wait after a change of the tool list before reading it: changes come in bursts. */
  readonly settleMs: number;
  /** A connection that lasted this long resets the back-off. */
  readonly steadyMs: number;
}

const TIMES: ServerTimes = {
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  pingMs: 30_000,
  settleMs: 500,
  steadyMs: 60_000,
};

/** Maximum number of queued events of a connection; each leads to a request, so more are dropped. */
const MAX_EVENTS = 4;
const MAX_FAULT = 300;
/** A server whose list changes all the time gets at most one part in this many of the thread. */
const PAUSE_FACTOR = 20;

/**
 * The pause before the next list is read, in ms: not so long that a ping, which waits for it, is late by more than one.
 *
 * @param tookMs how long the latest list took
 */
export function pauseAfter(tookMs: number, { settleMs, pingMs }: Pick<ServerTimes, "settleMs" | "pingMs">): number {
  return Math.max(settleMs, Math.min(tookMs * PAUSE_FACTOR, pingMs));
}

const reportOf = ({ original, reason }: RefusedEntry) => `${original}: ${reason}`;

/** Keeps one server connected and its tools in the toolbox, until the signal aborts and everything has ended. */
async function runServer(needs: ServerNeeds, signal: AbortSignal): Promise<void> {
  const { server, log } = needs;
  const { name } = server;
  const times = { ...TIMES, ...needs.times };
  let connection: Connection | undefined;
  let reported: string | undefined;
  /** The reports on the latest list: a server that says all the time that it has changed does not fill the log. */
  let listed: ReadonlySet<string> = new Set();
  /** How long the latest list took, in ms. */
  let tookMs = 0;
  const timeoutMs = Math.min(server.timeoutMs ?? needs.toolTimeoutMs, needs.toolTimeoutMs);
  const tools = createServerTools({ ...needs, timeoutMs, connection: () => connection });

  async function updateTools(current: Connection): Promise<void> {
    const list = await current.listTools(signal);
    const begun = performance.now();
    const { tools: offered, refused } = await tools.update(list);
    tookMs = performance.now() - begun;
    const before = listed;
    const isNew = (report: string) => !before.has(report);
    const offer = JSON.stringify(offered);
    listed = new Set([offer, ...refused.map(reportOf)]);
    if (isNew(offer)) log.info("mcp_tools", `${name}: ${offered.length} tools`, { server: name, tools: offered });
    for (const { original, reason } of refused.filter((each) => isNew(reportOf(each)))) {
      log.warn("mcp_tool_refused", `${name}: ${original}: ${reason}`, { server: name, tool: original, reason });
    }
  }

  async function attempt(settled: () => void): Promise<void> {
    const events = new Mailbox<"list_changed" | "ping_due">(MAX_EVENTS, "drop-newest");
    const begun = performance.now();
    await using current = await connect(
      {
        ...needs,
        onListChanged: () => events.put("list_changed"),
        onOutput: (line) => log.info("mcp_output", line, { server: name }),
        onFault(error) {
          const fault = plainText(describe(error), MAX_FAULT);
          log.debug("mcp_fault", `${name}: ${fault}`, { server: name });
          if (server.kind === "http") events.put("ping_due");
        },
      },
      signal,
    );
    const heartbeat = setInterval(() => events.put("ping_due"), times.pingMs);
    const forget = [current.lost, signal].map((ends) => onAbort(ends, () => events.close()));
    try {
      connection = current;
      await updateTools(current);
      reported = undefined;
      log.info("mcp_connected", `${name} is connected`, { server: name });
      for await (const event of events) {
        signal.throwIfAborted();
        current.lost.throwIfAborted();
        if (event === "ping_due") await current.ping(signal);
        else {
          await pause(pauseAfter(tookMs, times), current.lost);
          await updateTools(current);
        }
      }
      current.lost.throwIfAborted();
    } finally {
      connection = undefined;
      clearInterval(heartbeat);
      for (const each of forget) each();
      if (performance.now() - begun >= times.steadyMs) settled();
    }
  }

  async function disable(error: unknown): Promise<void> {
    const reason = unavailableReason(error);
    await tools.disable(`The server ${name} is not connected: ${reason}.`);
    const facts = { server: name, reason, fault: plainText(describe(error), MAX_FAULT) };
    if (reason !== reported) log.warn("mcp_away", `${name} is not connected: ${reason}`, facts);
    reported = reason;
  }

  await tools.disable(`The server ${name} is not connected yet.`);
  await retryForever(
    signal,
    times.backoff,
    async (settled) => {
      try {
        await attempt(settled);
      } catch (error) {
        if (!signal.aborted) await disable(error);
        throw error;
      }
    },
    () => {},
  ).catch(() => {});
}
