import type { LiveCalls } from "../calls/live-calls.js";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import type { Log } from "../observability/log.js";
import type { Asterisk } from "../telephony/asterisk/asterisk.js";

export interface LeaveNeeds {
  readonly liveCalls: LiveCalls;
  readonly scheduling: { leave(): void };
  readonly asterisk: Pick<Asterisk, "leave">;
  /** How long calls have to end, ms. */
  readonly withinMs: number;
  /** How long Asterisk keeps callers for the next process, ms. */
  readonly rejoinMs: number;
  /** Closes everything else. */
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/** The ways in which a running service ends. */
export interface Leaving {
  /** Takes no more calls, makes live calls say goodbye within the configured time, and closes everything. */
  stop(): Promise<void>;
  /** Finishes placed calls within that time, and leaves everything else to the next process. */
  handOver(): Promise<void>;
}

/** Conversations stop within 5 s, and are written down then. */
const HAND_OVER_MS = 10_000;

export function createLeaving(needs: LeaveNeeds): Leaving {
  const { liveCalls, scheduling, asterisk, withinMs, rejoinMs, close, log } = needs;

  async function within(ms: number, windingUp: Promise<void>): Promise<void> {
    await withDeadline(ms, undefined, "winding up calls", (limit) => unlessAborted(limit, windingUp)).catch(() =>
      log.warn("calls_cut_off", "Calls that were still going on are cut off", { count: liveCalls.count }),
    );
  }

  async function stop(): Promise<void> {
    scheduling.leave();
    await within(withinMs, liveCalls.drain());
    await close();
  }

  return {
    stop,
    async handOver() {
      if (rejoinMs === 0) return stop(); // Asterisk would keep no caller.
      scheduling.leave();
      await within(withinMs, liveCalls.finishPlaced());
      asterisk.leave();
      await within(HAND_OVER_MS, liveCalls.handOverAll());
      await close();
    },
  };
}
