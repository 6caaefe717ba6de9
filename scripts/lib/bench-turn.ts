/** Measures how long the controller itself makes a caller wait. See `npm run bench:turn -- --help` and docs/benchmarks.md. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { LISTENING_DEFAULTS } from "../../src/listening/utterances.js";
import { benchBargeIn } from "./bench/barge-in.js";
import { endedBySignal } from "./bench/interrupted.js";
import { checkBuild } from "./bench/machine.js";
import { benchTurns } from "./bench/mouth-to-ear.js";
import { wholeNumber } from "./bench/whole-number.js";

const HELP = `Usage: npm run bench:turn -- [--json] [--calls N] [--turns N] [--quick] [--think-ahead]
                              [--delays STT,LLM,TTS] [--consoles N] [--traces] [--barge-in] [--assistants]
                              [--profile FILE]

Measures the controller's own share of the mouth-to-ear delay on real Asterisks: from the caller's last sample to the first
sample of the reply on the telephone's recording, minus the earliest possible time (the endpoint's silence, and the time the
back ends took by their own logs), minus the media path's round trip, measured in the same run with an echo in place of the
controller.

  --json       one JSON object on stdout
  --calls N    simultaneous calls (default 1)
  --turns N    turns per call (default 30)
  --quick      8 turns
  --think-ahead  replies are prepared during a pause, as they are unless TURN_TAKING=sequential: the earliest possible time is
               then the endpoint's silence, or the back ends' time from the pause on, whichever is later
  --delays STT,LLM,TTS  delays of the back ends' answers, in ms (default 100,100,100)
  --consoles N  consoles that follow all calls (GET /events), words and levels
  --traces     trace each call, to an OpenTelemetry collector in another process
  --barge-in   measure instead how soon the reply falls silent for a caller who interrupts it
  --assistants  three assistants and a directory of 1,000 people
  --profile FILE  write a CPU profile of the controller, for a browser's developer tools

Measures the build in dist/ (npm run build). ENDPOINT_SILENCE_MS and LOG_LEVEL are taken from the environment. Requires what scripts/lib/setup sets up, and root.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "1" },
    turns: { type: "string" },
    quick: { type: "boolean", default: false },
    profile: { type: "string" },
    "think-ahead": { type: "boolean", default: false },
    delays: { type: "string", default: "100,100,100" },
    consoles: { type: "string" },
    traces: { type: "boolean", default: false },
    assistants: { type: "boolean", default: false },
    "barge-in": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const progress = (text: string) => process.stderr.write(`── ${text}\n`);
const PASSED_ON = /^(ENDPOINT_|MIN_SPEECH_|BARGE_IN_|LOG_LEVEL$)/;

function delaysOf(given: string): { readonly stt: number; readonly llm: number; readonly tts: number } {
  const [stt, llm, tts] = /^(\d+),(\d+),(\d+)$/.exec(given)?.slice(1).map(Number) ?? [];
  if (stt !== undefined && llm !== undefined && tts !== undefined) return { stt, llm, tts };
  process.stderr.write(`--delays: expected three whole numbers of ms such as 300,300,100, given ${given}\n`);
  process.exit(64); // EX_USAGE
}

/** Options that make a Node process write a profile of itself. */
function profiling(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const preload = new URL("bench/profiled.mjs", import.meta.url).href;
  return { NODE_OPTIONS: `--import ${preload}`, BENCH_PROFILE: resolve(file) };
}

if (options.help) {
  process.stdout.write(`${HELP}\n`);
} else {
  const interrupted = endedBySignal(progress);
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => PASSED_ON.test(entry[0]) && !!entry[1],
  );
  const settings: Record<string, string> = { ...Object.fromEntries(given), ...profiling(options.profile) };
  const plan = {
    calls: wholeNumber(options.calls, "calls"),
    turns: wholeNumber(options.turns ?? (options.quick ? "8" : "30"), "turns"),
    endpointMs: Number(settings.ENDPOINT_SILENCE_MS ?? LISTENING_DEFAULTS.endpointSilenceMs),
    bargeInMs: LISTENING_DEFAULTS.bargeInMs,
    delaysMs: delaysOf(options.delays),
    thinkAhead: options["think-ahead"],
    onlookers: {
      consoles: options.consoles === undefined ? 0 : wholeNumber(options.consoles, "consoles"),
      traces: options.traces,
    },
    hasAssistants: options.assistants,
    settings,
    progress,
    signal: interrupted,
  };
  try {
    checkBuild(progress);
    const { json, text } = await (options["barge-in"] ? benchBargeIn(plan) : benchTurns(plan));
    process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
  } catch (error) {
    if (!interrupted.aborted) throw error;
    process.exitCode = 130;
  }
}
