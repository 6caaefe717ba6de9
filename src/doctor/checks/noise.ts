import { createBackend } from "../../backends/openai.js";
import { describe } from "../../kernel/errors.js";
import { createSpeechToText } from "../../speech/transcribe.js";
import { type Check, good, unchecked } from "../check.js";
import { SAMPLE_RATE, samplesIn } from "../../audio/pcm.js";

/** What most servers offer against invented words. */
const TURN_ON = 'docs/backends.md#words-for-noise, such as STT_EXTRA_BODY={"vad_filter": true}';
/** Longest quotation of invented words, in characters. */
const MAX_QUOTE = 60;

/** Recognisers that were trained with subtitles find words in noise. */
export const noise: Check = {
  name: "stt-noise",
  title: "Speech to text and noise",
  settings: ["STT_", "SPEECH_"],
  needs: ["stt"],
  deadlineMs: 60_000,
  remedies: [[/./, "Use a faster recogniser: it did not answer three short sounds in time"]],
  async look({ settings: { stt: settings } }, signal) {
    const backend = createBackend(settings);
    let invented = "";
    const onIgnored = (text: string) => (invented = /\p{L}/u.test(text) ? text : "");
    const recogniser = createSpeechToText({ ...settings, backend, onIgnored });
    const answered: string[] = [];
    const ignored: string[] = [];
    try {
      for (const [name, sound] of Object.entries(TEST_NOISES)) {
        invented = "";
        const words = await recogniser.transcribe(sound(), signal);
        if (words) answered.push(`${name} (“${words.slice(0, MAX_QUOTE)}”)`);
        else if (invented) ignored.push(`${name} (“${invented.slice(0, MAX_QUOTE)}”)`);
      }
    } catch (error) {
      signal.throwIfAborted();
      return unchecked(`Not checked: ${describe(error)}`); // The links around it say what is wrong.
    } finally {
      backend.close();
    }
    if (answered.length > 0) {
      return good(
        `The recogniser finds words in ${answered.join(", ")}. Calls do not send it sounds without a voice. For more protection, see ${TURN_ON}.`,
      );
    }
    if (ignored.length > 0) return good(`The text for ${ignored.join(", ")} is recognised as invented and ignored.`);
    return good(`No words came back for ${Object.keys(TEST_NOISES).join(", ")}.`);
  },
};

/** Sounds without words that every line carries, about two seconds each at 16 000 Hz, always the same. */
const TEST_NOISES: Readonly<Record<string, () => Int16Array>> = {
  typing: () => {
    const next = whiteNoise(7);
    return drawn(2_500, (ms) => {
      const sinceKey = ms % 190;
      const ring = Math.sin((2 * Math.PI * 2_000 * ms) / 1000);
      return 6_000 * (0.6 * next() + 0.4 * ring) * Math.exp(-sinceKey / 4);
    });
  },
  "a breath": () => {
    const next = whiteNoise(11);
    let [low, lower] = [0, 0];
    return drawn(1_500, (ms) => {
      low += 0.3 * (next() - low);
      lower += 0.05 * (low - lower);
      return 3_000 * (low - lower) * Math.sin((Math.PI * ms) / 1_500) ** 2;
    });
  },
  silence: () => {
    const next = whiteNoise(13);
    return drawn(2_000, () => 8 * next());
  },
};

function drawn(ms: number, sampleAt: (ms: number) => number): Int16Array {
  return Int16Array.from({ length: samplesIn(ms) }, (_, i) => Math.round(sampleAt((i * 1000) / SAMPLE_RATE)));
}

/** White noise in [-1, 1), the same for the same seed (a linear congruential generator). */
function whiteNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}
