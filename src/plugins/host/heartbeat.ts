/** Maximum delay of a ping's answer while none of the process's tools is running, in ms: it has nothing else to do. */
const IDLE_BLOCK_MS = 3_000;
const TICK_MS = 1_000;
/** Maximum delay of an answer after a tool's time-out, in ms. */
const GRACE_MS = 500;

/** Detects a process that no longer answers pings: its event loop is blocked. */
export interface Heartbeat {
  /** Call when the process has answered. */
  pong(): void;
  /** Call on a tool's time-out: the process must answer now, or it is blocked. */
  demandPong(): void;
  stop(): void;
}

export interface HeartbeatNeeds {
  readonly ping: () => void;
  /** Whether one of the process's tools is running. */
  readonly busy: () => boolean;
  /** How long it may block then, in ms: the longest time-out of a tool. */
  readonly busyMs: number;
  /** Called once, with the time since its last answer, in ms. */
  readonly onBlocked: (ms: number) => void;
}

export function createHeartbeat({ ping, busy, busyMs, onBlocked }: HeartbeatNeeds): Heartbeat {
  // Counted in ticks instead of time: after a suspension of the service, no worker must appear blocked.
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
