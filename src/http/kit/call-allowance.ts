import { CALLS_PER_HOUR_OF_A_MODEL } from "../../config/api-clients.js";
import { createAllowance } from "./allowance.js";
import type { Client } from "./client.js";
import { InvalidInput, TryLater } from "./http-errors.js";

const HOUR_MS = 60 * 60 * 1000;

export interface CallAllowanceNeeds {
  /** Calls and schedules that the holders of a key may request in an hour, by the key's name; 0 means unlimited. */
  readonly ofClients?: ReadonlyMap<string, number>;
  /** ms, on a monotonic clock. */
  readonly now?: () => number;
}

/** Limits how many calls and schedules each client may request in an hour. */
export interface CallAllowance {
  /**
   * Counts a call or schedule that is about to be admitted or changed.
   *
   * @param calls how many calls it may come to
   * @param isOfModel a language model requests it: without a limit of its own, the key has the default one
   * @returns a function that gives them back, because none was admitted
   * @throws {TryLater} `rate_limited` when it is one too many
   * @throws {InvalidInput} when it may come to more calls than may be requested in an hour: waiting would not help
   */
  take(client: Client | undefined, calls: number, isOfModel: boolean): () => void;
}

export function createCallAllowance(needs: CallAllowanceNeeds = {}): CallAllowance {
  const { ofClients, now = () => performance.now() } = needs;
  const allowance = createAllowance(now, HOUR_MS);
  return {
    take(client, calls, isOfModel) {
      const most = ofClients?.get(client?.name ?? "") ?? (isOfModel ? CALLS_PER_HOUR_OF_A_MODEL : 0);
      if (most === 0 || calls === 0) return () => {};
      if (calls > most) {
        const message = `may come to ${calls} calls; this key may request ${most} in an hour`;
        throw new InvalidInput([{ path: "", message }]);
      }
      const who = client?.keyDigest ?? "";
      const waitMs = allowance.take(who, calls, most);
      if (waitMs === 0) return () => allowance.charge(who, -calls, most);
      const seconds = Math.ceil(waitMs / 1000);
      const detail = `More than ${most} calls were requested with this key within an hour; try again in ${seconds} s.`;
      throw new TryLater("rate_limited", detail, seconds);
    },
  };
}
