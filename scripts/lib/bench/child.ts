import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { withDeadline } from "../../../src/kernel/deadline.js";
import { programArgs } from "../../../test/support/index.js";

const ANSWER_MS = 30_000;

/**
 * A part of a benchmark in its own process, so that it does not disturb the others. It sends a message when it is ready, answers
 * each question with one message over Node's IPC channel, and ends with that channel.
 */
export class Child implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #name: string;

  private constructor(child: ChildProcess, name: string) {
    this.#process = child;
    this.#name = name;
  }

  /**
   * @param name of its program in this folder, without `-main.ts`
   * @param given its first argument, as JSON
   * @returns the process and its first message
   */
  static async start<T>(name: string, given: unknown, signal: AbortSignal): Promise<{ child: Child; first: T }> {
    const [run = "", main = ""] = programArgs(new URL(`${name}-main.ts`, import.meta.url).href);
    const forked = fork(run, [main, JSON.stringify(given)], { stdio: "inherit" });
    const child = new Child(forked, name);
    try {
      return { child, first: await child.#answer<T>(signal) };
    } catch (error) {
      forked.kill("SIGKILL");
      throw error;
    }
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async ask<T>(question: unknown, signal: AbortSignal): Promise<T> {
    const answered = this.#answer<T>(signal);
    this.#process.send(question as object);
    return answered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, "exit");
    if (this.#process.connected) this.#process.disconnect(); // It may be ending by itself.
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(timer);
  }

  async #answer<T>(signal: AbortSignal): Promise<T> {
    const settled = new AbortController();
    const either = { signal: settled.signal };
    try {
      return await withDeadline(ANSWER_MS, signal, `an answer of the ${this.#name}`, async () => {
        const exited = once(this.#process, "exit", either).then(() =>
          Promise.reject(new Error(`the ${this.#name} exited`)),
        );
        exited.catch(() => {});
        const [message] = await Promise.race([once(this.#process, "message", either), exited]);
        return message as T;
      });
    } finally {
      settled.abort(); // Removes the listeners.
    }
  }
}
