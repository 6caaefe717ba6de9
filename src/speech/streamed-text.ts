import type { Api } from "../backends/openai.js";
import type { TellSoFar } from "./ports.js";

/** A transcription request, except whether its words are to be streamed. */
export interface TranscriptionRequest {
  readonly file: File;
  readonly model: string;
  readonly response_format: "json";
  readonly language?: string;
}

export interface StreamedTextNeeds {
  readonly signal: AbortSignal;
  /** Called when the server begins to answer with events. */
  readonly onBegun: () => void;
  /** Receives the whole text so far. */
  readonly tell: TellSoFar;
}

/** A server that has not finished after this many events never will. */
const MAX_EVENTS = 5_000;

/** The server answered with events, but not with a transcription. */
export class NoTranscription extends Error {}

/**
 * Requests a transcription that is streamed as server-sent events. Returns the answer in the same form as one that is sent as a
 * whole; servers that do not support streaming, or not with this model, send such an answer.
 *
 * @throws {NoTranscription} and the library's errors
 */
export async function streamedText(
  api: Pick<Api, "audio">,
  request: TranscriptionRequest,
  { signal, onBegun, tell }: StreamedTextNeeds,
): Promise<unknown> {
  const asked = api.audio.transcriptions.create({ ...request, stream: true }, { signal });
  const { data, response } = await asked.withResponse();
  if (!/^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "")) return await response.json();
  onBegun();
  let text = "";
  let events = 0;
  for await (const event of data as AsyncIterable<{ type?: unknown; delta?: unknown; text?: unknown } | null>) {
    if (event?.type === "transcript.text.delta" && typeof event.delta === "string") {
      text += event.delta;
      tell(text);
    } else if (event?.type === "transcript.text.done") return { text: event.text ?? text };
    if (++events >= MAX_EVENTS) break;
  }
  signal.throwIfAborted(); // The library ends an aborted stream as if it were complete.
  throw new NoTranscription();
}
