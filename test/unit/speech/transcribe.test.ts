import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesOf } from "../../../src/audio/pcm.js";
import { readWavHeader } from "../../../src/audio/wav.js";
import { createBackend } from "../../../src/backends/openai.js";
import { createSpeechToText, type SpeechToTextSettings } from "../../../src/speech/transcribe.js";
import { type Answer, answerJson, type Received, startHttpServer } from "../../support/http-server.js";

const UTTERANCE = Int16Array.from({ length: 16_000 }, (_, i) => (i % 1_600) - 800);

async function transcribed(answer: Answer, language?: string) {
  await using server = await startHttpServer(answer);
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const recogniser = createSpeechToText({ backend, model: "whisper-1", language });
  const text = await recogniser.transcribe(UTTERANCE, new AbortController().signal);
  return { text, request: server.received[0] };
}

/** A recogniser of a server that answers one utterance after the other like this, the last answer again and again. */
async function listeningTo(answers: readonly Answer[], settings: Partial<SpeechToTextSettings> = {}) {
  const server = await startHttpServer((response, request) => {
    const answer = answers[Math.min(server.received.length, answers.length) - 1] as Answer;
    answer(response, request);
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const stt = createSpeechToText({ backend, model: "whisper-1", ...settings });
  return {
    hears: () => stt.transcribe(UTTERANCE, new AbortController().signal),
    server,
    asked: () => Promise.all(server.received.map(async (request) => Object.fromEntries(await formOf(request)))),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const formOf = ({ body, headers }: Received) =>
  new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } }).formData();

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    answerJson(response, body, status);
const text =
  (body: string, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/plain" }).end(body);

const said = (text: string) => transcribed((response) => answerJson(response, { text }));

test("the utterance goes out as a WAV file at 16 000 Hz, sample for sample", async () => {
  const { request } = await transcribed((response) => answerJson(response, { text: "Hi." }), "en-GB");
  assert.equal(request?.path, "/v1/audio/transcriptions");
  const form = await formOf(request as Received);
  const fields = ["model", "language", "response_format"].map((name) => form.get(name));
  assert.deepEqual(fields, ["whisper-1", "en", "verbose_json"]);
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
  ["another object", (response) => answerJson(response, { result: "Hello" })],
  ["segments without texts", json({ segments: [{ foo: 1 }] })],
  ["segments of which one has no text", json({ segments: [{ text: "Hello." }, { text: 1 }] })],
  ["null", (response) => answerJson(response, null)],
  ["a number for text", (response) => answerJson(response, { text: 1 })],
  ["broken JSON", (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{")],
  ["a text without an end", (response) => answerJson(response, { text: "la ".repeat(10_000) })],
  ["a page in JSON", json({ text: "<!doctype html><html><body>502 Bad Gateway</body></html>" })],
  ["a stream of events", text('data: {"type":"transcript.text.delta","delta":"Hel"}\n\n')],
  ["broken JSON that it does not declare", text('{"text": "Hello')],
  ["nothing", (response) => void response.writeHead(200, { "content-type": "application/json" }).end()],
];
for (const [what, answer] of failures) {
  test(`a server that answers with ${what} has failed`, () =>
    assert.rejects(transcribed(answer), { code: "stt_failed", message: /see STT_BASE_URL or SPEECH_BASE_URL/ }));
}

test("a web page is reported as one, and not quoted", async () => {
  const page: Answer = (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
  await assert.rejects(
    transcribed(page),
    ({ message }: Error) =>
      /answered with text\/html, not with a transcription; see STT_BASE_URL/.test(message) && !/Hello/.test(message),
  );
});

test("plain text is what was said, also where it has tags or holds JSON", async () => {
  for (const [body, words] of [
    ["Hello.\n", "Hello."],
    ["<|en|> Hello.", "Hello."],
    ['{"text": "Hello."}', "Hello."],
    ["{noise} no", "no"],
    ["{noise}", ""],
    ["1\n00:00:00,000 --> 00:00:02,000\nHello.\n\n2\n00:00:02,000 --> 00:00:03,000\nBye.\n", "Hello. Bye."],
    ["\n 1 \r\n00:00:00,000 --> 00:00:02,000\r\nHello.\r\n", "Hello."],
    ["WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n", "Hello."],
    ["[00:00:00.000 --> 00:00:02.000]   Hello.\n", "Hello."],
    ["", ""],
  ] as const) {
    assert.equal((await transcribed(text(body))).text, words);
  }
});

const REFUSES_FORM = json({ error: { message: "response_format 'verbose_json' is not compatible with model" } }, 400);

test("a server without probabilities is asked for json from its first refusal on, and the caller notices nothing", async () => {
  const adapted: string[] = [];
  const onAdapted = (what: string) => void adapted.push(what);
  await using under = await listeningTo([REFUSES_FORM, json({ text: "One." }), json({ text: "Two." })], { onAdapted });
  assert.deepEqual([await under.hears(), await under.hears()], ["One.", "Two."]);
  const forms = (await under.asked()).map((form) => form.response_format);
  assert.deepEqual([forms, adapted.length], [["verbose_json", "json", "json"], 1]);
});

test("a server that fails while it loads is asked for probabilities again, and one that goes on ever more rarely", async () => {
  const loading = json({ error: { message: "the model is loading" } }, 500);
  const fine = json({ text: "Hello." });
  const forms = async (answers: readonly Answer[], utterances: number) => {
    await using under = await listeningTo(answers);
    for (let n = 0; n < utterances; n++) assert.equal(await under.hears(), "Hello.");
    return (await under.asked()).map((form) => (form.response_format === "json" ? "j" : "v")).join("");
  };
  assert.equal(await forms([loading, fine], 4), "vjjvv");
  assert.equal(await forms([loading, fine, fine, loading, fine, fine, fine, fine, loading, fine], 7), "vjjvjjjjvj");
});

test("a server that knows neither is asked both ways, and fails with what it said last", async () => {
  await using under = await listeningTo([REFUSES_FORM, json({ error: { message: "no such language: xx" } }, 400)]);
  await assert.rejects(under.hears(), { code: "stt_failed", message: /no such language: xx; see STT_LANGUAGE/ });
});

test("segments that are likely no speech have no words, whatever their text says", async () => {
  const segments = [
    { text: " Hello.", no_speech_prob: 0.39, avg_logprob: -1.2 },
    { text: " Thank you.", no_speech_prob: 0.67, avg_logprob: -0.1 },
  ];
  await using under = await listeningTo([
    json({ text: " Hello. Thank you.", segments }),
    json({ text: " Thank you.", segments: segments.slice(1) }),
    json({ text: " Without probabilities.", segments: [{ text: " Without" }] }),
    json({ text: null, segments: [{ text: " Segments" }, { text: " only." }] }),
    json({ text: null, segments: [] }),
  ]);
  assert.deepEqual([await under.hears(), await under.hears()], ["Hello.", ""]);
  assert.equal(await under.hears(), "Without probabilities.");
  assert.deepEqual([await under.hears(), await under.hears()], ["Segments only.", ""]);
});

for (const [what, probabilities, isHeard] of [
  [
    "a sentence that the recogniser is sure of",
    { no_speech_prob: 0.72, avg_logprob: -0.49, compression_ratio: 0.86 },
    true,
  ],
  ["a word that it guesses", { no_speech_prob: 0.49, avg_logprob: -1.06, compression_ratio: 0.5 }, true],
  ["what it guesses where hardly anybody speaks", { no_speech_prob: 0.53, avg_logprob: -1.51 }, false],
  ["a word that it is not sure of", { no_speech_prob: 0.63, avg_logprob: -0.96, compression_ratio: 0.4 }, false],
  ["a word that it repeats", { no_speech_prob: 0.63, avg_logprob: -0.65, compression_ratio: 2.3 }, false],
  ["what is hardly speech", { no_speech_prob: 0.82, avg_logprob: -0.23, compression_ratio: 1 }, false],
] as const) {
  test(`${what} is ${isHeard ? "heard" : "not heard"}, though it may be no speech`, async () => {
    await using under = await listeningTo([
      json({ text: " Trabajo.", segments: [{ text: " Trabajo.", ...probabilities }] }),
    ]);
    assert.equal(await under.hears(), isHeard ? "Trabajo." : "");
  });
}

const FINE = json({ text: "Hello." });
for (const status of [400, 413, 415, 422]) {
  test(`one utterance that a working server refuses with ${status} has no words, and is reported`, async () => {
    const refused: string[] = [];
    const onGivenUp = ({ message }: Error) => void refused.push(message);
    const no = json({ error: { message: "cannot decode" } }, status);
    await using under = await listeningTo([FINE, no, FINE], { onGivenUp });
    assert.deepEqual([await under.hears(), await under.hears(), await under.hears()], ["Hello.", "", "Hello."]);
    assert.equal(refused.length, 1);
    assert.match(refused[0] ?? "", /cannot decode/);
  });
}

test("one utterance that is answered with nonsense has no words, but three in a row are an outage", async () => {
  await using under = await listeningTo([FINE, json(null), json({ result: 1 }), json([]), FINE]);
  assert.deepEqual([await under.hears(), await under.hears(), await under.hears()], ["Hello.", "", ""]);
  await assert.rejects(under.hears(), { code: "stt_failed" });
  assert.equal(await under.hears(), "Hello.");
});

test("a server that worked and now answers with a page has failed at once", async () => {
  await using under = await listeningTo([
    FINE,
    (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>Welcome</h1>"),
  ]);
  await under.hears();
  await assert.rejects(under.hears(), { code: "stt_failed" });
});

for (const status of [401, 404, 429, 500, 503]) {
  test(`a server that worked and now answers ${status} has failed at once`, async () => {
    await using under = await listeningTo([FINE, json({ error: { message: "no" } }, status)]);
    await under.hears();
    await assert.rejects(under.hears(), { code: "stt_failed" });
  });
}

test("a text too long for its sound is dropped", async () => {
  const ignored: string[] = [];
  const onIgnored = (text: string) => void ignored.push(text);
  const long = Array.from({ length: 30 }, (_, i) => `word${i}`).join(" ");
  await using under = await listeningTo([json({ text: long })], { onIgnored });
  assert.deepEqual([await under.hears(), ignored], ["", [long]]);
});

test("the words of the house and fields of this server go out with each utterance", async () => {
  const extraBody = { vad_filter: true, temperature: 0, hotwords: "Vitodens" };
  await using under = await listeningTo([FINE], { prompt: "Welcome to Brinkmann Heating.", extraBody });
  await under.hears();
  const [{ prompt, vad_filter, temperature, hotwords, model } = {}] = await under.asked();
  assert.deepEqual(
    [prompt, vad_filter, temperature, hotwords, model],
    ["Welcome to Brinkmann Heating.", "true", "0", "Vitodens", "whisper-1"],
  );
});
