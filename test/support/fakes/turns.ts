import { setImmediate } from "node:timers";

/**
 * Resolves after so many turns of the event loop. One promise for all of them: where time is a test's, it waits for millions
 * of turns, and the test runner follows each promise.
 */
export function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    const turn = (left: number) => (left > 0 ? void setImmediate(turn, left - 1) : resolve());
    turn(count);
  });
}
