import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { restError, type RestError } from "./rest-error.js";

export interface Answer<T> {
  /** The latest answer; it stays while a request is pending. */
  readonly value: T | undefined;
  readonly error: RestError | undefined;
  readonly isAsked: boolean;
  again(): void;
}

/**
 * Sends a request, and repeats it when its dependencies change. Of two pending requests, the later one counts.
 *
 * @param ask sends the request
 * @param depends the values that the request depends on
 */
export function useAnswer<T>(ask: () => Promise<T>, depends: readonly unknown[]): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, "again">>({ value: undefined, error: undefined, isAsked: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setState((last) => ({ ...last, isAsked: true }));
    ask().then(
      (value) => isCurrent && setState({ value, error: undefined, isAsked: false }),
      (error: unknown) => isCurrent && setState((last) => ({ ...last, error: restError(error), isAsked: false })),
    );
    return () => void (isCurrent = false);
  }, [...depends, round]);
  const again = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, again };
}

/** Repeats a request at an interval, in ms; never while that is undefined, nor before the last one was answered. */
export function useAgain({ again, isAsked }: Pick<Answer<unknown>, "again" | "isAsked">, everyMs?: number): void {
  const isPending = useRef(isAsked);
  isPending.current = isAsked;
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => isPending.current || again(), everyMs);
    return () => clearInterval(timer);
  }, [again, everyMs]);
}

/** The pages of a list, as far as they were asked for. */
export interface Pages<T> extends Pick<Answer<readonly T[]>, "error" | "isAsked" | "again"> {
  /** Undefined until the first answer. */
  readonly items: readonly T[] | undefined;
  /** Asks for one more page; undefined when there is none. */
  readonly more: (() => void) | undefined;
  readonly isMoreAsked: boolean;
  /** Whether more than the first page is shown. */
  readonly isLong: boolean;
}

/**
 * Asks for the first page of a list, and for further ones on request. When the first one is asked for again, the others go.
 *
 * @param ask asks for the page of a cursor; "" for the first
 * @param depends the values that the request depends on
 */
export function usePages<T>(
  ask: (cursor: string) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
  depends: readonly unknown[],
): Pages<T> {
  const first = useAnswer(() => ask(""), depends);
  const [further, setFurther] = useState<{ readonly items: readonly T[]; readonly next: string | null }>();
  const shown = useRef(first.value);
  shown.current = first.value;
  useEffect(() => setFurther(undefined), [first.value]);
  const { error, isUnderWay, run } = useWork();
  const next = further ? further.next : (first.value?.next ?? null);
  const more = () =>
    void run(async () => {
      const page = await ask(next ?? "");
      if (shown.current !== first.value) return; // It belongs to a list that is no longer shown.
      setFurther({ items: [...(further?.items ?? []), ...page.items], next: page.next });
    });
  return {
    items: first.value && [...first.value.items, ...(further?.items ?? [])],
    error: first.error ?? error,
    isAsked: first.isAsked,
    again: first.again,
    more: next === null ? undefined : more,
    isMoreAsked: isUnderWay,
    isLong: further !== undefined,
  };
}

export interface Work {
  readonly isUnderWay: boolean;
  readonly error: RestError | undefined;
  /** Runs it, once at a time. Resolves to whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** An action started by the user: whether it is in progress, and why it failed. */
export function useWork(): Work {
  const [state, setState] = useState<Pick<Work, "isUnderWay" | "error">>({ isUnderWay: false, error: undefined });
  const isUnderWay = useRef(false);
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setState({ isUnderWay: true, error: undefined });
    try {
      await work();
      setState({ isUnderWay: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isUnderWay: false, error: restError(error) });
      return false;
    } finally {
      isUnderWay.current = false;
    }
  }, []);
  return { ...state, run };
}

/** Renders again at an interval, in ms; never while it is undefined. */
export function useTick(everyMs: number | undefined): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
