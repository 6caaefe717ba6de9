import { Playout } from "./playout.mjs";
import { Resampler } from "./resampler.mjs";

/** The format on the wire: 16 000 Hz, in frames of 20 ms. */
const RATE = 16_000;
const FRAME_SAMPLES = 320;

/** The page's audio thread: cuts the microphone's audio into frames, and plays what is received, paced by the sound card. */
class Sound extends AudioWorkletProcessor {
  #playout = new Playout((mark) => this.port.postMessage({ mark }));
  #toWire = new Resampler(sampleRate, RATE);
  #fromWire = new Resampler(RATE, sampleRate);
  #frame = new Int16Array(FRAME_SAMPLES);
  #filled = 0;
  /** The audio being played, in the rate of the sound card. */
  #ready = new Float32Array(0);
  /** The audio played since the last frame of the microphone: the sum of its squares, and the number of samples. */
  #power = 0;
  #played = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.#playout.add(new Int16Array(data));
      else this.#playout.obey(data);
      if (data.command === "FLUSH_MEDIA") this.#ready = new Float32Array(0);
    };
  }

  /**
   * @param {Float32Array[][]} inputs
   * @param {Float32Array[][]} outputs
   */
  process([input], [output]) {
    const microphone = input?.[0];
    if (microphone) this.#hear(this.#toWire.push(microphone));
    const speaker = output?.[0];
    if (speaker) this.#play(speaker);
    return true;
  }

  /** @param {Float32Array} samples */
  #hear(samples) {
    for (const sample of samples) {
      this.#frame[this.#filled++] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
      if (this.#filled < FRAME_SAMPLES) continue;
      const played = Math.sqrt(this.#power / Math.max(1, this.#played));
      this.port.postMessage({ frame: this.#frame.buffer, played }, [this.#frame.buffer]);
      this.#power = this.#played = 0;
      this.#frame = new Int16Array(FRAME_SAMPLES);
      this.#filled = 0;
    }
  }

  /** @param {Float32Array} speaker */
  #play(speaker) {
    while (this.#ready.length < speaker.length) {
      const missing = speaker.length - this.#ready.length;
      const next = new Float32Array(Math.ceil((missing * RATE) / sampleRate));
      this.#playout.pull(next);
      const more = this.#fromWire.push(next);
      const ready = new Float32Array(this.#ready.length + more.length);
      ready.set(this.#ready);
      ready.set(more, this.#ready.length);
      this.#ready = ready;
    }
    speaker.set(this.#ready.subarray(0, speaker.length));
    this.#ready = this.#ready.slice(speaker.length);
    for (const sample of speaker) this.#power += sample * sample;
    this.#played += speaker.length;
  }
}

registerProcessor("sound", Sound);
