/** Shows what each constant of listening and turn-taking decides. See `npm run bench:constants -- --help`. */
import { spawn } from "node:child_process";
import { setMaxListeners } from "node:events";
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Semaphore } from "../../src/kernel/turns.js";
import { SCENARIOS } from "../../test/scenarios/index.js";
import { allConstants, bundleWithConstants } from "./bench/constants.js";
import { wholeNumber } from "./bench/whole-number.js";

const BUNDLE = ".cache/constants/play-scenarios.mjs";
/** Maximum number of values that are tried; the first that changes a row is enough. */
const MOVES = [1.2, 0.8];
/** Number of rows that show what a constant is for. */
const ENOUGH = 3;

const HELP = `Usage: npm run bench:constants -- [--only TEXT] [--rows N] [--jobs N] [--json]

Moves each numeric constant of src/listening and src/turn-taking by 20 % up, and then down, and plays the scenarios of
bench:conversation in virtual time until three rows come out differently. A constant that changes no row decides nothing
that is measured: delete it with its rule, or add the row that it is for.

  --only TEXT  only constants whose file or name contains TEXT
  --rows N     play at most N rows for each value (default: all, ${rowNames().length})
  --jobs N     play so many at a time (default: the processors of this machine)
  --json       one JSON object on stdout: constant → rows

A full run takes half an hour on two quiet cores. Requires flite and espeak-ng.`;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rows: { type: "string", default: String(rowNames().length) },
    jobs: { type: "string", default: String(availableParallelism()) },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (options.help) process.stdout.write(`${HELP}\n`);
else await bench(wholeNumber(options.rows, "rows"), wholeNumber(options.jobs, "jobs"));

async function bench(most: number, jobs: number): Promise<void> {
  mkdirSync(".cache/constants", { recursive: true });
  await bundleWithConstants("scripts/lib/bench/play-scenarios.ts", BUNDLE);
  const wanted = allConstants()
    .map(({ key }) => key)
    .filter((key) => key.includes(options.only));
  const usual = new Map(await played(mixed().slice(0, most), {}, () => false));
  const found: Record<string, readonly string[]> = {};
  const places = new Semaphore(jobs);
  const { signal } = new AbortController();
  setMaxListeners(0, signal); // Each constant waits on it for its turn.
  const pin = async (key: string) => {
    const rows = await rowsChangedBy(key, likelyFirst(key, usual, found));
    found[key] = rows;
    const told = rows.length > 0 ? rows.join(" · ") : "no row";
    process.stderr.write(`${String(Object.keys(found).length).padStart(3)} of ${wanted.length}  ${key}: ${told}\n`);
  };
  await Promise.all(wanted.map((key) => places.run(signal, () => pin(key))));
  if (options.json) process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
}

/** Returns the rows as they usually come out, those first that constants of the same file were found to change. */
function likelyFirst(
  key: string,
  usual: ReadonlyMap<string, string>,
  found: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  const [file = ""] = key.split(" ");
  const known = Object.entries(found).flatMap(([other, rows]) => (other.startsWith(file) ? rows : []));
  const rows = [...new Set([...known, ...usual.keys()])];
  return new Map(rows.flatMap((row) => (usual.has(row) ? [[row, usual.get(row) ?? ""] as const] : [])));
}

/** Returns the first rows that come out differently when the constant is moved. */
async function rowsChangedBy(key: string, usual: ReadonlyMap<string, string>): Promise<readonly string[]> {
  for (const by of MOVES) {
    const changed: string[] = [];
    const isEnough = ([row, measured]: Played) => measured !== usual.get(row) && changed.push(row) >= ENOUGH;
    await played([...usual.keys()], { MOVED: key, MOVED_BY: String(by) }, isEnough);
    if (changed.length > 0) return changed;
  }
  return [];
}

type Played = readonly [row: string, measured: string];

/** Plays the rows in a separate process until `isEnough`. */
async function played(
  rows: readonly string[],
  moved: Record<string, string>,
  isEnough: (each: Played) => boolean,
): Promise<Played[]> {
  const player = spawn(process.execPath, [BUNDLE, JSON.stringify(rows)], {
    env: { ...process.env, NODE_NO_WARNINGS: "1", ...moved },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const all: Played[] = [];
  for await (const line of createInterface(player.stdout)) {
    const { row, measured } = JSON.parse(line);
    all.push([row, JSON.stringify(measured)]);
    if (isEnough([row, JSON.stringify(measured)])) break;
  }
  player.kill("SIGKILL");
  return all;
}

function rowNames(): readonly string[] {
  return Object.values(SCENARIOS).flatMap((scenarios) => scenarios.map(({ cell }) => cell));
}

/** Returns the rows with those of all kinds near the beginning. */
function mixed(): readonly string[] {
  const names = rowNames();
  return [...new Set([...names.map((_, at) => names[(at * 37) % names.length] ?? ""), ...names])];
}
