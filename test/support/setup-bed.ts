import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, lstat, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { asteriskRoot } from "./bed/bed.js";
import { AsteriskInstance } from "./bed/asterisk-instance.js";
import { makeInstanceFolder } from "./bed/instance-folder.js";
import type { Pbx } from "./bed/pbx.js";
import { pbxConfiguration } from "./bed/pbx-configuration.js";
import { freePort, rtpRange } from "./bed/ports.js";
import { secret } from "./bed/secrets.js";
import { PROJECT } from "./compose-file.js";

/** Time limit of one run, in ms: seconds for most, minutes for one that installs the bundled Asterisk. */
const SETUP_MS = 600_000;

/** What `scripts/setup --json` tells. */
export interface SetupReport {
  readonly done: boolean;
  readonly way?: string;
  readonly changed: readonly string[];
  readonly questions: number;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly running?: {
    readonly url?: string;
    readonly call?: { readonly status: string; readonly answer: string | null };
  };
}

/** A PBX whose files `scripts/setup` may change, and the folder for what it keeps. */
export interface SetupBed extends AsyncDisposable {
  readonly pbx: Pbx;
  /** The folder of `.env`. */
  readonly folder: string;
  /** The PBX's folder of configuration, as it is seen from here. */
  readonly etc: string;
  /** Runs `scripts/setup` with these options, the places of the bed before them. */
  setup(options: readonly string[], environment?: Readonly<Record<string, string>>): Promise<SetupRun>;
  /** Runs it at a terminal, as a person does who waits for each question and types what stands beside it. */
  setupAtTerminal(
    options: readonly string[],
    answers: readonly Typed[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number; readonly shown: string }>;
}

/** What a person waits for, and types then. */
export type Typed = readonly [question: RegExp, keys: string];

export interface SetupRun {
  readonly code: number;
  readonly report: SetupReport;
  /** What a person sees. */
  readonly told: string;
  readonly ms: number;
}

/** A line for each file below a folder: its bytes, owner, permissions, or where it leads to. */
export async function everyFile(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const lines = names.map(async (name) => {
    const path = join(folder, name);
    const { mode, uid, gid } = await lstat(path);
    const stat = await lstat(path);
    const what = stat.isSymbolicLink()
      ? await readlink(path)
      : stat.isFile()
        ? createHash("sha256")
            .update(await readFile(path))
            .digest("hex")
        : "folder";
    return `${name} ${mode.toString(8)} ${uid}:${gid} ${what}`;
  });
  return (await Promise.all(lines)).sort();
}

/**
 * Starts a PBX.
 *
 * @param layOut changes its configuration before it starts; what is no file of Asterisk's is left out
 */
export async function startSetupBed(
  layOut: (files: Map<string, string>, user: { readonly name: string; readonly password: string }) => void,
): Promise<SetupBed> {
  const root = await asteriskRoot();
  const httpPort = await freePort();
  const sipPort = await freePort();
  const ari = { url: `http://127.0.0.1:${httpPort}`, user: "freepbxuser", password: secret() };
  let place = { inside: "", outside: "" };
  const instance = await AsteriskInstance.start({
    name: "pbx",
    root,
    ari,
    configure: async (made) => {
      place = made;
      const files = await pbxConfiguration({
        folder: made.inside,
        httpPort,
        sipPort,
        rtp: rtpRange(),
        ariUser: ari.user,
        ariPassword: ari.password,
        extensions: new Map(),
      });
      layOut(files, { name: ari.user, password: ari.password });
      for (const [name, text] of files) await writeFile(join(made.outside, "etc", name), text, { mode: 0o640 });
    },
  });
  const pbx: Pbx = {
    instance,
    ari,
    sipPort,
    tlsPort: undefined,
    passwords: new Map(),
    [Symbol.asyncDispose]: () => instance[Symbol.asyncDispose](),
  };
  const folder = await mkdtemp(join(tmpdir(), "attendant-setup-"));
  const places = ["--root", root, "--config-dir", `${place.inside}/etc`, "--folder", folder];
  return {
    pbx,
    folder,
    etc: join(place.outside, "etc"),
    setup: (options, environment) => runSetup([...places, ...options], environment),
    setupAtTerminal: (options, answers, environment) => runAtTerminal([...places, ...options], answers, environment),
    async [Symbol.asyncDispose]() {
      await runSetup([...places, "--undo"]);
      await pbx[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A place for an Asterisk of the assistant's own, beside a PBX that is there already. */
export async function ownAsteriskPlace(): Promise<Omit<SetupBed, "pbx">> {
  const root = await asteriskRoot();
  const place = await makeInstanceFolder(root, "own");
  // Asterisk's own user has to get in.
  await chmod(place.outside, 0o711);
  return setupIn(place.outside, ["--root", root, "--config-dir", `${place.inside}/home/etc`]);
}

/** Creates an empty place for a bundled Asterisk. */
export async function bundledAsteriskPlace(): Promise<Omit<SetupBed, "pbx">> {
  const outside = await mkdtemp(join(tmpdir(), "attendant-bundled-"));
  await chmod(outside, 0o711);
  return setupIn(outside, ["--root", join(outside, "root")]);
}

async function setupIn(outside: string, where: readonly string[]): Promise<Omit<SetupBed, "pbx">> {
  const folder = await mkdtemp(join(tmpdir(), "attendant-setup-"));
  const places = [...where, "--folder", folder];
  return {
    folder,
    etc: outside,
    setup: (options, environment) => runSetup([...places, ...options], environment),
    setupAtTerminal: (options, answers, environment) => runAtTerminal([...places, ...options], answers, environment),
    async [Symbol.asyncDispose]() {
      await runSetup([...places, "--undo"]);
      await rm(outside, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** util-linux's script(1) makes the terminal. @throws {Error} with all that was shown when a question does not come */
async function runAtTerminal(
  options: readonly string[],
  answers: readonly Typed[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly shown: string }> {
  const quoted = [join(PROJECT, "scripts/setup"), ...options].map((word) => `'${word}'`).join(" ");
  // Of a pipe it takes no size, and lines are broken at any width.
  const command = `stty cols 200 rows 50; exec ${quoted}`;
  const env = { PATH: process.env.PATH, TERM: "xterm", ...environment };
  const child = spawn("script", ["-qefc", command, "/dev/null"], { env, timeout: SETUP_MS });
  let shown = "";
  const left = [...answers];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += stripVTControlCharacters(text);
    const [question, keys] = left[0] ?? [];
    if (!question?.test(shown)) return;
    child.stdin.write(keys);
    left.shift();
    shown = "";
  });
  let all = "";
  child.stdout.on("data", (text: string) => (all += stripVTControlCharacters(text)));
  const [code] = await once(child, "close");
  const [missed] = left;
  if (missed) throw new Error(`scripts/setup never asked ${String(missed[0])}:\n${all}`);
  return { code: code as number, shown: all };
}

function runSetup(options: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<SetupRun> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, ...environment };
    execFile(
      join(PROJECT, "scripts/setup"),
      [...options, "--json"],
      { env, timeout: SETUP_MS },
      (error, stdout, stderr) => {
        const last = stdout.trimEnd().split("\n").at(-1) ?? "";
        if (!last.startsWith("{"))
          return reject(new Error(`scripts/setup told nothing:\n${stdout}\n${stderr}`, { cause: error }));
        const code = error ? Number(error.code ?? 1) : 0;
        resolve({ code, report: JSON.parse(last) as SetupReport, told: stderr, ms: performance.now() - began });
      },
    );
  });
}
