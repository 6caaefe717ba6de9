/** The globals of an audio worklet that other threads of a page do not have. Source: Web Audio API, 1.32. */
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
