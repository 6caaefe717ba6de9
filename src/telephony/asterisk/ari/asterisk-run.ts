import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { AriConnection } from "./ari-connection.js";

/** A run of Asterisk: from one start of it to its end. */
export interface AsteriskRun {
  /** Whether Asterisk was started anew since this was asked last, or made. */
  isAnother(): Promise<boolean>;
}

/** Knows runs of Asterisk apart by the time of their start. A run that cannot be asked for counts as the same. */
export function createAsteriskRun(ari: AriConnection): AsteriskRun {
  let known = startOf(ari);
  return {
    async isAnother() {
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

/** Of a call that was answered and that Asterisk's own end has cut off. */
export function asteriskStopped(): Ending {
  const cause = new AttendantError("asterisk_unreachable", "Asterisk was stopped in the middle of the call");
  return new Ending("failed", cause.message, { cause });
}
