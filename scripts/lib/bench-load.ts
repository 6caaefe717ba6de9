/** Measures the capacity of one processor core. See `npm run bench:load -- --help` and docs/benchmarks.md. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { endedBySignal } from "./bench/interrupted.js";
import { benchLoad } from "./bench/load.js";
import { checkBuild } from "./bench/machine.js";
import { wholeNumber } from "./bench/whole-number.js";

const HELP = `Usage: npm run bench:load -- [--json] [--calls N] [--controllers N] [--turns N] [--period MS] [--assistants]
                              [--profile FILE]

Measures a controller on its own processor core, without Asterisk: a faked one, callers who all talk, and scripted back ends
run on the next core. Reports the controller's share of mouth-to-ear delay (an unanswered turn counts as Infinity, null in
JSON), how much of it exceeds a client that only makes the same requests, gaps within replies, rejected calls and how soon
they were rejected, the delay of the main thread's timers, garbage collection, memory per call, and the processor use of
each thread.

  --json       one JSON object on stdout
  --calls N    simultaneous calls (default 50); they begin at 25 per second
  --controllers N  controllers on that core, each with its own Asterisk and its part of the calls, sharing one MongoDB
  --turns N    turns per call (default 8)
  --period MS  time from one turn of a caller to the next (default 4000)
  --assistants  three assistants and a directory of 1,000 people
  --profile FILE  write a CPU profile of the controller, for a browser's developer tools

Measures the build in dist/ (npm run build) on cores 0 and 1. The controller's settings in the environment
(ENDPOINT_…, MAX_CONCURRENT_CALLS, LOG_LEVEL, STT_…, TTS_…) are passed on. Requires taskset (util-linux) and flite.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "50" },
    controllers: { type: "string", default: "1" },
    turns: { type: "string", default: "8" },
    period: { type: "string", default: "4000" },
    assistants: { type: "boolean", default: false },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const progress = (text: string) => process.stderr.write(`── ${text}\n`);
const PASSED_ON = /^(ENDPOINT_|TURN_TAKING$|STT_|TTS_|LOG_LEVEL$|MAX_CONCURRENT_CALLS$)/;

if (options.help) {
  process.stdout.write(`${HELP}\n`);
} else {
  const interrupted = endedBySignal(progress);
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => PASSED_ON.test(entry[0]) && !!entry[1],
  );
  const plan = {
    calls: wholeNumber(options.calls, "calls"),
    controllers: wholeNumber(options.controllers, "controllers"),
    turns: wholeNumber(options.turns, "turns"),
    // Long enough for a reply and its question.
    periodMs: wholeNumber(options.period, "period", 3_500),
    profile: options.profile && resolve(options.profile),
    hasAssistants: options.assistants,
    settings: Object.fromEntries(given),
    progress,
    signal: interrupted,
  };
  try {
    checkBuild(progress);
    const { json, text } = await benchLoad(plan);
    process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
  } catch (error) {
    if (!interrupted.aborted) throw error;
    process.exitCode = 130;
  }
}
