import type { HeldCall } from "./caller.js";
import { distributionOf } from "../../../test/support/index.js";
import type { BenchPlan, Finding } from "./mouth-to-ear.js";
import { machineLine, processorLine, table } from "./report.js";
import { run } from "./run-turns.js";
import { beginningAt, shareOfTurn, sharpSpeech, toneEnd, toneStart } from "./sounds.js";

const NO_DELAYS = { stt: 0, llm: 0, tts: 0 };
/** Longer than any caller lets the assistant talk here. */
const SENTENCE_MS = 6_000;
/** How long the assistant has talked when it is interrupted, ms, give or take a frame. */
const TALKED_MS = 800;
/** A tone that has not sounded for so long is over, ms; its own zero crossings are shorter. */
const SILENT_MS = 200;
/** What may pass, ms: design and promise. */
const MAX_MS = 400;

/** From the caller's first sample to silence in their ear, the media path included. */
export async function benchBargeIn(plan: BenchPlan): Promise<Finding> {
  const { calls, turns, endpointMs } = plan;
  const speech = await sharpSpeech("how much is it how much is it");
  const begun = (call: number) =>
    Array.from({ length: turns + 1 }, (_, turn) => beginningAt(shareOfTurn(call + turn), speech));
  const held = await run({
    ...plan,
    script: { delaysMs: NO_DELAYS, sentenceMs: SENTENCE_MS },
    sayings: (call) => begun(call).map(({ samples }) => samples),
    periodMs: Math.round(speech.length / 16 + endpointMs + TALKED_MS),
  });
  const silenced = held.calls.flatMap((call, line) =>
    timesToSilence(
      call,
      begun(line).map(({ from }) => from),
    ),
  );
  const figures = distributionOf(silenced);
  const json = {
    benchmark: "barge-in",
    calls,
    turns_in_each_call: turns,
    nothing_to_interrupt: calls * turns - silenced.length,
    ...figures,
    target_ms: { max: MAX_MS },
    media_loop_ms: distributionOf(held.mediaLoops),
    processors_percent: held.processors,
    machine: held.machine,
  };
  const text = [
    `From the caller's first sample to silence in their ear, ${calls} call${calls > 1 ? "s" : ""} of ${turns} interruptions, ` +
      `${json.nothing_to_interrupt} with nothing to interrupt`,
    "",
    table([
      ["silence after", figures],
      ["  of it the media loop", json.media_loop_ms],
    ]),
    "",
    `target: at most ${MAX_MS} ms`,
    processorLine(held.processors),
    machineLine(held.machine),
  ].join("\n");
  return { json, text };
}

/** The first saying asks for something to interrupt; each one after it speaks over the reply to the one before. */
function timesToSilence({ recording: { assistant }, said }: HeldCall, voiceFrom: readonly number[]): number[] {
  const times: number[] = [];
  for (const [index, { from: begins }] of said.entries()) {
    if (index === 0) continue;
    const from = begins + (voiceFrom[index] ?? 0);
    const talking = toneStart(assistant, from - 20 * 16, from) !== undefined;
    if (talking) times.push((toneEnd(assistant, from, SILENT_MS) - from) / 16);
  }
  return times;
}
