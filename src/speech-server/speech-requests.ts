import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bytesOf } from "../audio/pcm.js";
import { wavHeader } from "../audio/wav.js";
import { withDeadline } from "../kernel/deadline.js";
import { RequestFault } from "./answers.js";
import { objectOf } from "./bodies.js";
import { SPOKEN_RATE, type Speaking } from "./speaking.js";

/** As OpenAI's. */
const MAX_TEXT = 4_096;
const SPEEDS = [0.25, 4] as const;
/** Maximum time for a client to read what was sent, in ms: its speech is kept for so long. */
const DRAIN_MS = 30_000;
/** Length of a WAV file whose length is not known yet. */
const UNKNOWN_LENGTH = 0xffffffff;

interface Asked {
  readonly text: string;
  readonly voice: string;
  readonly speed: number;
  readonly isWav: boolean;
}

/**
 * POST /v1/audio/speech.
 *
 * @throws {RequestFault} before the first sound
 * @throws {Ending} of kind `deadline` when the client does not read
 */
export async function speak(
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
  speaking: Speaking,
  drainMs = DRAIN_MS,
): Promise<void> {
  const { text, voice, speed, isWav } = asked(await objectOf(request), speaking.voices);
  for await (const samples of speaking.speak(text, voice, speed, signal)) {
    if (!response.headersSent) {
      response.writeHead(200, { "content-type": isWav ? "audio/wav" : `audio/pcm;rate=${SPOKEN_RATE};channels=1` });
      if (isWav) response.write(lengthless());
    }
    if (response.write(bytesOf(samples))) continue;
    await withDeadline(drainMs, signal, "reading the speech", (limit) => once(response, "drain", { signal: limit }));
  }
  response.end();
}

function asked(body: Readonly<Record<string, unknown>>, voices: readonly string[]): Asked {
  const { input, voice, response_format: format = "wav", speed = 1 } = body;
  if (typeof input !== "string" || !/[\p{L}\p{N}]/u.test(input))
    throw new RequestFault(400, "input: expected a text with words");
  if (input.length > MAX_TEXT)
    throw new RequestFault(400, `input: at most ${MAX_TEXT} characters, given ${input.length}`);
  if (format !== "pcm" && format !== "wav") throw new RequestFault(400, "response_format: only pcm and wav are made");
  const [slowest, fastest] = SPEEDS;
  if (typeof speed !== "number" || !(speed >= slowest && speed <= fastest))
    throw new RequestFault(400, `speed: expected a number from ${slowest} to ${fastest}`);
  return { text: input, voice: voiceOf(voice, voices), speed, isWav: format === "wav" };
}

/** If there is one voice, clients need not know its name. */
function voiceOf(asked: unknown, voices: readonly string[]): string {
  if (voices.length > 1 && typeof asked === "string" && asked !== "" && !voices.includes(asked))
    throw new RequestFault(400, `voice: expected ${voices.join(", ")}, given '${asked.slice(0, 64)}'`);
  return String(asked ?? "");
}

function lengthless(): Uint8Array {
  const header = wavHeader(0, 1, SPOKEN_RATE);
  const view = new DataView(header.buffer);
  view.setUint32(4, UNKNOWN_LENGTH, true);
  view.setUint32(40, UNKNOWN_LENGTH, true);
  return header;
}
