import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesOf, SAMPLE_RATE, samplesOf } from "../audio/pcm.js";
import { readWavHeader, wavHeader } from "../audio/wav.js";
import { isAudible } from "./lead-in.js";

/** Speech kept as files, so that it is available after a restart even without text-to-speech. */
export interface PhraseFiles {
  /** The stored speech of a text; undefined when there is none, or it is damaged or silent. Never rejects. */
  read(text: string): Promise<Int16Array | undefined>;
  /** Stores the speech of a text. Never rejects: if it cannot be written, it is not stored. */
  keep(text: string, samples: Int16Array): Promise<void>;
}

export interface PhraseFilesNeeds {
  /** Created if missing, accessible to its owner only. It must contain nothing else. */
  readonly folder: string;
  /**
   * Everything that affects the sound of a text: server, model, voice, speed, sample rate. Files made with other values are never
   * read.
   */
  readonly voice: Readonly<Record<string, unknown>>;
  /** Total size of the files, in bytes. Beyond it, the least recently used are removed. */
  readonly maxBytes: number;
  /** Called once when files cannot be read or written. */
  readonly onFault: (error: unknown) => void;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const UNFINISHED = ".unfinished";
/** After this time an unfinished file counts as abandoned, in ms. */
const ABANDONED_MS = 60_000;
/** A RIFF chunk after the audio, ignored by players, with the audio's SHA-256. */
const SUM_TAG = "SUM ";
const SUM_BYTES = 32;
const SUM_CHUNK_BYTES = 8 + SUM_BYTES;

/**
 * Stores speech as playable WAV files, named by the beginning of the text and a hash of everything that affects the sound. A file
 * is written under another name and then renamed, so that it is never read incomplete, and contains a checksum, so that damage is
 * detected and the file is made again.
 */
export function createPhraseFiles({ folder, voice, maxBytes, onFault }: PhraseFilesNeeds): PhraseFiles {
  const fingerprint = JSON.stringify(voice, Object.keys(voice).sort());
  let isFaultTold = false;
  /** Files are written one at a time, because each makes room for itself. */
  let writing: Promise<void> = Promise.resolve();

  function pathOf(text: string): string {
    const hash = createHash("sha256").update(`${fingerprint}\n${text}`).digest("hex");
    return join(folder, `${slug(text)}.${hash.slice(0, 32)}.wav`);
  }

  function failed(error: unknown): void {
    if (isFaultTold) return;
    isFaultTold = true;
    onFault(error);
  }

  async function read(text: string): Promise<Int16Array | undefined> {
    const path = pathOf(text);
    try {
      const samples = soundOf(await readFile(path));
      if (samples) await utimes(path, new Date(), new Date()).catch(() => {}); // Also works on a read-only disk.
      return samples;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") failed(error);
      return undefined;
    }
  }

  async function write(text: string, samples: Int16Array): Promise<void> {
    const file = fileOf(samples);
    if (samples.length === 0 || file.length > maxBytes) return;
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await chmod(folder, OWNER_ONLY_FOLDER);
    const aside = join(folder, `${randomUUID()}${UNFINISHED}`);
    try {
      await makeRoom(file.length);
      await writeFile(aside, file, { mode: OWNER_ONLY_FILE });
      await rename(aside, pathOf(text));
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Removes the least recently used files until there is room, and unfinished files of dead processes. */
  async function makeRoom(bytes: number): Promise<void> {
    const files = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) continue;
      const isAbandoned = name.endsWith(UNFINISHED) && Date.now() - found.mtimeMs > ABANDONED_MS;
      if (isAbandoned) await rm(path, { force: true });
      else if (name.endsWith(".wav")) files.push({ path, size: found.size, usedAt: found.mtimeMs });
    }
    files.sort((one, other) => one.usedAt - other.usedAt);
    let total = files.reduce((sum, { size }) => sum + size, bytes);
    for (const { path, size } of files) {
      if (total <= maxBytes) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  return {
    read,
    keep: (text, samples) => (writing = writing.then(() => write(text, samples)).catch(failed)),
  };
}

/** The beginning of a text in a form suitable for a file name. */
function slug(text: string): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["phrase"];
  return words.join("-").slice(0, 40).replace(/-+$/, "");
}

function sumOf(sound: Uint8Array): Buffer {
  return createHash("sha256").update(sound).digest();
}

function fileOf(samples: Int16Array): Buffer {
  const sound = bytesOf(samples);
  const head = Buffer.from(wavHeader(sound.length));
  head.writeUInt32LE(head.length - 8 + sound.length + SUM_CHUNK_BYTES, 4);
  const sumHead = Buffer.alloc(8);
  sumHead.write(SUM_TAG, "latin1");
  sumHead.writeUInt32LE(SUM_BYTES, 4);
  return Buffer.concat([head, sound, sumHead, sumOf(sound)]);
}

/** The audio of a file that is complete, audible and in our format; undefined otherwise. */
function soundOf(file: Buffer): Int16Array | undefined {
  const header = readWavHeader(file);
  if (header === "need-more" || header === "not-wav") return undefined;
  const { encoding, sampleRate, channels, bitsPerSample, dataOffset, dataBytes = 0 } = header;
  const isOurs = encoding === "pcm" && sampleRate === SAMPLE_RATE && channels === 1 && bitsPerSample === 16;
  const end = dataOffset + dataBytes;
  if (!isOurs || dataBytes === 0 || dataBytes % 2 !== 0 || file.length !== end + SUM_CHUNK_BYTES) return undefined;
  if (file.toString("latin1", end, end + 4) !== SUM_TAG) return undefined;
  const sound = Uint8Array.prototype.slice.call(file, dataOffset, end);
  const samples = samplesOf(sound);
  return sumOf(sound).equals(file.subarray(end + 8)) && isAudible(samples) ? samples : undefined;
}
