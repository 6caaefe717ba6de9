import type { Api } from "../backends/openai.js";
import type { TellSoFar } from "./ports.js";

/** What is sent for a transcription, but for whether its words are to come as they are found. */
export interface TranscriptionRequest {
  readonly file: File;
  readonly model: string;
  readonly response_format: "json";
  readonly language?: string;
}

export interface StreamedTextNeeds {
  readonly signal: AbortSignal;
  /** Told when the server begins to answer with events. */
  readonly onBegun: () => void;
  /** Told of all text so far. */
  readonly tell: TellSoFar;
}

/** A server that has not come to an end by then does not. */
const MAX_EVENTS = 5_000;

/** The server has answered with events, and they are no transcription. */
export class NoTranscription extends Error {}

/**
 * Asks for a transcription whose words are sent as they are found, as server-sent events. Returns the answer in the form of
 * one that is sent as a whole, which is what servers send that know of no events, or have none with this model.
 *
 * @throws {NoTranscription} and what the library throws
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
