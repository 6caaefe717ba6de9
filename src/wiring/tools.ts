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
  /** As `process.env` has it. */
  readonly environment: Environment;
  /** The service's own. */
  readonly version: string;
  readonly log: Log;
  readonly scope: Scope;
}

/** All tools there are, and where they come from. */
export interface Toolset {
  /** For clients of the REST interface, and schedules of theirs. */
  readonly toolbox: Toolbox;
  /** What of it callers may use. */
  readonly callerTools: ConversationTools;
  /** Loads what can change while the service runs. Never rejects. */
  load(): Promise<void>;
}

/** How long the start waits for plugins, in ms. Slower ones come into use later. */
const LOAD_MS = 10_000;

/** Joins the sources of tools. Of two tools with one name, the source that is added first keeps it. */
export function createToolset({ settings, wording, environment, version, log, scope }: ToolsetNeeds): Toolset {
  const { calls, general, weather } = settings;
  const toolbox = createToolbox(builtInTools({ timeStyle: general.timeStyle, weather, wording }), {
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
    // Loaded only when there are servers: it takes 0.2 s and 15 MB.
    void import("../mcp/servers.js")
      .then(({ runServers }) => runServers({ servers, toolbox, toolTimeoutMs, version, log, scope }))
      .catch((error: unknown) => log.error("mcp_failed", `No server is connected: ${describe(error)}`));
  }

  /** A name that is misspelt turns nothing off. Tools of servers may come later: whose name begins like theirs is let be. */
  function warnOfUnknownNames(): void {
    const known = toolbox.tools.map(({ name }) => name);
    const ofServers = servers.map(({ name }) => `${name.replaceAll("-", "_")}_`.toUpperCase());
    for (const [setting, names] of Object.entries({
      TOOLS_DISABLED: calls.toolsDisabled,
      CALLER_TOOLS: calls.callerTools,
    })) {
      for (const name of names) {
        if (known.includes(name) || ofServers.some((prefix) => name.startsWith(prefix))) continue;
        const near = nearest(name, known);
        const hint = near ? `; did you mean ${near}?` : "";
        log.warn("tool_name_unknown", `${setting} names ${name}, and there is no such tool${hint}`, { setting, name });
      }
    }
  }

  return {
    toolbox,
    callerTools: allowedTools(toolbox, calls.callerTools),
    async load() {
      await withDeadline(LOAD_MS, scope.signal, "loading plugins", () => plugins.load()).catch(() => {});
      warnOfUnknownNames();
    },
  };
}
