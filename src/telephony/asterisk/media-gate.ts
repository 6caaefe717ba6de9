import { unlessAborted } from "../../kernel/deadline.js";

type Work = "make" | "open";

/** More sockets opened at once than this are more than Asterisk's HTTP server can take: it has a backlog of ten, of which ari-client takes six. */
const MAX_OPENING = 3;

/**
 * Keeps the making of media channels and the opening of their sockets apart: any number is made at a time, or a few are opened.
 *
 * A socket that is opened while a channel is made may leave Asterisk's list of media channels locked for good (`OBJ_NOLOCK` in
 * `incoming_ws_established_cb` of Asterisk's `channels/chan_websocket.c`): then it has to be restarted.
 */
export class MediaGate {
  readonly #waiting: { readonly work: Work; readonly enter: () => void }[] = [];
  #present: Work = "make";
  #count = 0;

  /** @throws the signal's reason when it aborts before it is this task's turn, or what the task throws */
  async run<T>(work: Work, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#waiting.length === 0 && this.#isLetIn(work)) this.#begin(work);
    else await this.#turn(work, signal);
    try {
      return await task();
    } finally {
      this.#end();
    }
  }

  #isLetIn(work: Work): boolean {
    if (this.#count === 0) return true;
    return work === this.#present && (work === "make" || this.#count < MAX_OPENING);
  }

  #begin(work: Work): void {
    this.#present = work;
    this.#count++;
  }

  async #turn(work: Work, signal: AbortSignal): Promise<void> {
    let enter = () => {};
    const turn = new Promise<void>((resolve) => (enter = resolve));
    this.#waiting.push({ work, enter });
    try {
      await unlessAborted(signal, turn);
    } catch (reason) {
      const at = this.#waiting.findIndex((each) => each.enter === enter);
      if (at < 0)
        this.#end(); // It was its turn in the same instant.
      else {
        this.#waiting.splice(at, 1);
        this.#letIn();
      }
      throw reason;
    }
  }

  #end(): void {
    this.#count--;
    this.#letIn();
  }

  /** In their order, so that neither kind waits for ever. */
  #letIn(): void {
    for (let next = this.#waiting[0]; next && this.#isLetIn(next.work); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#begin(next.work);
      next.enter();
    }
  }
}
