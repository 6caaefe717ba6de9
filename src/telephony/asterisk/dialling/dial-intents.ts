import { pause } from "../../../kernel/deadline.js";
import type { Log } from "../../../observability/log.js";
import type { DialIntents, DialState } from "../../../records/dial-intent.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { isAboutSomethingGone } from "../ari/asterisk-errors.js";
import { findChannel } from "../ari/channels.js";

/** The module with GLOBAL(), by which a channel records that it was dialled. */
const MODULE = "func_global.so";
/** Maximum time until a request sent before the controller died has reached Asterisk, in ms. */
const ON_ITS_WAY_MS = 1_000;
/** Value of a channel's global variable in Asterisk before it is dialled. */
const INTENDED = "announced";
const DIALLED = "dialled";

/** The intents, with the variables that a channel sets when it is dialled. */
export interface RecordedDialIntents extends DialIntents {
  /**
   * Returns the variables for the originate request of a channel whose intent is recorded. Asterisk sets them after creating
   * the channel and before dialling, so that the channel is never seen without them.
   */
  variablesOf(channelId: string): Readonly<Record<string, string>>;
}

/** Stores in Asterisk which channels were dialled: a later instance must know that before it dials. */
export function createDialIntents({
  ari,
  log,
}: {
  readonly ari: AriConnection;
  readonly log: Log;
}): RecordedDialIntents {
  const recorded = new Set<string>();
  let hasModule: boolean | undefined;
  ari.onConnected(() => (hasModule = undefined));

  const write = (channelId: string, value: string | undefined, signal?: AbortSignal) =>
    ari.invoke("asterisk", "setGlobalVar", { variable: variableOf(channelId), ...(value && { value }) }, signal);

  async function stateOf(channelId: string, signal: AbortSignal): Promise<DialState> {
    if (await findChannel(ari, channelId, signal)) return "dialled";
    const asked = { variable: variableOf(channelId) };
    const { value } = await ari.invoke<{ value: string }>("asterisk", "getGlobalVar", asked, signal);
    return value === DIALLED ? "dialled" : value === INTENDED ? "not_dialled" : "unknown";
  }

  /** Whether dialled channels can be recorded; without the module, a dialled channel would count as not dialled. */
  async function canRecord(signal: AbortSignal): Promise<boolean> {
    if (hasModule !== undefined) return hasModule;
    try {
      await ari.invoke("asterisk", "getModule", { moduleName: MODULE }, signal);
      hasModule = true;
    } catch (error) {
      if (!isAboutSomethingGone(error)) throw error;
      hasModule = false;
      log.warn(
        "asterisk_leaves_no_traces",
        `${MODULE} is not loaded: a call that is being placed during a crash is not placed again`,
      );
    }
    return hasModule;
  }

  return {
    async record(channelId, signal) {
      if (!(await canRecord(signal))) return;
      await write(channelId, INTENDED, signal);
      recorded.add(channelId);
    },

    variablesOf: (channelId) => (recorded.has(channelId) ? { [`GLOBAL(${variableOf(channelId)})`]: DIALLED } : {}),

    async lookUp(channelId, signal) {
      try {
        const first = await stateOf(channelId, signal);
        if (first !== "not_dialled") return first;
        await pause(ON_ITS_WAY_MS, signal);
        return await stateOf(channelId, signal);
      } catch {
        signal.throwIfAborted();
        return undefined;
      }
    },

    async clear(channelId) {
      recorded.delete(channelId);
      await write(channelId, undefined).catch(() => {});
    },
  };
}

function variableOf(channelId: string): string {
  return `DIAL_TRACE_${channelId.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
}
