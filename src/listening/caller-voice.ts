/**
 * Decides whether a voice is the caller's. Voice activity detects that someone speaks; this file rules out our own
 * echo, keys and people further away, and decides, while we speak, whether there is enough voice to fall silent for.
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

/** The verdict on one frame. */
export interface CallerFrame {
  readonly voiced: boolean;
  /**
   * While we speak: whether this frame completes enough of a voice to fall silent for. Undefined while we are silent.
   */
  readonly isOnset: boolean | undefined;
}

export interface CallerVoice {
  /** Takes the next frame, heard at `at` (ms, on the clock of our own voice). Does not keep the frame. */
  hear(frame: Int16Array, at: number): CallerFrame;
  /** Begins an utterance. */
  begin(): void;
  /** Ends the utterance. `said` is true if it counts as something that this caller said. */
  end(said: boolean): void;
  /** Number of the latest frames that belong to an utterance beginning now, although they were taken for our echo. */
  readonly framesInDoubt: number;
  /**
   * Whether most of this utterance was heard while we spoke, and too few of its frames resemble the caller.
   * @param isClear whether there certainly is a voice in it: it is then the caller's if it is as loud as theirs
   */
  isNobody(isClear: boolean): boolean;
  /** Whether our own voice may come back on this line loud enough to be taken for the caller. */
  readonly mayEcho: boolean;
  /** Whether this utterance is so much softer than the caller's that it comes from someone behind them. */
  readonly isSomebodyElse: boolean;
  /** Dismisses this utterance, or else the last one: it was not the caller, or no reason to fall silent. */
  dismiss(): void;
}

/** The louder frames of a room's echo exceed its low end by up to this much (dB). */
const ECHO_MARGIN_DB = 12;
/** This far above the echo's low end, similar envelopes are a coincidence (dB). */
const CLEAR_OF_ECHO_DB = 15;
const ECHO_LIKENESS = 0.85;
/**
 * Least similarity of a vowel to itself one pitch period earlier: at its start, and while it continues, when its pitch
 * may glide or another sound may be mixed in.
 */
export const MIN_PERIODICITY = 0.7;
const MIN_PERIODICITY_ON = 0.55;
/**
 * The caller's vowels are at most this far below their mean level (dB); while that is unknown, the second level is the
 * minimum.
 */
const OWN_RANGE_DB = 10;
export const STRANGERS_DB = -38;
/** The same for speech that is meant to be heard at once, such as a command. */
const STRONG_RANGE_DB = 3;
const STRONG_STRANGERS_DB = -32;
/**
 * A caller still speaking this soon after we began, in ms, was answered within a pause. Less of their voice is then
 * enough, provided that the line is known to return no echo.
 */
const JUST_BEGUN_MS = 700;
/** An utterance over our voice with fewer frames like the caller's is not the caller. */
const MIN_ALIKE_FRAMES = 5;
/** An utterance with fewer voiced frames says too little about how loud the caller speaks. */
const MIN_LEARNT_FRAMES = 15;
/** A voice softer than the caller's by more than this is someone else's (dB). */
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
  /**
   * Counts of this utterance: voiced frames, the sum of their levels, frames over our voice, frames like the caller's
   * voice.
   */
  let voicedFrames = 0;
  let levels = 0;
  let overOurs = 0;
  let alike = 0;
  /** Whether the last frame resembled the caller's voice. */
  let wasAlike = false;
  const heard: { voiced: boolean; isOnset: boolean | undefined } = { voiced: false, isOnset: undefined };

  /** Classifies a voiced frame heard while we speak. */
  function kindOf(level: number): "nothing" | "alike" | "strong" {
    const { own } = caller;
    const isAlike =
      level >= (own === undefined ? STRANGERS_DB : own - OWN_RANGE_DB) &&
      !caller.isDismissed(level) &&
      !steadiness.isSteady &&
      periodicity.measure() > (wasAlike ? MIN_PERIODICITY_ON : MIN_PERIODICITY);
    if (!isAlike) return "nothing";
    return isLoud(level) ? "strong" : "alike";
  }

  function isLoud(level: number): boolean {
    const { own } = caller;
    return level > (own === undefined ? STRONG_STRANGERS_DB : own - STRONG_RANGE_DB);
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
      const isSpeech = !isDualTone(frame) && voiceActivity.isVoice(frame, level, weSpeak);
      const isVoice = isSpeech && !isOurs;
      doubt.hear(isSpeech && isOurs && !echo.isLearnt);
      const voiced = !drop.hear(level, isVoice) && isVoice;
      caller.hear(level);
      if (voiced) note(level, weSpeak);
      heard.voiced = voiced;
      heard.isOnset = undefined;
      if (!weSpeak) {
        onset.clear(); // What was heard the last time we spoke begins nothing now.
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
    isNobody(isClear) {
      if (overOurs <= voicedFrames / 2 || alike >= MIN_ALIKE_FRAMES) return false;
      return !(isClear && isLoud(levels / voicedFrames)); // A hoarse or clipped "stop" has hardly any pitch.
    },
    get mayEcho() {
      return !echo.isNone;
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
