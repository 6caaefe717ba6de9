import { createHash, randomUUID } from "node:crypto";
import { AttendantError, describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { IdempotencyStore, KeptAnswer } from "../../records/stores.js";
import { boundAnswers } from "./bound-answers.js";
import { TryLater } from "./http-errors.js";

const KEPT_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 2;
/** What a note is kept as. No client ever gets it as an answer. */
const NOTE = { fingerprint: "note", status: 102 };
const MAX_ORPHANS = 1000;

export interface IdempotencyNeeds {
  readonly store: IdempotencyStore;
  readonly log: Log;
  /** ms after which work that nobody has finished is taken to have died with its process. Longer than any work takes. */
  readonly abandonedAfterMs: number;
  /** ms since the epoch. */
  readonly now?: () => number;
}

export interface KeyedRequest {
  readonly key: string;
  /** Who asks: keys of different clients never meet. */
  readonly client: string;
  /** What is asked; a key stands for one and the same. */
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface Work {
  /** Does what is asked. A call that it places has the id given. When it rejects, nothing was placed. */
  perform(callId: string): Promise<KeptAnswer>;
  /** The answer once the work was done and its answer lost with the process; undefined when it did not get that far. */
  recover(callId: string): Promise<KeptAnswer | undefined>;
}

export interface Idempotency {
  /**
   * Does the work once for each key: whoever asks again with it gets the first answer, for 24 h, whatever was restarted
   * meanwhile, unless so many answers were kept since that it had to make room. Work that failed does not count.
   *
   * @throws {AttendantError} `idempotency_conflict` when the key stands for something else, `idempotency_in_progress`
   *   while the first request is being worked on, and whatever the work throws
   */
  once(request: KeyedRequest, work: Work): Promise<{ readonly answer: KeptAnswer; readonly replayed: boolean }>;
}

/*
 * A key is reserved, then the id of the call that may come is noted beside it, then the work is done, then its answer is
 * kept, and the note dropped. So if the process dies in between, the note tells a later run which call to look for before it does anything again.
 */
export function createIdempotency({ store, log, abandonedAfterMs, now = Date.now }: IdempotencyNeeds): Idempotency {
  const bound = boundAnswers({ store, log });
  /** What this process works on. */
  const running = new Set<string>();
  /** Since when keys are known that are reserved and have no note, ms. */
  const orphans = new Map<string, number>();

  async function once(request: KeyedRequest, work: Work) {
    const key = hash([request.client, request.key]);
    const fingerprint = hash([request.method, request.path, canonical(request.body)]);
    const state = await store.reserveKey(key, fingerprint, now() + KEPT_MS);
    if (state.kind === "new") return { answer: await perform(key, randomUUID(), work), replayed: false };
    if (state.kind === "other") {
      throw new AttendantError("idempotency_conflict", "This Idempotency-Key was used for another request before.");
    }
    return { answer: state.answer ?? (await takeUp(key, work)), replayed: true };
  }

  /** Work that was begun and has left no answer: it is going on, here or in another process, or died with one. */
  async function takeUp(key: string, work: Work): Promise<KeptAnswer> {
    if (running.has(key)) throw inProgress();
    const note = await readNote(key);
    const found = note && (await work.recover(note.callId));
    if (found) {
      await keep(key, found);
      return found;
    }
    const since = note?.at ?? orphans.get(key) ?? now();
    if (!note) remember(key, since);
    if (now() - since < abandonedAfterMs) throw inProgress();
    orphans.delete(key);
    return perform(key, note?.callId ?? randomUUID(), work);
  }

  async function perform(key: string, callId: string, work: Work): Promise<KeptAnswer> {
    if (running.has(key)) throw inProgress();
    running.add(key);
    try {
      await writeNote(key, { callId, at: now() });
      const answer = await work.perform(callId);
      await keep(key, answer);
      return answer;
    } catch (error) {
      // First, so that it is not the note of whoever takes the key next.
      await dropNote(key);
      await store.releaseKey(key).catch(complain("released"));
      throw error;
    } finally {
      running.delete(key);
    }
  }

  /** The work is done: that its answer could not be kept must not look as if it were not. Its note is needed until it is. */
  function keep(key: string, answer: KeptAnswer): Promise<void> {
    const kept = async () => {
      await dropNote(key);
      await bound(answer);
    };
    return store.keepAnswer(key, answer).then(kept, complain("kept"));
  }

  function dropNote(key: string): Promise<void> {
    return store.dropKey(placeOfNote(key)).catch(complain("dropped"));
  }

  function complain(what: string) {
    return (error: unknown) =>
      log.warn("idempotency_store_failed", `An idempotency key could not be ${what}`, { error: describe(error) });
  }

  function remember(key: string, since: number): void {
    if (orphans.size >= MAX_ORPHANS) orphans.clear();
    orphans.set(key, since);
  }

  /** The note's place is a key of its own, because one that has an answer cannot be released. */
  async function readNote(key: string): Promise<Note | undefined> {
    const state = await store.reserveKey(placeOfNote(key), NOTE.fingerprint, now() + KEPT_MS);
    return state.kind === "same" && state.answer ? (JSON.parse(state.answer.body) as Note) : undefined;
  }

  async function writeNote(key: string, note: Note): Promise<void> {
    const place = placeOfNote(key);
    await store.reserveKey(place, NOTE.fingerprint, now() + KEPT_MS);
    await store.keepAnswer(place, { status: NOTE.status, headers: {}, body: JSON.stringify(note) });
  }

  return { once };
}

interface Note {
  readonly callId: string;
  /** When the work began, ms since the epoch. */
  readonly at: number;
}

function inProgress(): TryLater {
  const detail = "The first request with this Idempotency-Key is still being worked on.";
  return new TryLater("idempotency_in_progress", detail, RETRY_AFTER_SECONDS);
}

function placeOfNote(key: string): string {
  return hash([key, "note"]);
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A body as text, the same for every order of its fields. */
function canonical(body: unknown): string {
  return JSON.stringify(body ?? null, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
