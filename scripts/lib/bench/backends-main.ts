/**
 * The back ends of the benchmark, as a process of their own: they understand every utterance at once, think and speak in
 * no time, and wait for fixed delays instead. Speaks with its parent over Node's IPC channel:
 *   ← { urls }, once · → "requests" ← { requests } since the last time, times on the machine's clock · ends with the channel
 */
import { FRAME_MS } from "../../../src/audio/pcm.js";
import { type LoggedRequest, SPEECH_RATE, startScriptedModel, startSpeechServer } from "../../../test/support/index.js";
import { MACHINE_OFFSET_MS } from "./clock.js";
import { shareOfTurn, TONES, toneOf } from "./sounds.js";

/** What the parent decides, as JSON in the first argument. */
export interface Script {
  readonly delaysMs: { readonly stt: number; readonly llm: number; readonly tts: number };
  /** How long the assistant's voice needs for a sentence, ms. */
  readonly sentenceMs: number;
}

const { delaysMs, sentenceMs } = JSON.parse(process.argv[2] ?? "{}") as Script;
const GREETING_TONE = 0;

await using speech = await startSpeechServer();
await using model = await startScriptedModel();

let heard = 0;
speech.hearAs(() => {
  heard++;
  // Asterisk plays by ticks of 20 ms. Were all delays the same, every reply would meet the tick at the same moment.
  model.completions.firstByteDelayMs = delaysMs.llm + FRAME_MS * shareOfTurn(heard);
  return `question ${heard}.`; // Without a full stop more might come, and would be waited for.
});
// Each reply has a tone of its own, by which the listener at the telephone knows whose it is.
speech.speakAs((text) => {
  const number = /number (\d+)/.exec(text)?.[1];
  return toneOf(number ? Number(number) % TONES : GREETING_TONE, sentenceMs, SPEECH_RATE);
});
model.when(/question (\d+)/).say("This is the answer to number {1}. There is no more to say of number {1}.");
// A timer between two tokens takes over a millisecond, and that would be the model's own time.
model.completions.tokenDelayMs = undefined;
speech.transcriptions.delayMs = delaysMs.stt;
speech.speech.firstByteDelayMs = delaysMs.tts;

const onMachineClock = ({ path, at, receivedAt, firstByteAt, text, aborted }: LoggedRequest) => ({
  path,
  at: at + MACHINE_OFFSET_MS,
  receivedAt: (receivedAt ?? Number.NaN) + MACHINE_OFFSET_MS,
  firstByteAt: (firstByteAt ?? Number.NaN) + MACHINE_OFFSET_MS,
  text,
  aborted,
});

process.on("message", (message) => {
  if (message !== "requests") return;
  process.send?.({ requests: [...speech.requests, ...model.requests].map(onMachineClock) });
  speech.forget();
  model.forget();
});
// Ctrl-C goes to the whole group of processes; the parent says when it is over.
process.on("SIGINT", () => {});
process.send?.({ urls: { speech: speech.url, model: model.url } });
await new Promise((resolve) => process.once("disconnect", resolve));
