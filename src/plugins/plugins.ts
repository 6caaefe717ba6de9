import { join, resolve } from "node:path";
import { describe } from "../kernel/errors.js";
import { Scope } from "../kernel/scope.js";
import { Semaphore } from "../kernel/semaphore.js";
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
   * Loads the folder as it is now and puts its tools in the place of those there were, all in one step. What runs goes on
   * with the code it began with. Whatever is wrong with a file keeps that file out and no other. Never rejects.
   *
   * Asked while it is at work, it begins anew once it is done.
   */
  load(): Promise<LoadedFolder>;
}

export interface PluginsNeeds extends Pick<PluginNeeds, "env" | "toolTimeoutMs" | "loadMs"> {
  readonly folder: string;
  /** Whether there has to be such a folder. */
  readonly expected: boolean;
  readonly toolbox: Toolbox;
  readonly log: Log;
}

/** Files loaded at the same time: each takes a core for 50 ms, and calls may be going on. */
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
        await new Promise((next) => setImmediate(next)); // The audio of calls goes first.
        continue;
      }
      await plugin.stop();
      return { file, reason };
    }
    return plugin;
  }

  async function loadAll(): Promise<LoadedFolder> {
    const listing = await listFolder(folder).catch((error: unknown) => {
      if (needs.expected) log.warn("plugins_folder", `The folder of plugins cannot be read: ${describe(error)}`);
      return { files: [], refused: [] };
    });
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
    const loaded = accepted.map(({ file, tools }) => ({ file, tools: tools.map(({ name }) => name) }));
    for (const { file, reason } of refused) log.warn("plugin_refused", `${file}: ${reason}`, { file, reason });
    for (const { name, disabledReason } of accepted.flatMap(({ tools }) => tools)) {
      if (disabledReason) log.info("plugin_disabled", `${name} is disabled: ${disabledReason}`, { tool: name });
    }
    const words = `Plugins: ${loaded.length} loaded, ${refused.length} refused`;
    if (!isConfining && !isTrustTold && loaded.length > 0) {
      isTrustTold = true;
      const remedy = "use those you trust only, or Node 24 or later, which confines each to reading its own folder";
      log.warn("plugins_trusted", `Plugins can do whatever this service's user may: ${remedy}`);
    }
    log.info("plugins_loaded", words, { folder, loaded, refused: refused.map(({ file }) => file) });
    return { loaded, refused };
  }

  return {
    load() {
      // Whoever asks meanwhile has changed something that the run under way may have passed already.
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
 * Puts the tools into the toolbox. A file with a name that is taken is kept out as a whole and added to `refused`; for what
 * is refused there are disabled tools that say why. All of it without a pause: nobody sees it half done.
 *
 * @returns the plugins that are in
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
      source.replace([...tools, ...refusedTools(refused, (name) => toolbox.find(name) !== undefined)]);
      return accepted;
    }
    const owner = accepted.find((plugin) => plugin.tools.includes(leftOut.tool));
    accepted = accepted.filter((plugin) => plugin !== owner);
    if (owner) refused.push({ file: owner.file, reason: leftOut.reason });
  }
}

function isLoaded(outcome: Plugin | RefusedFile): outcome is Plugin {
  return "tools" in outcome;
}
