import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { createReadTimeout } from "../kernel/deadline.js";
import { codeOf, describe } from "../kernel/errors.js";
import { onDisk } from "../kernel/write-whole.js";
import type { PublishedFile } from "./catalogue.js";

export interface DownloadNeeds {
  /** A copy of the publishers' servers, with each file at MIRROR/HOST/PATH, as `wget -x` makes it. */
  readonly mirror?: string | undefined;
  readonly signal: AbortSignal;
  /** Called with the bytes so far. */
  readonly onProgress?: (bytes: number) => void;
}

/** A file that cannot be fetched; `message` says which one, and why. */
export class DownloadError extends Error {}

/** Number of times that a broken download is resumed without receiving another byte. */
const MAX_BREAKS = 4;
/** Maximum wait for an answer, or for its next byte, in ms. */
const SILENCE_MS = 30_000;

/** The address of a published file, or of its copy in a mirror. */
export function addressOf(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url;
  const { host, pathname } = new URL(url);
  return `${mirror.replace(/\/+$/, "")}/${host}${pathname}`;
}

/**
 * Fetches a file, unless it is there already, and compares it with its SHA-256. What has arrived is kept in `PATH.part`, and a
 * later download resumes there. A file with another checksum is deleted.
 *
 * @throws {DownloadError}
 */
export async function download(
  file: PublishedFile,
  path: string,
  { mirror, signal, onProgress = () => {} }: DownloadNeeds,
): Promise<void> {
  const address = addressOf(file.url, mirror);
  if (await isThere(path, file, signal)) return onProgress(file.bytes);
  const part = `${path}.part`;
  for (let breaks = 0, before = await lengthOf(part); ;) {
    if (before >= file.bytes) break;
    try {
      await fetchRest(address, part, file, { signal, onProgress });
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadError) throw error;
      const now = await lengthOf(part);
      breaks = now > before ? 0 : breaks + 1;
      before = now;
      if (breaks === MAX_BREAKS) throw new DownloadError(`${address}: ${describe(error)}`);
    }
  }
  if (!(await isThere(part, file, signal))) {
    await rm(part, { force: true });
    throw new DownloadError(`${address}: the SHA-256 of the file is not ${file.sha256}, so it was deleted`);
  }
  await onDisk(part);
  await rename(part, path);
}

async function fetchRest(
  address: string,
  part: string,
  { bytes }: PublishedFile,
  { signal, onProgress }: Pick<Required<DownloadNeeds>, "signal" | "onProgress">,
): Promise<void> {
  const from = await lengthOf(part);
  const ending = new AbortController();
  const limited = AbortSignal.any([signal, ending.signal]);
  const timeout = createReadTimeout(SILENCE_MS, signal, address);
  let file: FileHandle | undefined;
  try {
    const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
    const answer = await timeout.wait(() => fetch(address, { headers, signal: limited }));
    if (!answer.ok || !answer.body) throw new DownloadError(`${address}: HTTP ${answer.status}`);
    // Not every server resumes: some send the whole file again.
    const continues = answer.status === 206 && answer.headers.get("content-range")?.startsWith(`bytes ${from}-`);
    file = await open(part, continues ? "a" : "w");
    let taken = continues ? from : 0;
    const chunks = answer.body[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await timeout.wait(() => chunks.next());
      if (done) break;
      taken += value.length;
      if (taken > bytes) throw new DownloadError(`${address}: more than the ${bytes} bytes that it should have`);
      await file.writeFile(value);
      onProgress(taken);
    }
    if (taken < bytes) throw new Error(`ended after ${taken} of ${bytes} bytes`);
  } finally {
    timeout.end();
    ending.abort();
    await file?.close();
  }
}

/** Whether a file is there and is the published one. */
async function isThere(path: string, { bytes, sha256 }: PublishedFile, signal: AbortSignal): Promise<boolean> {
  if ((await lengthOf(path)) !== bytes) return false;
  const sum: Hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { signal })) sum.update(chunk as Uint8Array);
  return sum.digest("hex") === sha256;
}

async function lengthOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}
