import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { samplesOfWav, wavOf } from "./wav.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cache = resolve(root, process.env.ATTENDANT_CACHE || ".cache");
/** Folders of the cache: what callers say, and what the service has spoken, which times and dates make endless. A file has about 100 KB. */
const MOST = { said: Number.POSITIVE_INFINITY, spoken: 3_000 } as const;

/**
 * Makes a sound once for all runs: kept in the cache folder as a WAV file.
 *
 * @param kind `said` by a caller, or `spoken` by the service
 * @param what makes this sound different from all others
 * @param rate in Hz, of mono samples
 */
export async function keptSound(
  kind: keyof typeof MOST,
  what: unknown,
  rate: number,
  make: () => Promise<Int16Array>,
): Promise<Int16Array> {
  const folder = join(cache, kind);
  const key = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 24);
  const file = join(folder, `${key}.wav`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) return samplesOfWav(kept, rate);
  const samples = await make();
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length >= MOST[kind]) return samples;
  // Somebody else may be making the same: another process, or another test of this one.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, wavOf(samples, rate));
  await rename(unfinished, file);
  return samples;
}
