import { createWriteStream, type WriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { Controller, type LogLine } from "../controller.js";
import { INSPECTED } from "../inspected-memory.js";
import type { Death } from "./evidence.js";

/** More of its lines are not held in memory: they are in the file. */
const KEPT_LINES = 500;

/** The service in a soak: one controller after the other on the same folder, what they log in one file. */
export class Service implements AsyncDisposable {
  /** Where all log lines are, as they came. */
  readonly log: string;
  readonly deaths: Death[] = [];
  /** How often one was started. */
  starts = 0;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #built: boolean;
  readonly #onLine: (line: LogLine) => void;
  readonly #file: WriteStream;
  readonly #waiting = new Set<() => void>();
  #controller: Controller | undefined;
  #startedAt = 0;
  #isWanted = false;

  constructor(
    settings: Readonly<Record<string, string>>,
    options: { readonly folder: string; readonly built: boolean; readonly onLine: (line: LogLine) => void },
  ) {
    this.#settings = { ...settings, ...INSPECTED };
    this.#built = options.built;
    this.#onLine = options.onLine;
    this.log = join(options.folder, "controller.log");
    this.#file = createWriteStream(this.log);
  }

  /** The one that lives, or was ended last. */
  get controller(): Controller {
    if (!this.#controller) throw new Error("the service has not been started");
    return this.#controller;
  }

  /** ms since the epoch. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Whether it is there: nobody has taken it away. */
  get isThere(): boolean {
    return this.#isWanted;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const onLine = (line: LogLine) => {
      this.#file.write(`${JSON.stringify(line)}\n`);
      this.#onLine(line);
      const kept = this.#controller?.lines;
      if (kept && kept.length > 2 * KEPT_LINES) kept.splice(0, kept.length - KEPT_LINES);
    };
    const controller = await Controller.start(this.#settings, { built: this.#built, onLine });
    const before = this.#controller;
    this.#controller = controller;
    this.#isWanted = true;
    this.#startedAt = Date.now();
    this.starts++;
    await before?.[Symbol.asyncDispose]();
    void controller.exited.then((code) => {
      if (!this.#isWanted || this.#controller !== controller) return;
      this.#isWanted = false;
      this.deaths.push({ at: Date.now(), code, tail: controller.tail(30) });
      void this.start();
    });
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Ends it by a signal; it does not come back by itself. Resolves with the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#isWanted = false;
    return this.controller.stop(signal);
  }

  /** Resolves at once while it is there, else when it is again, or when the signal aborts. */
  async comesBack(signal: AbortSignal): Promise<void> {
    if (this.#isWanted || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isWanted = false;
    await this.#controller?.[Symbol.asyncDispose]();
    this.#file.end();
    await once(this.#file, "close");
  }
}
