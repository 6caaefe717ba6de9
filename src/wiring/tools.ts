import { join } from "node:path";
import { builtInTools } from "../../tools/index.js";
import type { Environment } from "../config/environment.js";
import { pluginEnvironment } from "../config/plugin-environment.js";
import type { Wording } from "../toolbox/wording.js";
import type { Settings } from "../config/settings.js";
import { withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { nearest } from "../kernel/nearest.js";
import type { Scope } from "../kernel/scope.js";
import { allowedTools, type ConversationTools } from "../toolbox/allowed-tools.js";
import { createToolbox, type Toolbox } from "../toolbox/toolbox.js";
import type { Log } from "../observability/log.js";
import { createPlugins } from "../plugins/plugins.js";

export interface ToolsetNeeds {
  readonly settings: Settings;
  readonly wording: Wording;
  /** Whether there is anyone to put callers through to, now. */
  readonly hasDirectory: () => boolean;
  /** Variables as in `process.env`. */
  readonly environment: Environment;
  /** Version of the service. */
  readonly version: string;
  readonly log: Log;
  readonly scope: Scope;
}

/** All tools, from all sources. */
export interface Toolset {
  /** Tools for clients of the REST interface, and for their schedules. */
  readonly toolbox: Toolbox;
  /** The tools among them that callers may use. */
  readonly callerTools: ConversationTools;
  /** Loads the tools that can change while the service runs. Never rejects. */
  load(): Promise<void>;
  /** Logs which of these names no tool has. @param source where the names are written */
  warnOfUnknownNames(source: string, names: readonly string[]): void;
}

/** Maximum time that the start waits for plugins, in ms. Slower ones become available later. */
const LOAD_MS = 10_000;

/** Connects the sources of tools. If two tools have the same name, the source added first keeps it. */
export function createToolset({
  settings,
  wording,
  hasDirectory,
  environment,
  version,
  log,
  scope,
}: ToolsetNeeds): Toolset {
  const { calls, general, weather } = settings;
  const toolbox = createToolbox(builtInTools({ timeStyle: general.timeStyle, weather, wording, hasDirectory }), {
    wording,
    timeoutMs: calls.toolTimeoutMs,
    disabled: calls.toolsDisabled,
    onThrow: (tool, error) =>
      log.error("tool_threw", `${tool.name}: ${describe(error)}`, { tool: tool.name, error: describe(error) }),
  });

  const plugins = createPlugins({
    folder: settings.plugins.folder ?? join(general.dataDir, "tools"),
    expected: settings.plugins.folder !== undefined,
    env: pluginEnvironment(environment),
    toolTimeoutMs: calls.toolTimeoutMs,
    toolbox,
    log,
  });
  scope.onEnd(() => plugins[Symbol.asyncDispose]());

  const { servers } = settings.mcp;
  if (servers.length > 0) {
    const { toolTimeoutMs } = calls;
    // Loaded only if there are servers: it takes 0.2 s and 15 MB.
    void import("../mcp/server.js")
      .then(({ runServers }) => runServers({ servers, toolbox, toolTimeoutMs, version, log, scope }))
      .catch((error: unknown) => log.error("mcp_failed", `No MCP server can be connected: ${describe(error)}`));
  }

  /** Warns of misspelt names, which do nothing. Names with the prefix of a server are skipped: its tools may come later. */
  function warnOfUnknownNames(setting: string, names: readonly string[]): void {
    const known = toolbox.tools.map(({ name }) => name);
    const ofServers = servers.map(({ name }) => `${name.replaceAll("-", "_")}_`.toUpperCase());
    for (const name of names) {
      if (known.includes(name) || ofServers.some((prefix) => name.startsWith(prefix))) continue;
      const near = nearest(name, known);
      const hint = near ? `; did you mean ${near}?` : "";
      log.warn("tool_name_unknown", `${setting}: ${name} is not a known tool${hint}`, { setting, name });
    }
  }

  return {
    toolbox,
    callerTools: allowedTools(toolbox, calls.callerTools),
    async load() {
      await withDeadline(LOAD_MS, scope.signal, "loading plugins", () => plugins.load()).catch(() => {});
      warnOfUnknownNames("TOOLS_DISABLED", calls.toolsDisabled);
      warnOfUnknownNames("CALLER_TOOLS", calls.callerTools);
    },
    warnOfUnknownNames,
  };
}
