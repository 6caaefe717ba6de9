import { EventParser, type StreamEvent } from "./event-stream.js";
import type { Connection } from "./live-words.js";
import { type Call, problemOf, type Schemas } from "./rest.js";
import { authorisation } from "./session.js";
import { Store } from "./store.js";

type Entry = Schemas["TranscriptEntry"];

/** A transcript entry of a live call, which may still change. */
export type Words = Entry & { readonly call_id: string; readonly id: string; readonly final: boolean };

/** The levels of both sides, in dB relative to full scale. */
export interface Level {
  readonly caller_db: number;
  readonly assistant_db: number;
}

export interface LiveCall {
  readonly call: Call;
  readonly words: readonly Words[];
  /** A separate store: it changes four times a second, and only the meters are rendered again. */
  readonly level: Store<Level>;
}

export interface Live {
  readonly connection: Connection;
  readonly calls: ReadonlyMap<string, LiveCall>;
}

export const live = new Store<Live>({ connection: "connecting", calls: new Map() });

const SILENCE: Level = { caller_db: -70, assistant_db: -70 };
/** The service sends a heartbeat every 15 s. */
const SILENT_MS = 40_000;
const AGAIN_MS = { first: 250, last: 5_000 };
/** By then a new connection has reported every live call. */
const SNAPSHOT_MS = 2_000;
/** Entries kept per call; the transcript has all of them. */
const MAX_WORDS = 60;

/** Follows the calls until the signal aborts; reconnects after each failure. */
export async function follow(signal: AbortSignal): Promise<void> {
  let waitMs = AGAIN_MS.first;
  live.set({ connection: "connecting", calls: new Map() });
  while (!signal.aborted) {
    const connection = new AbortController();
    const leave = () => connection.abort();
    signal.addEventListener("abort", leave);
    try {
      await readOnce(connection, () => (waitMs = AGAIN_MS.first));
    } catch (error) {
      if (isRefusal(error)) return live.set({ ...live.value, connection: "refused" });
    } finally {
      signal.removeEventListener("abort", leave);
      connection.abort();
    }
    if (signal.aborted) return;
    live.set({ ...live.value, connection: "lost" });
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, AGAIN_MS.last);
  }
}

function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status === 401 || status === 403;
}

/** Reads until the connection ends. @throws when it fails, or is silent for too long */
async function readOnce(connection: AbortController, opened: () => void): Promise<void> {
  let silence = setTimeout(() => connection.abort(), SILENT_MS);
  const known = new Set(live.value.calls.keys());
  let snapshot: ReturnType<typeof setTimeout> | undefined;
  try {
    const response = await fetch("/events", { headers: authorisation(), signal: connection.signal });
    if (!response.ok || !response.body) throw await problemOf(response);
    opened();
    live.set({ ...live.value, connection: "open" });
    snapshot = setTimeout(() => remove(known), SNAPSHOT_MS);
    const parser = new EventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENT_MS);
      take(parser.push(value), known);
    }
  } finally {
    clearTimeout(silence);
    clearTimeout(snapshot);
  }
}

/** @param known calls of the previous connection that this one has not reported yet */
function take(events: readonly StreamEvent[], known: Set<string>): void {
  const calls = new Map(live.value.calls);
  for (const { name, data } of events) {
    const told = JSON.parse(data) as { readonly call_id: string };
    known.delete(told.call_id);
    const found = calls.get(told.call_id);
    if (name === "call") {
      calls.set(told.call_id, { words: [], level: new Store(SILENCE), ...found, call: told as Call });
    } else if (!found) continue;
    else if (name === "words") calls.set(told.call_id, { ...found, words: withWords(found.words, told as Words) });
    else if (name === "turn") calls.set(told.call_id, { ...found, words: withTurn(found.words, told as Words) });
    else if (name === "level") found.level.set(told as unknown as Level);
    else if (name === "gone") calls.delete(told.call_id);
  }
  if (events.some(({ name }) => name !== "level")) live.set({ ...live.value, calls });
}

function remove(ids: ReadonlySet<string>): void {
  const calls = new Map([...live.value.calls].filter(([id]) => !ids.has(id)));
  live.set({ ...live.value, calls });
}

function withWords(all: readonly Words[], words: Words): readonly Words[] {
  const at = all.findIndex(({ id }) => id === words.id);
  if (at >= 0) return all.with(at, { ...(all[at]?.turn && { turn: all[at].turn }), ...words });
  return [...all, words].slice(-MAX_WORDS);
}

function withTurn(all: readonly Words[], { id, turn }: Words): readonly Words[] {
  return all.map((words) => (words.id === id && turn ? { ...words, turn } : words));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
