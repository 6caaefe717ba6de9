/** Real speech for tests, from flite's voices at 16 kHz; kept in .cache/flite, since synthesis takes longer than hearing. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { samplesOf } from "../../../src/audio/pcm.js";
import { readWavHeader } from "../../../src/audio/wav.js";

export const VOICES = ["slt", "rms", "awb", "kal16"] as const;
export type Voice = (typeof VOICES)[number];

const cache = join(import.meta.dirname, "../../../.cache/flite");

/** @throws Error when flite is not installed: a test without speech would prove nothing. */
export function speak(text: string, voice: Voice = "slt"): Int16Array {
  const name = createHash("sha1").update(`${voice}\n${text}`).digest("hex").slice(0, 16);
  const path = join(cache, `${name}.wav`);
  const file = read(path) ?? synthesise(text, voice, path);
  const header = readWavHeader(file);
  if (typeof header !== "object" || header.sampleRate !== 16_000 || header.channels !== 1) {
    throw new Error(`flite's voice ${voice} does not speak 16 kHz mono`);
  }
  return Int16Array.from(samplesOf(file.subarray(header.dataOffset, header.dataOffset + (header.dataBytes ?? 0))));
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function synthesise(text: string, voice: Voice, path: string): Buffer {
  mkdirSync(cache, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    execFileSync("flite", ["-voice", voice, "-t", text, "-o", unfinished], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (cause) {
    throw new Error("These tests need the speech synthesiser flite (Debian: apt-get install flite)", { cause });
  }
  renameSync(unfinished, path); // tests in other processes read the cache at the same time
  return readFileSync(path);
}
