import type WebSocket from "ws";
import { FRAME_BYTES, FRAME_MS } from "../../audio/pcm.js";
import { Ending } from "../../kernel/ending.js";
import type { Scope } from "../../kernel/scope.js";
import { keepAlive } from "../keep-alive.js";

/** What a page may take of us. */
export interface PageLimits {
  /** How often it is asked whether it is there, and how long it may say nothing to that, ms. */
  readonly aliveMs: number;
  /** How long no sound may come from it, ms: a page whose audio stands still plays nothing either. */
  readonly soundlessMs: number;
}

export const PAGE_LIMITS: PageLimits = { aliveMs: 5_000, soundlessMs: 20_000 };

/** Twice what a page sends in a second: frames, and a mark for every ten of them. What a network held up may come at once. */
const MESSAGES_PER_SECOND = 2 * (1_000 / FRAME_MS);
const MESSAGES_AT_ONCE = 10 * MESSAGES_PER_SECOND;
/** A piece of sound shorter than this, of a message's 20 ms, costs as much: 10 ms are the least that anybody packs. */
const LEAST_PIECE = 0.5;
/** So much may wait to be sent, bytes: a minute of sound. Honest pages have 16 s. */
const MAX_UNSENT_BYTES = 2_000_000;

/**
 * Ends the call of a page that is gone (`hung_up`), or that does what no page of ours does (`failed`): sends more than sound
 * makes, none at all, or tells of marks and reads nothing. Marks that it lies about are its own loss.
 */
export function watchPage(socket: WebSocket, scope: Scope, { aliveMs, soundlessMs }: PageLimits): void {
  const gone = () => scope.end(new Ending("hung_up"));
  const misbehaves = (how: string) => scope.end(new Ending("failed", `The page ${how}.`));
  socket.on("close", gone);
  socket.on("error", gone); // Bytes that are no WebSocket message, or too many of them; it is closed with that.

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
  /** Something came that costs as much as so many messages. */
  const came = (messages: number) => {
    isAlive();
    const now = performance.now();
    left = Math.min(MESSAGES_AT_ONCE, left + ((now - at) / 1_000) * MESSAGES_PER_SECOND);
    at = now;
    left -= messages;
    if (left >= 0) return;
    socket.pause(); // It may go on sending while it is being closed.
    misbehaves("sends more than sound makes");
  };
  for (const control of ["ping", "pong"] as const) socket.on(control, () => came(1));
  socket.on("message", (message: Buffer, isBinary: boolean) => {
    if (isBinary) isHeard();
    came(isBinary ? Math.max(LEAST_PIECE, message.length / FRAME_BYTES) : 1);
  });
}
