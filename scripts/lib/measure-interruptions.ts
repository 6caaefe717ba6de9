/**
 * Measures the detection of interruptions: how soon callers are detected, and which other sounds are mistaken for them.
 * Prints the tables of docs/conversation.md (takes two minutes).
 *   node scripts/lib/compiled/run.mjs scripts/lib/measure-interruptions.ts
 */

import {
  type Cast,
  disturbance,
  hearScene,
  HELD_OUT,
  interruption,
  judge,
  NOISE_NAMES,
  type Scene,
  type SceneOptions,
  sceneOf,
  sounds,
  spreadOf,
  TUNED,
  type Verdict,
} from "../../test/support/index.js";

const { telephoneBand } = sounds;
const TRIALS = 20;
const CASTS = [TUNED, HELD_OUT];

const echoes: Record<string, SceneOptions> = Object.fromEntries(
  [-20, -30].flatMap((db) =>
    [60, 150, 300, 400].map((delayMs) => [`echo ${db} dB, ${delayMs} ms`, { echo: { db, delayMs } }]),
  ),
);

async function hearAll(make: (trial: number) => Scene): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let trial = 0; trial < TRIALS; trial++) {
    const scene = make(trial);
    verdicts.push(judge(scene, await hearScene(scene)));
  }
  return verdicts;
}

/** Detected, and median / 95th percentile of the delay (ms). */
async function interruptions(
  cast: Cast,
  kind: "orders" | "sentences",
  options: SceneOptions,
  dbfs?: number,
): Promise<string> {
  const verdicts = await hearAll((trial) => sceneOf(cast, trial, interruption(cast, trial, kind, dbfs), options));
  const delays = verdicts.flatMap(({ delay }) => (delay === undefined ? [] : [delay]));
  return `${delays.length}: ${spreadOf(delays)}`;
}

/** Trials with a `voice` / with a spurious utterance. */
async function falseStarts(make: (trial: number) => Scene): Promise<string> {
  const verdicts = await hearAll(make);
  const count = (what: "falseVoices" | "falseUtterances") => verdicts.filter((verdict) => verdict[what] > 0).length;
  return `${count("falseVoices")} / ${count("falseUtterances")}`;
}

function row(...cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

const scenes: Record<string, SceneOptions & { readonly dbfs?: number }> = {
  "no echo": {},
  "in the greeting": { known: false },
  "telephone band": { line: telephoneBand },
  "6 dB softer than before": { dbfs: -32 },
  ...echoes,
  "echo -20 dB, 150 ms, in the greeting": { echo: { db: -20, delayMs: 150 }, known: false },
};
row("of 20, while we speak", "orders, tuned on", "sentences, tuned on", "orders, held out", "sentences, held out");
row("---", "---", "---", "---", "---");
for (const [name, { dbfs, ...options }] of Object.entries(scenes)) {
  const cells: string[] = [];
  for (const cast of CASTS)
    for (const kind of ["orders", "sentences"] as const) cells.push(await interruptions(cast, kind, options, dbfs));
  row(name, ...cells);
}

console.log();
row("`voice` / utterance, of 20", "tuned on", "held out", "held out, in the greeting");
row("---", "---", "---", "---");
const listeners = [
  [TUNED, true],
  [HELD_OUT, true],
  [HELD_OUT, false],
] as const;
/** Sounds that must not silence a reply: a noise, or our own echo. */
const nobodies: Record<string, (cast: Cast, trial: number, known: boolean) => Scene> = {
  ...Object.fromEntries(
    NOISE_NAMES.map((name) => [
      name,
      (cast, trial, known) => sceneOf(cast, trial, disturbance(cast, name, trial), { known }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(echoes).map(([name, options]) => [
      name,
      (cast, trial, known) => sceneOf(cast, trial, undefined, { ...options, known }),
    ]),
  ),
};
for (const [name, scene] of Object.entries(nobodies)) {
  const cells: string[] = [];
  for (const [cast, known] of listeners) cells.push(await falseStarts((trial) => scene(cast, trial, known)));
  row(name, ...cells);
}
