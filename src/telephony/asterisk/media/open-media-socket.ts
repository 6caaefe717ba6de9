import WebSocket from "ws";
import { withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import { keepAlive } from "../../keep-alive.js";
import { MediaSocket } from "../../media-socket.js";

/** It takes some ms; a connection that Asterisk's HTTP server has dropped is made anew after a second. Calls wait for one another here. */
const OPEN_MS = 2_000;
/** A call goes on over a new socket, so one that stalls is better given up soon. */
const KEEP_ALIVE_MS = 1_000;
/** Asterisk closes it within a few ms of its channel's end; one that does not is not there any more. */
const CLOSE_MS = 1_000;

export interface MediaSocketNeeds {
  /** Its end ends the socket, once that is open; the socket's end, or its silence, ends it as `failed`. */
  readonly scope: Scope;
  readonly onFrame: (frame: Int16Array) => void;
  /** Hangs the channel up; settles when Asterisk has taken that, or cannot. */
  readonly hangUp: () => Promise<unknown>;
}

/**
 * Opens the media WebSocket of one external-media channel. It is open when Asterisk has said `MEDIA_START`, and an opening that
 * has begun is not given up before, for two seconds: while Asterisk is at it, the channel must not be hung up (`media-gate.ts`).
 *
 * At the scope's end the channel is hung up, and Asterisk closes the socket. One that is closed before that is taken for one
 * that broke (`lost-media.ts`).
 *
 * @throws {AttendantError} `media_failed` · what ended the scope
 */
export async function openMediaSocket(
  address: URL,
  { scope, onFrame, hangUp }: MediaSocketNeeds,
): Promise<MediaSocket> {
  const socket = new WebSocket(address, ["media"], { perMessageDeflate: false, handshakeTimeout: OPEN_MS });
  let settled = () => {};
  const opening = new Promise<void>((resolve) => (settled = resolve));
  const media = new MediaSocket(socket, { onFrame, onEvent: ({ event }) => event === "MEDIA_START" && settled() });
  let fault = "";
  socket.on("error", ({ message }) => (fault = `: ${message}`)); // A close follows, and says it.
  const lost = (detail: string) => {
    const cause = new AttendantError("media_failed", `The media socket ${detail}`);
    scope.end(new Ending("failed", cause.message, { cause }));
  };
  socket.on("close", (code) => {
    lost(`closed with ${code}${fault}`);
    settled();
  });
  // A handshake that hangs is ended with its connection; this is for one that was answered, and no more came.
  const late = () => lost(`did not open within ${OPEN_MS} ms`);
  await withDeadline(OPEN_MS, undefined, "opening", () => opening).catch(late);
  scope.onEnd(() => {
    media.end();
    const close = () => setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    hangUp().then(close, close);
  });
  scope.signal.throwIfAborted();
  // A dead socket would keep the call for ever: no audio comes, and no mark returns.
  const onSilence = () => lost(`gave no sign of life for ${KEEP_ALIVE_MS} ms`);
  socket.on("message", keepAlive({ everyMs: KEEP_ALIVE_MS, ask: () => media.ask(), onSilence, scope }));
  return media;
}
