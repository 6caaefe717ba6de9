/** Is there speech in this frame? */

import instantiate, { type Fvad } from "@echogarden/fvad-wasm";
import { FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE } from "../audio/pcm.js";
import { createLevelGate, type LevelGate } from "./level-gate.js";

/** One line's judgement. It learns from every frame it is shown, so a line shows it each of its frames once, in order. */
export interface VoiceActivity extends Disposable {
  /**
   * Whether someone speaks in these 20 ms. The frame is not kept.
   * @param level of the frame (`level.ts`)
   * @param overOurs whether we speak at the same time
   */
  isVoice(frame: Int16Array, level: number, overOurs?: boolean): boolean;
  /** Whether the line is never quiet, not even between words: then silence may not tell where speech ends. */
  readonly isNoisy: boolean;
}

/**
 * How readily WebRTC's detector takes a sound for speech, from 0 (misses least) to 3 (is fooled least).
 * The default was chosen by measurement: docs/conversation.md.
 */
export type Strictness = 0 | 1 | 2 | 3;

/**
 * The module and its one frame of memory are shared by all lines: a frame is written and judged without a pause between.
 * A module that failed to load is tried again by the next line.
 */
let loading: Promise<{ readonly fvad: Fvad; readonly frameAt: number }> | undefined;

function loadFvad() {
  loading ??= instantiate().then(
    (fvad) => ({ fvad, frameAt: fvad._malloc(FRAME_BYTES) }),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * WebRTC's voice activity detector and a level gate, which both have to agree: the detector knows the spectrum of speech
 * but takes hum and loud noise for it; the gate knows what is steady on this line but not what speech is.
 * Dispose of it when the line ends: the detector lives in WebAssembly memory, which nobody else frees.
 */
export async function createVoiceActivity(
  options: { readonly strictness?: Strictness; readonly gate?: LevelGate } = {},
): Promise<VoiceActivity> {
  const { strictness = 2, gate = createLevelGate() } = options;
  const { fvad, frameAt } = await loadFvad();
  let detector = fvad._fvad_new();
  if (detector === 0) throw new Error("No memory for another voice activity detector");
  fvad._fvad_set_mode(detector, strictness);
  fvad._fvad_set_sample_rate(detector, SAMPLE_RATE);

  return {
    isVoice(frame, level, overOurs = false) {
      if (detector === 0) throw new Error("This voice activity detector was disposed of");
      if (frame.length !== FRAME_SAMPLES)
        throw new RangeError(`A frame of ${frame.length} samples, not ${FRAME_SAMPLES}`);
      fvad.HEAP16.set(frame, frameAt / 2);
      const speechLike = fvad._fvad_process(detector, frameAt, FRAME_SAMPLES) === 1;
      return gate.isOpen(level, speechLike, overOurs) && speechLike;
    },
    get isNoisy() {
      return gate.isNoisy;
    },
    [Symbol.dispose]() {
      if (detector !== 0) fvad._fvad_free(detector);
      detector = 0;
    },
  };
}
