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
