import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { bytesOf } from "../../../src/audio/pcm.js";
import { createResampler } from "../../../src/audio/resample.js";
import { writeWav } from "../../../src/audio/wav.js";
import { createBackend } from "../../../src/backends/openai.js";
import { createRateLookup } from "../../../src/speech/rate-lookup.js";
import { createRawRate, type OtherRate, otherRate } from "../../../src/speech/raw-rate.js";
import type { SpeechRequest } from "../../../src/speech/speech-request.js";
import { createTextToSpeech } from "../../../src/speech/synthesise.js";
import { answerJson, startHttpServer } from "../../support/http-server.js";
import { seeded } from "../../support/rest-fuzzer.js";

interface Manner {
  /** Rate of the raw sound, in Hz, and of the file. */
  readonly raw: number;
  readonly wav?: number;
  readonly type?: string;
}

/** A server whose every text lasts a second, and a voice that uses it. */
async function startVoice({ raw, wav = raw, type = "audio/pcm" }: Manner, sampleRate?: number) {
  const asked: string[] = [];
  const told: OtherRate[] = [];
  const state = { status: 200, wavStatus: 200 };
  const server = await startHttpServer((response, { body }) => {
    const { input, response_format: format } = JSON.parse(String(body));
    asked.push(`${input} ${format}`);
    const status = state.status !== 200 ? state.status : format === "wav" ? state.wavStatus : 200;
    if (status !== 200) return answerJson(response, { error: { message: "not now" } }, status);
    if (format === "wav") return void response.writeHead(200).end(writeWav([second(wav)], wav));
    response.writeHead(200, { "content-type": type }).end(bytesOf(second(raw)));
  });
  const voice = createTextToSpeech({
    ...{ backend: createBackend({ baseUrl: server.url, timeoutMs: 1_000 }), model: "m", voice: "v", sampleRate },
    looksUpRate: true,
    onOtherRate: (rates) => told.push(rates),
  });
  const say = async (text: string, signal = new AbortController().signal) => {
    let samples = 0;
    for await (const chunk of voice.synthesise(text, signal)) samples += chunk.length;
    return Math.round(samples / 16);
  };
  return { say, asked, told, state, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const second = (rate: number) => {
  const resampler = createResampler(16_000, rate);
  const tone = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 20)));
  return Int16Array.from([...resampler.push(tone), ...resampler.flush()]);
};

const rates: [
  what: string,
  manner: Manner,
  set: number | undefined,
  ms: number,
  told: readonly [number, number, boolean][],
][] = [
  ["of a setting that is nine per cent too fast", { raw: 22_050 }, 24_000, 1_000, [[22_050, 24_000, true]]],
  ["of a setting that is nine per cent too slow", { raw: 48_000 }, 44_100, 1_000, [[48_000, 44_100, true]]],
  [
    "of a rate that is declared, nine per cent off",
    { raw: 22_050, type: "audio/pcm;rate=22050" },
    24_000,
    1_000,
    [[22_050, 24_000, true]],
  ],
  ["that nobody states and that is not the usual one", { raw: 16_000 }, undefined, 1_000, []],
  ["of a server that converts its files alone", { raw: 24_000, wav: 22_050 }, undefined, 1_000, []],
  ["of a server that converts its files alone, as set", { raw: 24_000, wav: 22_050 }, 24_000, 1_000, []],
  ["of a file that is far from what was set", { raw: 16_000, wav: 24_000 }, 16_000, 1_000, []],
  [
    "of a file that is not the declared one",
    { raw: 22_050, wav: 24_000, type: "audio/pcm;rate=22050" },
    undefined,
    1_000,
    [],
  ],
];
for (const [what, manner, set, ms, expected] of rates) {
  test(`speech is as quick as the voice, whatever the rate ${what}`, async () => {
    await using voice = await startVoice(manner, set);
    assert.deepEqual([await voice.say("Hello."), await voice.say("Bye.")], [ms, ms]);
    assert.deepEqual(
      voice.told,
      expected.map(([stated, set, isUsed]) => ({ stated, set, isUsed })),
    );
  });
}

test("texts that are said at once wait for one lookup, which asks for raw sound only if the file says another rate", async () => {
  await using usual = await startVoice({ raw: 24_000 });
  await Promise.all([usual.say("One."), usual.say("Two.")]);
  assert.deepEqual([usual.asked[0], usual.asked.length], ["Okay. wav", 3]);
  await using other = await startVoice({ raw: 22_050 });
  assert.deepEqual(await Promise.all([other.say("One."), other.say("Two.")]), [1_000, 1_000]);
  assert.deepEqual([other.asked.slice(0, 2), other.asked.length], [["Okay. wav", "Okay. pcm"], 8]);
});

test("a server that makes no files is asked for one twice, and its texts are spoken", async () => {
  await using voice = await startVoice({ raw: 24_000 });
  voice.state.wavStatus = 400;
  for (const text of ["One.", "Two.", "Three.", "Four."]) assert.equal(await voice.say(text), 1_000);
  assert.equal(voice.asked.filter((each) => each === "Okay. wav").length, 2);
});

test("the rate of a server that was away is looked up once it has spoken, and not while it is away", async () => {
  await using voice = await startVoice({ raw: 22_050 });
  voice.state.status = 500;
  for (const text of ["One.", "Two.", "Three."]) await assert.rejects(voice.say(text), { code: "tts_failed" });
  assert.equal(voice.asked.filter((each) => each === "Okay. wav").length, 1);
  voice.state.status = 200;
  assert.notEqual(await voice.say("Four."), 1_000);
  assert.equal(await voice.say("Five."), 1_000);
});

test("a lookup whose text was given up is made for the next text", async () => {
  await using voice = await startVoice({ raw: 22_050 });
  const leaving = new AbortController();
  const left = voice.say("One.", leaving.signal);
  leaving.abort(new Error("left"));
  await assert.rejects(left, /left/);
  assert.equal(await voice.say("Two."), 1_000);
});

test("a text that waits for the lookup of another one, which is given up, has a lookup of its own", async () => {
  await using voice = await startVoice({ raw: 22_050 });
  const leaving = new AbortController();
  const left = voice.say("One.", leaving.signal);
  const waits = voice.say("Two.");
  leaving.abort(new Error("left"));
  await assert.rejects(left, /left/);
  assert.equal(await waits, 1_000);
});

const NEVER = new AbortController().signal;

/** Looks a rate up at a voice whose lengths differ by 5 % (standard deviation), in random order, raw sound being at `raw` Hz. */
async function lookedUp(raw: number, random: () => number) {
  const told: OtherRate[] = [];
  const rate = createRawRate({ onOther: (rates) => told.push(rates) });
  const deviation = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let asked = 0;
  await rate.find((format) => {
    asked++;
    const ms = 600 * Math.exp(0.05 * deviation()) * (format === "pcm" ? raw / 24_000 : 1);
    return Promise.resolve({ ms, rate: format === "wav" ? 22_050 : 24_000, isOfWav: format === "wav" });
  }, NEVER);
  return { at: rate.at(undefined), told, asked };
}

test("a voice that does not always take the same time seldom has its rate guessed wrong, and it is told when that stays open", async () => {
  const random = seeded(7);
  for (const raw of [22_050, 24_000]) {
    const all = [];
    for (let i = 0; i < 400; i++) all.push(await lookedUp(raw, random));
    const open = all.filter(({ told }) => told.length > 0);
    const wrong = all.filter(({ told, at }) => told.length === 0 && at !== raw);
    assert.ok(wrong.length <= 20, `${wrong.length} of 400 are wrong`);
    assert.ok(open.length > 0 && open.every(({ at }) => at === 24_000), "what is usual stays");
    assert.deepEqual(open[0]?.told, [{ stated: 22_050, set: undefined, isUsed: "unsure" }]);
    assert.ok(Math.max(...all.map(({ asked }) => asked)) <= 10);
  }
  assert.match(
    otherRate({ stated: 22_050, set: undefined, isUsed: "unsure" }),
    /24000 Hz is used.*TTS_SAMPLE_RATE to 22050/,
  );
});

/** Looks up the rate of a voice that says so many words in time, its raw sound being at `raw` Hz and its files at 22 050 Hz. */
async function lookedUpSlowly(raw: number, words: number, set?: number, leaves?: AbortController) {
  const told: OtherRate[] = [];
  const rate = createRawRate({ set, onOther: (rates) => told.push(rates) });
  let asked = 0;
  const request: SpeechRequest = async function* (_, format, { onRate }) {
    if (asked++ === words) await new Promise(() => {});
    onRate?.(format === "wav" ? 22_050 : 24_000, format === "wav");
    yield new Int16Array(Math.round(16_000 * (format === "pcm" ? raw / 24_000 : 1)));
  };
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const lookup = createRateLookup(request, rate);
    const looked = lookup.before(leaves?.signal ?? NEVER);
    while (asked <= words) await settled();
    leaves?.abort(new Error("left"));
    mock.timers.tick(10_000);
    await (leaves ? assert.rejects(looked, /left/) : looked);
  } finally {
    mock.timers.reset();
  }
  return { told, at: rate.at(undefined) };
}

test("the rate of a voice too slow for the lookup is guessed by what it said, and told; a configured one stays", async () => {
  const stated = 22_050;
  for (const words of [2, 3, 4, 5]) {
    const same = await lookedUpSlowly(22_050, words);
    assert.deepEqual(same, { told: [{ stated, set: undefined, isUsed: "guessed" }], at: 22_050 });
    const converted = await lookedUpSlowly(24_000, words);
    assert.deepEqual(converted, { told: [{ stated, set: undefined, isUsed: "unsure" }], at: 24_000 });
  }
  const set = await lookedUpSlowly(22_050, 4, 24_000);
  assert.deepEqual(set, { told: [{ stated, set: 24_000, isUsed: "unsure" }], at: 24_000 });
  assert.deepEqual(await lookedUpSlowly(22_050, 1), { told: [], at: 24_000 });
  assert.deepEqual(await lookedUpSlowly(22_050, 4, undefined, new AbortController()), { told: [], at: 24_000 });
  assert.match(otherRate({ stated, set: undefined, isUsed: "guessed" }), /22050 Hz is used.*TTS_SAMPLE_RATE to 24000/);
});
