import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createValueLimit, MAX_VALUES } from "../kernel/json-values.js";

/** Maximum length of an answer, in bytes; in a stream of events, of a line, because an event is read as a whole. */
const MAX_ANSWER = 1024 * 1024;
/** Bytes read of an error answer: it is quoted, and the rest is not needed. */
export const MAX_ERROR = 16 * 1024;
/** Maximum length of a stream of events, in bytes: a reply with all its reasoning has some hundred kilobytes. */
const MAX_EVENTS = 8 * 1024 * 1024;
/**
 * Maximum length of audio, in bytes: two minutes at 48 000 Hz, two channels, 32 bits. The longest sentence takes less than one.
 */
const MAX_SOUND = 48 * 1024 * 1024;

const NEWLINE = 0x0a;
const EVENTS = /^text\/event-stream\b/i;

/** The answer is longer than any valid one; `message` continues the sentence "the server …". */
export class AnswerTooLong extends Error {
  /** @param bound the limit: `1 MB` */
  constructor(bound: string) {
    super(`answered with more than ${bound}`);
  }
}

const tooManyBytes = (bytes: number) => new AnswerTooLong(`${bytes / 1024 / 1024} MB`);

/** The answer's headers, and what was requested. */
export interface AboutBody {
  readonly ok: boolean;
  readonly headers: Headers;
  /** Whether audio was requested: anything else is short. */
  readonly isSound: boolean;
}

/**
 * The decompressed body of an answer, piece by piece, with a limit by its type. Bytes are counted after decompression. Leaving
 * the loop closes the connection.
 *
 * @throws {AnswerTooLong} and connection errors
 */
export async function* boundedBody(body: Readable, about: AboutBody): AsyncGenerator<Uint8Array> {
  const { ok, headers } = about;
  const isEvents = EVENTS.test(headers.get("content-type") ?? "");
  const most = mostOf(about);
  const mayBeParsed = about.isSound ? () => true : createValueLimit(isEvents ? "events" : "whole");
  let bytes = 0;
  let line = 0;
  for await (const piece of unpacked(body, headers.get("content-encoding")) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (!ok && bytes >= most) {
      yield piece.subarray(0, piece.length - (bytes - most));
      return;
    }
    if (bytes > most) throw tooManyBytes(most);
    if (!mayBeParsed(piece)) throw new AnswerTooLong(`${MAX_VALUES} values`);
    if (isEvents) line = unbroken(piece, line);
    yield piece;
  }
}

function mostOf({ ok, headers, isSound }: AboutBody): number {
  if (!ok) return MAX_ERROR;
  if (isSound) return MAX_SOUND;
  return EVENTS.test(headers.get("content-type") ?? "") ? MAX_EVENTS : MAX_ANSWER;
}

/**
 * The length of the incomplete line at the end of a piece, in bytes. @param before the length of the line in which the piece
 * begins
 */
function unbroken(piece: Uint8Array, before: number): number {
  let length = before;
  for (let from = 0; ;) {
    const end = piece.indexOf(NEWLINE, from);
    length += (end < 0 ? piece.length : end) - from;
    if (length > MAX_ANSWER) throw tooManyBytes(MAX_ANSWER);
    if (end < 0) return length;
    length = 0;
    from = end + 1;
  }
}

/** Decompresses a body: some servers compress although it was not requested. */
function unpacked(body: Readable, encoding: string | null): Readable {
  const unpack = UNPACK.get((encoding ?? "").trim().toLowerCase());
  return unpack ? pipeline(body, unpack(), () => {}) : body;
}

const UNPACK: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);
