import type WebSocket from "ws";
import { FRAME_BYTES, FRAME_MS } from "../../audio/pcm.js";
import { Ending } from "../../kernel/ending.js";
import { keepAlive } from "../../kernel/keep-alive.js";
import type { Scope } from "../../kernel/scope.js";

/** Limits for a page. */
export interface PageLimits {
  /** Interval of the keep-alive questions, and the maximum time without an answer, in ms. */
  readonly aliveMs: number;
  /** Maximum time without audio from the page, in ms: a page whose audio has stopped plays nothing either. */
  readonly soundlessMs: number;
}

export const PAGE_LIMITS: PageLimits = { aliveMs: 5_000, soundlessMs: 20_000 };

/** Twice what a page sends in a second: frames, and a mark for every ten of them. Delayed messages may arrive at once. */
const MESSAGES_PER_SECOND = 2 * (1_000 / FRAME_MS);
const MESSAGES_AT_ONCE = 10 * MESSAGES_PER_SECOND;
/** Minimum cost of a piece of audio, as a share of a 20 ms message: real pages send at least 10 ms at a time. */
const LEAST_PIECE = 0.5;
/** Maximum number of bytes waiting to be sent: a minute of audio. Honest pages have 16 s. */
const MAX_UNSENT_BYTES = 2_000_000;

/**
 * Ends the call of a page that has gone (`hung_up`), or that misbehaves (`failed`): it sends more than audio requires, sends
 * no audio, or reports marks but reads nothing. A page that reports false marks harms only itself.
 */
export function watchPage(socket: WebSocket, scope: Scope, { aliveMs, soundlessMs }: PageLimits): void {
  const gone = () => scope.end(new Ending("hung_up"));
  const misbehaves = (how: string) => scope.end(new Ending("failed", `The page ${how}.`));
  socket.on("close", gone);
  socket.on("error", gone); // An invalid or oversized WebSocket message; the socket closes then.

  const isAlive = keepAlive({ everyMs: aliveMs, ask: () => socket.ping(), onSilence: gone, scope });
  const ask = () => {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) misbehaves("does not take what it is sent");
  };
  const onSilence = () => misbehaves("has sent no sound for too long");
  const isHeard = keepAlive({ everyMs: soundlessMs, ask, onSilence, scope });
  const room = setInterval(ask, aliveMs);
  scope.onEnd(() => clearInterval(room));

  let left = MESSAGES_AT_ONCE;
  let at = performance.now();
  /** Counts something received that costs as much as `messages` messages. */
  const came = (messages: number) => {
    isAlive();
    const now = performance.now();
    left = Math.min(MESSAGES_AT_ONCE, left + ((now - at) / 1_000) * MESSAGES_PER_SECOND);
    at = now;
    left -= messages;
    if (left >= 0) return;
    socket.pause(); // It may keep sending while it is being closed.
    misbehaves("sends more than sound makes");
  };
  for (const control of ["ping", "pong"] as const) socket.on(control, () => came(1));
  socket.on("message", (message: Buffer, isBinary: boolean) => {
    if (isBinary) isHeard();
    came(isBinary ? Math.max(LEAST_PIECE, message.length / FRAME_BYTES) : 1);
  });
}
