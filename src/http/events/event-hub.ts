import type { CallNews, CallWatch } from "../../calls/live/watch-calls.js";
import { AttendantError } from "../../kernel/errors.js";
import type { EventStream } from "../kit/event-stream.js";
import { type EventText, eventsOf } from "./event-text.js";

/** A reader and what they may see. */
export interface ReaderNeeds {
  /** Identifies the reader's key; undefined without one. */
  readonly key: string | undefined;
  /** Only events of this call; of all calls when undefined. */
  readonly callId: string | undefined;
  /** Whether the reader may see what is said. */
  readonly mayReadWords: boolean;
}

/** Streams live call events to readers. */
export interface EventHub {
  /**
   * Sends a reader the state of the live calls and then each change, until the reader leaves or the requested call ends.
   *
   * @throws {AttendantError} `rate_limited` when there are too many readers, `not_found` when the requested call is not live
   */
  read(needs: ReaderNeeds, open: () => EventStream): void;
}

export interface EventHubNeeds {
  /** Subscribes to changes in calls until the watch is stopped. */
  readonly watch: (tell: (news: readonly CallNews[]) => void) => CallWatch;
  /** Ends all streams. */
  readonly signal: AbortSignal;
  /** ms since the epoch. */
  readonly now: () => number;
}

interface Reader extends ReaderNeeds {
  readonly stream: EventStream;
}

const MAX_READERS = 200;
/** Limit per key, so that a client which leaks connections does not lock out the others. */
const MAX_WITH_A_KEY = 100;
/** Heartbeat interval, in ms: proxies close connections that stay silent. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(":\n\n");

/**
 * Calls are watched only while there is a reader. Changes are batched: one write per reader, serialised once for all readers with
 * the same permissions.
 */
export function createEventHub({ watch, signal, now }: EventHubNeeds): EventHub {
  const readers = new Set<Reader>();
  let watching: { readonly calls: CallWatch; readonly heartbeat: NodeJS.Timeout } | undefined;
  signal.addEventListener("abort", () => {
    for (const { stream } of readers) stream.end();
  });

  function begin() {
    const heartbeat = setInterval(() => readers.forEach(({ stream }) => stream.send(HEARTBEAT)), HEARTBEAT_MS);
    heartbeat.unref();
    return { calls: watch(tell), heartbeat };
  }

  function stopUnlessRead(): void {
    if (readers.size > 0 || !watching) return;
    watching.calls.stop();
    clearInterval(watching.heartbeat);
    watching = undefined;
  }

  function tell(news: readonly CallNews[]): void {
    const events = eventsOf(news, now());
    const made = new Map<string, Buffer>();
    for (const reader of readers) {
      const { callId, mayReadWords, stream } = reader;
      const key = `${mayReadWords} ${callId ?? ""}`;
      const bytes = made.get(key) ?? bytesFor(reader, events);
      made.set(key, bytes);
      if (bytes.length > 0) stream.send(bytes);
      if (callId !== undefined && news.some((each) => each.kind === "gone" && each.callId === callId)) stream.end();
    }
  }

  return {
    read(needs, open) {
      if (readers.size >= MAX_READERS) {
        throw new AttendantError("rate_limited", `${MAX_READERS} readers are already connected, which is the limit.`);
      }
      if ([...readers].filter(({ key }) => key === needs.key).length >= MAX_WITH_A_KEY) {
        throw new AttendantError(
          "rate_limited",
          `${MAX_WITH_A_KEY} readers with this key are already connected, which is the limit.`,
        );
      }
      watching ??= begin();
      const soFar = watching.calls.soFar(needs.callId);
      if (needs.callId !== undefined && soFar.length === 0) {
        stopUnlessRead();
        throw new AttendantError("not_found", "No live call has this call_id.");
      }
      const stream = open();
      const reader = { ...needs, stream };
      readers.add(reader);
      stream.onClose(() => {
        readers.delete(reader);
        stopUnlessRead();
      });
      stream.send(HEARTBEAT);
      stream.send(bytesFor(needs, eventsOf(soFar, now())));
      if (signal.aborted) stream.end();
    },
  };
}

function bytesFor({ callId, mayReadWords }: ReaderNeeds, events: readonly EventText[]): Buffer {
  const told = events.filter((event) => (callId ?? event.callId) === event.callId);
  return Buffer.from(told.map(({ text, withoutTranscripts }) => (mayReadWords ? text : withoutTranscripts)).join(""));
}
