import type { Response } from "express";
import { Ending } from "../../kernel/ending.js";
import { Semaphore } from "../../kernel/turns.js";
import { TryLater } from "./http-errors.js";

/** Concurrent requests of a kind. */
const AT_ONCE = 2;
/** Maximum wait for a free place, in ms. */
const MAX_WAIT_MS = 5_000;

/** The answer whose `close` says that the client has disconnected. */
export type Asker = Pick<Response, "once" | "off">;

/**
 * Runs the work of one request when a place is free; skips it, with undefined as its result, if the client has disconnected by
 * then. Its signal aborts when the client disconnects later.
 */
export type InTurn = <T>(res: Asker, work: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>;

/**
 * Runs a few requests at a time and queues the others in order.
 *
 * @param what is asked for, in the plural
 * @throws {TryLater} `rate_limited`, from the returned function, when no place became free in time
 */
export function fewAtOnce(what: string, atOnce = AT_ONCE, maxWaitMs = MAX_WAIT_MS): InTurn {
  const turns = new Semaphore(atOnce);
  const seconds = Math.ceil(maxWaitMs / 1000);
  return async (res, work) => {
    const waiting = new AbortController();
    const left = new Ending("hung_up");
    const leave = () => waiting.abort(left);
    const giveUp = () =>
      waiting.abort(
        new TryLater(
          "rate_limited",
          `Too many ${what} are being requested at once. Try again in ${seconds} s.`,
          seconds,
        ),
      );
    const timer = setTimeout(giveUp, maxWaitMs);
    res.once("close", leave);
    try {
      return await turns.run(waiting.signal, () => {
        clearTimeout(timer);
        return work(waiting.signal);
      });
    } catch (error) {
      if (error !== left) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
      res.off("close", leave);
    }
  };
}
