import { unlessAborted } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError, describe, hasCode } from "../../../kernel/errors.js";
import { retryUntilDone } from "../../../kernel/retry.js";
import type { Log } from "../../../observability/log.js";
import type { Connected } from "../ari/ari-connection.js";
import { callOurselves, type LoopbackNeeds } from "./loopback-call.js";

/** Pauses before the next test call after one that failed. */
const BACKOFF = { firstMs: 1_000, maxMs: 10_000 };

export interface LoopbackResult {
  /** Time from sending a sample to its return, in ms: through Asterisk and back, twice. */
  readonly loopMs: number;
}

export interface LoopbackWatch {
  /**
   * Places a test call now. Concurrent requests share one call and its result.
   *
   * @throws {AttendantError} `asterisk_not_usable`, or `asterisk_unreachable` while there is no connection
   */
  test(signal: AbortSignal): Promise<LoopbackResult>;
  /** Reports that a call could not be set up: places test calls until one succeeds. */
  suspect(): void;
}

export interface LoopbackWatchNeeds extends LoopbackNeeds {
  readonly log: Log;
  /** Called with whether Asterisk carries calls, and with details. */
  readonly report: (ok: boolean, detail: string) => void;
}

/**
 * Places test calls to ourselves after each connection until one goes through: until then Asterisk does not count as usable.
 * One call at a time.
 */
export function watchLoopback({ log, report, ...needs }: LoopbackWatchNeeds): LoopbackWatch {
  const { ari, scope } = needs;
  let current: LoopbackWatch | undefined;
  scope.onEnd(
    ari.onConnected((connected) => {
      current = watchOn(connected);
      report(false, `Connected to Asterisk ${connected.version}; a test call is in progress`);
      current.suspect();
    }),
  );

  function watchOn({ version, advisories, signal: connection }: Connected): LoopbackWatch {
    let underWay: Promise<LoopbackResult> | undefined;
    let isProving = false;
    let isProven = false;
    let lastFault: string | undefined;

    async function attempt(): Promise<LoopbackResult> {
      try {
        const loopMs = Math.round(await callOurselves({ ...needs, log }, connection));
        connection.throwIfAborted();
        isProven = true;
        lastFault = undefined;
        const told = { loop_ms: loopMs, version };
        log.info("asterisk_loopback", `Asterisk carried a test call, ${loopMs} ms there and back`, told);
        report(true, [`Asterisk carried a test call, ${loopMs} ms there and back`, ...advisories].join("; "));
        return { loopMs };
      } catch (error) {
        connection.throwIfAborted();
        const fault = notCarried(error);
        // On a busy machine a test call may be late: after an earlier success, the first failure is not reported.
        if (!isProven || lastFault !== undefined) report(false, fault.message);
        if (fault.message !== lastFault) log.error("asterisk_loopback_failed", fault.message, { code: fault.code });
        lastFault = fault.message;
        throw fault;
      }
    }

    const once = () => (underWay ??= scope.run(attempt()).finally(() => (underWay = undefined)));

    function suspect(): void {
      if (isProving) return;
      isProving = true;
      const proven = retryUntilDone(AbortSignal.any([connection, scope.signal]), BACKOFF, once, () => {});
      void scope.run(proven.finally(() => (isProving = false))).catch(() => {});
    }

    return {
      suspect,
      test: async (signal) => {
        connection.throwIfAborted();
        const result = once();
        result.catch(suspect);
        return unlessAborted(signal, result);
      },
    };
  }

  return {
    suspect: () => current?.suspect(),
    test: (signal) =>
      current && ari.connected
        ? current.test(signal)
        : Promise.reject(new AttendantError("asterisk_unreachable", "Asterisk is not connected")),
  };
}

function notCarried(error: unknown): AttendantError {
  const cause = error instanceof Ending && error.cause ? error.cause : error;
  const fault = hasCode(cause, "asterisk_not_usable") ? cause.message : describe(cause);
  const remedy = hasCode(cause, "media_failed")
    ? "check that http.conf lets the controller reach /media as well as ARI; if it does, restart Asterisk"
    : "Asterisk's log of this time may say why; if the fault persists, restart Asterisk";
  return new AttendantError("asterisk_not_usable", `Asterisk did not carry a test call: ${fault}; ${remedy}`, {
    cause,
  });
}
