import { basename } from "node:path";
import type { Tool } from "../language/tool.js";
import { PluginFault } from "./plugin-fault.js";
import { type PluginThread, startPluginThread, type ThreadNeeds } from "./plugin-thread.js";

/** One file of the folder, loaded. */
export interface Plugin {
  readonly file: string;
  readonly tools: readonly Tool[];
  /** Its tools are used no more: it ends once what runs has come to its end. Resolves then. */
  retire(): Promise<void>;
  /** Ends it, and what runs with it. */
  stop(): Promise<void>;
}

export type PluginNeeds = Omit<ThreadNeeds, "onEnd">;

/** So many uses that never come to an end are enough: the thread is exchanged, and what they hold goes with it. */
const MOST_ABANDONED = 20;

/**
 * Loads a file. Its thread stays for the uses of its tools; one that ends, whyever, is started anew with the next use.
 *
 * @throws {PluginFault} why it cannot be used
 */
export async function loadPlugin(needs: PluginNeeds): Promise<Plugin> {
  let current: Promise<PluginThread> | undefined;
  let over = false;
  /** Threads that have not ended, and when they will have. */
  const threads = new Map<Promise<PluginThread>, Promise<void>>();

  function thread(): Promise<PluginThread> {
    if (current) return current;
    let ended = () => {};
    const end = new Promise<void>((resolve) => (ended = resolve));
    const starting = startPluginThread({
      ...needs,
      onEnd() {
        if (current === starting) current = undefined;
        threads.delete(starting);
        ended();
      },
    });
    threads.set(starting, end);
    current = starting;
    return starting;
  }

  const execute =
    (name: string): Tool["execute"] =>
    async (parameters, context) => {
      for (let again = true; ; again = false) {
        if (over && !current) throw new PluginFault("it is not in use any more");
        let running = await thread();
        if (running.abandoned >= MOST_ABANDONED) {
          exchange(running);
          running = await thread();
        }
        try {
          return await running.execute(name, parameters, context);
        } catch (error) {
          if (!(again && error instanceof PluginFault && !error.begun)) throw error;
        }
      }
    };

  function exchange(running: PluginThread): void {
    if (!over) current = undefined;
    running.retire();
  }

  const { definitions } = await thread();
  return {
    file: basename(needs.path),
    tools: definitions.map((definition) => ({ ...definition, execute: execute(definition.name) })),
    async retire() {
      over = true;
      const ends = [...threads.values()];
      for (const starting of threads.keys()) void starting.then((each) => each.retire()).catch(() => {});
      await Promise.all(ends);
    },
    async stop() {
      over = true;
      await Promise.all([...threads.keys()].map(async (starting) => (await starting.catch(() => undefined))?.stop()));
    },
  };
}
