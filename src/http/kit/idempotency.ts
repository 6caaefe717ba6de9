import { createHash, randomUUID } from "node:crypto";
import { AttendantError, describe, hasCode } from "../../kernel/errors.js";
import { isRecord } from "../../kernel/record.js";
import type { Log } from "../../observability/log.js";
import type { IdempotencyStore, KeptAnswer } from "../../records/stores.js";
import { TryLater } from "./http-errors.js";

/** How long a key is kept, in ms. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** When a client is told to try again while its first request is in progress, in seconds. */
const RETRY_AFTER_SECONDS = 2;
/** The status that marks a note. It is never sent to a client. */
const NOTE = { fingerprint: "note", status: 102 };
const MAX_ORPHANS = 1000;
/** Renewals of a note within `abandonedAfterMs`, while its work goes on. */
const BEATS = 4;

export interface IdempotencyNeeds {
  readonly store: IdempotencyStore;
  readonly log: Log;
  /** Time without a sign of its process after which unfinished work counts as lost, in ms. */
  readonly abandonedAfterMs: number;
  /** ms since the epoch. */
  readonly now: () => number;
}

export interface KeyedRequest {
  readonly key: string;
  /** Separates the keys of different clients. */
  readonly client: string;
  /** The request; a key belongs to exactly one. */
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface Work {
  /**
   * Executes the request. A call that it places gets the given id, and is placed once however often the work is done with that
   * id. If it rejects, nothing was placed, except with `store_unavailable`: a store may make a write that it did not confirm.
   */
  perform(callId: string): Promise<KeptAnswer>;
  /** Returns the answer when the work was done but its answer was lost; undefined when the work was not done. */
  recover(callId: string): Promise<KeptAnswer | undefined>;
}

export interface Idempotency {
  /**
   * Does the work once for each key: a repeated request gets the first answer for 24 h, across restarts, unless the answer
   * was dropped to make room for later ones. Failed work does not count, but a repetition after `store_unavailable` first looks
   * for what was done nevertheless, and otherwise does it with the same id.
   *
   * @throws {AttendantError} `idempotency_conflict` when the key belongs to a different request, `idempotency_in_progress`
   *   while the first request is in progress, and the errors of the work
   */
  once(request: KeyedRequest, work: Work): Promise<{ readonly answer: KeptAnswer; readonly replayed: boolean }>;
}

/*
 * The order is: reserve the key, write a note with the id of the call to be placed, do the work, keep its answer, remove the
 * note. If the process dies in between, the note tells the next process which call to look for before it does the work again. So
 * it does after a failure of the store: the key is released, for one repetition to reserve, and the note stays. A note is renewed
 * while the work goes on: a tool whose result is spoken in a call takes minutes.
 */
export function createIdempotency({ store, log, abandonedAfterMs, now }: IdempotencyNeeds): Idempotency {
  const bound = boundAnswers({ store, log });
  /** Keys whose work runs in this process. */
  const running = new Set<string>();
  /** When each reserved key whose owner has noted nothing was first seen, in ms, by the key and the note before. */
  const orphans = new Map<string, number>();

  async function once(request: KeyedRequest, work: Work) {
    const key = hash([request.client, request.key]);
    const fingerprint = hash([request.method, request.path, canonical(request.body)]);
    const state = await store.reserveKey(key, fingerprint, now() + KEPT_MS);
    if (state.kind === "new") return { answer: await perform(key, fingerprint, work), replayed: false };
    if (state.kind === "other") {
      throw new AttendantError(
        "idempotency_conflict",
        "This Idempotency-Key was already used for a different request. Use a new key for each request.",
      );
    }
    return { answer: state.answer ?? (await takeUp(key, fingerprint, work)), replayed: true };
  }

  /** Work that began and has no answer yet: it is running, here or in another process, or was lost with its process. */
  async function takeUp(key: string, fingerprint: string, work: Work): Promise<KeptAnswer> {
    if (running.has(key)) throw inProgress();
    const note = await readNote(key, fingerprint);
    const found = note && (await work.recover(note.callId));
    if (found) {
      await keep(key, found);
      return found;
    }
    // Of a repetition that has not noted its own beginning, only the end of the attempt before it is known.
    const orphan = hash([key, String(note?.at)]);
    const since = (note && !note.isOver ? note.at : orphans.get(orphan)) ?? now();
    if (!note || note.isOver) remember(orphan, since);
    if (now() - since < abandonedAfterMs || !(await claim(orphan, fingerprint))) throw inProgress();
    orphans.delete(orphan);
    return perform(key, fingerprint, work, note);
  }

  /**
   * Whether this process may repeat a lost attempt; of several that try at once, one may. One that dies before it has noted its
   * beginning holds the others up for another while, not for as long as the key is kept.
   */
  async function claim(attempt: string, fingerprint: string): Promise<boolean> {
    const period = String(Math.floor(now() / abandonedAfterMs));
    const claimed = await store.reserveKey(hash([attempt, period]), fingerprint, now() + 2 * abandonedAfterMs);
    return claimed.kind === "new";
  }

  /** @param lost the note of the attempt that is repeated */
  async function perform(key: string, fingerprint: string, work: Work, lost?: Note): Promise<KeptAnswer> {
    if (running.has(key)) throw inProgress();
    running.add(key);
    let note: Note | undefined;
    let endRenewal = () => Promise.resolve();
    try {
      const earlier = lost ?? (await readNote(key, fingerprint));
      note = { callId: earlier?.callId ?? randomUUID(), fingerprint, at: now() };
      const begun = note;
      await writeNote(key, begun);
      endRenewal = renew(() => writeNote(key, { ...begun, at: now() }), abandonedAfterMs / BEATS);
      const done = earlier && (await work.recover(note.callId));
      const answer = done ?? (await work.perform(note.callId));
      await endRenewal();
      await keep(key, answer);
      return answer;
    } catch (error) {
      await endRenewal();
      // Before the key is released, so that the note cannot be taken for that of the key's next owner.
      if (!hasCode(error, "store_unavailable")) await dropNote(key);
      else if (note) await writeNote(key, { ...note, at: now(), isOver: true }).catch(complain("note the end of"));
      await store.releaseKey(key).catch(complain("release"));
      throw error;
    } finally {
      running.delete(key);
    }
  }

  /**
   * The work is done: a failure to keep its answer must not be reported as a failure of the work. The note is needed until the
   * answer is kept.
   */
  function keep(key: string, answer: KeptAnswer): Promise<void> {
    const kept = async () => {
      await dropNote(key);
      await bound(answer);
    };
    return store.keepAnswer(key, answer).then(kept, complain("keep"));
  }

  function dropNote(key: string): Promise<void> {
    return store.dropKey(placeOfNote(key)).catch(complain("drop"));
  }

  function complain(what: string) {
    return (error: unknown) =>
      log.warn("idempotency_store_failed", `Could not ${what} an idempotency key`, { error: describe(error) });
  }

  function remember(key: string, since: number): void {
    if (orphans.size >= MAX_ORPHANS) orphans.clear();
    orphans.set(key, since);
  }

  /**
   * The note of an earlier attempt at the request. It is stored under a key of its own, because a key that has an answer cannot be
   * released.
   */
  async function readNote(key: string, fingerprint: string): Promise<Note | undefined> {
    const state = await store.reserveKey(placeOfNote(key), NOTE.fingerprint, now() + KEPT_MS);
    if (state.kind !== "same" || !state.answer) return undefined;
    const note = JSON.parse(state.answer.body) as Note;
    // A note of an earlier version belonged to the one request of its key.
    return (note.fingerprint ?? fingerprint) === fingerprint ? note : undefined;
  }

  function writeNote(key: string, note: Note): Promise<void> {
    return store.keepAnswer(placeOfNote(key), { status: NOTE.status, headers: {}, body: JSON.stringify(note) });
  }

  return { once };
}

interface Note {
  readonly callId: string;
  /** Of the request: after a failure, a client may use the key for another one. */
  readonly fingerprint?: string;
  /** When its process last showed that the work goes on, or when that was over; ms since the epoch. */
  readonly at: number;
  /** The attempt failed because of the store, and the key was released. */
  readonly isOver?: boolean;
}

/**
 * Writes every `everyMs` until the returned function is called, which resolves when no more is written. A write that fails is not
 * reported: the next one may succeed.
 */
function renew(write: () => Promise<void>, everyMs: number): () => Promise<void> {
  let written: Promise<void> | undefined;
  const beat = () => {
    written ??= write()
      .catch(() => {})
      .finally(() => (written = undefined));
  };
  const timer = setInterval(beat, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await written;
  };
}

function inProgress(): TryLater {
  const detail = "The first request with this Idempotency-Key is still in progress.";
  return new TryLater("idempotency_in_progress", detail, RETRY_AFTER_SECONDS);
}

/** The dot has its writes made in one order with those of the key. */
function placeOfNote(key: string): string {
  return `${key}.note`;
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Serialises a body independently of the order of its fields. */
function canonical(body: unknown): string {
  return JSON.stringify(body ?? null, (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** Answers kept at a time: more than twenty lines can place in a day with calls of 35 s. */
const MAX_KEPT = { keys: 50_000, bytes: 64 * 1024 * 1024 };
/** The limit is enforced each time this share of it was added, so that it costs a request almost nothing. */
const ENFORCED_EACH = 1 / 16;

interface AnswerBoundNeeds {
  readonly store: Pick<IdempotencyStore, "dropOldestKeys">;
  readonly log: Log;
  readonly max?: typeof MAX_KEPT;
}

/**
 * Limits the answers kept for idempotency keys: the oldest are dropped first. A repeated request whose answer was dropped counts
 * as a new request.
 *
 * @returns a function to call after each answer that was kept. It never rejects
 */
export function boundAnswers({ store, log, max = MAX_KEPT }: AnswerBoundNeeds): (answer: KeptAnswer) => Promise<void> {
  // The previous process may have ended just before it would have enforced the limit.
  let keys = max.keys;
  let bytes = 0;

  return async ({ body }) => {
    keys++;
    bytes += body.length;
    if (keys < max.keys * ENFORCED_EACH && bytes < max.bytes * ENFORCED_EACH) return;
    const before = { keys, bytes };
    [keys, bytes] = [0, 0];
    try {
      await store.dropOldestKeys(max);
    } catch (error) {
      keys += before.keys;
      bytes += before.bytes;
      log.warn("idempotency_store_failed", "Could not drop the oldest idempotency keys", {
        error: describe(error),
      });
    }
  };
}
