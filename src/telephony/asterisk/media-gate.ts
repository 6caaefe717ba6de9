import { Turns } from "../../kernel/turns.js";

type Work = "make" | "open";

/** More sockets opened at once than this are more than Asterisk's HTTP server can take: it has a backlog of ten, of which ari-client takes six. */
const MAX_OPENING = 3;

/**
 * Keeps the making of media channels and the opening of their sockets apart: any number is made at a time, or a few are opened.
 *
 * A socket that is opened while a channel is made may leave Asterisk's list of media channels locked for good (`OBJ_NOLOCK` in
 * `incoming_ws_established_cb` of Asterisk's `channels/chan_websocket.c`): then it has to be restarted.
 */
export class MediaGate extends Turns<Work> {
  constructor() {
    super((work, running, latest) => {
      if (running === 0) return true;
      return work === latest && (work === "make" || running < MAX_OPENING);
    });
  }
}
