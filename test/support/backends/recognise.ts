import { type RecogniseOptions, type Recogniser, startRecogniser } from "./recogniser.js";

let shared: Promise<Recogniser> | undefined;

/**
 * What a person would have understood of a recording, for tests to compare with. The recogniser is started for the
 * first recording, serves every later one of this process and ends with it.
 *
 * @param samples mono at 16 000 Hz: one utterance, silence around it does not matter
 * @returns lower case words without punctuation, numbers spelt out; empty for silence and noise
 */
export async function recognise(samples: Int16Array, options: RecogniseOptions = {}): Promise<string> {
  shared ??= startRecogniser().then((recogniser) => {
    recogniser.unref();
    return recogniser;
  });
  return (await shared).recognise(samples, options);
}
