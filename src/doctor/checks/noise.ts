import { createBackend } from "../../backends/openai.js";
import { createSpeechToText } from "../../speech/transcribe.js";
import { advice, type Check, good } from "../check.js";
import { TEST_NOISES } from "../test-noises.js";

/** Longest quotation of invented words, in characters. */
const MAX_QUOTE = 60;

/** Recognisers that were trained with subtitles find words in noise. */
export const noise: Check = {
  name: "stt-noise",
  title: "Speech to text finds no words in noise",
  settings: ["STT_", "SPEECH_"],
  needs: ["stt"],
  deadlineMs: 60_000,
  remedies: [
    [
      /./,
      'Turn on what the server has against that, usually STT_EXTRA_BODY={"vad_filter": true}: docs/backends.md#words-for-noise',
    ],
  ],
  async look({ settings: { stt: settings } }, signal) {
    const backend = createBackend(settings);
    let ignored = "";
    const onIgnored = (text: string) => (ignored = /\p{L}/u.test(text) ? text : "");
    const recogniser = createSpeechToText({ ...settings, backend, onIgnored });
    const answered: string[] = [];
    const ignoredFor: string[] = [];
    try {
      for (const [name, sound] of Object.entries(TEST_NOISES)) {
        ignored = "";
        const words = await recogniser.transcribe(sound(), signal);
        if (words) answered.push(`${name} (“${words.slice(0, MAX_QUOTE)}”)`);
        else if (ignored) ignoredFor.push(`${name} (“${ignored.slice(0, MAX_QUOTE)}”)`);
      }
    } finally {
      backend.close();
    }
    if (answered.length > 0) {
      return advice(`It finds words in ${answered.join(", ")}. In calls, sounds without a voice are not sent to it.`);
    }
    const names = Object.keys(TEST_NOISES).join(", ");
    return good(
      ignoredFor.length === 0
        ? `No words came back for ${names}.`
        : `What came back for ${ignoredFor.join(", ")} is told from words and ignored.`,
    );
  },
};
