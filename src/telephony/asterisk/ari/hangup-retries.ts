import { Ending } from "../../../kernel/ending.js";
import { describe } from "../../../kernel/errors.js";
import { retryUntilDone } from "../../../kernel/retry.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import type { Invoke } from "./ari-operations.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";

/** Pauses between failed attempts. */
const BACKOFF = { firstMs: 250, maxMs: 2_000 };
/** Attempt whose failure is logged; a request may be lost once. */
const TOLD_AT_ATTEMPT = 3;

/** Q.850: 16 normal clearing, 17 user busy, 31 normal unspecified, 42 congestion (SIP 503, whereas 41 would be 603). */
export type HangUpCause = "16" | "17" | "31" | "42";

/**
 * Hangs up channels and destroys bridges, and retries until Asterisk has confirmed it or no longer has the channel or bridge,
 * however long Asterisk is away: a lost request must not leave a telephone off the hook.
 *
 * Each promise resolves with true, or with false when the channel or bridge had already gone. It rejects when the scope ends.
 * Repeated requests for one channel join the hang-up in progress.
 */
export interface HangupRetries {
  hangUp(channelId: string, cause: HangUpCause): Promise<boolean>;
  destroyBridge(bridgeId: string): Promise<boolean>;
  /** Whether that channel or bridge is being removed. */
  has(id: string): boolean;
}

export function createHangupRetries({ invoke, log, scope }: { invoke: Invoke; log: Log; scope: Scope }): HangupRetries {
  const underWay = new Map<string, Promise<boolean>>();

  function remove(id: string, attempt: () => Promise<void>): Promise<boolean> {
    const present = underWay.get(id);
    if (present) return present;
    const removal = scope.run(untilConfirmed(id, attempt).finally(() => underWay.delete(id)));
    underWay.set(id, removal);
    removal.catch(() => {});
    return removal;
  }

  async function untilConfirmed(id: string, attempt: () => Promise<void>): Promise<boolean> {
    let attempts = 0;
    const once = async () => {
      attempts++;
      try {
        await attempt();
        return true;
      } catch (error) {
        if (isAboutSomethingGone(error)) return false;
        throw error;
      }
    };
    const wasThere = await retryUntilDone(scope.signal, BACKOFF, once, (error, nextMs) => {
      if (attempts !== TOLD_AT_ATTEMPT) return;
      const why = describe(error instanceof Ending && error.cause ? error.cause : error);
      log.warn(
        "asterisk_removal_fails",
        `Asterisk does not hang up a channel or remove a bridge: ${why}. Retrying until it does`,
        {
          id,
          next_ms: nextMs,
        },
      );
    });
    if (attempts >= TOLD_AT_ATTEMPT) {
      log.info("asterisk_removal_done", "Asterisk has hung up the channel or removed the bridge", { id, attempts });
    }
    return wasThere;
  }

  return {
    hangUp: (channelId, cause) =>
      remove(channelId, () => invoke("channels", "hangup", { channelId, reason_code: cause })),
    destroyBridge: (bridgeId) => remove(bridgeId, () => invoke("bridges", "destroy", { bridgeId })),
    has: (id) => underWay.has(id),
  };
}
