/**
 * Is it the caller who speaks? Voice activity says that somebody does. Here it is asked who: we ourselves by way of an
 * echo, a key, somebody further away; and while we speak, whether it is enough to fall silent for.
 */

import { isDualTone } from "../audio/goertzel.js";
import { createCallerLevel } from "./caller-level.js";
import { createDoubt } from "./doubt.js";
import { createEcho } from "./echo.js";
import { createLevelMeter } from "./level.js";
import { createLevelDrop } from "./level-drop.js";
import { createOnset } from "./onset.js";
import type { OwnVoice } from "./own-voice.js";
import { createPeriodicityMeter } from "./periodicity.js";
import { createSteadiness } from "./steadiness.js";
import type { VoiceActivity } from "./voice-activity.js";

/** What one frame is. */
export interface CallerFrame {
  readonly voiced: boolean;
  /** While we speak: whether this frame completes enough of a voice to fall silent for. Undefined while we are silent. */
  readonly isOnset: boolean | undefined;
}

export interface CallerVoice {
  /** Takes the next frame, heard at `at` (ms, the clock of our own voice). The frame is not kept. */
  hear(frame: Int16Array, at: number): CallerFrame;
  /** An utterance has begun. */
  begin(): void;
  /** It is over; `said` when it counts as something that this caller has said. */
  end(said: boolean): void;
  /** How many of the last frames belong to an utterance that begins now, although they were taken for our echo. */
  readonly framesInDoubt: number;
  /** Whether most of this utterance was heard while we spoke, and hardly anything in it is like the caller. */
  readonly isNobody: boolean;
  /** Whether this utterance is so much softer than the caller was that somebody else speaks behind them. */
  readonly isSomebodyElse: boolean;
  /** This utterance, or else the last one, was not the caller, or was nothing to fall silent for. */
  dismiss(): void;
}

/** The low end of what returns from a room is exceeded by this much in its louder frames (dB). */
const ECHO_MARGIN_DB = 12;
/** From so far above the echo's low end on, a likeness of the envelopes is chance. */
const CLEAR_OF_ECHO_DB = 15;
const ECHO_LIKENESS = 0.85;
/** A vowel's likeness to itself a pitch period later, and while it glides, or something else sounds with it. */
export const MIN_PERIODICITY = 0.7;
const MIN_PERIODICITY_ON = 0.55;
/** The caller's vowels are so much softer than their mean at most, or not below a level while that is unknown. */
const OWN_RANGE_DB = 10;
export const STRANGERS_DB = -38;
/** And so much softer at most in an order that is meant to be heard. */
const STRONG_RANGE_DB = 3;
const STRONG_STRANGERS_DB = -32;
/**
 * Who goes on speaking so soon after we have begun (ms) was answered into a pause, and less of their voice is enough: on a line
 * that is known to return nothing of us.
 */
const JUST_BEGUN_MS = 700;
/** An utterance over ours with fewer frames like the caller's is nobody's. */
const MIN_ALIKE_FRAMES = 5;
/** An utterance of fewer voiced frames says too little about how loud somebody speaks. */
const MIN_LEARNT_FRAMES = 15;
/** Whoever is so much softer than the caller was is somebody else (dB). */
const OTHERS_DB = 6;

export function createCallerVoice(voiceActivity: VoiceActivity, ownVoice: OwnVoice): CallerVoice {
  const levelOf = createLevelMeter();
  const periodicity = createPeriodicityMeter();
  const steadiness = createSteadiness();
  const echo = createEcho(ownVoice);
  const doubt = createDoubt();
  const drop = createLevelDrop();
  const onset = createOnset();
  const caller = createCallerLevel();
  /** Of this utterance: voiced frames, the sum of their levels, those over our voice, those like the caller's. */
  let voicedFrames = 0;
  let levels = 0;
  let overOurs = 0;
  let alike = 0;
  /** Whether the last frame was like the caller's. */
  let wasAlike = false;
  const heard: { voiced: boolean; isOnset: boolean | undefined } = { voiced: false, isOnset: undefined };

  /** What a voiced frame is while we speak. */
  function kindOf(level: number): "nothing" | "alike" | "strong" {
    const { own } = caller;
    const isAlike =
      level >= (own === undefined ? STRANGERS_DB : own - OWN_RANGE_DB) &&
      !caller.isDismissed(level) &&
      !steadiness.isSteady &&
      periodicity.measure() > (wasAlike ? MIN_PERIODICITY_ON : MIN_PERIODICITY);
    if (!isAlike) return "nothing";
    return level > (own === undefined ? STRONG_STRANGERS_DB : own - STRONG_RANGE_DB) ? "strong" : "alike";
  }

  function note(level: number, weSpeak: boolean): void {
    voicedFrames++;
    levels += level;
    if (weSpeak) overOurs++;
  }

  return {
    hear(frame, at) {
      const level = levelOf(frame);
      const weSpeak = ownVoice.isAudible(at);
      const expected = echo.hear(level, at, weSpeak);
      const isOurs = weSpeak && level <= expected + ECHO_MARGIN_DB;
      const isSpeech = voiceActivity.isVoice(frame, level, weSpeak) && !isDualTone(frame);
      const isVoice = isSpeech && !isOurs;
      doubt.hear(isSpeech && isOurs && !echo.isLearnt);
      const voiced = !drop.hear(level, isVoice) && isVoice;
      caller.hear(level);
      if (voiced) note(level, weSpeak);
      heard.voiced = voiced;
      heard.isOnset = undefined;
      if (!weSpeak) {
        onset.clear(); // What was heard the last time that we spoke is no beginning of anything now.
        return heard;
      }
      periodicity.hear(frame);
      steadiness.hear(level);
      const kind = voiced ? kindOf(level) : "nothing";
      wasAlike = kind !== "nothing";
      if (wasAlike) alike++;
      const isSoon = at - ownVoice.begunAt < JUST_BEGUN_MS && echo.isNone;
      heard.isOnset =
        onset.hear(kind, isSoon) && (level > expected + CLEAR_OF_ECHO_DB || echo.likeness() < ECHO_LIKENESS);
      return heard;
    },
    begin() {
      drop.begin();
      voicedFrames = levels = overOurs = alike = 0;
    },
    end(said) {
      drop.end();
      if (said && voicedFrames >= MIN_LEARNT_FRAMES) caller.learn(levels / voicedFrames);
    },
    get framesInDoubt() {
      return doubt.frames;
    },
    get isNobody() {
      return overOurs > voicedFrames / 2 && alike < MIN_ALIKE_FRAMES;
    },
    get isSomebodyElse() {
      return caller.own !== undefined && voicedFrames > 0 && levels / voicedFrames < caller.own - OTHERS_DB;
    },
    dismiss() {
      drop.end();
      if (voicedFrames > 0) caller.dismiss(levels / voicedFrames);
      onset.clear();
    },
  };
}
