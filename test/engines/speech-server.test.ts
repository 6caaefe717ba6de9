// needs: quiet
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { joined } from "../../src/audio/pcm.js";
import { createResampler } from "../../src/audio/resample.js";
import { writeWav } from "../../src/audio/wav.js";
import { createBackend } from "../../src/backends/openai.js";
import { Scope } from "../../src/kernel/scope.js";
import { PROBE_SOUND } from "../../src/speech/probe-sound.js";
import { createTextToSpeech } from "../../src/speech/synthesise.js";
import { createTranscriptionSessions } from "../../src/speech/transcription-session.js";
import { FULL } from "../support/form.js";
import { HELD_OUT_NOISES } from "../support/listening/held-out-noises.js";
import { NOISES } from "../support/listening/noises.js";
import { samplesOfWav } from "../support/backends/wav.js";
import { findSpeechBed, RECORDED_LANGUAGES, type RealSpeech, type SpeechBed, startRealSpeech } from "./real-speech.js";
import { plainWords, wordErrors } from "./word-errors.js";

/** The speech server with real models, people's recordings and noises. */
const bed = findSpeechBed();
const why = "speech models are not available from packages here: see above what scripts/lib/speech-bed said";
const { signal: alive } = new AbortController();
const SENTENCES = [
  "Good morning, this is the front desk.",
  "Your appointment is on Tuesday at a quarter past three.",
  "I am afraid nobody is in the office right now.",
  "Would you like to leave a message?",
  "The shop opens at nine and closes at six.",
];
/** Sounds in which nobody speaks; those that are made of voices are not among them. */
const SPEECHLESS = ["cough", "door", "typing", "breath", "music", "hum", "keys", "comfort noise"] as const;
const SEEDS = FULL ? [1, 2, 3, 4, 5] : [1, 2];

describe("speech on this machine, from nothing", { skip: bed ? false : why, timeout: 600_000 }, () => {
  let speech: RealSpeech;
  before(async () => {
    speech = await startRealSpeech(bed as SpeechBed);
  });
  after(async () => {
    await speech?.[Symbol.asyncDispose]();
    if (bed) await writeFile(join(bed.folder, "figures.txt"), `${figures.join("\n")}\n`);
  });

  /** The figures of docs/speech-server.md, in figures.txt of the bed. */
  const figures: string[] = [];

  async function heard(wav: Uint8Array): Promise<{ readonly text: string; readonly hasSpeech: boolean }> {
    const body = new FormData();
    body.append("file", new File([wav as Uint8Array<ArrayBuffer>], "a.wav"));
    body.append("response_format", "verbose_json");
    const answer = await fetch(`${speech.url}/audio/transcriptions`, { method: "POST", body });
    assert.equal(answer.status, 200);
    const { text, segments } = (await answer.json()) as { text: string; segments: { no_speech_prob: number }[] };
    return { text, hasSpeech: segments.some(({ no_speech_prob }) => no_speech_prob < 0.6) };
  }

  const understood = async (wav: Uint8Array) => (await heard(wav)).text;

  async function said(text: string): Promise<Int16Array> {
    const backend = createBackend({ baseUrl: speech.url, timeoutMs: 30_000 });
    const voice = createTextToSpeech({ backend, model: "any", voice: speech.settings.TTS_VOICE ?? "" });
    const pieces: Int16Array[] = [];
    for await (const piece of voice.synthesise(text, alive)) pieces.push(piece);
    backend.close();
    return joined(pieces);
  }

  it("says what it fetches and under which licence, and prints its settings", () => {
    assert.match(speech.told, /installing the speech engine/);
    assert.match(speech.told, /fetching en_US-joe-medium: 64 MB, licence CC0-1\.0/);
    assert.deepEqual(speech.settings, {
      SPEECH_BASE_URL: speech.url,
      STT_MODEL: "moonshine-tiny",
      TTS_MODEL: "en_US-joe-medium",
      TTS_VOICE: "en_US-joe-medium",
    });
  });

  it("understands people on a telephone", async () => {
    let [words, errors, lost, seconds, prompts] = [0, 0, 0, 0, 0];
    const before = speech.cost();
    const spoken = (bed as SpeechBed)
      .recordings("en")
      .filter(({ name, words = "[" }) => !/[[]/.test(words) && plainWords(words).length > 3 && !name.startsWith("tt-"));
    for (const { path, words: given = "" } of FULL ? spoken : spoken.filter((_, n) => n % 4 === 0)) {
      const expected = plainWords(given);
      const wav = await readFile(path);
      const text = plainWords(await understood(wav));
      prompts++;
      words += expected.length;
      errors += wordErrors(expected, text);
      seconds += wav.length / 16_000;
      if (text.length === 0) lost++;
    }
    const perSecond = (1000 * (speech.cost().seconds - before.seconds)) / seconds;
    figures.push(`${prompts} prompts, ${words} words: ${errors} wrong, ${lost} prompts lost`);
    figures.push(`recognising: ${perSecond.toFixed(0)} ms of processor for a second of sound`);
    assert.ok(prompts > 30, `${prompts} prompts`);
    assert.ok(lost <= 0.01 * prompts, `${lost} of ${prompts} prompts lost`);
    assert.ok(errors < 0.15 * words, `${errors} of ${words} words wrong`);
  });

  it("hears that people speak, in four languages", async () => {
    for (const language of RECORDED_LANGUAGES) {
      const all = (bed as SpeechBed)
        .recordings(language)
        .filter(({ name }) => !/beep|tone|tt-|ring|silence|dtmf/.test(name));
      const some = all.filter((_, n) => n % (FULL ? 3 : 12) === 0);
      let lost: string[] = [];
      for (const { name, path } of some) if (!(await heard(await readFile(path))).hasSpeech) lost = [...lost, name];
      figures.push(`${language}: ${some.length} prompts, ${lost.length} lost ${lost.join(" ")}`);
      assert.ok(lost.length <= 0.03 * some.length, `${language}: ${lost.join(", ")}`);
    }
  });

  it("recognises something in the sound that the service and the doctor try it with", async () => {
    const { text, hasSpeech } = await heard(writeWav([PROBE_SOUND]));
    assert.ok(hasSpeech && text !== "", text);
  });

  it("makes up next to no words for noise", async () => {
    let asked = 0;
    const invented: string[] = [];
    for (const [cast, noises] of Object.entries({ tuned: NOISES, held: HELD_OUT_NOISES })) {
      for (const kind of SPEECHLESS) {
        for (const seed of SEEDS) {
          const text = await understood(writeWav([noises[kind](seed)]));
          asked++;
          if (plainWords(text).length > 0) invented.push(`${cast} ${kind} ${seed}: ${text}`);
        }
      }
    }
    figures.push(`${asked} noises, words for ${invented.length}: ${invented.join(" · ")}`);
    assert.ok(invented.length <= 0.02 * asked, invented.join("\n"));
  });

  it("speaks so that it understands itself", async () => {
    const before = speech.cost();
    const sounds: Int16Array[] = [];
    for (const sentence of SENTENCES) sounds.push(await said(sentence));
    const seconds = joined(sounds).length / 16_000;
    const perSecond = (1000 * (speech.cost().seconds - before.seconds)) / seconds;
    figures.push(`speaking: ${perSecond.toFixed(0)} ms of processor for a second of speech`);
    const errors = await Promise.all(
      sounds.map(async (sound, n) =>
        wordErrors(plainWords(SENTENCES[n] ?? ""), plainWords(await understood(writeWav([sound])))),
      ),
    );
    const wrong = errors.reduce((sum, each) => sum + each, 0);
    figures.push(`${SENTENCES.length} sentences: ${wrong} words wrong`);
    assert.ok(wrong <= 4, `${errors}`);
  });

  it("gives words while they are spoken, and all of them soon after the end", async () => {
    await using scope = new Scope("call");
    const partials: string[] = [];
    const sessions = createTranscriptionSessions({ baseUrl: speech.url, model: "any", timeoutMs: 10_000 }, () => {});
    const session = await sessions.open(scope, (words) => partials.push(words));
    const before = speech.cost();
    const recordings = (bed as SpeechBed)
      .recordings("en")
      .filter(({ name }) => /^(agent-pass|cannot-complete-as-dialed)$/.test(name));
    let seconds = 0;
    for (const { path, words = "" } of recordings) {
      const upsampling = createResampler(8_000, 16_000);
      const samples = joined([upsampling.push(samplesOfWav(await readFile(path), 8_000)), upsampling.flush()]);
      seconds += samples.length / 16_000;
      // As a telephone sends it: as long as it lasts.
      for (let at = 0; at < samples.length; at += 1_600) {
        session.append(samples.subarray(at, at + 1_600));
        await new Promise((soon) => setTimeout(soon, 100));
      }
      const begun = performance.now();
      const committed = await session.commit();
      figures.push(`"${committed}" ${Math.round(performance.now() - begun)} ms after its end`);
      assert.ok(wordErrors(plainWords(words), plainWords(committed)) <= 0.2 * plainWords(words).length, committed);
    }
    const perSecond = (1000 * (speech.cost().seconds - before.seconds)) / seconds;
    figures.push(
      `realtime: ${perSecond.toFixed(0)} ms of processor for a second of sound, ${partials.length} partials`,
    );
    assert.ok(partials.length > 0, "words came while they were spoken");
  });

  it("keeps its memory while many ask at once", async () => {
    const before = speech.cost();
    const [first] = await Promise.all(SENTENCES.map(said));
    const wav = writeWav([first as Int16Array]);
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 8 }, () => understood(wav)));
    const { bytes } = speech.cost();
    figures.push(
      `memory: ${Math.round(before.bytes / 1e6)} MB, ${Math.round(bytes / 1e6)} MB after 32 requests, 8 at once`,
    );
    assert.ok(bytes < 1.2e9, `${bytes} bytes`);
  });
});
