import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { pause, withDeadline } from "../../../src/kernel/deadline.js";
import { composeFile, makeSecrets, PROJECT, seconds } from "../compose-file.js";
import { type TemporaryFolder, temporaryFolder } from "../temporary-folder.js";

const run = promisify(execFile);
const ENGINE_MS = 15_000;
const COMMAND_MS = 120_000;
/** Below the defaults of Podman, which fail on machines where root cannot raise its limits. */
const LIMITS = { nproc: 4096, nofile: 16_384 };
/** Uses the images that are built, and sets `nproc` again: a service with its own limits loses the default ones. */
const OVERRIDE = `services:
  controller: { build: !reset null, pull_policy: never }
  asterisk: { build: !reset null, pull_policy: never, ulimits: { nproc: ${LIMITS.nproc} } }
`;

/** Result of a command in a container. */
export interface Said {
  readonly code: number;
  readonly output: string;
}

/**
 * The services of compose.yaml, started by Docker Compose on Podman, with `.env` and secrets as an administrator creates them.
 * It creates bridges and firewall rules: use it in a network namespace (`enterOwnNetwork`).
 */
export class Containers implements AsyncDisposable {
  readonly #folder: TemporaryFolder;
  readonly #store: string;
  /** Log of the engine. */
  readonly #said: string[] = [];
  #engine: { readonly process: ChildProcess; readonly exited: Promise<unknown> } | undefined;

  private constructor(folder: TemporaryFolder, store: string) {
    this.#folder = folder;
    this.#store = store;
  }

  /**
   * Starts the engine and the containers.
   *
   * @param dotEnv contents of `.env`
   * @param sipPassword password of the extension
   * @param store result of `imageStore`
   */
  static async up(store: string, dotEnv: Readonly<Record<string, string>>, sipPassword: string): Promise<Containers> {
    const containers = new Containers(await temporaryFolder(), store);
    try {
      await containers.#install(dotEnv, sipPassword);
      await containers.#startEngine();
      await containers.#compose("up", "--detach", "--no-build");
      return containers;
    } catch (error) {
      await containers[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The installation's folder, with `.env` and `secrets`. */
  get folder(): string {
    return this.#place("installation");
  }

  /** Runs a command in the container of a service, as the user of its image. */
  exec(service: string, ...command: string[]): Promise<Said> {
    return this.#podman("exec", nameOf(service), ...command);
  }

  /** Runs the health check of a service's image. */
  async isHealthy(service: string): Promise<boolean> {
    return (await this.#podman("healthcheck", "run", nameOf(service))).code === 0;
  }

  /** Returns the log of a service. */
  async log(service: string): Promise<string> {
    return (await this.#podman("logs", nameOf(service))).output;
  }

  /** Lists the files of a container that differ from its image, outside mounts. */
  async changes(service: string): Promise<readonly string[]> {
    const { output } = await this.#podman("diff", nameOf(service));
    return output.split("\n").filter((line) => line !== "");
  }

  /** Stops a service and returns its exit code. Compose does not pass `stop_grace_period` on to Podman. */
  async stop(service: string): Promise<number> {
    const grace = composeFile("compose.yaml").services[service]?.stop_grace_period ?? "10s";
    await this.#compose("stop", "--timeout", String(seconds(grace)), service);
    const { output } = await this.#podman("inspect", "--format", "{{.State.ExitCode}}", nameOf(service));
    return Number(output.trim());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#engine) {
      await this.#removeAll();
      this.#engine.process.kill("SIGTERM");
      await this.#engine.exited;
    }
    await rm(this.#folder.path, { recursive: true, force: true });
    await this.#folder[Symbol.asyncDispose]();
  }

  async #install(dotEnv: Readonly<Record<string, string>>, sipPassword: string): Promise<void> {
    await mkdir(this.folder);
    for (const part of ["compose.yaml", "compose", "mongodb", "monitoring"]) {
      cpSync(path.join(PROJECT, part), path.join(this.folder, part), { recursive: true });
    }
    await writeFile(path.join(this.folder, "compose.override.yaml"), OVERRIDE);
    const lines = Object.entries(dotEnv).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path.join(this.folder, ".env"), lines.join(""));
    const { status, stderr } = makeSecrets(path.join(this.folder, "secrets"), sipPassword);
    if (status !== 0) throw new Error(`scripts/make-secrets: ${stderr}`);
    const limits = Object.entries(LIMITS).map(([name, most]) => `"${name}=${most}:${most}"`);
    await writeFile(this.#place("containers.conf"), `[containers]\ndefault_ulimits = [${limits.join(", ")}]\n`);
    // Images are read from the store; containers are kept in the folder of this test.
    const places = `driver = "${path.basename(this.#store)}"\ngraphroot = "${this.#place("store")}"\nrunroot = "${this.#place("run")}"`;
    const images = `[storage.options]\nadditionalimagestores = ["${this.#store}"]`;
    await writeFile(this.#place("storage.conf"), `[storage]\n${places}\n${images}\n`);
  }

  async #startEngine(): Promise<void> {
    const command = ["podman", ...this.#options, "system", "service", "--time=0", `unix://${this.#socket}`];
    const engine = spawn("setpriv", ["--pdeathsig", "KILL", ...command], {
      env: this.#env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    createInterface({ input: engine.stderr }).on("line", (line) => this.#said.push(line));
    this.#engine = { process: engine, exited: once(engine, "exit") };
    await withDeadline(ENGINE_MS, undefined, "starting Podman's engine", async (signal) => {
      while (!existsSync(this.#socket)) await pause(50, signal);
    });
  }

  async #removeAll(): Promise<void> {
    await this.#podman("rm", "--all", "--force", "--time", "0");
    for (const kind of ["volume", "network"]) await this.#podman(kind, "prune", "--force");
  }

  async #compose(...args: string[]): Promise<void> {
    const compose = execFileSync(path.join(PROJECT, "scripts/lib/docker-compose"), { encoding: "utf8" }).trim();
    const env = { ...this.#env, DOCKER_HOST: `unix://${this.#socket}` };
    try {
      await run(compose, args, { cwd: this.folder, env, timeout: COMMAND_MS });
    } catch (cause) {
      throw new Error(`docker compose ${args.join(" ")}; log of the engine:\n${this.#said.join("\n")}`, { cause });
    }
  }

  async #podman(...args: string[]): Promise<Said> {
    return new Promise((resolve) => {
      const options = { env: this.#env, timeout: COMMAND_MS };
      execFile("podman", [...this.#options, ...args], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
      });
    });
  }

  get #options(): readonly string[] {
    // crun does not support hybrid control groups.
    return ["--network-config-dir", this.#place("networks"), "--runtime", "runc", "--cgroup-manager", "cgroupfs"];
  }

  get #env(): Readonly<Record<string, string | undefined>> {
    const settings = {
      CONTAINERS_CONF: this.#place("containers.conf"),
      CONTAINERS_STORAGE_CONF: this.#place("storage.conf"),
    };
    return { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: this.#folder.path, ...settings };
  }

  get #socket(): string {
    return this.#place("engine.sock");
  }

  #place(name: string): string {
    return path.join(this.#folder.path, name);
  }
}

/** Installs the engine and builds both images. @returns the folder of the image store @throws if either fails */
export function imageStore(): string {
  const script = (name: string, ...args: string[]) =>
    execFileSync(path.join(PROJECT, "scripts/lib", name), args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  script("apt-packages", "podman", "runc", "netavark", "aardvark-dns", "iptables", "catatonit");
  script("docker-compose");
  return script("container-images").trim();
}

const nameOf = (service: string) => `attendant-${service}-1`;
