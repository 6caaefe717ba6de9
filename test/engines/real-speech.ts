import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { withDeadline } from "../../src/kernel/deadline.js";
import { PROJECT } from "../support/compose-file.js";
import { programArgs } from "../support/program.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** Real models and recordings of people: see `scripts/lib/speech-bed`. */
export interface SpeechBed {
  readonly folder: string;
  /** Recordings of a language, in the order of their names. */
  recordings(language: string): readonly Recording[];
}

export interface Recording {
  readonly name: string;
  /** A WAV file at 8000 Hz. */
  readonly path: string;
  /** What is said in it, where that is known. */
  readonly words: string | undefined;
}

export const RECORDED_LANGUAGES = ["en", "fr", "es", "it"] as const;
/** Fetching the packages, and starting from nothing, in ms. */
const BED_MS = 300_000;
const START_MS = 120_000;

/** @returns undefined where its packages are not available; why is on stderr */
export function findSpeechBed(): SpeechBed | undefined {
  let folder: string;
  try {
    const script = join(PROJECT, "scripts/lib/speech-bed");
    folder = execFileSync(script, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: BED_MS }).trim();
  } catch {
    return undefined;
  }
  const words = new Map(
    readFileSync(join(folder, "recordings/en/words.txt"), "utf8")
      .split("\n")
      .map((line) => line.split(/:\s+/, 2) as [string, string]),
  );
  return {
    folder,
    recordings: (language) =>
      readdirSync(join(folder, "recordings", language))
        .filter((file) => file.endsWith(".wav"))
        .sort()
        .map((file) => {
          const name = file.replace(/\.wav$/, "");
          const path = join(folder, "recordings", language, file);
          return { name, path, words: language === "en" ? words.get(name) : undefined };
        }),
  };
}

export interface RealSpeech extends AsyncDisposable {
  /** Ending in /v1. */
  readonly url: string;
  /** What it prints for `.env`. */
  readonly settings: Readonly<Record<string, string>>;
  /** What it printed while it started. */
  readonly told: string;
  /** Seconds of processor time since its start, and bytes of memory now. */
  cost(): { readonly seconds: number; readonly bytes: number };
}

/** Starts `ari-attendant speech` in an empty folder, with a mirror on this machine, and a recogniser added by hand. */
export async function startRealSpeech({ folder }: SpeechBed): Promise<RealSpeech> {
  const parts: AsyncDisposable[] = [];
  const dispose = async () => {
    for (const part of parts.splice(0).reverse()) await part[Symbol.asyncDispose]();
  };
  try {
    const home = await temporaryFolder();
    parts.push(home);
    const mirror = await startMirror(join(folder, "mirror"));
    parts.push(mirror);
    await cp(join(folder, "models"), home.path, { recursive: true });
    const options = ["--language", "en", "--mirror", mirror.url, "--models", home.path, "--port", "0", "--json"];
    const child = spawn(process.execPath, programArgs(join(PROJECT, "src/command.ts"), "speech", ...options), {
      cwd: home.path,
      stdio: ["ignore", "pipe", "pipe"],
    });
    parts.push({ [Symbol.asyncDispose]: () => end(child) });
    let told = "";
    child.stderr.on("data", (text) => (told += String(text)));
    const line = await withDeadline(START_MS, undefined, "starting ari-attendant speech", async (signal) => {
      const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error(`it ended: ${told}`)));
      ended.catch(() => {}); // Later it may end.
      const [first] = await Promise.race([once(createInterface({ input: child.stdout }), "line", { signal }), ended]);
      return String(first);
    });
    const { url, settings } = JSON.parse(line) as Pick<RealSpeech, "url" | "settings">;
    return { url, settings, told, cost: () => costOf(child.pid ?? 0), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function startMirror(folder: string) {
  const server = createServer((request, response) => {
    const file = createReadStream(join(folder, normalize(`/${request.url}`)));
    file.on("error", () => response.writeHead(404).end());
    file.pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Of Linux's /proc, whose clock ticks a hundred times a second. */
function costOf(pid: number): { readonly seconds: number; readonly bytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const [, kB = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, bytes: Number(kB) * 1024 };
}
