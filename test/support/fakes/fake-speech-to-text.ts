import type { SpeechToText } from "../../../src/speech/ports.js";
import { FakeRequest, playSteps, type Step } from "./requests.js";

/** Understands what the test says it does, one answer after the other; "" when it has none left. */
export class FakeSpeechToText implements SpeechToText {
  readonly requests: FakeRequest<Int16Array>[] = [];
  /** How a request goes for which no answer was given. */
  script: (samples: Int16Array, signal: AbortSignal) => readonly Step<string>[] = () => [];
  readonly #answers: (readonly Step<string>[])[] = [];

  /** How the next request goes: waits and failures, or a text in the end. */
  next(...steps: Step<string>[]): void {
    this.#answers.push(steps);
  }

  async transcribe(samples: Int16Array, signal: AbortSignal): Promise<string> {
    const request = new FakeRequest(samples, signal);
    this.requests.push(request);
    let understood = "";
    for await (const text of playSteps(request, this.#answers.shift() ?? this.script(samples, signal)))
      understood = text;
    return understood;
  }
}
