import { join, resolve } from "node:path";
import { codeOf, describe } from "../kernel/errors.js";
import { Scope } from "../kernel/scope.js";
import { Semaphore } from "../kernel/turns.js";
import type { Toolbox, ToolSource } from "../toolbox/toolbox.js";
import type { Log } from "../observability/log.js";
import { isConfining } from "./host/confinement.js";
import { listFolder, type RefusedFile } from "./host/plugin-folder.js";
import { loadPlugin, type Plugin, type PluginNeeds } from "./host/plugin.js";
import { refusedTools } from "./host/refused-tools.js";

export interface LoadedFolder {
  readonly loaded: readonly { readonly file: string; readonly tools: readonly string[] }[];
  readonly refused: readonly RefusedFile[];
}

/** The tools in a folder of plugins, as one source of the toolbox. */
export interface Plugins extends AsyncDisposable {
  /**
   * Loads the folder and replaces its tools in the toolbox, atomically. Runs in progress continue with their code. An invalid
   * file is rejected without affecting the others. A folder that cannot be read changes nothing. Never rejects.
   *
   * When called while loading, it loads again afterwards.
   */
  load(): Promise<LoadedFolder>;
}

export interface PluginsNeeds extends Pick<PluginNeeds, "env" | "toolTimeoutMs" | "loadMs"> {
  readonly folder: string;
  /** Whether the folder must exist. */
  readonly expected: boolean;
  readonly toolbox: Toolbox;
  readonly log: Log;
}

/** Files loaded concurrently: each takes 50 ms of a core, possibly during calls. */
const MAX_LOADING = 3;

export function createPlugins(needs: PluginsNeeds): Plugins {
  const { toolbox, log } = needs;
  const folder = resolve(needs.folder);
  const source = toolbox.addSource();
  let inUse: readonly Plugin[] = [];
  const retiring = new Set<Plugin>();
  const scope = new Scope("plugins");
  const loading = new Semaphore(MAX_LOADING);
  let running: Promise<LoadedFolder> = Promise.resolve({ loaded: [], refused: [] });
  let next: Promise<LoadedFolder> | undefined;
  let isTrustTold = false;

  async function loadFile(file: string): Promise<Plugin | RefusedFile> {
    const plugin = await loadPlugin({
      ...needs,
      path: join(folder, file),
      onFault: (reason) => log.warn("plugin_fault", `${file}: ${reason}`, { file, reason }),
      onOutput: (line) => log.info("plugin_output", line, { file }),
    }).catch((error: unknown) => ({ file, reason: describe(error) }));
    if (!isLoaded(plugin)) return plugin;
    for (const tool of plugin.tools) {
      const reason = source.faultOf(tool);
      if (reason === undefined) {
        await new Promise((next) => setImmediate(next)); // The audio of calls has priority.
        continue;
      }
      await plugin.stop();
      return { file, reason };
    }
    return plugin;
  }

  async function loadAll(): Promise<LoadedFolder> {
    const listing = await listFolder(folder).catch((error: unknown) => {
      if (!needs.expected && codeOf(error) === "ENOENT") return { files: [], refused: [] };
      log.warn("plugins_folder", `The plugin folder cannot be read; its tools in use are kept: ${describe(error)}`);
      return undefined;
    });
    if (!listing) return { loaded: loadedIn(inUse), refused: [] };
    const outcomes = await Promise.all(
      listing.files.map((file) =>
        loading
          .run(scope.signal, () => loadFile(file))
          .catch((ending: unknown) => ({ file, reason: describe(ending) })),
      ),
    );
    const plugins = outcomes.filter(isLoaded);
    const refused = [...listing.refused, ...outcomes.filter((outcome): outcome is RefusedFile => !isLoaded(outcome))];
    if (scope.ending) {
      await Promise.all(plugins.map((plugin) => plugin.stop()));
      return { loaded: [], refused };
    }
    const former = inUse;
    const accepted = exchange(source, toolbox, plugins, refused);
    inUse = accepted;
    for (const plugin of [...former, ...plugins.filter((each) => !accepted.includes(each))]) retire(plugin);
    return report(accepted, refused);
  }

  function retire(plugin: Plugin): void {
    retiring.add(plugin);
    void plugin.retire().then(() => retiring.delete(plugin));
  }

  function report(accepted: readonly Plugin[], refused: readonly RefusedFile[]): LoadedFolder {
    const loaded = loadedIn(accepted);
    for (const { file, reason } of refused) log.warn("plugin_refused", `${file}: ${reason}`, { file, reason });
    for (const { name, disabledReason } of accepted.flatMap(({ tools }) => tools)) {
      if (disabledReason) log.info("plugin_disabled", `${name} is disabled: ${disabledReason}`, { tool: name });
    }
    const words = `Plugins: ${loaded.length} loaded, ${refused.length} rejected`;
    if (!isConfining && !isTrustTold && loaded.length > 0) {
      isTrustTold = true;
      const remedy = "use only plugins you trust, or Node 24 or later, which confines each to reading its own folder";
      log.warn("plugins_trusted", `Plugins can do everything that this service's user may: ${remedy}`);
    }
    log.info("plugins_loaded", words, { folder, loaded, refused: refused.map(({ file }) => file) });
    return { loaded, refused };
  }

  return {
    load() {
      // A call meanwhile may concern a change that the current run has already passed.
      next ??= running.then(() => {
        next = undefined;
        return (running = loadAll());
      });
      return next;
    },
    async [Symbol.asyncDispose]() {
      scope.end();
      await running;
      source.replace([]);
      await Promise.all([...inUse, ...retiring].map((plugin) => plugin.stop()));
      inUse = [];
    },
  };
}

/**
 * Adds the tools to the toolbox. A file with a name that is in use is rejected as a whole and added to `refused`; rejected files
 * are represented by disabled tools that give the reason. Synchronous, so that no intermediate state is visible.
 *
 * @returns the plugins in use
 */
function exchange(
  source: ToolSource,
  toolbox: Toolbox,
  plugins: readonly Plugin[],
  refused: RefusedFile[],
): readonly Plugin[] {
  let accepted = plugins;
  for (;;) {
    const tools = accepted.flatMap((plugin) => plugin.tools);
    const [leftOut] = source.replace(tools);
    if (!leftOut) {
      source.replace(
        tools,
        refusedTools(refused, (name) => toolbox.find(name) !== undefined),
      );
      return accepted;
    }
    const owner = accepted.find((plugin) => plugin.tools.includes(leftOut.tool));
    accepted = accepted.filter((plugin) => plugin !== owner);
    if (owner) refused.push({ file: owner.file, reason: leftOut.reason });
  }
}

function loadedIn(plugins: readonly Plugin[]): LoadedFolder["loaded"] {
  return plugins.map(({ file, tools }) => ({ file, tools: tools.map(({ name }) => name) }));
}

function isLoaded(outcome: Plugin | RefusedFile): outcome is Plugin {
  return "tools" in outcome;
}
