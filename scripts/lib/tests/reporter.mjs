import { existsSync, readFileSync } from "node:fs";
import { inspect } from "node:util";

/**
 * A reporter for node's test runner whose output the test scheduler reads: one JSON object per line. `{ failed, error }` and `{
 * skipped, reason }` name a test by its path of names; `{ counts, stat, schedstat }` comes last, with this process's lines in /proc.
 *
 * @param {AsyncIterable<{ type: string; data: any }>} events
 */
export default async function* report(events) {
  /** Names of the suites around the current test. @type {string[]} */
  const path = [];
  /** @type {Record<string, number>} */
  const counts = {};
  for await (const { type, data } of events) {
    if (type === "test:start") path[data.nesting] = data.name;
    if (type === "test:diagnostic" && data.nesting === 0) {
      const [, name, count] = /^(pass|fail|cancelled|skipped|todo) (\d+)$/.exec(data.message) ?? [];
      if (name !== undefined) counts[name] = Number(count);
    }
    if (type !== "test:pass" && type !== "test:fail") continue;
    const name = [...path.slice(0, data.nesting), data.name].join(" › ");
    if (data.skip !== undefined) yield line({ skipped: name, reason: String(data.skip) });
    // A suite fails because of its tests, which have been reported.
    else if (type === "test:fail" && data.details.error?.failureType !== "subtestsFailed")
      yield line({ failed: name, error: textOf(data.details.error?.cause ?? data.details.error) });
  }
  yield line({ counts, stat: readFileSync("/proc/self/stat", "utf8"), schedstat: schedstat() });
}

/** Some kernels are built without these statistics. */
const schedstat = () => (existsSync("/proc/self/schedstat") ? readFileSync("/proc/self/schedstat", "utf8") : "0 0 0");

/** An assertion's message already contains the actual and the expected value. @param {any} error */
const textOf = (error) => (error?.code === "ERR_ASSERTION" ? String(error.stack) : inspect(error));

/** @param {unknown} value */
const line = (value) => `${JSON.stringify(value)}\n`;
