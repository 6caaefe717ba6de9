import type { Script } from "./backends-main.js";
import { Child } from "./child.js";

/** A request in the log of a back end; times in ms on the machine's clock. */
export interface BackendRequest {
  readonly path: string;
  /** When its headers arrived. */
  readonly at: number;
  /** When its body was complete. */
  readonly receivedAt: number;
  /** When the first byte of the answer's body was passed to the system. */
  readonly firstByteAt: number;
  /** The recognised text, the user's last message, or the text to speak. */
  readonly text?: string;
  readonly aborted: boolean;
}

/** The scripted back ends, in their own process. */
export class Backends implements AsyncDisposable {
  /** The settings with which a controller uses them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly urls: { readonly speech: string; readonly model: string };
  readonly #child: Child;

  private constructor(child: Child, urls: { speech: string; model: string }) {
    this.#child = child;
    this.urls = urls;
    this.settings = {
      SPEECH_BASE_URL: urls.speech,
      LLM_BASE_URL: urls.model,
      LLM_MODEL: "scripted",
      PHRASES_GREETINGS: JSON.stringify(["Hello."]),
    };
  }

  static async start(script: Script, signal: AbortSignal): Promise<Backends> {
    type First = { urls: { speech: string; model: string } };
    const { child, first } = await Child.start<First>("backends", script, signal);
    return new Backends(child, first.urls);
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The requests since the last call. */
  async requests(signal: AbortSignal): Promise<readonly BackendRequest[]> {
    return (await this.#child.ask<{ requests: readonly BackendRequest[] }>("requests", signal)).requests;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#child[Symbol.asyncDispose]();
  }
}
