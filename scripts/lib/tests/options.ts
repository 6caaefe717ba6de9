import { parseArgs } from "node:util";

export interface Options {
  /** Folders and files. */
  readonly paths: readonly string[];
  /** Names of checks that are run beside the tests. */
  readonly checks: readonly string[];
  /** Only what a change since this revision can reach. */
  readonly changedSince: string | undefined;
  readonly record: boolean;
  readonly countsAssertions: boolean;
  readonly budget: boolean;
  /** How many files at a time; by default as many as the machine bears. */
  readonly jobs: number | undefined;
  /** Handed to node as they are. */
  readonly nodeOptions: readonly string[];
}

export const HELP = `Usage: scripts/lib/run-tests [OPTION]… DIR|FILE… [-- OPTION OF NODE…]

Runs every *.test.ts in the folders and files named, as many at a time as the machine bears, the longest first; what a file
needs stands in it ("// needs: quiet"). The code is bundled first, unless it has been.

  --with types,lint    run these checks, too
  --changed[=REV]      only what the changes since REV (default: HEAD, so what is not committed) can reach by imports
  --budget             fail if a file takes longer than it may (scripts/lib/tests/budget.ts)
  --jobs N             N files at a time
  --count-assertions   say how many assertions were executed
  --record             keep the times of this run as those that a clone begins with (test/times.json)
  -h, --help           show this

After --: options of node's test runner, such as --test-name-pattern=silences`;

export function readOptions(given: readonly string[]): Options | "help" {
  const end = given.indexOf("--");
  const own = end < 0 ? given : given.slice(0, end);
  // --changed alone has a default, which parseArgs has no form for.
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
  if (positionals.length === 0) throw new Error("which tests? Name folders or files; --help says more");
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
