import type { LiveCalls } from "../calls/live/live-calls.js";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import type { Log } from "../observability/log.js";
import type { Asterisk } from "../telephony/asterisk/asterisk.js";

export interface LeaveNeeds {
  readonly liveCalls: LiveCalls;
  readonly scheduling: { leave(): void };
  readonly asterisk: Pick<Asterisk, "leave">;
  /** Closes everything else. */
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/** The ways to end a running service. */
export interface Leaving {
  /** Accepts no more calls, makes live calls say goodbye within the configured time, and closes everything. */
  stop(): Promise<void>;
  /** Finishes placed calls within that time, and leaves everything else to the next process. */
  handOver(): Promise<void>;
}

/** Time that calls have for their end once the process is asked to stop, in ms. Process supervisors have to wait longer. */
export const SHUTDOWN_MS = 15_000;
/** Time for handing calls over, in ms: conversations stop within 5 s, and are then recorded. */
const HAND_OVER_MS = 10_000;

export function createLeaving(needs: LeaveNeeds): Leaving {
  const { liveCalls, scheduling, asterisk, close, log } = needs;

  async function within(ms: number, windingUp: Promise<void>): Promise<void> {
    await withDeadline(ms, undefined, "ending the calls", (limit) => unlessAborted(limit, windingUp)).catch(() =>
      log.warn("calls_cut_off", "Calls still in progress are cut off", { count: liveCalls.count }),
    );
  }

  async function stop(): Promise<void> {
    scheduling.leave();
    await within(SHUTDOWN_MS, liveCalls.drain());
    await close();
  }

  return {
    stop,
    async handOver() {
      scheduling.leave();
      await within(SHUTDOWN_MS, liveCalls.finishPlaced());
      asterisk.leave();
      await within(HAND_OVER_MS, liveCalls.handOverAll());
      await close();
    },
  };
}
