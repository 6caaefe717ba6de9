import type { IdempotencyStore, KeptAnswer, KeyState } from "../../../src/records/stores.js";
import { NOON } from "./fake-calls.js";

/** The promises of the port and nothing more: a key that has an answer cannot be released. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly keys = new Map<string, { fingerprint: string; until: number; answer: KeptAnswer | undefined }>();
  now: () => number = () => NOON;
  /** What the next operation of that name rejects with. */
  readonly faults = new Map<keyof IdempotencyStore, Error>();

  async reserveKey(key: string, fingerprint: string, until: number): Promise<KeyState> {
    this.#fail("reserveKey");
    const known = this.keys.get(key);
    if (!known || known.until <= this.now()) {
      this.keys.set(key, { fingerprint, until, answer: undefined });
      return { kind: "new" };
    }
    return known.fingerprint === fingerprint ? { kind: "same", answer: known.answer } : { kind: "other" };
  }

  async keepAnswer(key: string, answer: KeptAnswer): Promise<void> {
    this.#fail("keepAnswer");
    const known = this.keys.get(key);
    if (known) known.answer = answer;
  }

  async releaseKey(key: string): Promise<void> {
    this.#fail("releaseKey");
    if (this.keys.get(key)?.answer === undefined) this.keys.delete(key);
  }

  async dropKey(key: string): Promise<void> {
    this.#fail("dropKey");
    this.keys.delete(key);
  }

  async dropOldestKeys({ keys }: { readonly keys: number }): Promise<void> {
    this.#fail("dropOldestKeys");
    for (const key of [...this.keys.keys()].slice(0, Math.max(0, this.keys.size - keys))) this.keys.delete(key);
  }

  #fail(operation: keyof IdempotencyStore): void {
    const fault = this.faults.get(operation);
    if (fault) throw fault;
  }
}
