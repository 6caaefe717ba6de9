import type { Response } from "express";
import { Ending } from "../../kernel/ending.js";
import { Semaphore } from "../../kernel/semaphore.js";
import { TryLater } from "./http-errors.js";

/** Long lists that are read from the store and written as JSON together: the thread carries the sound of all calls. */
const AT_ONCE = 2;
/** So long one waits for its turn, ms. */
const PATIENCE_MS = 5_000;

/** Has the work of one request done when it is its turn; not at all when the client has left by then. */
export type InTurn = (res: Pick<Response, "once" | "off">, work: () => Promise<void>) => Promise<void>;

/**
 * Lets a few requests be worked on at a time, the others in order after them.
 *
 * @throws {TryLater} `rate_limited`, from the function returned, when its turn did not come in time
 */
export function fewAtOnce(atOnce = AT_ONCE, patienceMs = PATIENCE_MS): InTurn {
  const turns = new Semaphore(atOnce);
  const seconds = Math.ceil(patienceMs / 1000);
  return async (res, work) => {
    const waiting = new AbortController();
    const left = new Ending("hung_up");
    const leave = () => waiting.abort(left);
    const giveUp = () =>
      waiting.abort(
        new TryLater("rate_limited", `Too many long lists are asked for at once; try again in ${seconds} s.`, seconds),
      );
    const timer = setTimeout(giveUp, patienceMs);
    res.once("close", leave);
    try {
      await turns.run(waiting.signal, () => {
        clearTimeout(timer);
        return work();
      });
    } catch (error) {
      if (error !== left) throw error;
    } finally {
      clearTimeout(timer);
      res.off("close", leave);
    }
  };
}
