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
 * Adds the tools of Model Context Protocol servers to the toolbox, each server as its own source, until the scope ends. Nothing
 * waits for a server: its tools are enabled when it is connected, and disabled, with the reason, while it is not.
 */
export function runServers({ servers, toolbox, scope, ...needs }: ServersNeeds): void {
  for (const server of servers) {
    void scope.run(runServer({ ...needs, server, source: toolbox.addSource() }, scope.signal)).catch(() => {});
  }
}
