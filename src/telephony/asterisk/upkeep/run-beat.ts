import type { Invoke } from "../ari/ari-operations.js";
import { THIS_RUN } from "../ari/own-ids.js";

/**
 * How runs of a controller that have the same application know of each other: the one that lost it goes on with its calls
 * and counts a global variable of Asterisk's up, and the one that has it does not take their channels for strays while
 * the count goes on. Nobody's clock is compared with another's.
 */
export interface RunBeat {
  /** Says that this run is alive. */
  beat(): Promise<void>;
  /** Says so no more, where it did. */
  stop(): Promise<void>;
  /** Whether that run has said so since this was asked last; the first time nothing is known, and false. */
  isAlive(run: string): Promise<boolean>;
  /** Whether that run had ever said so when {@link isAlive} was asked last. One that says so no more has the application, or had it back. */
  hasBeaten(run: string): boolean;
}

export function createRunBeat(invoke: Invoke, app: string): RunBeat {
  const heard = new Map<string, string>();
  let count = 0;

  return {
    async beat() {
      await invoke("asterisk", "setGlobalVar", { variable: variableOf(app, THIS_RUN), value: String(++count) });
    },
    async stop() {
      if (count === 0) return;
      await invoke("asterisk", "setGlobalVar", { variable: variableOf(app, THIS_RUN) });
      count = 0;
    },
    async isAlive(run) {
      const { value } = await invoke<{ value?: unknown }>("asterisk", "getGlobalVar", {
        variable: variableOf(app, run),
      });
      const last = heard.get(run);
      heard.set(run, String(value));
      return last !== undefined && last !== String(value) && value !== "";
    },
    hasBeaten: (run) => Boolean(heard.get(run)),
  };
}

function variableOf(app: string, run: string): string {
  return `ATTENDANT_ALIVE_${`${app}_${run}`.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}
