import type { FakeMedia } from "./fake-media.js";

/**
 * The controller's calls to itself, as the fake Asterisk has them. They go through by themselves and are kept apart from
 * the calls that tests are about.
 */
export class FakeLoop {
  /** Whether what is said on one half is heard on the other. */
  carries = true;
  /** Whether there was one of which both halves had their media. */
  isJoined = false;
  /** Channels and bridges that were ever part of one. */
  readonly #ids = new Set<string>();
  readonly #otherHalf = new Map<string, string>();
  readonly #media = new Map<string, FakeMedia>();

  begins(calling: string, called: string): void {
    for (const id of [calling, called]) this.#ids.add(id);
    this.#otherHalf.set(calling, called).set(called, calling);
  }

  /** Whether a request was made for one, by the ids in it. */
  has(parameters: Readonly<Record<string, string>>): boolean {
    return Object.values(parameters).some((value) => value.split(",").some((id) => this.#ids.has(id)));
  }

  otherHalf(channelId: string): string | undefined {
    return this.#otherHalf.get(channelId);
  }

  /** A half is bridged with its media; once both are, each hears the other. */
  joins(half: string, media: FakeMedia, others: readonly string[]): void {
    for (const id of others) this.#ids.add(id);
    this.#media.set(half, media);
    const other = this.#media.get(this.otherHalf(half) ?? "");
    if (!other) return;
    this.isJoined = true;
    const isCarried = () => this.carries;
    media.onFrame = (frame) => isCarried() && other.socket.send(frame);
    other.onFrame = (frame) => isCarried() && media.socket.send(frame);
  }
}
