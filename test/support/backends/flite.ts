import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { samplesOfWav } from "./wav.js";

export const fliteVoices = ["slt", "rms", "awb", "kal16"] as const;
export type FliteVoice = (typeof fliteVoices)[number];

export interface FliteOptions {
  /** slt, a woman, unless named: the recogniser understands her best. */
  readonly voice?: FliteVoice;
  /** 1 is flite's own pace, 2 twice as fast. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

/**
 * Says a text with flite (15 ms for a word, 50 ms for a sentence).
 *
 * @returns mono samples at 16 000 Hz
 */
export async function flite(
  text: string,
  { voice = "slt", speed = 1, signal }: FliteOptions = {},
): Promise<Int16Array> {
  if (!/[\p{L}\p{N}]/u.test(text)) return new Int16Array(0);
  const directory = await mkdtemp(join(tmpdir(), "flite-"));
  try {
    const file = join(directory, "said.wav");
    // flite writes the length into the header at the end, so it needs a file and not a pipe.
    const options = ["-voice", voice, "--setf", `duration_stretch=${1 / speed}`, "-t", text, "-o", file];
    const child = spawn("flite", options, { stdio: ["ignore", "ignore", "pipe"], ...(signal && { signal }) });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      complaint += chunk;
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`flite ended with ${code}: ${complaint.trim()}`);
    return samplesOfWav(await readFile(file), 16_000);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
