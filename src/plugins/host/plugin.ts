import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Tool } from "../../toolbox/tool.js";
import { PluginFault } from "./plugin-fault.js";
import { type PluginWorker, startPluginWorker, type PluginWorkerNeeds } from "./plugin-worker.js";

/** A loaded file of the folder. */
export interface Plugin {
  readonly file: string;
  readonly tools: readonly Tool[];
  /** Ends it when its runs in progress have ended. Resolves then. */
  retire(): Promise<void>;
  /** Ends it with its runs in progress. */
  stop(): Promise<void>;
}

export type PluginNeeds = Omit<PluginWorkerNeeds, "onEnd">;

/** After this many runs that never end, the process is replaced to free what they hold. */
const MAX_ABANDONED = 20;

/** The definitions that are in use may not fit another version, and its author may be in the middle of it. */
const CHANGED = "its file has changed since it was loaded; reload to use it";

/**
 * Loads a file. Its process is kept between runs; if it has ended for any reason, it is started again for the next one, unless
 * its file has changed.
 *
 * @throws {PluginFault} why it cannot be used
 */
export async function loadPlugin(needs: PluginNeeds): Promise<Plugin> {
  let current: Promise<PluginWorker> | undefined;
  let over = false;
  let loaded: string | undefined;
  let isChangeTold = false;
  /** Processes that are still running, and when they will have ended. */
  const workers = new Map<Promise<PluginWorker>, Promise<void>>();

  function worker(): Promise<PluginWorker> {
    if (current) return current;
    let ended = () => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const onEnd = () => {
      if (current === starting) current = undefined;
      workers.delete(starting);
      ended();
    };
    const starting = checkUnchanged().then(
      () => startPluginWorker({ ...needs, onEnd }),
      (fault: unknown) => {
        onEnd();
        throw fault;
      },
    );
    workers.set(starting, end);
    current = starting;
    return starting;
  }

  /** @throws {PluginFault} when the file is another than the one that was loaded */
  async function checkUnchanged(): Promise<void> {
    const digest = await digestOf(needs.path);
    loaded ??= digest;
    if (digest === loaded) return;
    if (!isChangeTold) needs.onFault(CHANGED);
    isChangeTold = true;
    throw new PluginFault(CHANGED);
  }

  const execute =
    (name: string): Tool["execute"] =>
    async (parameters, context) => {
      for (let again = true; ; again = false) {
        if (over && !current) throw new PluginFault("it is no longer in use");
        const starting = worker();
        let running = await starting;
        if (running.abandoned >= MAX_ABANDONED) {
          replace(starting, running);
          running = await worker();
        }
        try {
          return await running.execute(name, parameters, context);
        } catch (error) {
          if (!(again && error instanceof PluginFault && !error.started)) throw error;
        }
      }
    };

  /** Several runs may find the same process full: only the first of them makes room for another. */
  function replace(starting: Promise<PluginWorker>, running: PluginWorker): void {
    if (!over && current === starting) current = undefined;
    running.retire();
  }

  const { definitions } = await worker();
  return {
    file: basename(needs.path),
    tools: definitions.map((definition) => ({ ...definition, execute: execute(definition.name) })),
    async retire() {
      over = true;
      const ends = [...workers.values()];
      for (const starting of workers.keys()) void starting.then((each) => each.retire()).catch(() => {});
      await Promise.all(ends);
    },
    async stop() {
      over = true;
      await Promise.all([...workers.keys()].map(async (starting) => (await starting.catch(() => undefined))?.stop()));
    },
  };
}

/** Identifies the contents of a file; empty when it cannot be read. */
async function digestOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes ? createHash("sha256").update(bytes).digest("hex") : "";
}
