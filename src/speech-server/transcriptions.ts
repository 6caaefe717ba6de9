import type { IncomingMessage, ServerResponse } from "node:http";
import { SAMPLE_RATE } from "../audio/pcm.js";
import { RequestFault, sendJson } from "./answers.js";
import { formOf, samplesOfFile } from "./bodies.js";
import { type Heard, type Hearing, NOTHING } from "./hearing.js";
import { knownLanguage } from "./known-language.js";

const FORMATS = ["json", "text", "verbose_json"];
/** `no_speech_prob` of a stretch that the detector took for speech. */
const SPEECH = 0.02;
/** `no_speech_prob` of a sound without speech. */
const NO_SPEECH = 0.98;

/**
 * POST /v1/audio/transcriptions.
 *
 * @param languages those that the recogniser knows
 * @throws {RequestFault}
 */
export async function transcribe(
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
  { hearing, languages }: { readonly hearing: Hearing; readonly languages: readonly string[] },
): Promise<void> {
  const form = await formOf(request);
  const file = form.get("file");
  if (file === null || typeof file === "string") throw new RequestFault(400, "file: expected a WAV file");
  const format = String(form.get("response_format") ?? "json");
  if (!FORMATS.includes(format))
    throw new RequestFault(400, `response_format: expected ${FORMATS.join(", ")}, given '${format}'`);
  const language = knownLanguage(form.get("language"), languages);
  const samples = await samplesOfFile(file);
  const heard = samples.length > 0 ? await hearing.transcribe(samples, signal) : NOTHING;
  if (format === "text") {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
    return void response.end(`${heard.text}\n`);
  }
  const seconds = samples.length / SAMPLE_RATE;
  sendJson(response, 200, format === "json" ? { text: heard.text } : verbose(heard, language, seconds));
}

function verbose({ text, stretches }: Heard, language: string | undefined, duration: number): object {
  const segments = stretches.map((stretch, id) => ({ id, ...stretch, no_speech_prob: SPEECH }));
  const nothing = { id: 0, start: 0, end: duration, text: "", no_speech_prob: NO_SPEECH };
  return { task: "transcribe", language, duration, text, segments: segments.length > 0 ? segments : [nothing] };
}
