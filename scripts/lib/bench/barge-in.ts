import type { HeldCall } from "./caller.js";
import { distributionOf } from "../../../test/support/index.js";
import type { BenchPlan, Finding } from "./mouth-to-ear.js";
import { machineLine, table, usageLines } from "./report.js";
import { run } from "./run-turns.js";
import { beginningAt, shareOfTurn, sharpSpeech, toneEnd, toneStart } from "./sounds.js";

const NO_DELAYS = { stt: 0, llm: 0, tts: 0 };
/** Longer than any caller lets the assistant speak here. */
const SENTENCE_MS = 6_000;
/** How long the assistant has spoken when it is interrupted, in ms, give or take a frame. */
const TALKED_MS = 800;
/** A tone has ended after this silence, in ms; its own zero crossings are shorter. */
const SILENT_MS = 200;
/** Maximum time, in ms: the target of the design and of the documentation. */
const MAX_MS = 400;

/** Measures the time from the caller's first sample to silence in their ear, including the media path. */
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
      ["silent after", figures],
      ["  of which media round trip", json.media_loop_ms],
    ]),
    "",
    `target: at most ${MAX_MS} ms`,
    usageLines(held.processors),
    machineLine(held.machine),
  ].join("\n");
  return { json, text };
}

/** The first utterance asks for something to interrupt; each later one interrupts the reply to the previous one. */
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
