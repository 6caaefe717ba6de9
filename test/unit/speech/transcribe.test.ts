import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesOf } from "../../../src/audio/pcm.js";
import { readWavHeader } from "../../../src/audio/wav.js";
import { createBackend } from "../../../src/backends/openai.js";
import { createSpeechToText } from "../../../src/speech/transcribe.js";
import { type Answer, answerJson, startHttpServer } from "../../support/http-server.js";

const UTTERANCE = Int16Array.from({ length: 1_600 }, (_, i) => i - 800);

async function transcribed(answer: Answer, language?: string) {
  await using server = await startHttpServer(answer);
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const recogniser = createSpeechToText({ backend, model: "whisper-1", language });
  const text = await recogniser.transcribe(UTTERANCE, new AbortController().signal);
  return { text, request: server.received[0] };
}

const said = (text: string) => transcribed((response) => answerJson(response, { text }));

test("the utterance goes out as a WAV file at 16 000 Hz, sample for sample", async () => {
  const { request } = await transcribed((response) => answerJson(response, { text: "Hi." }), "en-GB");
  assert.equal(request?.path, "/v1/audio/transcriptions");
  const form = await new Response(request.body, {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  assert.deepEqual([form.get("model"), form.get("language"), form.get("response_format")], ["whisper-1", "en", "json"]);
  const file = form.get("file");
  assert.ok(file instanceof Blob, "there is a file");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const header = readWavHeader(bytes);
  assert.ok(typeof header === "object", "it is a WAV file");
  assert.deepEqual([header.sampleRate, header.channels, header.bitsPerSample], [16_000, 1, 16]);
  assert.deepEqual(samplesOf(bytes.subarray(header.dataOffset)), UTTERANCE);
});

test("without a language the server is left to guess", async () => {
  const { request } = await said("Hi.");
  assert.doesNotMatch(String(request?.body), /name="language"/);
});

const texts: [written: string, understood: string][] = [
  [" What time is it?\n", "What time is it?"],
  ["Call (555) 123.", "Call (555) 123."],
  ["[Music] Yes, please. (laughs)", "Yes, please."],
  ["*coughs* no", "no"],
  ["[BLANK_AUDIO]", ""],
  ["(silence)", ""],
  [" [ Silence ] ", ""],
  ["♪ ♪", ""],
  [".", ""],
  ["…?!", ""],
  ["", ""],
];
for (const [written, understood] of texts) {
  test(`${JSON.stringify(written)} means ${JSON.stringify(understood)}`, async () => {
    assert.equal((await said(written)).text, understood);
  });
}

const failures: [what: string, answer: Answer][] = [
  ["a page", (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>")],
  ["plain text", (response) => void response.writeHead(200, { "content-type": "text/plain" }).end("Hello")],
  ["another object", (response) => answerJson(response, { result: "Hello" })],
  ["null", (response) => answerJson(response, null)],
  ["a number for text", (response) => answerJson(response, { text: 1 })],
  ["broken JSON", (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{")],
  ["a text without an end", (response) => answerJson(response, { text: "la ".repeat(10_000) })],
  ["nothing", (response) => void response.writeHead(200, { "content-type": "application/json" }).end()],
];
for (const [what, answer] of failures) {
  test(`a server that answers with ${what} has failed`, () =>
    assert.rejects(transcribed(answer), { code: "stt_failed", message: /see STT_BASE_URL or SPEECH_BASE_URL/ }));
}

for (const [type, text, says] of [
  ["text/html", "<h1>Hello</h1>", /answered with text\/html, not with a transcription; see STT_BASE_URL/],
  ["text/plain", "Hello", /answered with text\/plain, not with a transcription: it ignores response_format=json; see/],
] as const) {
  test(`an answer of ${type} is told of as that, and not quoted`, async () => {
    const answer: Answer = (response) => void response.writeHead(200, { "content-type": type }).end(text);
    await assert.rejects(
      transcribed(answer),
      (error: Error) => says.test(error.message) && !/Hello/.test(error.message),
    );
  });
}
