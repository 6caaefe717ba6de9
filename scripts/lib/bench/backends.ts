import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { withDeadline } from "../../../src/kernel/deadline.js";
import type { Script } from "./backends-main.js";

/** A request in the log of a back end; times in ms on the machine's clock. */
export interface BackendRequest {
  readonly path: string;
  /** When its head arrived. */
  readonly at: number;
  /** When its body was there in full. */
  readonly receivedAt: number;
  /** When the first byte of the answer's body was handed to the system. */
  readonly firstByteAt: number;
  /** What was understood, what the user said last, or what is to be said. */
  readonly text?: string;
  readonly aborted: boolean;
}

const ANSWER_MS = 30_000;

/** The scripted back ends, in a process of their own so that they do not hold up the telephone, nor it them. */
export class Backends implements AsyncDisposable {
  /** What a controller needs to know to use them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, urls: { speech: string; model: string }) {
    this.#child = child;
    this.settings = {
      SPEECH_BASE_URL: urls.speech,
      LLM_BASE_URL: urls.model,
      LLM_MODEL: "scripted",
      PHRASES_GREETINGS: JSON.stringify(["Hello."]),
    };
  }

  static async start(script: Script, signal: AbortSignal): Promise<Backends> {
    const main = fileURLToPath(new URL("backends-main.ts", import.meta.url));
    const child = fork(main, [JSON.stringify(script)], { execArgv: ["--import", "tsx"], stdio: "inherit" });
    try {
      const { urls } = await answer<{ urls: { speech: string; model: string } }>(child, signal);
      return new Backends(child, urls);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What was asked since the last time this was. */
  async requests(signal: AbortSignal): Promise<readonly BackendRequest[]> {
    const answered = answer<{ requests: readonly BackendRequest[] }>(this.#child, signal);
    this.#child.send("requests");
    return (await answered).requests;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(timer);
  }
}

async function answer<T>(child: ChildProcess, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const either = { signal: settled.signal };
  try {
    return await withDeadline(ANSWER_MS, signal, "an answer of the back ends", async () => {
      const exited = once(child, "exit", either).then(() => Promise.reject(new Error("the back ends exited")));
      exited.catch(() => {});
      const [message] = await Promise.race([once(child, "message", either), exited]);
      return message as T;
    });
  } finally {
    settled.abort(); // Takes the listeners away.
  }
}
