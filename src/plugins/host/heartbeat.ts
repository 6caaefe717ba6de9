/** How long a process may keep from answering when none of its tools is in use, ms: nothing is there for it to do then. */
const IDLE_BLOCK_MS = 3_000;
const TICK_MS = 1_000;
/** How long a process has to answer after a tool's time is up, ms. */
const GRACE_MS = 500;

/** Notices when a process does not come to answer any more. */
export interface Heartbeat {
  /** The process has answered. */
  heard(): void;
  /** A tool's time is up: the process must answer now, or it is blocked. */
  demand(): void;
  stop(): void;
}

export interface HeartbeatNeeds {
  readonly ask: () => void;
  /** Whether one of the process's tools is in use. */
  readonly busy: () => boolean;
  /** How long it may be blocked then, ms: the longest time of a tool. */
  readonly busyMs: number;
  /** Told once, with how long it has not answered, ms. */
  readonly onBlocked: (ms: number) => void;
}

export function createHeartbeat({ ask, busy, busyMs, onBlocked }: HeartbeatNeeds): Heartbeat {
  // Counted in ticks, not by the clock: a process that was suspended finds none of its processes blocked.
  let unanswered = 0;
  let grace: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  function tick(): void {
    if (unanswered++ === 0) return ask();
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
    heard() {
      unanswered = 0;
      clearTimeout(grace);
      grace = undefined;
    },
    demand() {
      if (grace) return;
      ask();
      grace = setTimeout(() => blocked(busyMs), GRACE_MS);
    },
    stop,
  };
}
