import type { Request, Response } from "express";

/** A streamed answer of server-sent events, as defined by the WHATWG's HTML standard. */
export interface EventStream {
  /** Sends whole events, as bytes. A reader that does not keep up is disconnected. */
  send(bytes: Uint8Array): void;
  end(): void;
  /** Calls `listener` once when the stream ends, on either side; at once if it has already ended. */
  onClose(listener: () => void): void;
}

/** Unread bytes beyond which a reader is disconnected: a minute of twenty calls. */
const MAX_BACKLOG = 1024 * 1024;

/** Begins an answer of events. A HEAD request gets the headers only. */
export function openEventStream(req: Request, res: Response): EventStream {
  res.set({
    "Content-Type": "text/event-stream; charset=utf-8",
    // Keeps proxies from buffering the answer, which has no end.
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
