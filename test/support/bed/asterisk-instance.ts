import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { pause, withDeadline } from "../../../src/kernel/deadline.js";
import { type InstanceFolder, makeInstanceFolder } from "./instance-folder.js";

const run = promisify(execFile);
const READY_MS = 20_000;
const KEPT_LOG_LINES = 200;
const SHOWN_LOG_LINES = 25;
/** What `asterisk -p` takes (main/asterisk.c, `ast_set_priority`). */
const ASTERISK_PRIORITY = 10;
/** `chroot` and `asterisk` live in /usr/sbin, which a plain user's PATH lacks. */
const SEARCH_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

export interface AsteriskSetup {
  /** Names the instance in folders and messages. */
  readonly name: string;
  /** The root file system that Asterisk runs in, from `scripts/lib/asterisk-root`. */
  readonly root: string;
  /** Where its HTTP server will be, and a user of ARI: it counts as started once that user is let in. */
  readonly ari: AriAccess;
  /** Writes the configuration into `folder.outside`/etc. */
  configure(folder: InstanceFolder): Promise<void>;
}

export interface AriAccess {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/**
 * One Asterisk with folders and ports of its own, run from a root that it shares with others. It dies with this
 * process, however this process dies.
 */
export class AsteriskInstance implements AsyncDisposable {
  readonly name: string;
  readonly ari: AriAccess;
  readonly #root: string;
  readonly #folder: InstanceFolder;
  readonly #log: string[] = [];
  #child: ChildProcess | undefined;

  private constructor(setup: AsteriskSetup, folder: InstanceFolder) {
    this.name = setup.name;
    this.ari = setup.ari;
    this.#root = setup.root;
    this.#folder = folder;
  }

  /** Configures and starts an instance. @throws with its last log lines when it is not ready within 20 s */
  static async start(setup: AsteriskSetup, signal?: AbortSignal): Promise<AsteriskInstance> {
    const folder = await makeInstanceFolder(setup.root, setup.name);
    const instance = new AsteriskInstance(setup, folder);
    try {
      await setup.configure(folder);
      await instance.start(signal);
    } catch (error) {
      await instance[Symbol.asyncDispose]();
      throw error;
    }
    return instance;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it, again after a kill, with the same ports, configuration and database; resolves once it is ready. */
  async start(signal?: AbortSignal): Promise<void> {
    if (this.#child) throw new Error(`${this.name} is running already`);
    const child = this.#spawn();
    this.#child = child;
    const exited = new AbortController();
    const onExit = () => exited.abort(new Error("it exited"));
    child.once("exit", onExit);
    const either = signal ? AbortSignal.any([signal, exited.signal]) : exited.signal;
    try {
      await withDeadline(READY_MS, either, "starting Asterisk", async (deadline) => {
        // ARI answers before all modules are loaded; the command returns when the last one is.
        while (!(await this.#answers(deadline))) await pause(25, deadline);
        await this.cli("core waitfullybooted", deadline);
        await this.#takePriority(deadline);
      });
    } catch (cause) {
      await this.kill("SIGKILL");
      throw new Error(this.describe("did not start", cause), { cause });
    } finally {
      child.off("exit", onExit);
    }
  }

  /** Ends it; resolves when the process is gone. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  /** Runs a command of Asterisk's own command line and returns what it printed. */
  async cli(command: string, signal?: AbortSignal): Promise<string> {
    const { stdout } = await run("chroot", [this.#root, "asterisk", "-C", this.#configuration, "-rx", command], {
      env: { PATH: SEARCH_PATH },
      timeout: READY_MS,
      ...(signal && { signal }),
    });
    return stdout;
  }

  /** Changes one of its configuration files; what is to read it anew is told so by a command. */
  async edit(name: string, change: (text: string) => string): Promise<void> {
    const file = path.join(this.#folder.outside, "etc", name);
    await writeFile(file, change(await readFile(file, "utf8")));
  }

  /** A sentence about this instance, closed by the end of its log. */
  describe(what: string, cause?: unknown): string {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    const tail = this.#log.slice(-SHOWN_LOG_LINES).map((line) => `    ${line}`);
    return [`Asterisk "${this.name}" ${what}${reason}; the end of its log:`, ...tail].join("\n");
  }

  /** The last 200 lines it logged. */
  get log(): readonly string[] {
    return this.#log;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill("SIGKILL");
    await rm(this.#folder.outside, { recursive: true, force: true });
  }

  get #configuration(): string {
    return path.join(this.#folder.inside, "etc/asterisk.conf");
  }

  #spawn(): ChildProcess {
    // The kernel kills it when this process goes, even by SIGKILL; exec and chroot leave that setting in place.
    const command = ["--pdeathsig", "KILL", "chroot", this.#root, "asterisk", "-f", "-C", this.#configuration];
    const child = spawn("setpriv", command, { stdio: ["ignore", "pipe", "pipe"], env: { PATH: SEARCH_PATH } });
    child.on("error", (error) => this.#keep(`cannot be run: ${error.message}`));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => this.#keep(line));
    return child;
  }

  /**
   * Gives its threads real-time priority, as the service of an installation does (`asterisk -p`): without it, sound is
   * lost while other tests compute. It does so after the boot, which computes for seconds. Where this is forbidden, its
   * priority stays as it is.
   */
  async #takePriority(signal: AbortSignal): Promise<void> {
    const command = ["--all-tasks", "--rr", "--pid", String(ASTERISK_PRIORITY), String(this.pid)];
    await run("chrt", command, { env: { PATH: SEARCH_PATH }, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      this.#keep(`has no real-time priority: ${String(error)}`);
    });
  }

  #keep(line: string): void {
    this.#log.push(line);
    if (this.#log.length > KEPT_LOG_LINES) this.#log.shift();
  }

  async #answers(signal: AbortSignal): Promise<boolean> {
    const { url, user, password } = this.ari;
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    try {
      const response = await fetch(`${url}/ari/asterisk/ping`, { headers: { authorization }, signal });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}
