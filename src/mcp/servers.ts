import type { McpServer } from "../config/mcp-servers.js";
import type { Scope } from "../kernel/scope.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import { runServer, type ServerNeeds } from "./server.js";

export interface ServersNeeds extends Pick<ServerNeeds, "toolTimeoutMs" | "version" | "log" | "times"> {
  readonly servers: readonly McpServer[];
  readonly toolbox: Toolbox;
  readonly scope: Scope;
}

/**
 * Has the tools of Model Context Protocol servers in the toolbox, each server as a source of its own, until the scope ends.
 * Nobody waits for a server: its tools come into use when it is there, and are disabled, with the reason, when it is away.
 */
export function runServers({ servers, toolbox, scope, ...needs }: ServersNeeds): void {
  for (const server of servers) {
    void scope.run(runServer({ ...needs, server, source: toolbox.addSource() }, scope.signal)).catch(() => {});
  }
}
