import { AttendantError } from "../kernel/errors.js";
import { type AlertBoard, EMPTY_BOARD } from "../records/alert-board.js";
import type { AlertStore } from "../records/stores.js";

/** A change of the board, which may be made again when another controller was faster. */
export type BoardChange<T> = (board: AlertBoard) => { readonly board: AlertBoard; readonly result: T };

/** Reads and changes the stored board. All methods reject with `store_unavailable` while the store is away. */
export interface BoardChanges {
  read(): Promise<AlertBoard>;
  /** Makes a change; what is stored when it resolves includes it. */
  make<T>(change: BoardChange<T>): Promise<T>;
  /** The same for a change that takes time to prepare: later ones are made after it. */
  makeOnceReady<T>(prepare: () => Promise<BoardChange<T>>): Promise<T>;
}

/** Changes waiting for the store: more are refused. */
const MAX_WAITING = 1000;

/** Applies a change. Returns the board, and the function that reports the result once the board is stored. */
type Apply = (board: AlertBoard) => { readonly board: AlertBoard; readonly settle: () => void };

interface Waiting {
  /** Resolves with undefined when there is nothing to apply, which was reported. */
  readonly prepared: Promise<Apply | undefined>;
  readonly fail: (error: unknown) => void;
}

/** Changes that arrive while the board is being stored are stored together: five hundred reports take a few writes. */
export function createBoardChanges(store: AlertStore): BoardChanges {
  let waiting: Waiting[] = [];
  let isWriting = false;

  const read = async () => (await store.readAlerts()) ?? EMPTY_BOARD;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await write(batch);
      }
    } finally {
      isWriting = false;
    }
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    const changes = (await Promise.all(batch.map(({ prepared }) => prepared))).filter((each) => each !== undefined);
    try {
      for (;;) {
        const before = await read();
        const applied = applyAll(changes, before);
        if (applied.board !== before) {
          if (!(await store.replaceAlerts({ ...applied.board, revision: before.revision + 1 }))) continue;
        }
        for (const settle of applied.settle) settle();
        return;
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }

  function makeOnceReady<T>(prepare: () => Promise<BoardChange<T>>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        reject(new AttendantError("store_unavailable", "Too many reports of alerts wait for the store."));
        return;
      }
      const applying = (change: BoardChange<T>): Apply => {
        return (board) => {
          const { board: next, result } = change(board);
          return { board: next, settle: () => resolve(result) };
        };
      };
      const failing = (error: unknown) => {
        reject(error);
        return undefined;
      };
      waiting.push({ prepared: prepare().then(applying, failing), fail: reject });
      void writeAll();
    });
  }

  return { read, make: (change) => makeOnceReady(async () => change), makeOnceReady };
}

function applyAll(changes: readonly Apply[], from: AlertBoard) {
  let board = from;
  const settle = changes.map((apply) => {
    const applied = apply(board);
    board = applied.board;
    return applied.settle;
  });
  return { board, settle };
}
