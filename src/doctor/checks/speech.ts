import { joined, msOf } from "../../audio/pcm.js";
import { createResampler } from "../../audio/resample.js";
import { createBackend } from "../../backends/openai.js";
import { createRealtimeProbe } from "../../engines/engine-probes.js";
import { primaryLanguage } from "../../locales/locales.js";
import { lossesAt, SLOW_MS } from "../../speech/latency.js";
import { PROBE_SOUND } from "../../speech/probe-sound.js";
import { type OtherRate, otherRate } from "../../speech/raw-rate.js";
import { USUAL_RATE } from "../../speech/sound-format.js";
import { createTextToSpeech } from "../../speech/synthesise.js";
import { createSpeechToText } from "../../speech/transcribe.js";
import { createTranscriptionSessions } from "../../speech/transcription-session.js";
import { advice, type Check, fault, good, unchecked } from "../check.js";
import type { Installation } from "../installation.js";
import { backendRemedies, explained, readClock } from "./backend-faults.js";
import { noise } from "./noise.js";

/** Minimum mean level of speech, of 32768. */
const SILENT_LEVEL = 30;
/** Delay of the first sound above which callers wait at every sentence, in ms. */
const LATE_MS = 2_000;
/** Shortest and longest plausible duration of the sentence, in ms. */
const PLAUSIBLE_MS = [350, 8_000] as const;
/** Sample rates that servers send, the usual first, in Hz. */
const RATES = [USUAL_RATE, 16_000, 22_050, 48_000, 44_100, 8_000] as const;

const sentenceOf = ({ settings }: Installation) =>
  testSentence(settings.stt.language) ?? (testSentence("en") as string);

const tts: Check = {
  name: "tts",
  title: "Text to speech",
  settings: ["TTS_", "SPEECH_"],
  deadlineMs: 60_000,
  remedies: [
    [
      /sent (?:MP|Ogg|FLAC|AAC|WebM|AIFF|CAF|AU|AMR|gzip)/,
      "Use a server that supports response_format=pcm or wav: docs/backends.md",
    ],
    [/reports a sample rate/, "Unset TTS_SAMPLE_RATE, or set it to the rate that the server sends"],
    [/silence/, "Check TTS_VOICE and TTS_MODEL: the server may not have that voice, or not for that language"],
    [/no audio/, "Check TTS_VOICE and TTS_MODEL, and the server's log"],
    [/lasts/, "Check TTS_SAMPLE_RATE and TTS_SPEED, and whether the voice speaks the language of STT_LANGUAGE"],
    [
      /json, not with audio|text\/plain, not with audio|text, not with audio/,
      "Check the server's message and log, and TTS_MODEL and TTS_VOICE",
    ],
    [/first sound/, "Use a faster voice or a faster machine"],
    ...backendRemedies({
      address: "TTS_BASE_URL (or SPEECH_BASE_URL)",
      key: "TTS_API_KEY (or SPEECH_API_KEY)",
      model: "TTS_MODEL and TTS_VOICE",
    }),
    [/voice/i, "Set TTS_VOICE to one that the server has"],
    [/./, "Check the server's log, TTS_MODEL, TTS_VOICE, and docs/backends.md"],
  ],
  async look(installation, signal) {
    const { tts: settings } = installation.settings;
    const backend = createBackend(settings);
    let doubt: string | undefined;
    const onOtherRate = (rates: OtherRate) => (doubt = otherRate(rates));
    let taken = { rate: USUAL_RATE, isOfWav: false };
    const onRate = (rate: number, isOfWav: boolean) => (taken = { rate, isOfWav });
    const voice = createTextToSpeech({ ...settings, backend, looksUpRate: true, onOtherRate, onRate });
    const sentence = sentenceOf(installation);
    const chunks: Int16Array[] = [];
    let firstMs = 0;
    try {
      await voice.lookUpRate(signal);
      const begun = performance.now();
      for await (const chunk of voice.synthesise(sentence, signal)) {
        firstMs ||= performance.now() - begun;
        chunks.push(chunk);
      }
    } catch (error) {
      signal.throwIfAborted();
      return await explained(error, { baseUrl: settings.baseUrl, path: "/audio/speech", installation, signal });
    } finally {
      backend.close();
    }
    await readClock("text-to-speech", settings.baseUrl, installation, signal);
    const samples = joined(chunks);
    const ms = Math.round(msOf(samples));
    if (meanLevel(samples) < SILENT_LEVEL) return fault(`The text-to-speech server sent silence, ${ms} ms of it.`);
    installation.spoken = { sentence, samples, ...taken };
    if (doubt !== undefined) return advice(doubt);
    const [least, most] = PLAUSIBLE_MS;
    if (ms < least || ms > most) return advice(`Its sound for “${sentence}” lasts ${ms} ms, which is implausible.`);
    const told = `The first sound came after ${Math.round(firstMs)} ms`;
    return firstMs > LATE_MS ? advice(`${told}: callers wait that long for every sentence.`) : good(`${told}.`);
  },
};

/** Interval at which a call requests transcripts, in ms; load up to which a recogniser has no long queue. */
const REQUEST_EVERY_MS = 4_000;
const BUSY_SHARE = 0.7;

const stt: Check = {
  name: "stt",
  title: "Speech to text",
  settings: ["STT_", "SPEECH_"],
  deadlineMs: 60_000,
  remedies: [
    [/serves whisper\.cpp/, "Start whisper-server with --inference-path /v1/audio/transcriptions"],
    [/At this speed/, "Use a smaller STT_MODEL, a GPU or a nearer server: docs/backends.md#a-slow-recogniser"],
    [
      /not a transcription/,
      "Set STT_BASE_URL (or SPEECH_BASE_URL) to a server with OpenAI's interface, whose transcription is JSON with a text: docs/backends.md",
    ],
    ...backendRemedies({
      address: "STT_BASE_URL (or SPEECH_BASE_URL)",
      key: "STT_API_KEY (or SPEECH_API_KEY)",
      model: "STT_MODEL",
    }),
    [/./, "Check the server's log, STT_MODEL, STT_LANGUAGE, and docs/backends.md"],
  ],
  async look(installation, signal) {
    const { stt: settings } = installation.settings;
    const backend = createBackend(settings);
    const recogniser = createSpeechToText({ ...settings, backend });
    const takes = async (requests: number) => {
      const begun = performance.now();
      await Promise.all(Array.from({ length: requests }, () => recogniser.transcribe(PROBE_SOUND, signal)));
      return Math.round(performance.now() - begun);
    };
    let [oneMs, twoMs] = [0, 0];
    try {
      await takes(1); // The server may load its model for it.
      oneMs = await takes(1);
      twoMs = await takes(2);
    } catch (error) {
      signal.throwIfAborted();
      return await explained(error, { baseUrl: settings.baseUrl, path: "/audio/transcriptions", installation, signal });
    } finally {
      backend.close();
    }
    await readClock("speech-to-text", settings.baseUrl, installation, signal);
    const told = `A second with a spoken word was transcribed within ${oneMs} ms, and two at the same time within ${twoMs} ms, which is enough for about ${callsBorne(twoMs / 2)} calls at a time`;
    return oneMs < SLOW_MS ? good(`${told}.`) : advice(`${told}. At this speed, ${lossesAt(oneMs)}.`);
  },
};

/** Returns how many calls a recogniser can serve if a request takes this long on average, in ms. */
function callsBorne(ms: number): number {
  return Math.max(1, Math.floor((BUSY_SHARE * REQUEST_EVERY_MS) / Math.max(1, ms)));
}

/** Checks both together, which reveals faults that neither check finds alone. */
const understanding: Check = {
  name: "speech",
  title: "Speech to text understands the voice",
  settings: ["STT_", "TTS_", "SPEECH_"],
  needs: ["tts", "stt"],
  deadlineMs: 120_000,
  remedies: [
    [
      /WAV header/,
      "Configure the server to write the actual sample rate into the WAV header, or to send raw sound (response_format=pcm)",
    ],
    [/ Hz/, "Set TTS_SAMPLE_RATE to the rate at which the voice is understood, or unset it if that rate is 24000"],
    [
      /without STT_LANGUAGE/,
      "Set STT_LANGUAGE to the language that callers speak, and use an STT_MODEL and TTS_VOICE of that language (a model whose name ends in .en understands English only)",
    ],
    [
      /./,
      "Check that TTS_VOICE, STT_MODEL and STT_LANGUAGE are for the same language (a model whose name ends in .en understands English only), and listen to what the voice says",
    ],
  ],
  async look({ settings: { stt: settings }, spoken }, signal) {
    if (!testSentence(settings.language)) {
      return unchecked(`Not checked: the doctor has no sentence in ${settings.language}.`);
    }
    if (!spoken) return unchecked("Not checked: there is no test sentence.");
    const { sentence, samples, rate: taken, isOfWav } = spoken;
    const backend = createBackend(settings);
    const hear = (sound: Int16Array, language: string | undefined = settings.language) =>
      createSpeechToText({ ...settings, language: language || undefined, backend }).transcribe(sound, signal);
    try {
      const begun = performance.now();
      const heard = await hear(samples);
      if (isUnderstood(sentence, heard)) {
        return good(`The test sentence was understood after ${Math.round(performance.now() - begun)} ms.`);
      }
      for (const other of RATES) {
        const sound = other === taken ? undefined : atRate(samples, taken, other);
        if (sound && isUnderstood(sentence, await hear(sound))) {
          if (isOfWav) return fault(`The WAV header says ${taken} Hz, and the voice is understood at ${other} Hz.`);
          return fault(`The voice is understood at ${other} Hz, not at the ${taken} Hz at which it is played.`);
        }
      }
      if (isUnderstood(sentence, await hear(samples, ""))) {
        return fault(`The voice is understood without STT_LANGUAGE, and not with STT_LANGUAGE=${settings.language}.`);
      }
      const told = heard === "" ? "Nothing was understood" : `Something else was understood (“${heard.slice(0, 80)}”)`;
      return fault(`${told} when the voice said “${sentence}”.`);
    } finally {
      backend.close();
    }
  },
};

/**
 * Converts a sound that was read at `taken` Hz as if its rate were `other`. Returns undefined if the duration is implausible.
 */
function atRate(samples: Int16Array, taken: number, other: number): Int16Array | undefined {
  const [least, most] = PLAUSIBLE_MS;
  const ms = (msOf(samples) * taken) / other;
  if (ms < least || ms > most) return undefined;
  const resampler = createResampler(other, taken);
  return joined([resampler.push(samples), resampler.flush()]);
}

const realtime: Check = {
  name: "stt-realtime",
  title: "Realtime speech to text",
  settings: ["STT_", "SPEECH_"],
  deadlineMs: 30_000,
  remedies: [
    [/./, "Set STT_MODE=batch, or use a server with a realtime mode: docs/backends.md#realtime-speech-to-text"],
  ],
  async look({ settings: { stt: settings }, scope }, signal) {
    if (settings.mode === "batch") return good("Not used: STT_MODE=batch.");
    await createRealtimeProbe(
      createTranscriptionSessions(settings, () => {}),
      scope,
    ).probe(signal);
    return good("The server accepts sound and sends words.");
  },
};

export const SPEECH_CHECKS: readonly Check[] = [tts, stt, noise, understanding, realtime];

function meanLevel(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += Math.abs(sample);
  return samples.length === 0 ? 0 : sum / samples.length;
}

/** Test sentences of plain words that any recogniser of the language understands. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: "What time is it?",
  de: "Wie spät ist es heute Abend?",
  fr: "Quelle heure est-il maintenant ?",
  es: "¿Qué hora es ahora mismo?",
  it: "Che ore sono adesso?",
  nl: "Hoe laat is het nu?",
  pt: "Que horas são agora?",
  pl: "Która jest teraz godzina?",
  sv: "Vad är klockan just nu?",
  da: "Hvad er klokken lige nu?",
  cs: "Kolik je teď hodin?",
  ru: "Который сейчас час?",
  uk: "Котра зараз година?",
  tr: "Şu anda saat kaç?",
  ja: "今何時ですか？",
  zh: "现在几点了？",
};

/** Share of the words that must be recognised: spellings differ. */
const UNDERSTOOD = 0.6;

/** Returns the sentence of a language, if there is one. */
function testSentence(language: string): string | undefined {
  return SENTENCES[primaryLanguage(language)];
}

/** Returns whether a transcript matches the sentence, apart from a few words. */
function isUnderstood(said: string, heard: string): boolean {
  const [wanted, got] = [wordsOf(said), wordsOf(heard)];
  return wanted.filter((word) => got.includes(word)).length >= wanted.length * UNDERSTOOD;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  // Languages without blanks between words are compared by letters.
  return plain.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
}
