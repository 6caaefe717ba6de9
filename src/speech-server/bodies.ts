import type { IncomingMessage } from "node:http";
import { joined } from "../audio/pcm.js";
import { isSampleRate } from "../audio/resample.js";
import { readWavHeader } from "../audio/wav.js";
import { asyncIterableOf } from "../kernel/async-iterable.js";
import { isRecord } from "../kernel/record.js";
import { NoSoundError, samplesFrom } from "../speech/pcm-stream.js";
import { RequestFault } from "./answers.js";

/** A recording: two minutes in stereo at 48 000 Hz. */
export const MAX_SOUND_BYTES = 24 * 1024 * 1024;
/** JSON with a text of 4096 characters. */
export const MAX_JSON_BYTES = 64 * 1024;

/** @throws {RequestFault} when it is longer */
export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let taken = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    taken += part.length;
    if (taken > maxBytes) throw new RequestFault(413, `the body has more than ${maxBytes} bytes`, "payload_too_large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @throws {RequestFault} */
export async function formOf(request: IncomingMessage): Promise<FormData> {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data/i.test(type)) throw new RequestFault(415, "expected multipart/form-data");
  const body = await bodyOf(request, MAX_SOUND_BYTES);
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new RequestFault(400, "the body is not the form that its content type announces");
  }
}

/** @throws {RequestFault} */
export async function objectOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const body = await bodyOf(request, MAX_JSON_BYTES);
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isRecord(value)) return value;
  } catch {
    // Reported below.
  }
  throw new RequestFault(400, "the body: expected a JSON object");
}

/** The sound of a WAV file: mono at 16 000 Hz. @throws {RequestFault} */
export async function samplesOfFile(file: File): Promise<Int16Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = readWavHeader(bytes);
  if (typeof header === "string") throw new RequestFault(400, "file: expected a WAV file");
  if (!isSampleRate(header.sampleRate)) throw new RequestFault(400, `file: ${header.sampleRate} Hz is not supported`);
  const pieces: Int16Array[] = [];
  try {
    for await (const piece of samplesFrom(asyncIterableOf([bytes]), header.sampleRate)) pieces.push(piece);
  } catch (error) {
    // An empty recording has no words; it is not a fault.
    if (!(error instanceof NoSoundError)) throw error;
    if (bytes.length > header.dataOffset) throw new RequestFault(400, `file: it ${error.message}`);
  }
  return joined(pieces);
}
