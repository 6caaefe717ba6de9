import { createBackend } from "../../backends/openai.js";
import { describe } from "../../kernel/errors.js";
import { createSpeechToText } from "../../speech/transcribe.js";
import { type Check, good, unchecked } from "../check.js";
import { TEST_NOISES } from "../test-noises.js";

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
