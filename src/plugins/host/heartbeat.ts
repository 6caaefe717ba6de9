/** How long a process may leave a ping unanswered while none of its tools runs, ms: it has nothing to do then. */
const IDLE_BLOCK_MS = 3_000;
const TICK_MS = 1_000;
/** How long a process has to answer after a tool's time is up, ms. */
const GRACE_MS = 500;

/** Notices when a process does not answer pings any more: its event loop is blocked. */
export interface Heartbeat {
  /** The process has answered. */
  pong(): void;
  /** A tool's time is up: the process must answer now, or it is blocked. */
  demandPong(): void;
  stop(): void;
}

export interface HeartbeatNeeds {
  readonly ping: () => void;
  /** Whether one of the process's tools runs. */
  readonly busy: () => boolean;
  /** How long it may be blocked then, ms: the longest time of a tool. */
  readonly busyMs: number;
  /** Told once, with how long it has not answered, ms. */
  readonly onBlocked: (ms: number) => void;
}

export function createHeartbeat({ ping, busy, busyMs, onBlocked }: HeartbeatNeeds): Heartbeat {
  // Counted in ticks, not by the clock: after the service was suspended, no worker must look blocked.
  let unanswered = 0;
  let grace: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  function tick(): void {
    if (unanswered++ === 0) return ping();
    const ms = (unanswered - 1) * TICK_MS;
    if (ms >= (busy() ? busyMs + GRACE_MS : IDLE_BLOCK_MS)) blocked(ms);
  }

  function blocked(ms: number): void {
    stop();
    onBlocked(ms);
  }

  function stop(): void {
    clearInterval(ticking);
    clearTimeout(grace);
  }

  return {
    pong() {
      unanswered = 0;
      clearTimeout(grace);
      grace = undefined;
    },
    demandPong() {
      if (grace) return;
      ping();
      grace = setTimeout(() => blocked(busyMs), GRACE_MS);
    },
    stop,
  };
}
