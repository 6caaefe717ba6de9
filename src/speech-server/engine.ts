/** The parts of sherpa-onnx-node that are used here: it declares no types. */

export interface Sound {
  /** Between -1 and 1. */
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** The sound of one request. */
export interface SoundStream {
  acceptWaveform(sound: Sound): void;
}

export interface Words {
  readonly text: string;
}

export interface NativeRecogniser {
  createStream(): SoundStream;
  /** Decodes in a thread of libuv's. */
  decodeAsync(stream: SoundStream): Promise<Words>;
}

export interface NativeVoice {
  /** Hz. */
  readonly sampleRate: number;
  /** Synthesises in a thread of libuv's, and hands over each sentence; it stops where `onProgress` returns 0. */
  generateAsync(asked: {
    readonly text: string;
    readonly sid: number;
    readonly speed: number;
    readonly enableExternalBuffer: boolean;
    readonly onProgress: (made: { readonly samples: Float32Array }) => number;
  }): Promise<unknown>;
}

export interface NativeActivity {
  /** Takes windows of 512 samples at 16 000 Hz. */
  acceptWaveform(window: Float32Array): void;
  flush(): void;
  reset(): void;
  isEmpty(): boolean;
  front(enableExternalBuffer: boolean): { readonly start: number; readonly samples: Float32Array };
  pop(): void;
}

export interface SpeechEngine {
  readonly OfflineRecognizer: { createAsync(config: object): Promise<NativeRecogniser> };
  readonly OfflineTts: { createAsync(config: object): Promise<NativeVoice> };
  readonly Vad: new (config: object, bufferSeconds: number) => NativeActivity;
}
