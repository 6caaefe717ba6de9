import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { AriConnection } from "./ari-connection.js";

export interface RestartWatch {
  /** Whether Asterisk was restarted since the last call, or since the watch was created. */
  hasRestarted(): Promise<boolean>;
}

/** Notices restarts of Asterisk by its start time. An Asterisk that cannot be asked counts as not restarted. */
export function watchRestarts(ari: AriConnection): RestartWatch {
  let known = startOf(ari);
  return {
    async hasRestarted() {
      const [was, is] = await Promise.all([known, startOf(ari)]);
      known = Promise.resolve(is ?? was);
      return was !== undefined && is !== undefined && was !== is;
    },
  };
}

async function startOf(ari: AriConnection): Promise<string | undefined> {
  try {
    const asked = { only: "status" };
    const { status } = await ari.invoke<{ status?: { startup_time?: string } }>("asterisk", "getInfo", asked);
    return status?.startup_time;
  } catch {
    return undefined;
  }
}

/** The ending of an answered call that was cut off because Asterisk stopped. */
export function asteriskStopped(): Ending {
  const cause = new AttendantError("asterisk_unreachable", "Asterisk was stopped during the call");
  return new Ending("failed", cause.message, { cause });
}
