import { pause } from "../../kernel/deadline.js";
import type { Log } from "../../observability/log.js";
import type { DialState } from "../dialler.js";
import type { AriConnection } from "./ari-connection.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";
import { findChannel } from "./dial-attempt.js";
import { ANNOUNCED, DIALLED, traceName } from "./dial-trace.js";

/** Has GLOBAL(), by which a channel leaves its trace. */
const MODULE = "func_global.so";
/** A request that was on its way when the controller died has reached Asterisk after this, ms. */
const ON_ITS_WAY_MS = 1_000;

export interface DialTraces {
  announce(channelId: string, signal: AbortSignal): Promise<void>;
  lookUpDial(channelId: string, signal: AbortSignal): Promise<DialState | undefined>;
  forget(channelId: string): Promise<void>;
}

/** Has Asterisk remember which channels were dialled: what a later run must know before it dials. */
export function createDialTraces({ ari, log }: { readonly ari: AriConnection; readonly log: Log }): DialTraces {
  let hasModule: boolean | undefined;
  ari.onConnected(() => (hasModule = undefined));

  const write = (channelId: string, value: string | undefined, signal?: AbortSignal) =>
    ari.invoke("asterisk", "setGlobalVar", { variable: traceName(channelId), ...(value && { value }) }, signal);

  async function fate(channelId: string, signal: AbortSignal): Promise<DialState> {
    if (await findChannel(ari, channelId, signal)) return "dialled";
    const trace = { variable: traceName(channelId) };
    const { value } = await ari.invoke<{ value: string }>("asterisk", "getGlobalVar", trace, signal);
    return value === DIALLED ? "dialled" : value === ANNOUNCED ? "not_dialled" : "unknown";
  }

  /** Without the module no channel leaves a trace, and one that was only announced would look as if it had not been dialled. */
  async function canTrace(signal: AbortSignal): Promise<boolean> {
    if (hasModule !== undefined) return hasModule;
    try {
      await ari.invoke("asterisk", "getModule", { moduleName: MODULE }, signal);
      hasModule = true;
    } catch (error) {
      if (!isAboutSomethingGone(error)) throw error;
      hasModule = false;
      log.warn("asterisk_leaves_no_traces", `${MODULE} is not loaded: a call under way in a crash is not placed again`);
    }
    return hasModule;
  }

  return {
    async announce(channelId, signal) {
      if (await canTrace(signal)) await write(channelId, ANNOUNCED, signal);
    },

    async lookUpDial(channelId, signal) {
      try {
        const first = await fate(channelId, signal);
        if (first !== "not_dialled") return first;
        await pause(ON_ITS_WAY_MS, signal);
        return await fate(channelId, signal);
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    },

    forget: (channelId) => write(channelId, undefined).catch(() => {}),
  };
}
