import { setMaxListeners } from "node:events";
import { onAbort } from "./abort.js";
import { Ending } from "./ending.js";

type Release = () => unknown;

/** Accepts other promise implementations: ari-client uses bluebird. */
function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === "function";
}

/**
 * A lifetime (process → call → reply → request) that owns what is opened in it.
 *
 * It has one AbortSignal; a child cannot outlive its parent; the first reason to end wins. Ending is synchronous: when `end`
 * returns, the signal has aborted and every `release` was called, children first, latest first. What takes time (a task that is
 * ending, a release that returns a promise) is awaited by `closed`.
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
    setMaxListeners(0, this.signal); // It has a listener for each activity in progress; this is not a leak.
    const ended = parent?.ending;
    if (ended) this.end(ended);
    else if (parent) parent.#children.add(this);
  }

  /** Aborts when the scope ends; its reason is an {@link Ending}. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the scope ended; undefined while it is open. */
  get ending(): Ending | undefined {
    return Ending.ofSignal(this.signal);
  }

  child(name: string): Scope {
    return new Scope(name, this);
  }

  /** Runs `task` in a child scope that ends with it: as `finished`, or with what it threw, which then ends its waits too. */
  async within<T>(name: string, task: (child: Scope) => Promise<T>): Promise<T> {
    await using child = this.child(name);
    try {
      return await task(child);
    } catch (error) {
      child.end(Ending.of(error));
      throw error;
    }
  }

  /** Ends the scope and its children. Only the first call counts. A release that throws does not stop the others. */
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

  /** Calls `release` when the scope ends; at once if it has ended. Returns a function that cancels this. */
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
   * Ties a running task to the scope: `closed` waits for it. Its outcome passes through to the caller. A task that joins a scope
   * that has already ended is awaited by the parent scopes as well.
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
   * Resolves when the scope has ended and everything that ran in it has finished. Never rejects. A task of the scope must not
   * await it: it would wait for itself.
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
      // A release is the last step: its error has no receiver, and the other releases must still run.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.closed;
  }
}
