import WebSocket from "ws";
import { withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import { keepAlive } from "../../../kernel/keep-alive.js";
import type { Scope } from "../../../kernel/scope.js";
import { MediaSocket } from "../../media-socket.js";

/** Time-out, in ms. Opening takes some ms, a second more if Asterisk's HTTP server drops the connection. Calls queue here. */
const OPEN_MS = 2_000;
/** Maximum silence, in ms. Short, because the call continues over a new socket. */
const KEEP_ALIVE_MS = 1_000;
/** Maximum size of a message, in bytes: a hundred times that of a frame. */
const MAX_MESSAGE = 64 * 1024;
/** Maximum time for closing, in ms. Asterisk closes the socket within a few ms of its channel's end, unless it has gone. */
const CLOSE_MS = 1_000;

export interface MediaSocketNeeds {
  /** Its end ends the socket, once that is open; if the socket ends or goes silent, it ends as `failed`. */
  readonly scope: Scope;
  readonly onFrame: (frame: Int16Array) => void;
  /** Hangs the channel up; settles when Asterisk has accepted that, or cannot. */
  readonly hangUp: () => Promise<unknown>;
}

/**
 * Opens the media WebSocket of one external-media channel. It is open when Asterisk has sent `MEDIA_START`. An opening in
 * progress is not cancelled before that, for two seconds: the channel must not be hung up meanwhile (`media-gate.ts`).
 *
 * At the scope's end the channel is hung up, and Asterisk closes the socket. A socket that closes earlier counts as broken
 * (`lost-media.ts`).
 *
 * @throws {AttendantError} `media_failed` · what ended the scope
 */
export async function openMediaSocket(
  address: URL,
  { scope, onFrame, hangUp }: MediaSocketNeeds,
): Promise<MediaSocket> {
  const socket = new WebSocket(address, ["media"], {
    perMessageDeflate: false,
    handshakeTimeout: OPEN_MS,
    maxPayload: MAX_MESSAGE,
  });
  let settled = () => {};
  const opening = new Promise<void>((resolve) => (settled = resolve));
  const media = new MediaSocket(socket, { onFrame, onEvent: ({ event }) => event === "MEDIA_START" && settled() });
  let fault = "";
  socket.on("error", ({ message }) => (fault = `: ${message}`)); // A close event follows and reports it.
  const lost = (detail: string) => {
    const cause = new AttendantError("media_failed", `The media socket ${detail}`);
    scope.end(new Ending("failed", cause.message, { cause }));
  };
  socket.on("close", (code) => {
    lost(`closed with ${code}${fault}`);
    settled();
  });
  // A handshake that hangs ends with its connection; this is for one that was answered without anything following.
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
