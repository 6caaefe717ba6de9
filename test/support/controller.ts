import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { unlessAborted, withDeadline } from "../../src/kernel/deadline.js";
import { programArgs } from "./program.js";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.js";

/** One line of the controller's log. */
export interface LogLine {
  readonly ts: string;
  readonly level: string;
  readonly event: string;
  readonly msg: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ControllerOptions {
  /** Runs what `npm run build` made (`dist/`) instead of the bundle of the sources. */
  readonly built?: boolean;
  /** Runs it without a telephone, as `ari-attendant talk` does. */
  readonly talk?: boolean;
  /** Files in its own DATA_DIR, by name, that are there when it starts. */
  readonly files?: Readonly<Record<string, string>>;
  /** Told of each line of the log as it comes. */
  readonly onLine?: (line: LogLine) => void;
}

/** Settings of a service that needs neither an Asterisk nor a back end: nothing listens where it looks for them. */
export const ALONE = {
  ARI_URL: "http://127.0.0.1:9",
  ARI_PASSWORD: "not-asked-for-here",
  LLM_BASE_URL: "http://127.0.0.1:9/v1",
  LLM_MODEL: "none",
  SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
};

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 30_000;

/** The controller as a process of its own, as an administrator runs it, with its log at hand. */
export class Controller implements AsyncDisposable {
  readonly lines: LogLine[] = [];
  /** What came out that is no log line: there should be none. */
  readonly noise: string[] = [];
  readonly exited: Promise<number | null>;
  #child: ChildProcess;
  /** Where the settings named none. */
  readonly #dataDir: TemporaryFolder | undefined;
  #listeners = new Set<() => void>();
  #url = "";

  private constructor(
    child: ChildProcess,
    dataDir: TemporaryFolder | undefined,
    onLine: ((line: LogLine) => void) | undefined,
  ) {
    this.#child = child;
    this.#dataDir = dataDir;
    this.exited = once(child, "exit").then(([code]) => code as number | null);
    for (const output of [child.stdout, child.stderr]) {
      if (!output) continue;
      createInterface({ input: output }).on("line", (text) => {
        const line = parse(text);
        if (line) {
          this.lines.push(line);
          onLine?.(line);
        } else this.noise.push(text);
        for (const listener of this.#listeners) listener();
      });
    }
  }

  /**
   * Starts it, with a DATA_DIR of its own unless the settings name one, and waits until its HTTP interface listens. Whether
   * Asterisk is there is another matter: `healthy`.
   */
  static async start(settings: Readonly<Record<string, string>>, options: ControllerOptions = {}): Promise<Controller> {
    const program = options.talk ? ["command", "talk"] : ["main"];
    const [name, ...args] = program;
    const entry = options.built ? [`dist/src/${name}.js`, ...args] : programArgs(`src/${name}.ts`, ...args);
    const dataDir = settings.DATA_DIR === undefined ? await temporaryFolder() : undefined;
    for (const [file, text] of Object.entries(options.files ?? {}))
      await writeFile(join(dataDir?.path ?? settings.DATA_DIR ?? "", file), text);
    // The kernel ends it when this process goes, even by SIGKILL, and a controller takes SIGHUP for something else.
    const child = spawn("setpriv", ["--pdeathsig", "KILL", process.execPath, ...entry], {
      cwd: PROJECT,
      env: {
        PATH: process.env.PATH,
        TZ: process.env.TZ,
        PORT: "0",
        TRANSCRIPTS: "logged",
        // Only tests of the disclosure hear it, and only those of fillers hear them: a busy machine would put them into others.
        DISCLOSURE: "false",
        FILLER_AFTER_MS: "0",
        ...(dataDir && { DATA_DIR: dataDir.path }),
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const controller = new Controller(child, dataDir, options.onLine);
    const over = new AbortController();
    const listening = controller.logged("http_listening", () => true, { ms: START_MS, signal: over.signal });
    const died = controller.exited.then((code) => {
      throw new Error(`the controller exited with ${code}:\n${controller.tail()}`);
    });
    try {
      const line = await Promise.race([listening, died]);
      controller.#url = String(line.data?.url);
      return controller;
    } catch (error) {
      await controller[Symbol.asyncDispose]();
      throw error;
    } finally {
      over.abort();
    }
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first line of that event that passes `test`, past or to come. */
  async logged(
    event: string,
    test: (line: LogLine) => boolean = () => true,
    { ms = 15_000, from = 0, signal }: { ms?: number; from?: number; signal?: AbortSignal } = {},
  ): Promise<LogLine> {
    const find = () => this.lines.slice(from).find((line) => line.event === event && test(line));
    let listener = () => {};
    const found = new Promise<LogLine>((resolve) => {
      listener = () => {
        const line = find();
        if (line) resolve(line);
      };
      this.#listeners.add(listener);
      listener();
    });
    try {
      return await withDeadline(ms, signal, `the log line ${event}`, (deadline) => unlessAborted(deadline, found));
    } catch (error) {
      throw new Error(`no log line ${event} within ${ms} ms; the last ones:\n${this.tail()}`, { cause: error });
    } finally {
      this.#listeners.delete(listener);
    }
  }

  async health(): Promise<Health> {
    return (await (await fetch(`${this.#url}/health`)).json()) as Health;
  }

  /** Waits until `/health` passes `test`. Asked again every 50 ms: it is a state over HTTP, there is nothing to wait on. */
  async healthUntil(test: (health: Health) => boolean, ms = 15_000): Promise<Health> {
    const deadline = performance.now() + ms;
    for (;;) {
      const health = await this.health();
      if (test(health)) return health;
      if (performance.now() > deadline) {
        throw new Error(
          `after ${ms} ms the health is still ${JSON.stringify(health)}; the last lines:\n${this.tail()}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Registered, and every check ok. */
  async healthy(ms?: number): Promise<Health> {
    return this.healthUntil((health) => health.status === "healthy" && health.sip_registered, ms);
  }

  /** Sends a signal; resolves with the exit code when it has left. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.#child.exitCode === null) this.#child.kill(signal);
    return this.exited;
  }

  tail(count = 15): string {
    const lines = this.lines
      .slice(-count)
      .map((line) => `${line.level} ${line.event} ${line.msg} ${JSON.stringify(line.data)}`);
    return [...lines, ...this.noise.slice(-count)].join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
    await this.#dataDir?.[Symbol.asyncDispose]();
  }
}

export interface Health {
  readonly status: string;
  readonly sip_registered: boolean;
  readonly active_calls: number;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail?: string }>>;
}

function parse(text: string): LogLine | undefined {
  try {
    const line = JSON.parse(text) as LogLine;
    return typeof line.event === "string" ? line : undefined;
  } catch {
    return undefined;
  }
}
