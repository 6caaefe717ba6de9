/** An hour of calls with faults. See `npm run soak -- --help` and docs/testing.md. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CALL_KINDS, FAULTS, faultsNamed, soak, STORES } from "../../test/support/index.js";
import { checkBuild } from "./bench/machine.js";

const list = (all: readonly { readonly name: string; readonly about: string }[]) =>
  all.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`).join("\n");

const HELP = `Usage: npm run soak -- [--minutes N] [--calls N] [--faults LIST] [--every S] [--store S] [--seed N] [--folder F] [--json]

Makes many simultaneous calls to and from the service while faults occur one after the other, and checks every ring, record,
webhook, scheduled run and conversation against the documented guarantees. Exits with 1 when a guarantee was violated.

  --minutes N      how long calls are made (default 60)
  --calls N        simultaneous calls (default 20)
  --faults LIST    all (default), none, or names separated by commas; asterisk means every fault that begins so
  --every S        seconds between faults (default 60)
  --store S        ${STORES.join(" or ")} (default sqlite)
  --seed N         repeats the same sequence of calls and faults (default 1)
  --folder F       where log, samples, report and excerpts are kept (default: a new one below ${tmpdir()})
  --json           the report as one JSON object on stdout
  --sources        run the sources instead of the build in dist/ (npm run build)

Kinds of calls: ${CALL_KINDS.map(({ name }) => name).join(", ")}.

Faults:
${list(FAULTS)}

Faults of MongoDB are skipped with sqlite, store-full with mongodb. Requires what scripts/lib/setup sets up, and root. MongoDB is
FerretDB, built if missing. Progress is shown on stderr. When stopped (Ctrl-C, SIGTERM), it makes no more calls and evaluates the
run so far.`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    calls: { type: "string", default: "20" },
    faults: { type: "string", default: "all" },
    every: { type: "string", default: "60" },
    store: { type: "string", default: "sqlite" },
    seed: { type: "string", default: "1" },
    folder: { type: "string" },
    json: { type: "boolean", default: false },
    sources: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const tell = (text: string) => process.stderr.write(`── ${new Date().toISOString().slice(11, 19)} ${text}\n`);

function numberOf(name: "minutes" | "calls" | "every" | "seed", least: number): number {
  const value = Number(options[name]);
  if (options[name] !== "" && value >= least) return value;
  throw new Error(`--${name}: expected a number of at least ${least}, given "${options[name]}"`);
}

async function main(): Promise<void> {
  const store = STORES.find((each) => each === options.store);
  if (!store) throw new Error(`--store: expected ${STORES.join(" or ")}, given "${options.store}"`);
  const faults = faultsNamed(options.faults);
  const figures = { minutes: numberOf("minutes", 0.1), calls: numberOf("calls", 1), every: numberOf("every", 1) };
  if (!options.sources) checkBuild(tell);
  const early = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => early.abort());
  const report = await soak({
    store,
    signal: early.signal,
    faults,
    tell,
    calls: figures.calls,
    forMs: figures.minutes * 60_000,
    everyMs: figures.every * 1000,
    seed: numberOf("seed", 0),
    built: !options.sources,
    folder: options.folder ?? (await mkdtemp(join(tmpdir(), "attendant-soak-"))),
  });
  for (const { promise, detail, callId, number } of report.broken) {
    tell(`✗ ${promise}: ${detail}${callId ? ` (call ${callId})` : ""}${number ? ` (number ${number})` : ""}`);
  }
  tell(report.broken.length === 0 ? "every promise held" : `${report.broken.length} promises broken: ${report.folder}`);
  process.stdout.write(`${JSON.stringify(report, undefined, options.json ? undefined : 2)}\n`);
  process.exitCode = report.broken.length === 0 ? 0 : 1;
}

if (options.help) process.stdout.write(`${HELP}\n`);
else await main();
