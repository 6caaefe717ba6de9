import type WebSocket from "ws";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Line } from "../line.js";
import { createLineSound } from "../line-sound.js";
import { type MediaEvent, MediaSocket } from "../media-socket.js";
import { Playback } from "../playback.js";

/** Dialled number of a call from a browser, in records. */
export const BROWSER_EXTENSION = "browser";

const KEY = /^[0-9*#A-D]$/;

export interface BrowserLineNeeds {
  readonly id: string;
  /** Scope of the call: its end takes the line down. The opener of the socket ends it when the socket closes. */
  readonly scope: Scope;
}

/**
 * Makes a line of a WebSocket to a page, which speaks the protocol of Asterisk's media sockets: its audio thread paces the
 * playback and reports marks. The line cannot be put through.
 */
export function createBrowserLine(socket: WebSocket, { id, scope }: BrowserLineNeeds): Line {
  const sound = createLineSound();
  const onEvent = ({ event, digit }: MediaEvent) => {
    if (event === "DTMF_END" && typeof digit === "string" && KEY.test(digit)) sound.pressed(digit);
  };
  const playback = new Playback();
  const media = new MediaSocket(socket, { onFrame: (frame) => sound.heard(frame), onEvent });
  playback.attach(media);
  scope.onEnd(() => {
    media.end();
    playback.end();
    sound.end();
  });
  return {
    id,
    caller: { number: "", name: "" },
    extension: BROWSER_EXTENSION,
    signal: scope.signal,
    ...sound.over(playback),
    hold: () => Promise.resolve(false),
    endHold: () => Promise.resolve(),
    continueAt: () => Promise.resolve(false),
    join: () => Promise.reject(new AttendantError("asterisk_request_failed", "A browser cannot be put through.")),
    hangUp: async () => {
      scope.end(new Ending("finished", "the assistant hung up"));
      await scope.closed;
    },
  };
}
