import { parseArgs } from "node:util";

export interface Options {
  /** Folders and files. */
  readonly paths: readonly string[];
  /** Names of checks to run in addition to the tests. */
  readonly checks: readonly string[];
  /** Only what a change since this revision can affect. */
  readonly changedSince: string | undefined;
  readonly record: boolean;
  readonly countsAssertions: boolean;
  readonly budget: boolean;
  /** Number of concurrent files; default: as many as the machine can run. */
  readonly jobs: number | undefined;
  /** Passed on to node. */
  readonly nodeOptions: readonly string[];
}

export const HELP = `Usage: scripts/lib/run-tests [OPTION]… DIR|FILE… [-- OPTION OF NODE…]

Runs every *.test.ts in the given folders and files, as many at a time as the machine can run, the longest first; each file
states its own needs ("// needs: quiet"). The code is bundled first, if it has changed.

  --with types,lint    also run these checks
  --changed[=REV]      only what the changes since REV (default: HEAD, that is, uncommitted ones) can affect by imports
  --budget             fail if a file takes longer than it may (scripts/lib/tests/budget.ts)
  --jobs N             N files at a time
  --count-assertions   report how many assertions were executed
  --record             store the times of this run as the initial times of a clone (test/times.json)
  -h, --help           show this

After --: options of node's test runner, such as --test-name-pattern=silences`;

export function readOptions(given: readonly string[]): Options | "help" {
  const end = given.indexOf("--");
  const own = end < 0 ? given : given.slice(0, end);
  // Only --changed has a default value, which parseArgs does not support.
  const args = own.map((arg) => (arg === "--changed" ? "--changed=HEAD" : arg));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h", default: false },
      with: { type: "string", default: "" },
      changed: { type: "string" },
      budget: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
      "count-assertions": { type: "boolean", default: false },
      jobs: { type: "string" },
    },
  });
  if (values.help) return "help";
  if (positionals.length === 0) throw new Error("no tests given: name folders or files (see --help)");
  const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    throw new Error(`--jobs: expected a whole number above 0, given "${values.jobs}"`);
  return {
    paths: positionals,
    checks: values.with.split(",").filter((name) => name !== ""),
    changedSince: values.changed,
    record: values.record,
    countsAssertions: values["count-assertions"],
    budget: values.budget,
    jobs,
    nodeOptions: end < 0 ? [] : given.slice(end + 1),
  };
}
