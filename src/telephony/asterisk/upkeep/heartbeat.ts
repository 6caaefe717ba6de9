import { THIS_INSTANCE } from "../../../kernel/this-instance.js";
import type { Invoke } from "../ari/ari-operations.js";

/**
 * How process instances with the same application know of each other through Asterisk. The instance that lost the application
 * goes on with its calls and counts up a global variable of Asterisk's; while the count changes, the instance that has the
 * application does not take its channels for orphaned ones. No two clocks are compared.
 */
export interface Heartbeat {
  /** Counts a heartbeat of this instance. */
  beat(): Promise<void>;
  /** Ends the heartbeat of this instance, if it has one. */
  stop(): Promise<void>;
  /** Whether an instance has beaten since the last question; false the first time, when nothing is known. */
  isAlive(instance: string): Promise<boolean>;
  /** Whether an instance had a heartbeat when {@link isAlive} was asked last. One that ended it has the application, or got it back. */
  hasBeaten(instance: string): boolean;
}

export function createHeartbeat(invoke: Invoke, app: string): Heartbeat {
  const heard = new Map<string, string>();
  let count = 0;

  return {
    async beat() {
      await invoke("asterisk", "setGlobalVar", { variable: variableOf(app, THIS_INSTANCE), value: String(++count) });
    },
    async stop() {
      if (count === 0) return;
      await invoke("asterisk", "setGlobalVar", { variable: variableOf(app, THIS_INSTANCE) });
      count = 0;
    },
    async isAlive(instance) {
      const { value } = await invoke<{ value?: unknown }>("asterisk", "getGlobalVar", {
        variable: variableOf(app, instance),
      });
      const last = heard.get(instance);
      heard.set(instance, String(value));
      return last !== undefined && last !== String(value) && value !== "";
    },
    hasBeaten: (instance) => Boolean(heard.get(instance)),
  };
}

function variableOf(app: string, instance: string): string {
  return `ATTENDANT_ALIVE_${`${app}_${instance}`.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}
