import { write } from "node:fs";

/** The destination of log lines. `write` never throws and never waits. */
export interface Output {
  write(line: string): void;
  /** Lines lost so far, because the reader was too slow or the disk full. */
  readonly dropped: number;
  /** Resolves when what was written has left the process, after `ms` milliseconds at the latest. */
  flush(ms: number): Promise<void>;
}

/** Bytes queued for a slow reader before lines are dropped. */
const CAPACITY_BYTES = 1024 * 1024;
/** Pause when a descriptor cannot accept more (EAGAIN: a terminal set to non-blocking). */
const RETRY_MS = 50;

/**
 * Writes lines to a file descriptor without ever blocking the event loop, which carries the audio: Node writes to pipes
 * synchronously, so a stalled reader of stdout would block `process.stdout.write`.
 *
 * One write is in progress at a time; everything written meanwhile follows in the next. A failed write (the reader is gone, the
 * disk is full) loses its lines, which are counted, and is not repeated.
 */
export function createOutput(fd: number, capacityBytes: number = CAPACITY_BYTES): Output {
  let pending: string[] = [];
  let pendingBytes = 0;
  let dropped = 0;
  let writing = false;
  let idle: (() => void)[] = [];

  function next(): void {
    if (pending.length === 0) {
      writing = false;
      for (const resolve of idle.splice(0)) resolve();
      return;
    }
    const lines = pending.length;
    const bytes = Buffer.from(pending.join(""));
    pending = [];
    pendingBytes = 0;
    writing = true;
    send(bytes, 0, lines);
  }

  function send(bytes: Buffer, offset: number, lines: number): void {
    write(fd, bytes, offset, bytes.length - offset, null, (error, written) => {
      if (error?.code === "EAGAIN" || error?.code === "EINTR") {
        setTimeout(() => send(bytes, offset, lines), RETRY_MS);
      } else if (error) {
        dropped += lines;
        next();
      } else if (offset + written < bytes.length) {
        send(bytes, offset + written, lines);
      } else {
        next();
      }
    });
  }

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (pendingBytes + bytes > capacityBytes) {
        dropped++;
        return;
      }
      pending.push(line);
      pendingBytes += bytes;
      if (!writing) next();
    },
    get dropped() {
      return dropped;
    },
    flush(ms) {
      if (!writing) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          idle = idle.filter((other) => other !== done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        idle.push(done);
      });
    },
  };
}
