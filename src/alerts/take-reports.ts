import { Semaphore } from "../kernel/turns.js";
import { receive, type Reception } from "./board.js";
import type { BoardChange, BoardChanges } from "./board-changes.js";
import { withRoutes } from "./find-routes.js";
import type { ReportedAlert } from "./reported-alert.js";
import type { AlertRoutes } from "./route.js";

export interface TakeReportsNeeds {
  readonly changes: BoardChanges;
  /** The routes as they are now. */
  readonly routes: () => AlertRoutes;
  readonly signal: AbortSignal;
  /** ms since the epoch. */
  readonly now: () => number;
}

/**
 * Returns what takes reports. They count in the order in which they arrive, however long their routes take to be found.
 * Only one report is matched at a time: several at once would each hold the thread.
 */
export function takeReports({ changes, routes, signal, now }: TakeReportsNeeds) {
  const turn = new Semaphore(1);

  async function changeBy(reported: readonly ReportedAlert[]): Promise<BoardChange<Reception>> {
    const known = routes();
    const routed = await withRoutes(reported, known);
    return (board) => {
      const taken = receive(board, routed, known, now());
      return { board: taken.board, result: taken.reception };
    };
  }

  return (reported: readonly ReportedAlert[]): Promise<Reception> =>
    changes.makeOnceReady(() => turn.run(signal, () => changeBy(reported)));
}
