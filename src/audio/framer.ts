import { FRAME_BYTES, samplesOf } from "./pcm.js";

/**
 * Returns a function that takes the next piece of a byte stream, of any length, and passes on each frame that it completes.
 *
 * Telephones put 10 to 60 ms into a packet, and Asterisk forwards each packet as one message, so messages do not coincide with
 * frames. Bytes short of a frame, even half a sample, wait for the next piece. At the end of the stream they are discarded: less
 * than 20 ms.
 *
 * @param onFrame receives a view that is valid only during the call
 */
export function createFramer(onFrame: (frame: Int16Array) => void): (piece: Uint8Array) => void {
  const partial = new Uint8Array(FRAME_BYTES);
  let filled = 0;
  return (piece) => {
    let at = 0;
    if (filled > 0) {
      at = Math.min(FRAME_BYTES - filled, piece.length);
      partial.set(piece.subarray(0, at), filled);
      filled += at;
      if (filled < FRAME_BYTES) return;
      filled = 0;
      onFrame(samplesOf(partial));
    }
    for (; at + FRAME_BYTES <= piece.length; at += FRAME_BYTES)
      onFrame(samplesOf(piece.subarray(at, at + FRAME_BYTES)));
    partial.set(piece.subarray(at));
    filled = piece.length - at;
  };
}
