import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("recogniser.py", import.meta.url));
const packages = "the Debian packages python3-pocketsphinx and pocketsphinx-en-us";
const READY_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 60_000;

export interface RecogniseOptions {
  /**
   * Sentences that may well have been said. One of them is answered where it fits the sound clearly better than
   * whatever free recognition understood; anything else is still understood freely.
   */
  readonly phrases?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Recogniser extends AsyncDisposable {
  /**
   * @param samples mono at 16 000 Hz, one utterance
   * @returns lower case words without punctuation, numbers spelt out; empty for silence and noise
   */
  recognise(samples: Int16Array, options?: RecogniseOptions): Promise<string>;
  /** Lets node exit while the recogniser idles; the recogniser ends with it. */
  unref(): void;
}

/** Starts pocketsphinx with its model loaded (0.25 s). Requests run in parallel, each in a process of its own. */
export async function startRecogniser(): Promise<Recogniser> {
  const directory = await mkdtemp(join(tmpdir(), "recogniser-"));
  const socketPath = join(directory, "socket");
  // Debian's own Python, because the binding is a Debian package.
  const child = spawn("/usr/bin/python3", [program, directory], { stdio: ["pipe", "pipe", "pipe"] });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = async () => {
    child.stdin.end();
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await ready(child);
  } catch (error) {
    child.kill();
    await end();
    throw error;
  }
  return {
    recognise: (samples, options = {}) => request(socketPath, samples, options),
    unref() {
      child.unref();
      for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
    },
    [Symbol.asyncDispose]: end,
  };
}

async function ready(child: ChildProcess): Promise<void> {
  if (!child.stdout || !child.stderr) throw new Error("The recogniser has no output");
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const gone = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The recogniser (of ${packages}) ended: ${complaint.trim()}`)));
  });
  gone.catch(() => {});
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, "line", { signal: AbortSignal.timeout(READY_WITHIN_MS) }), gone]);
}

async function request(path: string, samples: Int16Array, options: RecogniseOptions): Promise<string> {
  const deadline = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  signal.throwIfAborted();
  const connection = connect({ path, signal });
  connection.write(`${JSON.stringify({ bytes: samples.byteLength, phrases: options.phrases ?? [] })}\n`);
  // Not end(): the recogniser takes a closed connection for a caller who has lost interest.
  connection.write(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  try {
    const answer = JSON.parse((await text(connection)) || '{"error":"no answer"}') as { text?: string; error?: string };
    if (answer.text === undefined) throw new Error(`The recogniser failed: ${answer.error}`);
    return answer.text;
  } finally {
    connection.destroy();
  }
}
