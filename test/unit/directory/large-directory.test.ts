import assert from "node:assert/strict";
import { test } from "node:test";
import { createDirectory } from "../../../src/directory/directory.js";
import { entryOf } from "../../support/fakes/fake-switchboard.js";

const SYLLABLES = [
  "ber",
  "mann",
  "ski",
  "lo",
  "ra",
  "ti",
  "stein",
  "ko",
  "van",
  "der",
  "schul",
  "mor",
  "gen",
  "wi",
  "fa",
];
const word = (at: number) => [at, at * 7 + 3, at * 13 + 1].map((n) => SYLLABLES[n % 15]).join("");
const name = (at: number) => `${word(at)} ${word(at * 3 + 5)}`;
/** As many names as a directory may have. */
const ENTRIES = Array.from({ length: 1_000 }, (_, at) =>
  entryOf({
    name: name(at),
    also: [1, 2, 3].map((n) => name(at * 4 + n)),
    department: `Department ${at % 20}`,
    number: String(1000 + at),
  }),
);

/** Processor time of the service, in ms. */
function timeOf(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

test("preparing a large directory does not hold the audio of calls", async (t) => {
  await createDirectory(ENTRIES.slice(0, 200));
  let prepared: ReturnType<typeof createDirectory> | undefined;
  const begun = timeOf(() => (prepared = createDirectory(ENTRIES)));
  t.diagnostic(`${begun} ms until the first pause`);
  assert.ok(begun < 10);
  assert.equal((await prepared)?.entries.length, 1_000);
});

test("a request of five words is looked up in a large directory in a few milliseconds", async (t) => {
  const directory = await createDirectory(ENTRIES);
  const times = Array.from({ length: 40 }, (_, at) =>
    timeOf(() => directory.find(`${name(at * 11)} ${name(at * 17)} ${word(at)}`)),
  ).sort((a, b) => a - b);
  t.diagnostic(`${times[20]} ms of processor at the median, ${times[38]} ms at the 95th percentile`);
  assert.ok((times[20] ?? 0) < 20);
});
