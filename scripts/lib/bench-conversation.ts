/** Measures how the conversation handles overlapping speech and noises. See `npm run bench:conversation -- --help`. */
import { parseArgs } from "node:util";
import { SCENARIOS } from "../../test/scenarios/index.js";
import {
  freshCast,
  HELD_OUT,
  type Measured,
  runScenario,
  type Summary,
  summarise,
  tableOf,
  TUNED,
} from "../../test/support/index.js";

const HELP = `Usage: npm run bench:conversation -- [--json] [--only TEXT] [--trials N] [--held-out | --fresh SEED]

Plays scenarios through the conversation's own code in virtual time: callers who listen, interrupt, ask and pause, noises,
and the echo of the assistant's own voice. The line, the recogniser, the model and the voice are simulated; speech comes from
flite and espeak-ng. Prints a table for each kind of scenario; docs/conversation.md explains them.

  --json       one JSON object on stdout
  --only TEXT  only scenarios whose name contains TEXT
  --trials N   trials per scenario, each with different voices and times (default 20)
  --held-out   use voices and noises that nothing was tuned with: for reporting, not for tuning
  --fresh SEED use voices and noises chosen at random with this seed

A trial is always the same call. A full run takes some minutes. Requires flite and espeak-ng.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    trials: { type: "string", default: "20" },
    "held-out": { type: "boolean", default: false },
    fresh: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const seed = Number(options.fresh ?? 1);
const trials = Number(options.trials);
const kinds = Object.entries(SCENARIOS).map(
  ([kind, scenarios]) => [kind, scenarios.filter(({ cell }) => cell.includes(options.only))] as const,
);

if (options.help) process.stdout.write(`${HELP}\n`);
else if (!Number.isInteger(trials) || trials < 1)
  fail(`--trials: expected a whole number of at least 1, given ${options.trials}`);
else if (!Number.isInteger(seed) || seed < 1)
  fail(`--fresh: expected a whole number of at least 1, given ${options.fresh}`);
else if (kinds.every(([, scenarios]) => scenarios.length === 0))
  fail(`--only: no scenario's name contains ${options.only}`);
else await bench();

async function bench(): Promise<void> {
  const cast = options.fresh ? freshCast(seed) : options["held-out"] ? HELD_OUT : TUNED;
  const found: Record<string, Summary[]> = {};
  for (const [kind, scenarios] of kinds) {
    if (scenarios.length === 0) continue;
    const summaries: Summary[] = (found[kind] = []);
    for (const scenario of scenarios) {
      process.stderr.write(`── ${scenario.cell}\n`);
      const measured: Measured[] = [];
      for (let trial = 0; trial < trials; trial++) measured.push(await runScenario(scenario, trial, cast));
      summaries.push(summarise(scenario.cell, measured));
    }
    if (!options.json) process.stdout.write(`${tableOf(kind, summaries)}\n\n`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 64; // EX_USAGE
}
