import { PROBE_SOUND } from "../../../src/speech/probe-sound.js";
import { type ApiServer, modelList, startApiServer } from "./api-server.js";
import { type Exchange, RequestError } from "./exchange.js";
import { AudioFaults, Faults, forEver } from "./faults.js";
import { type FliteVoice, flite, fliteVoices } from "./flite.js";
import { keptSound } from "./kept-sound.js";
import { type Recogniser, startRecogniser } from "./recogniser.js";
import { upsampleTo24kHz } from "./upsample.js";
import { bytesOf, samplesOfWav, wavOf } from "./wav.js";

/** Rate of the speech made, in Hz, as OpenAI's. */
export const SPEECH_RATE = 24_000;

/** What is said in the service's own probe. */
const PROBE_WORD = "sorry";

type Say = (text: string, voice: string) => Int16Array;

export interface SpeechServer extends ApiServer {
  /** How POST /v1/audio/speech misbehaves. */
  readonly speech: AudioFaults;
  /** How POST /v1/audio/transcriptions misbehaves. */
  readonly transcriptions: Faults;
  /** Sentences that the recogniser shall prefer where they fit; none for free recognition only. */
  expect(phrases: readonly string[]): void;
  /**
   * Replaces recognition, which costs a third of a core for as long as somebody speaks: for load and latency.
   * `undefined` for recognition again.
   */
  hearAs(understand: ((samples: Int16Array) => string | Promise<string>) | undefined): void;
  /** Replaces flite; the samples are at {@link SPEECH_RATE}. `undefined` for flite again. */
  speakAs(say: Say | undefined): void;
}

/** An OpenAI-style speech server over flite and pocketsphinx, in this process and on 127.0.0.1. */
export async function startSpeechServer({ port = 0 }: { port?: number } = {}): Promise<SpeechServer> {
  const speech = new AudioFaults();
  const transcriptions = new Faults();
  let phrases: readonly string[] = [];
  let understand: ((samples: Int16Array) => string | Promise<string>) | undefined;
  let say: Say | undefined;
  const recogniser = await startRecogniser();
  try {
    const server = await startApiServer(port, {
      "GET /v1/models": modelList("pocketsphinx", "flite"),
      "POST /v1/audio/transcriptions": {
        faults: transcriptions,
        answer: (exchange) => transcribe(exchange, recogniser, phrases, understand),
      },
      "POST /v1/audio/speech": { faults: speech, answer: (exchange) => speak(exchange, say) },
    });
    const closeServer = server[Symbol.asyncDispose];
    return Object.assign(server, {
      speech,
      transcriptions,
      expect(expected: readonly string[]) {
        phrases = expected;
      },
      hearAs(replacement: typeof understand) {
        understand = replacement;
      },
      speakAs(replacement: typeof say) {
        say = replacement;
      },
      async [Symbol.asyncDispose]() {
        await closeServer();
        await recogniser[Symbol.asyncDispose]();
      },
    });
  } catch (error) {
    await recogniser[Symbol.asyncDispose]();
    throw error;
  }
}

async function transcribe(
  exchange: Exchange,
  recogniser: Recogniser,
  phrases: readonly string[],
  understand: ((samples: Int16Array) => string | Promise<string>) | undefined,
): Promise<void> {
  const type = exchange.request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) throw new RequestError(400, "multipart/form-data expected");
  const form = await new Response(exchange.body, { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  if (file === null || typeof file === "string") throw new RequestError(400, "file: a WAV file expected");
  if (!form.get("model")) throw new RequestError(400, "model: expected");
  const format = form.get("response_format") ?? "json";
  if (format !== "json" && format !== "text") throw new RequestError(400, "response_format: json or text expected");
  const samples = utterance(Buffer.from(await file.arrayBuffer()));
  const understood = () =>
    isProbe(samples) ? PROBE_WORD : recogniser.recognise(samples, { phrases, signal: exchange.signal });
  const text = await (understand ? understand(samples) : understood());
  exchange.logged.text = text;
  if (format === "json") return exchange.sendJson({ text });
  await exchange.begin("text/plain");
  await exchange.write(`${text}\n`);
  exchange.end();
}

/**
 * Whether it is what each controller has recognised when it starts, and drops the answer to: a third of a second of a core for
 * each of hundreds.
 */
const isProbe = (samples: Int16Array) => bytesOf(samples).equals(bytesOf(PROBE_SOUND));

function utterance(wav: Buffer): Int16Array {
  try {
    return samplesOfWav(wav, 16_000);
  } catch (error) {
    throw new RequestError(400, `file: ${error instanceof Error ? error.message : error}`);
  }
}

async function speak(exchange: Exchange, say: Say | undefined): Promise<void> {
  const { input, voice, response_format: format = "mp3", speed = 1, model } = exchange.json();
  if (typeof input !== "string" || input === "") throw new RequestError(400, "input: a text expected");
  if (input.length > 4096) throw new RequestError(400, "input: at most 4096 characters");
  if (typeof model !== "string") throw new RequestError(400, "model: expected");
  if (format !== "pcm" && format !== "wav") throw new RequestError(400, "response_format: only pcm and wav are made");
  if (typeof speed !== "number" || !(speed >= 0.25 && speed <= 4)) throw new RequestError(400, "speed: 0.25 to 4");
  exchange.logged.text = input;
  const synthesise = async (text: string) => (say ? say(text, String(voice)) : spoken(text, voiceFor(voice), speed));
  const sentences = say ? [input] : (input.match(/.+?(?:[.!?]+(?=\s)|$)/gs) ?? [input]);
  if (format === "wav") {
    const parts: Buffer[] = [];
    for (const sentence of sentences) parts.push(bytesOf(await synthesise(sentence)));
    const { buffer, byteOffset, length } = Buffer.concat(parts);
    const samples = new Int16Array(buffer.slice(byteOffset, byteOffset + length));
    await exchange.begin("audio/wav");
    if (await send(exchange, wavOf(samples, SPEECH_RATE), { sent: 0 })) exchange.end();
    return;
  }
  const progress = { sent: 0 };
  for (const [index, sentence] of sentences.entries()) {
    const bytes = bytesOf(await synthesise(sentence));
    if (index === 0) await exchange.begin("audio/pcm");
    if (!(await send(exchange, bytes, progress))) return;
  }
  exchange.end();
}

/** More sentences than this are not remembered. */
const MAX_REMEMBERED = 200;
const remembered = new Map<string, Promise<Int16Array>>();

/** A sentence at {@link SPEECH_RATE}. Made once: forty callers who are told the same at once do not wait for forty flites. */
function spoken(text: string, voice: FliteVoice, speed: number): Promise<Int16Array> {
  const key = JSON.stringify([text, voice, speed]);
  const known = remembered.get(key);
  if (known) return known;
  const make = async () => upsampleTo24kHz(await flite(text, { voice, speed }));
  const made = keptSound("spoken", [text, voice, speed, SPEECH_RATE], SPEECH_RATE, make);
  remembered.set(key, made);
  made.catch(() => remembered.delete(key));
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return made;
}

/** Sends audio piece by piece, as far as the misbehaviour ordered allows; false when it ends there. */
async function send(exchange: Exchange, bytes: Buffer, progress: { sent: number }): Promise<boolean> {
  const { misbehaviour } = exchange;
  const limit = misbehaviour?.kind === "cut" || misbehaviour?.kind === "stall" ? misbehaviour.after : Infinity;
  // An odd size, as networks have it: a client that takes every chunk for whole samples is found out.
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, Math.min(at + 4801, bytes.length, at + limit - progress.sent));
    await exchange.write(piece);
    at += piece.length;
    progress.sent += piece.length;
    if (progress.sent < limit) continue;
    if (misbehaviour?.kind === "stall") await forEver(exchange.signal);
    exchange.cut();
    return false;
  }
  return true;
}

const openAiVoices: Record<string, FliteVoice> = { echo: "rms", onyx: "rms", ash: "awb", fable: "awb" };

function voiceFor(voice: unknown): FliteVoice {
  const name = String(voice);
  return fliteVoices.find((known) => known === name) ?? openAiVoices[name] ?? "slt";
}
