/** Detects speech in frames. */

import instantiate, { type Fvad } from "@echogarden/fvad-wasm";
import { FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE } from "../audio/pcm.js";
import { createLevelGate, type LevelGate } from "./level-gate.js";

/**
 * The detector of one line. It learns from every frame, so each frame must be passed exactly once, in order; but none of a
 * key, which is louder than any caller.
 */
export interface VoiceActivity extends Disposable {
  /**
   * Returns whether these 20 ms contain speech. Does not keep the frame.
   * @param level of the frame (`level.ts`)
   * @param overOurs whether we are speaking at the same time
   */
  isVoice(frame: Int16Array, level: number, overOurs?: boolean): boolean;
  /** Whether the line is never quiet, even between words: silence may then not show where speech ends. */
  readonly isNoisy: boolean;
}

/**
 * How strictly WebRTC's detector judges, from 0 (misses the least speech) to 3 (takes the fewest other sounds for
 * speech). The default was chosen by measurement: docs/conversation.md.
 */
export type Strictness = 0 | 1 | 2 | 3;

/**
 * The module and its one frame of memory, shared by all lines: a frame is written and judged without an await in
 * between. If the module fails to load, the next line tries again.
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
 * Creates a detector from WebRTC's voice activity detector and a level gate, which must agree: the detector knows the
 * spectrum of speech but also accepts hum and loud noise; the gate knows which sounds are steady on this line but not
 * what speech is. Dispose of it when the line ends: the detector's WebAssembly memory is not freed otherwise.
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
