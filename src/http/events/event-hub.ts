import type { CallNews, CallWatch } from "../../calls/watch-calls.js";
import { AttendantError } from "../../kernel/errors.js";
import type { EventStream } from "../kit/event-stream.js";
import { type EventText, eventsOf } from "./event-text.js";

/** Who reads, and what they are told. */
export interface ReaderNeeds {
  /** Tells one key from another; undefined without one. */
  readonly key: string | undefined;
  /** Of this call alone; of all unless given. */
  readonly callId: string | undefined;
  /** Whether they are told what is said. */
  readonly mayReadWords: boolean;
}

/** Whoever reads what happens in calls while it happens. */
export interface EventHub {
  /**
   * Tells a reader how the calls stand, and from then on what changes, until they leave or the call they asked for is over.
   *
   * @throws {AttendantError} `rate_limited` when there are too many, `not_found` when the call they ask for is not live
   */
  read(needs: ReaderNeeds, open: () => EventStream): void;
}

export interface EventHubNeeds {
  /** Has it told what changes in calls, until the watch is stopped. */
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
/** With one key, so that a client which forgets its connections shuts nobody else out. */
const MAX_WITH_A_KEY = 100;
/** So often a sign of life is sent, ms: what is between here and there ends a connection on which nothing comes. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(":\n\n");

/**
 * Calls are watched while there is a reader, and no longer. What is new at a time is one write for each reader, and is made
 * once for all who are told the same.
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
        throw new AttendantError("rate_limited", `${MAX_READERS} readers are connected already.`);
      }
      if ([...readers].filter(({ key }) => key === needs.key).length >= MAX_WITH_A_KEY) {
        throw new AttendantError("rate_limited", `${MAX_WITH_A_KEY} readers with this key are connected already.`);
      }
      watching ??= begin();
      const soFar = watching.calls.soFar(needs.callId);
      if (needs.callId !== undefined && soFar.length === 0) {
        stopUnlessRead();
        throw new AttendantError("not_found", "There is no live call with this call_id.");
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
  return Buffer.from(told.map(({ text, withoutWords }) => (mayReadWords ? text : withoutWords)).join(""));
}
