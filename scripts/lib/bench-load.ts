/** What one processor carries. See `npm run bench:load -- --help` and docs/benchmarks.md. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { endedBySignal } from "./bench/interrupted.js";
import { benchLoad } from "./bench/load.js";
import { checkBuild } from "./bench/machine.js";
import { wholeNumber } from "./bench/whole-number.js";

const HELP = `Usage: npm run bench:load -- [--json] [--calls N] [--controllers N] [--turns N] [--period MS]
                              [--profile FILE]

Measures what the controller does with one processor to itself, without an Asterisk: a faked one, callers who all talk and
scripted back ends have the next one. Told are the controller's share of mouth to ear (turns without an answer count as
missed: Infinity, null in JSON), what of it is the controller's own beside what the same requests take a client that does nothing
else, gaps within replies, calls turned away and how soon, how late the main thread comes to its timers, garbage, memory of a
call, and how much of a processor each thread had.

  --json       one JSON object on stdout
  --calls N    calls at a time (default 50); they come at 25 a second
  --controllers N  so many on the one processor, each with an Asterisk and its part of the calls, and a MongoDB that they share
  --turns N    turns in each call (default 8)
  --period MS  from one turn of a caller to the next (default 4000)
  --profile FILE  writes a CPU profile of the controller, for the developer tools of a browser

Measures the build in dist/ (npm run build) on processors 0 and 1. Settings of the controller that are in the environment
(ENDPOINT_…, MAX_CONCURRENT_CALLS, LOG_LEVEL, STT_…, TTS_…) are passed on. Needs taskset (util-linux) and flite.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "50" },
    controllers: { type: "string", default: "1" },
    turns: { type: "string", default: "8" },
    period: { type: "string", default: "4000" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const progress = (text: string) => process.stderr.write(`── ${text}\n`);
const PASSED_ON = /^(ENDPOINT_|MIN_SPEECH_|BARGE_IN_|THINK_AHEAD$|STT_|TTS_|LOG_LEVEL$|MAX_CONCURRENT_CALLS$)/;

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
    // A reply and its question have to fit in.
    periodMs: wholeNumber(options.period, "period", 3_500),
    profile: options.profile && resolve(options.profile),
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
