/** Hears a scene in virtual time, and says how well. */

import { FRAME_MS, FRAME_SAMPLES, msOf } from "../../../src/audio/pcm.js";
import { createOwnVoice } from "../../../src/listening/own-voice.js";
import { listenForUtterances } from "../../../src/listening/utterances.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import { createVoiceEvidence } from "../../../src/listening/voice-evidence.js";
import type { Told } from "./conversation.js";
import type { Scene } from "./scenes.js";

export async function hearScene({ sound, ours }: Scene): Promise<Told[]> {
  const told: Told[] = [];
  const ownVoice = createOwnVoice();
  using listening = listenForUtterances({
    voiceActivity: await createVoiceActivity(),
    evidence: createVoiceEvidence(),
    ownVoice,
    tell: (heard) => told.push({ at: listening.lineTimeMs, heard }),
  });
  const waiting = [...ours];
  for (let from = 0; from + FRAME_SAMPLES <= sound.length; from += FRAME_SAMPLES) {
    const at = (from / FRAME_SAMPLES) * FRAME_MS;
    while (waiting[0] && waiting[0].at <= at) {
      const { samples } = waiting.shift() as { samples: Int16Array };
      ownVoice.play(samples, at);
    }
    listening.hear(sound.subarray(from, from + FRAME_SAMPLES), at);
  }
  listening.silence(100);
  return told;
}

export interface Verdict {
  /** Events that nobody gave a reason for while we spoke. */
  readonly falseVoices: number;
  readonly falseUtterances: number;
  /** From the caller's first sound to `voice` (ms); undefined when they were not told. */
  readonly delay: number | undefined;
}

const SLACK_MS = 400;

export function judge({ ours, from, interruption }: Scene, told: readonly Told[]): Verdict {
  const weSpeak = (at: number) => ours.some((piece) => at >= piece.at && at <= piece.at + msOf(piece.samples) + 600);
  const meant = (at: number) =>
    interruption !== undefined && at > interruption.from && at <= interruption.to + SLACK_MS;
  const voices = told.filter(({ at, heard }) => heard.kind === "voice" && at >= from && weSpeak(at));
  const first = voices.find(({ at }) => meant(at));
  const utterances = told.filter(
    ({ heard }) =>
      heard.kind === "utterance" &&
      heard.startedAt >= from &&
      weSpeak(heard.startedAt) &&
      !(interruption && heard.startedAt > interruption.from - 100 && heard.startedAt < interruption.to + SLACK_MS),
  );
  return {
    falseVoices: voices.filter(({ at }) => !meant(at)).length,
    falseUtterances: utterances.length,
    delay: first && interruption ? first.at - interruption.from : undefined,
  };
}
