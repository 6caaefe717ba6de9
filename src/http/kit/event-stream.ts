import type { Request, Response } from "express";

/** An answer that goes on: server-sent events, as the WHATWG's HTML standard has them. */
export interface EventStream {
  /** Sends bytes, whole events. A reader that does not keep up is cut off. */
  send(bytes: Uint8Array): void;
  end(): void;
  /** Has `listener` called once when it is over, whoever ended it; at once where it is over already. */
  onClose(listener: () => void): void;
}

/** Beyond so much that was sent and not taken, bytes, a reader is cut off: a minute of twenty calls. */
const MAX_BACKLOG = 1024 * 1024;

/** Begins an answer of events. Whoever asks for the headers alone gets no more. */
export function openEventStream(req: Request, res: Response): EventStream {
  res.set({
    "Content-Type": "text/event-stream; charset=utf-8",
    // A proxy that waits for the end of an answer would never send any of it.
    "X-Accel-Buffering": "no",
  });
  res.status(200).flushHeaders();
  if (req.method === "HEAD") res.end();
  return {
    send(bytes) {
      if (res.writableEnded || res.destroyed) return;
      if (res.writableLength > MAX_BACKLOG) res.destroy();
      else res.write(bytes);
    },
    end: () => void res.end(),
    onClose(listener) {
      if (res.destroyed || res.writableEnded) listener();
      else res.once("close", listener);
    },
  };
}
