/** An hour among hostile clients, servers and callers. See `npm run hostile-mix -- --help` and docs/testing.md. */
import { parseArgs } from "node:util";
import { ATTACKS, hostileMix } from "../../test/support/index.js";
import { endedBySignal } from "./bench/interrupted.js";
import { checkBuild } from "./bench/machine.js";
import { wholeNumber } from "./bench/whole-number.js";

const HELP = `Usage: npm run hostile-mix -- [--minutes N] [--every S] [--seed N] [--json] [--sources]

Runs the service with a fake Asterisk while clients, MCP servers, webhook receivers and callers mean it harm, and measures
its memory, descriptors and files. Exit code 1 when one of them is not flat between minute 5 and the end, when a request is
answered with 500, or when the service ends.

  --minutes N   duration (default 60, minimum 1)
  --every S     seconds between two measurements (default 30)
  --seed N      repeats the same mixture (default 1)
  --json        prints the report as one JSON object
  --sources     runs the sources instead of the build in dist/ (npm run build)

Attacks: ${ATTACKS.map(({ name }) => name).join(", ")}.`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    every: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    sources: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const tell = (text: string) => process.stderr.write(`── ${new Date().toISOString().slice(11, 19)} ${text}\n`);
const WARM_SHARE = 12;

async function main(): Promise<void> {
  if (!options.sources) checkBuild(tell);
  const forMs = wholeNumber(options.minutes, "minutes") * 60_000;
  const report = await hostileMix({
    forMs,
    // Minute 5 of an hour.
    warmMs: forMs / WARM_SHARE,
    everyMs: wholeNumber(options.every, "every") * 1000,
    seed: wholeNumber(options.seed, "seed"),
    built: !options.sources,
    signal: endedBySignal(tell),
    tell,
  });
  process.stdout.write(`${JSON.stringify(report, undefined, options.json ? undefined : 2)}\n`);
  for (const each of report.broken) tell(`✗ ${each}`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
}

if (options.help) process.stdout.write(`${HELP}\n`);
else await main();
