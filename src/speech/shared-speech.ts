import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";

/** Speech that is being synthesised, for all who want to hear it. */
export interface SharedSpeech {
  /** All of it from its beginning. The synthesis ends with the last listener who leaves. The samples are the listener's own. */
  listen(signal: AbortSignal): AsyncGenerator<Int16Array, void, void>;
}

/**
 * Shares one synthesis among listeners. Nothing is requested before one of them wants it.
 *
 * @param onOver called once: with all chunks when it is complete, without any when it has failed or everyone has left
 */
export function shareSpeech(
  synthesise: (signal: AbortSignal) => AsyncGenerator<Int16Array, void, void>,
  onOver: (chunks?: readonly Int16Array[]) => void,
): SharedSpeech {
  const requests = new AbortController();
  const source = synthesise(requests.signal);
  const chunks: Int16Array[] = [];
  let listeners = 0;
  let isOver = false;
  /** Whether there is another chunk; undefined while it was not asked for. */
  let next: Promise<boolean> | undefined;

  function end(whole?: readonly Int16Array[]): void {
    if (isOver) return;
    isOver = true;
    onOver(whole);
    requests.abort(new Ending(whole ? "finished" : "interrupted")); // Nothing of it is left.
  }

  async function pull(): Promise<boolean> {
    try {
      const { value, done } = await source.next();
      if (done) {
        end(chunks);
        return false;
      }
      chunks.push(value.slice());
      next = undefined;
      return true;
    } catch (error) {
      end();
      throw error;
    }
  }

  async function leave(): Promise<void> {
    if (--listeners > 0 || isOver) return;
    end();
    await source.return();
  }

  return {
    async *listen(signal) {
      listeners++;
      try {
        for (let at = 0; ; at++) {
          signal.throwIfAborted();
          if (at === chunks.length && !(await unlessAborted(signal, (next ??= pull())))) return;
          const chunk = chunks[at];
          if (chunk) yield chunk.slice();
        }
      } finally {
        await leave();
      }
    },
  };
}
