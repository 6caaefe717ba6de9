import { THIS_INSTANCE } from "../../../kernel/this-instance.js";
import type { Invoke } from "../ari/ari-operations.js";

/**
 * Lets process instances with the same application notice each other through Asterisk. The instance that lost the application
 * keeps its calls and increments a global variable in Asterisk; while that changes, the instance that holds the application
 * does not treat its channels as orphaned. No two clocks are compared.
 */
export interface Heartbeat {
  /** Sends a heartbeat of this instance. */
  beat(): Promise<void>;
  /** Ends the heartbeat of this instance, if it has one. */
  stop(): Promise<void>;
  /** Whether an instance has sent a heartbeat since the last call; false the first time, when nothing is known. */
  isAlive(instance: string): Promise<boolean>;
  /** Whether an instance had a heartbeat at the last {@link isAlive}. One that ended its heartbeat holds the application. */
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
