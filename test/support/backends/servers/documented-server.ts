import { bytesOf } from "../../../../src/audio/pcm.js";
import { writeWav } from "../../../../src/audio/wav.js";
import type { CompletionOptions } from "../../../../src/language/completion-request.js";
import { type Answer, answerJson, streamCompletion } from "../../http-server.js";

/** What one server documents, or is known to answer, written down as what comes over the wire. */
export interface DocumentedServer {
  /** As it is called in docs/backends.md. */
  readonly name: string;
  readonly behaviours: readonly Behaviour[];
}

/** One answer of a server, and what becomes of it. */
export interface Behaviour {
  readonly of: "stt" | "llm" | "tts";
  /** Goes on after "SERVER: ". */
  readonly what: string;
  readonly answer: Answer;
  /** Settings of the language model other than usual ones. */
  readonly settings?: Partial<CompletionOptions>;
  /** What an administrator reads, without the address; nothing where all is well. */
  readonly reads?: string;
  /** Requests that it takes; one unless given. */
  readonly requests?: number;
  /** How often the same is asked; once unless given. */
  readonly times?: number;
  /** Hz of the tone that is heard; {@link TONE_HZ} where the speech is played at the right speed. */
  readonly heardHz?: number;
}

/** Requests for a text that a voice refuses: it is asked for once otherwise, before two refusals concern the server. */
export const TEXT_AND_SIMPLER = 2;
/** Where the key stands in what servers repeat. */
export const KEY = "gsk_0123456789abcdefghij";
/** What the speech servers say. */
export const TONE_HZ = 440;

export const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    answerJson(response, body, status);

export const plain =
  (status: number, text: string): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/plain" }).end(text);

/** OpenAI's form of an error, which many follow. */
export const error = (status: number, message: string, more: object = {}): Answer =>
  json(status, { error: { message, type: "invalid_request_error", param: null, code: null, ...more } });

export const completion =
  (deltas: readonly object[] = [{ content: "Hello" }, { content: " there." }], reason = "stop"): Answer =>
  (response) =>
    streamCompletion(response, deltas, reason);

export const transcription = json(200, { text: " Hello there.\n" });

/** Answers by what is asked: with the second answer where the first condition does not hold. */
export const when =
  (condition: (body: Readonly<Record<string, unknown>>) => boolean, yes: Answer, no: Answer): Answer =>
  (response, request) =>
    (condition(JSON.parse(String(request.body))) ? yes : no)(response, request);

/** Half a second of a tone. */
export function tone(rate: number): Int16Array {
  return Int16Array.from({ length: rate / 2 }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * TONE_HZ * i) / rate)),
  );
}

export const sound =
  (type: string, bytes: Uint8Array): Answer =>
  (response) =>
    void response.writeHead(200, { "content-type": type }).end(bytes);

export const raw = (rate: number, type = "audio/pcm"): Answer => sound(type, bytesOf(tone(rate)));
export const wav = (rate: number, type = "audio/wav"): Answer => sound(type, writeWav([tone(rate)], rate));

/** The beginning of an MP3 file, and more of it: an ID3 tag, and what is no sound at all as samples. */
export const mp3 = (type: string): Answer =>
  sound(type, Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0"), Buffer.alloc(2_000, 0xa5)]));
