import { setInterval as ticks } from "node:timers/promises";
import { fuzzedRequests, type OpenApi, seeded } from "../rest-fuzzer.js";
import { ATTACKS } from "./attacks.js";
import { type Held, heldBy, type Level, levelsOf, risen } from "./held.js";
import { type Stage, startStage } from "./stage.js";
import type { Target } from "./target.js";

const ANSWER_MS = 5_000;
/** Levels are medians of the samples of so much time, or of a quarter of a shorter run. */
const LEVEL_MS = 120_000;

export interface HostileMixOptions {
  readonly forMs: number;
  /** What is held at the end is compared with what was held from then on. */
  readonly warmMs: number;
  /** From one measurement to the next. */
  readonly everyMs: number;
  readonly seed: number;
  /** Runs what was built instead of the sources. */
  readonly built: boolean;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** Numbers of answers by attack and status. */
type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface HostileMixReport {
  readonly minutes: number;
  readonly warm: Level;
  readonly end: Level;
  readonly answers: Answers;
  /** The longest that an honest request waited for its answer, ms. */
  readonly longest_honest_ms: number;
  /** The longest that the event loop was held, ms. */
  readonly longest_held_ms: number;
  readonly error_lines: Readonly<Record<string, number>>;
  /** What must not be, in words. */
  readonly broken: readonly string[];
}

/** Runs the service among people who mean it harm, and judges what it holds afterwards. */
export async function hostileMix(options: HostileMixOptions): Promise<HostileMixReport> {
  await using stage = await startStage(options.built);
  const { controller } = stage;
  const answers: Record<string, Record<string, number>> = {};
  const target = await aimedAt(stage, options.seed, (attack, status) => {
    const counts = (answers[attack] ??= {});
    counts[status] = (counts[status] ?? 0) + 1;
  });
  const began = performance.now();
  const samples: Sample[] = [];
  const measure = async () => {
    const sample = await sampleOf(stage, performance.now() - began);
    samples.push(sample);
    options.tell(JSON.stringify(sample));
    stage.forget();
  };
  const stop = new AbortController();
  const over = stop.signal;
  const timer = setTimeout(() => stop.abort(), options.forMs);
  options.signal.addEventListener("abort", () => stop.abort());
  const attacks = ATTACKS.map((attack) => every(attack.everyMs, over, () => attack.run(target, over)));
  const died = controller.exited.then((code) => {
    throw new Error(`the service exited with ${code}:\n${controller.tail()}`);
  });
  died.catch(() => {}); // It ends when all is over.
  await Promise.race([Promise.all([...attacks, every(options.everyMs, over, measure)]), died]);
  clearTimeout(timer);
  const tookMs = performance.now() - began;
  const levelMs = Math.min(LEVEL_MS, options.forMs / 4);
  const { warm, end } = levelsOf(samples, options.warmMs, Math.max(1, Math.round(levelMs / options.everyMs)));
  return {
    minutes: Math.round(tookMs / 6_000) / 10,
    ...{ warm, end, answers },
    longest_honest_ms: Math.max(...samples.map(({ honestMs }) => honestMs)),
    longest_held_ms: Math.max(...samples.map(({ loopMs }) => loopMs)),
    error_lines: stage.errorLines,
    broken: [...risen(warm, end), ...failedAnswers(answers)],
  };
}

async function aimedAt(stage: Stage, seed: number, answered: Target["answered"]): Promise<Target> {
  const { controller, key, asterisk, mcp, receiver } = stage;
  const random = seeded(seed);
  const document = (await (await fetch(`${controller.url}/openapi.json`)).json()) as OpenApi;
  const requests = fuzzedRequests(document, ["nothing", "HOME_STATE", "CALC"], random);
  return {
    ...{ url: new URL(controller.url), key, asterisk, mcp, receiver, random, answered },
    nextRequest() {
      const next = requests.next();
      if (next.done) throw new Error("there is no end of fuzzed requests");
      return next.value;
    },
  };
}

interface Sample extends Held {
  /** The longest that the event loop was held since the last sample, ms. */
  readonly loopMs: number;
  /** How long an honest request waited for its answer, ms. */
  readonly honestMs: number;
}

async function sampleOf({ controller, dataDir, key }: Stage, atMs: number): Promise<Sample> {
  const ask = async (path: string) => {
    const headers = { "x-api-key": key };
    const answer = await fetch(`${controller.url}${path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    return answer.text();
  };
  const asked = performance.now();
  await ask("/health");
  const honestMs = Math.round(performance.now() - asked);
  const lag = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await ask("/metrics"))?.[1];
  // Last: a collection of garbage holds the loop.
  return { ...(await heldBy(controller, dataDir, Math.round(atMs))), loopMs: Math.round(1000 * Number(lag)), honestMs };
}

async function every(ms: number, signal: AbortSignal, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
    for await (const _ of ticks(ms, undefined, { signal })) await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** A line that is too busy is refused with 503. */
function failedAnswers(answers: Answers): readonly string[] {
  return Object.entries(answers).flatMap(([attack, counts]) =>
    Object.entries(counts)
      .filter(([status]) => /^5/.test(status) && status !== "503")
      .map(([status, count]) => `${attack}: ${count} answers with ${status}`),
  );
}
