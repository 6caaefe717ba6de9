/**
 * The back ends of the benchmark, in their own process: they answer every request after a fixed delay, without computing
 * anything. Messages over Node's IPC channel:
 *   ← { urls }, once · → "requests" ← { requests } since the last time, times on the machine's clock · ends with the channel
 */
import { FRAME_MS } from "../../../src/audio/pcm.js";
import { type LoggedRequest, SPEECH_RATE, startScriptedModel, startSpeechServer } from "../../../test/support/index.js";
import { MACHINE_OFFSET_MS } from "./clock.js";
import { shareOfTurn, TONES, toneOf } from "./sounds.js";

/** The parent's configuration, as JSON in the first argument. */
export interface Script {
  readonly delaysMs: { readonly stt: number; readonly llm: number; readonly tts: number };
  /** Duration of a spoken sentence, in ms. */
  readonly sentenceMs: number;
}

const { delaysMs, sentenceMs } = JSON.parse(process.argv[2] ?? "{}") as Script;
const GREETING_TONE = 0;

await using speech = await startSpeechServer();
await using model = await startScriptedModel();

let heard = 0;
speech.hearAs(() => {
  heard++;
  // Asterisk plays in ticks of 20 ms. With constant delays, every reply would meet the tick at the same moment.
  model.completions.firstByteDelayMs = delaysMs.llm + FRAME_MS * shareOfTurn(heard);
  return `question ${heard}.`; // Without a full stop, the controller would wait for more text.
});
// Each reply has its own tone, by which the listener at the telephone identifies it.
speech.speakAs((text) => {
  const number = /number (\d+)/.exec(text)?.[1];
  return toneOf(number ? Number(number) % TONES : GREETING_TONE, sentenceMs, SPEECH_RATE);
});
model.when(/question (\d+)/).say("This is the answer to number {1}. There is no more to say of number {1}.");
// A timer between two tokens would take over a millisecond, which would count as the model's own time.
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
// Ctrl-C reaches the whole process group; the parent decides when to end.
process.on("SIGINT", () => {});
process.send?.({ urls: { speech: speech.url, model: model.url } });
await new Promise((resolve) => process.once("disconnect", resolve));
