import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OpenAI from "openai";
import { createResampler } from "../../src/audio/resample.js";
import {
  said,
  samplesOfWav,
  says,
  SPEECH_RATE,
  type SpeechServer,
  startSpeechServer,
  wavOf,
} from "../support/index.js";

const RATE = 16_000;

/** What the demo and the other suites rely on. */
const relied = [
  "what time is it",
  "tell me the time",
  "bye bye",
  "thank you goodbye",
  "yes please",
  "no thank you",
  "tell me a joke",
  "what is the weather",
  "tell me about london",
  "please call me back",
];
/** Sums: what surrounds them may be misheard, the sum itself may not. */
const sums = [
  "how much is seven times six",
  "what is seven times six",
  "what is twelve plus five",
  "what is ten minus four",
];

let server: SpeechServer;
before(async () => {
  server = await startSpeechServer();
});
after(() => server[Symbol.asyncDispose]());

const client = () => new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 0 });

async function transcribe(samples: Int16Array, signal?: AbortSignal): Promise<string> {
  const file = new File([wavOf(samples, RATE)], "said.wav", { type: "audio/wav" });
  const { text } = await client().audio.transcriptions.create(
    { file, model: "pocketsphinx", language: "en", response_format: "json" },
    { ...(signal && { signal }) },
  );
  return text;
}

/** As an endpointed utterance: some silence around the words. */
function utterance(samples: Int16Array): Int16Array {
  const padded = new Int16Array(samples.length + 0.6 * RATE);
  padded.set(samples, 0.2 * RATE);
  return padded;
}

function speech(input: string, options: { voice?: string; format?: "pcm" | "wav"; signal?: AbortSignal } = {}) {
  const { voice = "slt", format = "pcm", signal } = options;
  return client().audio.speech.create(
    { model: "flite", input, voice, response_format: format },
    { ...(signal && { signal }) },
  );
}

/** Waits for something that the server is about to notice. */
async function soon(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 2000;
  while (!condition() && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(condition());
}

test("everyday sentences are understood, and quickly", async (t) => {
  const rows: string[] = [];
  const ratios: number[] = [];
  for (const sentence of [...relied, ...sums]) {
    const samples = utterance(await says(sentence));
    const began = performance.now();
    const text = await transcribe(samples);
    const tookMs = performance.now() - began;
    ratios.push(tookMs / (samples.length / RATE));
    rows.push(`${sentence.padEnd(26)} ${text.padEnd(26)} ${tookMs.toFixed(0).padStart(5)} ms`);
    if (sums.includes(sentence)) assert.ok(text.endsWith(sentence.replace(/^.* is /, "")), `${sentence}: ${text}`);
    else assert.equal(text, sentence);
  }
  for (const row of rows) t.diagnostic(row);
  const mean = ratios.reduce((a, b) => a + b, 0) / ratios.length;
  t.diagnostic(`${mean.toFixed(0)} ms of recognition for a second of sound`);
  assert.ok(mean < 1000, "slower than speech");
});

test("what the speech server says, the speech server understands, in three voices", async () => {
  for (const voice of ["slt", "rms", "awb"]) {
    const answer = await speech("It is a quarter past ten.", { voice, format: "wav" });
    const spoken = samplesOfWav(Buffer.from(await answer.arrayBuffer()), SPEECH_RATE);
    const resampler = createResampler(SPEECH_RATE, RATE);
    const at16kHz = utterance(Int16Array.from([...resampler.push(spoken), ...resampler.flush()]));
    assert.equal(await transcribe(at16kHz), "it is a quarter past ten");
  }
});

test("silence, noise and nothing at all are understood as nothing", async () => {
  let seed = 1;
  const noise = Int16Array.from({ length: 2 * RATE }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 4000;
  });
  for (const samples of [new Int16Array(0), new Int16Array(2 * RATE), noise])
    assert.equal(await transcribe(samples), "");
});

test("expected sentences win where they fit, and only there", async () => {
  server.expect(["what is seven times six", "goodbye", "call doctor xyzzyq"]);
  try {
    assert.equal(await transcribe(await says("what is seven times six")), "what is seven times six");
    assert.equal(await transcribe(await says("goodbye")), "goodbye");
    assert.equal(await transcribe(await says("tell me a story")), "tell me a story");
    assert.equal(await transcribe(new Int16Array(RATE)), "");
  } finally {
    server.expect([]);
  }
});

test("two callers at once are each understood", async () => {
  const lines = ["what time is it", "tell me a joke"];
  const heard = await Promise.all(lines.map(async (line) => transcribe(await says(line))));
  assert.deepEqual(heard, lines);
});

test("a caller's line begins and ends with the voice, and says what was cut away", async () => {
  const { samples, trimmedStart, trimmedEnd } = await said("goodbye");
  assert.ok(trimmedStart > 0 && trimmedEnd > 0);
  const edge = Math.max(...samples.map(Math.abs)) / 100;
  assert.ok(Math.abs(samples[0] ?? 0) > edge && Math.abs(samples.at(-1) ?? 0) > edge);
  assert.deepEqual(await says("goodbye"), samples, "the second time it comes from the cache");
});

test("speech streams: the first sentence arrives while the rest is not yet made", async (t) => {
  server.forget();
  const began = performance.now();
  // Each another one, for what was said once is there at once.
  const sentences = Array.from({ length: 12 }, (_, at) => `Here is sentence number ${at + 1} of twelve.`);
  const answer = await speech(sentences.join(" "));
  assert.equal(answer.headers.get("transfer-encoding"), "chunked");
  let firstMs = 0;
  let bytes = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstMs ||= performance.now() - began;
    bytes += chunk.length;
  }
  const totalMs = performance.now() - began;
  t.diagnostic(`first byte ${firstMs.toFixed(0)} ms, all ${(bytes / 48_000).toFixed(1)} s in ${totalMs.toFixed(0)} ms`);
  assert.equal(bytes % 2, 0);
  assert.ok(firstMs < totalMs / 2, `${firstMs} ms of ${totalMs} ms`);
});

test("speech can be refused, late, cut, stalled or a web page", async () => {
  await assert.rejects(speech("Hello", { format: "mp3" as "pcm" }), { status: 400 });

  server.speech.failWith(500, 1);
  await assert.rejects(speech("Hello"), { status: 500 });

  server.forget();
  server.speech.firstByteDelayMs = 80;
  await (await speech("Hello")).arrayBuffer();
  server.speech.mend();
  const [late] = server.requests;
  assert.ok((late?.firstByteAt ?? 0) - (late?.receivedAt ?? 0) >= 79);

  server.speech.cutAfterBytes(6001, 1);
  const cut = await speech("Hello there, how are you today?");
  let received = 0;
  await assert.rejects(async () => {
    for await (const chunk of cut.body as unknown as AsyncIterable<Uint8Array>) received += chunk.length;
  });
  assert.equal(received, 6001);

  server.speech.nonsense(1);
  assert.match(await (await speech("Hello")).text(), /<html|<!doctype html/);

  server.forget();
  server.speech.stallAfterBytes(4000, 1);
  const gone = new AbortController();
  const stalled = await speech("Hello there, how are you today?", { signal: gone.signal });
  await assert.rejects(async () => {
    for await (const _ of stalled.body as unknown as AsyncIterable<Uint8Array>) gone.abort();
  });
  await soon(() => server.requests[0]?.aborted === true);
});

test("a recognition that is no longer awaited is abandoned", async () => {
  server.forget();
  const gone = new AbortController();
  const long = new Int16Array(30 * RATE);
  const line = await says("tell me about london");
  for (let at = 0; at + line.length < long.length; at += line.length + 4000) long.set(line, at);
  const heard = transcribe(long, gone.signal);
  await soon(() => server.requests[0]?.receivedAt !== undefined);
  gone.abort();
  await assert.rejects(heard);
  await soon(() => server.requests[0]?.aborted === true && server.open === 0);
  assert.equal(server.requests[0]?.text, undefined);
});

test("scripted ears and mouth answer without the recogniser and without flite", async () => {
  server.hearAs((samples) => `${samples.length} samples`);
  server.speakAs(() => new Int16Array(480).fill(7));
  try {
    assert.equal(await transcribe(new Int16Array(320)), "320 samples");
    assert.equal((await (await speech("anything")).arrayBuffer()).byteLength, 960);
  } finally {
    server.hearAs(undefined);
    server.speakAs(undefined);
  }
});

test("the server comes back on its port after it was stopped", async () => {
  await server.stop();
  await assert.rejects(transcribe(new Int16Array(320)));
  await server.start();
  assert.equal(await transcribe(await says("yes please")), "yes please");
});
