import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bytesOf } from "../../../src/audio/pcm.js";
import { createResampler } from "../../../src/audio/resample.js";
import { wavHeader, writeWav } from "../../../src/audio/wav.js";
import { createBackend } from "../../../src/backends/openai.js";
import { samplesFrom } from "../../../src/speech/pcm-stream.js";
import { createTextToSpeech } from "../../../src/speech/synthesise.js";
import { type Answer, answerJson, startHttpServer } from "../../support/http-server.js";

const TONE = Int16Array.from({ length: 4_800 }, (_, i) => Math.round(8_000 * Math.sin(i / 20)));

function at16kHz(samples: Int16Array, rate: number): number[] {
  const resampler = createResampler(rate, 16_000);
  return [...resampler.push(samples), ...resampler.flush()];
}

/** The same WAV file with another encoding and width in its header. */
function withFormat(file: Uint8Array, { encoding, bits }: { encoding: number; bits: number }): Uint8Array {
  const changed = Buffer.from(file);
  changed.writeUInt16LE(encoding, 20);
  changed.writeUInt16LE(bits, 34);
  return changed;
}

async function* cut(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const at = [0, ...places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < at.length; i++) yield bytes.subarray(at[i - 1], at[i]);
}

async function played(chunks: AsyncIterable<Int16Array>): Promise<number[]> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  return samples;
}

test("however the bytes are cut, raw sound comes out the same", async () => {
  const expected = at16kHz(TONE, 24_000);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9_600), { maxLength: 20 }), async (places) => {
      assert.deepEqual(await played(samplesFrom(cut(bytesOf(TONE), places), 24_000)), expected);
    }),
    { numRuns: 50 },
  );
});

test("however the bytes are cut, a WAV header is noticed and its rate used", async () => {
  const file = Buffer.concat([writeWav([TONE], 8_000), Buffer.from("LIST\x04\0\0\0abcd")]);
  const expected = at16kHz(TONE, 8_000);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(100), { maxLength: 10 }), async (places) => {
      assert.deepEqual(await played(samplesFrom(cut(file, places), 24_000)), expected);
    }),
    { numRuns: 50 },
  );
});

test("a WAV header written before the length was known lasts to the end of the stream", async () => {
  const header = Buffer.from(wavHeader(0, 1, 16_000));
  header.writeUInt32LE(0xffffffff, 40);
  assert.deepEqual(await played(samplesFrom(cut(Buffer.concat([header, bytesOf(TONE)]), [50]), 24_000)), [...TONE]);
});

test("half a sample at the end is left out", async () => {
  const bytes = Buffer.concat([bytesOf(TONE), Buffer.of(7)]);
  assert.deepEqual(await played(samplesFrom(cut(bytes, [1_001]), 16_000)), [...TONE]);
});

const unusable: [what: string, bytes: Uint8Array, words: RegExp][] = [
  ["nothing", new Uint8Array(0), /no audio/],
  ["half a header", writeWav([TONE]).subarray(0, 30), /no audio/],
  ["one sample", new Uint8Array(2), /no audio/],
  ["a WAV file in A-law", withFormat(writeWav([TONE]), { encoding: 6, bits: 8 }), /compressed/],
  ["a WAV file of 12 bits", withFormat(writeWav([TONE]), { encoding: 1, bits: 12 }), /12 bits/],
  ["an unusual rate", writeWav([TONE], 9_999), /9999 Hz/],
  ["an MP3 file with a tag", Buffer.from("ID3\x04\0\0\0\0\0\0 and more"), /sent MP3/],
  ["MP3 frames", Buffer.of(0xff, 0xf3, 0x84, 0xc4, 0, 0, 0, 0), /sent MP3/],
  ["Ogg", Buffer.from("OggS\0\x02 and more"), /sent Ogg/],
  ["MP4", Buffer.from("00000020667479704d34412000000200", "hex"), /sent MP4/],
  ["WebM", Buffer.from("1a45dfa39f4286810142f7810142f2810442", "hex"), /sent WebM/],
  ["AIFF", Buffer.from("FORM\0\0\x10\0AIFFCOMM and more"), /sent AIFF/],
  ["AAC frames", Buffer.of(0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc, 0, 0, 0, 0, 0, 0, 0, 0, 0), /sent AAC/],
  ["a page", Buffer.from("<!DOCTYPE html><html><body>Bad gateway</body></html>"), /answered with text/],
  ["a message in JSON", Buffer.from('{"error":{"message":"CUDA out of memory"}}'), /answered with text/],
  ["RF64", Buffer.from("RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0 and more", "latin1"), /sent RF64/],
  ["RIFX", Buffer.from("RIFX\0\0\x10\0WAVEfmt \0\0\0\x10 and more", "latin1"), /sent RIFX/],
  [
    "a WAV file whose sound comes before its format",
    Buffer.from("RIFF\0\0\0\0WAVEdata\0\0\0\0 and more"),
    /not readable/,
  ],
  [
    "a WAV file whose format has no end",
    Buffer.from("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\x7f and more", "latin1"),
    /not readable/,
  ],
  ["FLAC", Buffer.from("fLaC\0\0\0\x22 and more"), /sent FLAC/],
];
for (const [what, bytes, words] of unusable) {
  test(`a body of ${what} is no sound`, () => assert.rejects(played(samplesFrom(cut(bytes, [20]), 24_000)), words));
}

test("a WAV header without an end is given up soon", async () => {
  let taken = 0;
  async function* endless() {
    const junk = Buffer.from("RIFF\0\0\0\0WAVE", "latin1");
    yield junk;
    for (;;) {
      taken += 8_192;
      yield Buffer.from(`junk\xf8\x1f\0\0${"x".repeat(8_184)}`, "latin1");
    }
  }
  await assert.rejects(played(samplesFrom(endless(), 24_000)), /header without an end/);
  assert.ok(taken <= 100_000, `${taken} bytes were taken`);
});

test("a stereo WAV file is played as the mean of its channels, however it is cut", async () => {
  const file = writeWav([TONE, new Int16Array(TONE.length)], 16_000);
  const half = [...TONE].map((sample) => Math.round(sample / 2));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20_000), { maxLength: 10 }), async (places) => {
      assert.deepEqual(await played(samplesFrom(cut(file, places), 24_000)), half);
    }),
    { numRuns: 20 },
  );
});

test("what begins with a faint -1 is sound and no MP3", async () => {
  const faint = Int16Array.from({ length: 100 }, () => -1);
  assert.deepEqual(await played(samplesFrom(cut(bytesOf(faint), []), 16_000)), [...faint]);
});

async function spoken(answer: Answer, settings: { speed?: number; sampleRate?: number } = {}) {
  await using server = await startHttpServer(answer);
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const voice = createTextToSpeech({ backend, model: "tts-1", voice: "alloy", ...settings });
  const samples = await played(voice.synthesise("Hello.", new AbortController().signal));
  return { samples, request: JSON.parse(String(server.received[0]?.body)) };
}

const sound: Answer = (response) => void response.writeHead(200, { "content-type": "audio/pcm" }).end(bytesOf(TONE));

test("raw audio is asked for and played at 16 000 Hz", async () => {
  const { samples, request } = await spoken(sound);
  assert.deepEqual(request, { model: "tts-1", voice: "alloy", input: "Hello.", response_format: "pcm" });
  assert.deepEqual(samples, at16kHz(TONE, 24_000));
});

test("another speed and another rate are taken from the settings", async () => {
  const { samples, request } = await spoken(sound, { speed: 1.2, sampleRate: 16_000 });
  assert.equal(request.speed, 1.2);
  assert.deepEqual(samples, [...TONE]);
  assert.throws(() => createTextToSpeech({ backend: {} as never, model: "", voice: "", sampleRate: 9_999 }), {
    code: "settings_invalid",
  });
});

const declared: [type: string, rate: number][] = [
  ["audio/pcm;rate=22050", 22_050],
  ['audio/L16; channels=1; RATE="8000"', 8_000],
  ["audio/pcm; bits=16", 24_000],
];
for (const [type, rate] of declared) {
  test(`raw sound as ${type} is played at ${rate} Hz`, async () => {
    const { samples } = await spoken(
      (response) => void response.writeHead(200, { "content-type": type }).end(bytesOf(TONE)),
    );
    assert.deepEqual(samples, at16kHz(TONE, rate));
  });
}

test("the rate that was set wins against the one that the server says", async () => {
  const says22050: Answer = (response) =>
    void response.writeHead(200, { "content-type": "audio/pcm;rate=22050" }).end(bytesOf(TONE));
  assert.deepEqual((await spoken(says22050, { sampleRate: 16_000 })).samples, [...TONE]);
});

test("raw sound of two channels is one", async () => {
  const both = Int16Array.from({ length: 2 * TONE.length }, (_, at) => TONE[at >> 1] as number);
  const { samples } = await spoken(
    (response) =>
      void response.writeHead(200, { "content-type": "audio/pcm;rate=16000;channels=2" }).end(bytesOf(both)),
  );
  assert.deepEqual(samples, [...TONE]);
});

test("WAV that is called MP3 is played, and what is called MP3 and is not WAV is asked for as WAV once for all", async () => {
  const formats: string[] = [];
  const told: string[] = [];
  await using server = await startHttpServer((response, { body }) => {
    const { response_format: format, input } = JSON.parse(String(body));
    formats.push(format);
    const isWav = format === "wav" || input === "WAV.";
    response.writeHead(200, { "content-type": "audio/mpeg" }).end(isWav ? writeWav([TONE]) : bytesOf(TONE));
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const voice = createTextToSpeech({ backend, model: "m", voice: "v", onAdapted: (what) => told.push(what) });
  for (const text of ["WAV.", "One.", "Two."]) {
    assert.deepEqual(await played(voice.synthesise(text, new AbortController().signal)), [...TONE]);
  }
  assert.deepEqual(formats, ["pcm", "pcm", "wav", "wav"]);
  assert.deepEqual(told, ["speech is requested as wav"]);
});

test("a server that comes back as one that makes pcm only is asked for that again", async () => {
  let takes = "wav";
  await using server = await startHttpServer((response, { body }) => {
    if (JSON.parse(String(body)).response_format !== takes)
      return answerJson(response, { error: { message: `response_format must be one of [${takes}]` } }, 400);
    response
      .writeHead(200, { "content-type": "audio/pcm;rate=16000" })
      .end(takes === "wav" ? writeWav([TONE]) : bytesOf(TONE));
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const voice = createTextToSpeech({ backend, model: "m", voice: "v" });
  for (takes of ["wav", "pcm"]) {
    assert.deepEqual(await played(voice.synthesise("One.", new AbortController().signal)), [...TONE]);
  }
});

test("sound is played as it arrives, before the server has finished", async () => {
  let finish = () => {};
  await using server = await startHttpServer((response) => {
    response.writeHead(200, { "content-type": "audio/pcm" }).write(bytesOf(TONE));
    finish = () => response.end(bytesOf(TONE));
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const voice = createTextToSpeech({ backend, model: "m", voice: "v", sampleRate: 16_000 });
  const chunks = voice.synthesise("Hello.", new AbortController().signal);
  const first = await chunks[Symbol.asyncIterator]().next();
  assert.ok(!first.done && first.value.length > 0, "the first chunk is here");
  finish();
  const rest = await played(chunks);
  assert.equal(first.value.length + rest.length, 2 * TONE.length);
});

const failures: [what: string, answer: Answer][] = [
  ["a page", (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>")],
  ["JSON", (response) => answerJson(response, { audio: "…" })],
  ["MP3", (response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end("ID3")],
  ["no sound", (response) => void response.writeHead(200, { "content-type": "audio/pcm" }).end()],
  [
    "an unusual rate",
    (response) => void response.writeHead(200, { "content-type": "audio/pcm;rate=9999" }).end(bytesOf(TONE)),
  ],
  ["an error", (response) => answerJson(response, { error: { message: "no such voice" } }, 400)],
  [
    "half of it",
    (response) => {
      response
        .writeHead(200, { "content-type": "audio/pcm", "content-length": "9600" })
        .write(bytesOf(TONE).subarray(0, 1_000));
      setImmediate(() => response.destroy());
    },
  ],
];
for (const [what, answer] of failures) {
  test(`a server that answers with ${what} has failed`, () =>
    assert.rejects(spoken(answer), { code: "tts_failed", message: /; see TTS_/ }));
}

const refusals: [what: string, answer: Answer][] = [
  ["nothing", (response) => void response.writeHead(200, { "content-type": "audio/pcm" }).end()],
  ["HTTP 400", (response) => answerJson(response, { error: { message: "cannot be phonemised" } }, 400)],
  ["MP4", (response) => void response.writeHead(200).end(Buffer.from("00000020667479704d34412000000200", "hex"))],
  ["JSON without saying so", (response) => void response.writeHead(200).end('{"error":{"message":"CUDA failed"}}')],
];
for (const [what, answer] of refusals) {
  test(`a text that is answered with ${what} is asked for otherwise, and alone refused`, async () => {
    const asked: string[] = [];
    await using server = await startHttpServer((response, request) => {
      const { input, response_format: format } = JSON.parse(String(request.body));
      asked.push(`${input} ${format}`);
      return input.startsWith("Hm") ? answer(response, request) : sound(response, request);
    });
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
    const voice = createTextToSpeech({ backend, model: "m", voice: "v" });
    const say = (text: string) => played(voice.synthesise(text, new AbortController().signal));
    await say("Hello.");
    await assert.rejects(say("Hm."), { code: "tts_failed", refusal: "text_refused" });
    assert.deepEqual(asked.splice(0), ["Hello. pcm", "Hm. pcm", "Hm. wav"]);
    assert.ok((await say("Let me think.")).length > 0);
    assert.deepEqual(asked.splice(0), ["Let me think. pcm"], "the format stays");
    await assert.rejects(say("Hm!"), { refusal: "text_refused" });
    await assert.rejects(
      say("Hm?"),
      ({ refusal }) => refusal !== "text_refused",
      "two in a row are a fault of the server",
    );
  });
}

const faults: [fault: string, status: number, answer: Answer][] = [
  ["not_this_interface", 200, (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>")],
  ["unknown_model", 400, (response) => answerJson(response, { detail: "unknown model" }, 400)],
  [
    "wrong_scheme",
    400,
    (response) => void response.writeHead(400).end("The plain HTTP request was sent to HTTPS port"),
  ],
];
for (const [fault, status, answer] of faults) {
  test(`a refused text still says of its server: ${fault}`, async () => {
    await using server = await startHttpServer(answer);
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
    const voice = createTextToSpeech({ backend, model: "m", voice: "v" });
    const say = () => played(voice.synthesise("Hello.", new AbortController().signal));
    await assert.rejects(say(), { code: "tts_failed", refusal: "text_refused", status, fault });
    await assert.rejects(say(), { code: "tts_failed", refusal: undefined, fault });
  });
}

test("a text with signs that a voice does not know is simplified once", async () => {
  const asked: string[] = [];
  await using server = await startHttpServer((response, request) => {
    const { input } = JSON.parse(String(request.body));
    asked.push(input);
    return /[^\w .]/.test(input) ? answerJson(response, { detail: "bad input" }, 422) : sound(response, request);
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 1_000 });
  const voice = createTextToSpeech({ backend, model: "m", voice: "v" });
  assert.ok((await played(voice.synthesise("It is ∮ noon…", new AbortController().signal))).length > 0);
  assert.deepEqual(asked, ["It is ∮ noon…", "It is noon"]);
});
