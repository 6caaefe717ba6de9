/** What an audio worklet has around it, besides what other threads of a page have. Source: Web Audio API, 1.32. */
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
