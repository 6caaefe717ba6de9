import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { copiedBy, PROJECT, textOf } from "../compose-file.js";
import { makeInstanceFolder } from "./instance-folder.js";

const run = promisify(execFile);
const DOCKERFILE = "asterisk-config/Dockerfile";
const SEARCH_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

export interface ImageSettings {
  /** As compose.yaml has it for the service; secrets are named by their files below /run/secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The files below /run/secrets. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * What a container of the Asterisk image is, as far as it can be had without an engine: the files that its Dockerfile
 * copies, in a root of the same Debian, with its user, no capabilities, and one folder to write to.
 */
export class AsteriskContainer implements AsyncDisposable {
  readonly log: string[] = [];
  /** The exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #root: string;
  readonly #folder: string;
  readonly #home: string;

  private constructor(child: ChildProcess, root: string, folder: string, home: string) {
    this.#child = child;
    this.#root = root;
    this.#folder = folder;
    this.#home = home;
    this.exited = once(child, "close").then(([code]) => code as number | null);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => this.log.push(line));
    }
  }

  /** @param user the one of the image unless given */
  static async run(
    root: string,
    { environment, secrets }: ImageSettings,
    user = imageUser(),
  ): Promise<AsteriskContainer> {
    const { outside, inside } = await makeInstanceFolder(root, "image");
    await chmod(outside, 0o711);
    await mkdir(path.join(outside, "image"));
    for (const source of copiedBy(DOCKERFILE)) {
      await cp(path.join(PROJECT, "asterisk-config", source), path.join(outside, "image", source), { recursive: true });
    }
    await mkdir(path.join(outside, "secrets"));
    for (const [name, secret] of Object.entries(secrets)) {
      await writeFile(path.join(outside, "secrets", name), `${secret}\n`, { mode: 0o444 });
    }
    await mkdir(path.join(outside, "home"), { mode: 0o700 });
    await chown(path.join(outside, "home"), imageUser(), imageUser());

    const home = `${inside}/home`;
    const settings = Object.entries({ ...environment, ASTERISK_HOME: home }).map(([name, value]): [string, string] => [
      name,
      value.replace("/run/secrets", `${inside}/secrets`),
    ]);
    const command = inContainer(root, user, `${inside}/image/entrypoint`);
    const env = { PATH: SEARCH_PATH, ...Object.fromEntries(settings) };
    const child = spawn("chroot", command, { env, stdio: ["ignore", "pipe", "pipe"] });
    return new AsteriskContainer(child, root, outside, home);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What the image's HEALTHCHECK says. */
  healthy(): Promise<boolean> {
    const [, json = "[]"] = /^HEALTHCHECK [^]*?CMD (\[.*\])$/m.exec(textOf(DOCKERFILE)) ?? [];
    const words = (JSON.parse(json) as string[]).map((word) => word.replace("/run/asterisk", this.#home));
    return new Promise((resolve) => {
      const env = { PATH: SEARCH_PATH };
      execFile("chroot", inContainer(this.#root, imageUser(), ...words), { env }, (error) => resolve(error === null));
    });
  }

  /** A file of /proc about it. */
  proc(file: string): Promise<string> {
    return readFile(`/proc/${this.pid}/${file}`, "utf8");
  }

  /** Files that it made outside the one folder it has for that. */
  strays(): Promise<string[]> {
    const wanted = ["-xdev", "-uid", String(imageUser()), "-not", "-path", `${this.#folder}/home*`];
    return new Promise((resolve) => {
      execFile("find", [this.#root, ...wanted], (_, found) => resolve(found.split("\n").filter((line) => line !== "")));
    });
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The file system of the image: a copy of `root`, of hard links, without the modules that the Dockerfile removes. */
export async function imageRoot(root: string): Promise<AsyncDisposable & { readonly path: string }> {
  const copy = await mkdtemp(`${root}.image-`);
  const dispose = () => rm(copy, { recursive: true, force: true });
  try {
    await chmod(copy, 0o755);
    const parts = (await readdir(root)).filter((name) => name !== "srv");
    await run("cp", ["--archive", "--link", ...parts.map((name) => path.join(root, name)), copy]);
    const [, script = "", folder = ""] =
      /^RUN \/usr\/local\/lib\/attendant\/(\S+) (\/\S+)$/m.exec(textOf(DOCKERFILE)) ?? [];
    await run("bash", ["-c", `"$1" "$2"${folder}`, "-", path.join(PROJECT, "asterisk-config", script), copy]);
    return { path: copy, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function imageUser(): number {
  return Number(/^USER (\d+)/m.exec(textOf(DOCKERFILE))?.[1]);
}

/** The arguments of chroot. The kernel forgets whose death ends a process when its user changes: so that comes last. */
function inContainer(root: string, user: number, ...command: string[]): string[] {
  const identity = ["--reuid", String(user), "--regid", String(user), "--clear-groups"];
  const powers = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--pdeathsig", "KILL"];
  return [root, "setpriv", ...identity, ...powers, ...command];
}
