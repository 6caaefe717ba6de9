/**
 * Measures how soon many simultaneous requests for calls are admitted. See `npm run bench:burst -- --help` and
 * docs/benchmarks.md.
 */
import { parseArgs } from "node:util";
import { benchBurst } from "./bench/burst.js";
import { endedBySignal } from "./bench/interrupted.js";
import { checkBuild } from "./bench/machine.js";
import { wholeNumber } from "./bench/whole-number.js";

const HELP = `Usage: npm run bench:burst -- [--json] [--calls N] [--rounds N]

Sends many requests for calls at the same moment, each over its own connection, to a controller on its own processor core.
A faked Asterisk, the client and scripted back ends run on the next core. Reports when the requests were answered, and how
late the main thread's timers fired meanwhile.

  --json      one JSON object on stdout
  --calls N   simultaneous calls (default 200): 20 ring, the others are queued
  --rounds N  number of rounds (default 5)

Measures the build in dist/ (npm run build) on cores 0 and 1. Requires taskset (util-linux) and flite.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
});

const progress = (text: string) => process.stderr.write(`── ${text}\n`);

if (options.help) {
  process.stdout.write(`${HELP}\n`);
} else {
  const interrupted = endedBySignal(progress);
  const plan = {
    calls: wholeNumber(options.calls, "calls"),
    rounds: wholeNumber(options.rounds, "rounds"),
    progress,
    signal: interrupted,
  };
  try {
    checkBuild(progress);
    const { json, text } = await benchBurst(plan);
    process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
  } catch (error) {
    if (!interrupted.aborted) throw error;
    process.exitCode = 130;
  }
}
