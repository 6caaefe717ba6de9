import { SAMPLE_RATE, samplesIn } from "../../../src/audio/pcm.js";
import type { TextToSpeech } from "../../../src/speech/ports.js";
import { FakeRequest, playSteps, type Step } from "./requests.js";

/** Loud enough not to be silence: what a request's samples have above its number. */
const LEVEL = 1_000;

/** A sentence takes a second, in five chunks. */
const SENTENCE: readonly number[] = [200, 200, 200, 200, 200];

/** Answers each request with samples of a value of its own, so that what a line has played can be read again. */
export class FakeVoice implements TextToSpeech {
  readonly requests: FakeRequest<string>[] = [];
  /** How a text goes: chunks of so many ms, waits, failures. */
  script: (text: string) => readonly Step<number>[] | undefined = () => undefined;

  async *synthesise(text: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, void> {
    const request = new FakeRequest(text, signal);
    const value = LEVEL + this.requests.push(request);
    for await (const ms of playSteps(request, this.script(text) ?? SENTENCE)) {
      yield new Int16Array(samplesIn(ms)).fill(value);
    }
  }

  /** What was asked for, in order. */
  get asked(): readonly string[] {
    return this.requests.map(({ asked }) => asked);
  }

  /** Reads sound: which texts, one after the other, and how much of each in ms. Sound of others is "(another sound)". */
  read(sound: readonly Int16Array[]): { text: string; ms: number }[] {
    const read: { text: string; ms: number; value: number }[] = [];
    for (const samples of sound) {
      const [value = 0] = samples;
      const ms = (samples.length * 1000) / SAMPLE_RATE;
      const last = read.at(-1);
      if (last?.value === value) last.ms += ms;
      else read.push({ text: this.requests[value - LEVEL - 1]?.asked ?? "(another sound)", ms, value });
    }
    return read;
  }
}
