import { FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";
import type { CallRecording } from "./telephone-call.js";
import { isVoiced, type Stretch } from "./voiced.js";

const SWEEP = { fromHz: 300, toHz: 3_000, level: 8_000 };
/** No loop of the bed takes longer. */
const MAX_MS = 300;
/** So much of a sound tells where it begins, and no begin is looked for later than that, ms. */
const BEGIN_MS = 500;
const BEGINS_WITHIN_MS = 120;
/** How far beside its place a frame is looked for, ms. */
const ASIDE_MS = 60;
/** How much like itself a frame is at the far end of G.722; one beside its place is not. */
const LIKENESS = 0.9;

/** A rising tone: it resembles itself at no other delay, so a delay can be told to the sample. */
export function sweep(ms: number): Int16Array {
  const { fromHz, toHz, level } = SWEEP;
  return Int16Array.from({ length: samplesIn(ms) }, (_, index) => {
    const s = index / 16_000;
    const turns = fromHz * s + ((toHz - fromHz) * s * s) / (2 * (ms / 1000));
    return Math.round(level * Math.sin(2 * Math.PI * turns));
  });
}

/** How much later what was said came back, in ms: where both channels of the recording correlate most. */
export function loopDelayMs({ caller, assistant }: CallRecording, said: Stretch): number {
  let best = { delay: 0, likeness: Number.NEGATIVE_INFINITY };
  for (let delay = 0; delay <= samplesIn(MAX_MS); delay++) {
    let likeness = 0;
    for (let at = said.from; at < said.to; at += 2) likeness += (caller[at] ?? 0) * (assistant[at + delay] ?? 0);
    if (likeness > best.likeness) best = { delay, likeness };
  }
  return (best.delay * 1000) / 16_000;
}

/**
 * What arrived, one frame behind the other. While nothing is played nothing arrives, and the recording has zeros there;
 * an Asterisk that is late by a tick leaves such a gap as well, and loses nothing by it.
 */
export function withoutGaps(heard: Int16Array): Int16Array {
  const kept = Array<number>(FRAME_SAMPLES).fill(0); // The sound's own first samples may be zeros.
  let zeros = 0;
  for (const sample of heard) {
    if (sample === 0) zeros++;
    else {
      if (zeros < FRAME_SAMPLES / 4) for (; zeros > 0; zeros--) kept.push(0);
      zeros = 0;
      kept.push(sample);
    }
  }
  return Int16Array.from(kept);
}

/**
 * How a sound came through, from {@link withoutGaps}: the share of its voiced frames that can be told again, one behind the
 * other, and how far any of them was from where it belongs, ms. The bed's line loses one frame of 20 ms in some 30,000
 * between its two Asterisks, and everything after it is beside its place by that.
 */
export function cameThrough(
  heard: Int16Array,
  sound: Int16Array,
  alike = LIKENESS,
): { share: number; asideMs: number } {
  const begin = mostLike(heard, sound.subarray(0, samplesIn(BEGIN_MS)), 0, samplesIn(BEGINS_WITHIN_MS)).at;
  let [delay, aside, told, all] = [begin, 0, 0, 0];
  for (let from = 0; from + FRAME_SAMPLES <= sound.length; from += FRAME_SAMPLES) {
    const frame = sound.subarray(from, from + FRAME_SAMPLES);
    if (!isVoiced(frame)) continue;
    all++;
    const place = from + delay;
    let found = likeness(heard, frame, place) >= alike;
    if (!found) {
      const near = mostLike(heard, frame, place - samplesIn(ASIDE_MS), place + samplesIn(ASIDE_MS));
      found = near.likeness >= alike;
      if (found) delay = near.at - from;
    }
    if (found) told++;
    aside = Math.max(aside, Math.abs(delay - begin));
  }
  return { share: told / all, asideMs: (aside * 1000) / 16_000 };
}

function mostLike(heard: Int16Array, piece: Int16Array, from: number, to: number): { at: number; likeness: number } {
  let best = { at: Math.max(0, from), likeness: Number.NEGATIVE_INFINITY };
  for (let at = best.at; at < to; at++) {
    const like = likeness(heard, piece, at);
    if (like > best.likeness) best = { at, likeness: like };
  }
  return best;
}

function likeness(heard: Int16Array, piece: Int16Array, at: number): number {
  const there = heard.subarray(at, at + piece.length);
  return product(there, piece) / (Math.sqrt(product(there, there) * product(piece, piece)) || 1);
}

/** How much two sounds have in common that begin together. */
export function product(a: Int16Array, b: Int16Array): number {
  let sum = 0;
  for (let at = Math.min(a.length, b.length) - 1; at >= 0; at--) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
