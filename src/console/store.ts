import { useEffect, useState } from "preact/hooks";

/** An observable value. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The current value; components that read it are rendered again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useEffect(() => {
    const drawn = store.value;
    const end = store.subscribe(() => redraw({}));
    if (!Object.is(drawn, store.value)) redraw({});
    return end;
  }, [store]);
  return store.value;
}
