import { LISTENING_DEFAULTS } from "../../../src/listening/utterances.js";
import type { Script } from "./backends-main.js";
import { distributionOf } from "../../../test/support/index.js";
import type { OnlookersPlan } from "./onlookers.js";
import { machineLine, onlookersLine, table, usageLines } from "./report.js";
import { run } from "./run-turns.js";
import { endingAt, shareOfTurn, sharpSpeech } from "./sounds.js";
import { shareOf, stagesOf } from "./turn-shares.js";

export interface BenchPlan {
  readonly calls: number;
  readonly turns: number;
  readonly endpointMs: number;
  readonly bargeInMs: number;
  /** Delays of the back ends' answers, in ms. The time they really took is subtracted, not this. */
  readonly delaysMs: Script["delaysMs"];
  readonly thinkAhead: boolean;
  readonly onlookers: OnlookersPlan;
  readonly hasAssistants: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The result of a benchmark, for programs and for people. */
export interface Finding {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const SENTENCE_MS = 200;
/** Between the end of a punctual reply and the next question, in ms: the maximum delay of a reply. */
const SLACK_MS = 900;
const TARGETS_MS = { one: { p50: 25, p95: 60 }, many: { p95: 100 } };

export async function benchTurns(plan: BenchPlan): Promise<Finding> {
  const { calls, turns, endpointMs, delaysMs, thinkAhead } = plan;
  const speech = await sharpSpeech("how much is it");
  const ownMs = Object.values(delaysMs).reduce((sum, ms) => sum + ms);
  const held = await run({
    ...plan,
    script: { delaysMs, sentenceMs: SENTENCE_MS },
    sayings: (call) => Array.from({ length: turns }, (_, turn) => endingAt(shareOfTurn(call + turn), speech)),
    periodMs: Math.round(speech.length / 16 + endpointMs + ownMs + 2 * SENTENCE_MS + SLACK_MS),
  });
  const waits = { endpointMs, askedMs: thinkAhead ? LISTENING_DEFAULTS.lullMs : endpointMs };
  const each = held.calls.map((call) => held.turnsOf(call, waits));
  const measured = each.flatMap((call) => call.turns);
  // The minimum: the alignment of a call's frames with Asterisk's ticks adds up to 20 ms to the others.
  const loopMs = Math.min(...held.mediaLoops);
  const of = (value: (turn: (typeof measured)[number]) => number) => distributionOf(measured.map(value));

  const share = of((turn) => shareOf(turn, loopMs));
  const target = calls === 1 ? TARGETS_MS.one : TARGETS_MS.many;
  const json = {
    benchmark: "turn",
    calls,
    turns_in_each_call: turns,
    think_ahead: thinkAhead,
    onlookers: { ...plan.onlookers, ...held.seen },
    unanswered: each.reduce((sum, { unanswered }) => sum + unanswered, 0),
    ...share,
    target_ms: target,
    mouth_to_ear_ms: of(({ mouthToEar }) => mouthToEar),
    subtracted_ms: {
      soonest: of(({ soonest }) => soonest),
      endpoint_silence: endpointMs,
      stt: of(({ backends }) => backends.stt),
      llm: of(({ backends }) => backends.llm),
      tts: of(({ backends }) => backends.tts),
      media_loop: { ...distributionOf(held.mediaLoops), subtracted: Math.round(loopMs * 10) / 10 },
    },
    stages_with_media_ms: stagesOf(measured.map(({ stages }) => stages)),
    processors_percent: held.processors,
    machine: held.machine,
  };
  const { subtracted_ms: subtracted, stages_with_media_ms: stages } = json;
  const text = [
    `The controller's share of mouth to ear, ${calls} call${calls > 1 ? "s" : ""} of ${turns} turns, ${json.unanswered} unanswered`,
    "",
    table([
      ["controller's share", share],
      ["  mouth to ear", json.mouth_to_ear_ms],
      ["  minus the earliest possible time", subtracted.soonest],
      ["    speech-to-text", subtracted.stt],
      ["    language model", subtracted.llm],
      ["    text-to-speech", subtracted.tts],
      ["  minus the media round trip (its minimum)", subtracted.media_loop],
      ["stages, including the media path:", distributionOf([])],
      [thinkAhead ? "  short pause → speech-to-text" : "  endpoint → speech-to-text", stages.utterance_to_stt],
      ["  text → language model", stages.text_to_model],
      ["  words → text-to-speech", stages.words_to_tts],
      ["  audio → ear", stages.audio_to_ear],
    ]).replace(/(including the media path:).*/, "$1"),
    "",
    thinkAhead
      ? `earliest possible: ${endpointMs} ms of endpoint silence, or the back ends from ${waits.askedMs} ms of silence on, whichever is later; target ${JSON.stringify(target)} ms`
      : `earliest possible: ${endpointMs} ms of endpoint silence, and the back ends; target ${JSON.stringify(target)} ms`,
    onlookersLine(plan.onlookers, held.seen),
    usageLines(held.processors),
    machineLine(held.machine),
  ].join("\n");
  return { json, text };
}
