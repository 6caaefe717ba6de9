import { setMaxListeners } from "node:events";
import { onAbort } from "./abort.js";
import { Ending } from "./ending.js";

type Release = () => unknown;

/** Promises of other makes count as well: ari-client's are bluebird's. */
function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === "function";
}

/**
 * A stretch of life (process → call → reply → request) that owns what is opened in it.
 *
 * It has one AbortSignal; a child cannot outlive its parent; the first reason to end wins. Ending is synchronous: when
 * `end` returns, the signal has aborted and every `release` was called, children first, latest first. What takes time
 * (a task that unwinds, a release that returns a promise) is awaited by `closed`.
 */
export class Scope implements AsyncDisposable {
  readonly name: string;
  readonly #parent: Scope | undefined;
  readonly #controller = new AbortController();
  readonly #children = new Set<Scope>();
  readonly #tasks = new Set<Promise<unknown>>();
  #releases: Release[] = [];

  constructor(name: string, parent?: Scope) {
    this.name = name;
    this.#parent = parent;
    setMaxListeners(0, this.signal); // As many wait on it as there are things going on; that is no leak.
    const ended = parent?.ending;
    if (ended) this.end(ended);
    else if (parent) parent.#children.add(this);
  }

  /** Aborts when the scope ends; its reason is an {@link Ending}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the scope ended; undefined while it lives. */
  get ending(): Ending | undefined {
    return Ending.ofSignal(this.signal);
  }

  child(name: string): Scope {
    return new Scope(name, this);
  }

  /** Ends the scope and all below it. Only the first call counts. A release that throws never keeps the others waiting. */
  end(ending: Ending = new Ending("finished")): void {
    if (this.signal.aborted) return;
    this.#controller.abort(ending);
    for (const child of [...this.#children].reverse()) child.end(ending);
    const releases = this.#releases.reverse();
    this.#releases = [];
    for (const release of releases) this.#call(release);
    if (!this.#parent) return;
    this.#parent.#children.delete(this);
    if (this.#tasks.size > 0) void this.#parent.run(this.closed);
  }

  /** Has `release` called when the scope ends; at once if it has ended. Returns a way to forget it again. */
  onEnd(release: Release): () => void {
    if (this.signal.aborted) {
      this.#call(release);
      return () => {};
    }
    this.#releases.push(release);
    return () => {
      this.#releases = this.#releases.filter((other) => other !== release);
    };
  }

  /**
   * Ties a running task to the scope: `closed` waits for it. Its outcome is the caller's affair and passes through. A task
   * that joins a scope that has ended already is waited for by the scopes above as well.
   */
  run<T>(task: Promise<T>): Promise<T> {
    const settled = task.then(
      () => {},
      () => {},
    );
    this.#tasks.add(settled);
    void settled.then(() => this.#tasks.delete(settled));
    if (this.signal.aborted) void this.#parent?.run(settled);
    return task;
  }

  /**
   * Resolves once the scope has ended and everything that ran in it has unwound. Never rejects. A task of the scope must
   * not wait for it: it would wait for itself.
   */
  get closed(): Promise<void> {
    return this.#settle();
  }

  async #settle(): Promise<void> {
    if (!this.signal.aborted) await new Promise((resolve) => onAbort(this.signal, resolve));
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #call(release: Release): void {
    try {
      const pending = release();
      if (isPromiseLike(pending)) void this.run(Promise.resolve(pending)).catch(() => {});
    } catch {
      // A release is the last that is done for a thing; there is nobody left to tell and others wait behind it.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.closed;
  }
}
