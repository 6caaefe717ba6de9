import { IncomingMessage } from "node:http";

/** A piece of a body smaller than this is a crumb, in bytes; what one chunk or one packet carries is a piece. */
const CRUMB_BYTES = 64;
/** Crumbs that one body may have. Each takes as long as a whole packet: 64 KiB byte by byte hold the process for 50 ms. */
const MAX_CRUMBS = 500;

/**
 * Closes the request's connection when its body comes in too many crumbs, even after the request was answered. Replaces
 * methods of this object, because Express gives it another class.
 *
 * @param onCutOff called before the connection is closed
 */
export function limitCrumbs(request: IncomingMessage, onCutOff: () => void): void {
  let crumbs = 0;
  const push = (piece: Buffer | null, encoding?: BufferEncoding) => {
    if (piece === null || piece.length >= CRUMB_BYTES || ++crumbs <= MAX_CRUMBS) {
      return IncomingMessage.prototype.push.call(request, piece, encoding);
    }
    if (!request.socket.destroyed) {
      onCutOff();
      request.socket.destroy();
    }
    return true; // The rest of the packet is dropped.
  };
  /** Called by Node once the request is answered and its body was not read. Node's own drops the rest uncounted. */
  const _dump = () => {
    request.removeAllListeners("data");
    request.resume();
  };
  Object.assign(request, { push, _dump });
}
