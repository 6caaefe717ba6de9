/**
 * Types that the package does not provide: libfvad as Emscripten exports it. Pointers are byte offsets into its memory.
 */
declare module "@echogarden/fvad-wasm" {
  export interface Fvad {
    /** The memory as samples. Replaced by another view whenever the memory grows: do not store it. */
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    /** Returns a detector, or 0 when memory is exhausted. */
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    /** 0, or -1 for a mode other than 0–3. */
    _fvad_set_mode(detector: number, mode: number): number;
    /** 0, or -1 for a rate other than 8000, 16000, 32000 and 48000 Hz. */
    _fvad_set_sample_rate(detector: number, hz: number): number;
    /** 1 for speech, 0 for none, -1 for a frame that is not 10, 20 or 30 ms long. */
    _fvad_process(detector: number, frame: number, samples: number): number;
  }
  export default function instantiate(): Promise<Fvad>;
}
