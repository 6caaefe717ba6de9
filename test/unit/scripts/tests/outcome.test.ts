import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { delayedMsIn } from "../../../../scripts/lib/tests/processor-time.js";
import { readOutcome } from "../../../../scripts/lib/tests/outcome.js";
import { PROJECT } from "../../../support/compose-file.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

/** Runs a test file of these lines under the reporter. */
async function outcomeOf(t: TestContext, ...lines: string[]) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  const [file, report] = [join(folder.path, "a.test.mjs"), join(folder.path, "report")];
  writeFileSync(report, "");
  const head = ['import assert from "node:assert/strict";', 'import { describe, test } from "node:test";'];
  writeFileSync(file, [...head, ...lines].join("\n"));
  const options = ["--test-reporter=./scripts/lib/tests/reporter.mjs", `--test-reporter-destination=${report}`];
  const counter = ["--import", "./scripts/lib/tests/count-assertions.mjs"];
  const env = { ...process.env, ASSERTIONS_TO: report };
  const { status, stderr } = spawnSync(process.execPath, [...counter, ...options, file], {
    cwd: PROJECT,
    env,
    encoding: "utf8",
  });
  return readOutcome(readFileSync(report, "utf8"), status ?? "nothing", stderr);
}

describe("what came of a test file", () => {
  it("counts what passed, was skipped and failed, by the path of names", async (t) => {
    const outcome = await outcomeOf(
      t,
      'describe("a caller", () => {',
      '  test("is heard", () => assert.equal(1, 1));',
      '  test("is answered", () => assert.equal(1, 2));',
      '  test("is seen", { skip: "there is no camera" }, () => {});',
      "});",
      'test("an outage", async (t) => { await t.test("is told", () => assert.ok(false)); });',
    );
    assert.equal(outcome.passed, 1);
    assert.deepEqual(
      outcome.failed.map(({ name }) => name),
      ["a caller › is answered", "an outage › is told"],
    );
    assert.match(outcome.failed[0]?.error ?? "", /1 !== 2/);
    assert.deepEqual(outcome.skipped, [{ name: "a caller › is seen", reason: "there is no camera" }]);
    assert.equal(outcome.assertions, 3);
    assert.ok((outcome.processorMs ?? 0) > 0);
    assert.ok(outcome.delayedMs >= 0);
  });

  it("is a failure when the file does not load, and says why", async (t) => {
    const { failed } = await outcomeOf(t, 'import "./there-is-none.mjs";');
    assert.match(failed[0]?.error ?? "", /^exited with 1\n[^]*there-is-none/);
  });

  it("is a failure when the file leaves before its tests have ended", async (t) => {
    const { failed } = await outcomeOf(t, 'test("ends it all", () => process.exit(0));');
    assert.deepEqual(failed, [{ name: "the file", error: "has no test" }]);
  });

  it("is a failure when the file has no test", async (t) => {
    const { failed } = await outcomeOf(t, "assert.ok(true);");
    assert.deepEqual(failed, [{ name: "the file", error: "has no test" }]);
  });
});

it("the time that a process waited for a core is the second figure of its schedstat, in ns", () => {
  assert.equal(delayedMsIn("5000000 2000000 7"), 2);
});

describe("scripts/lib/run-tests", () => {
  it("says how it is used, and what is wrong with an option", () => {
    const run = join(PROJECT, "scripts/lib/run-tests");
    assert.match(execFileSync(run, ["--help"], { encoding: "utf8" }), /^Usage: scripts\/lib\/run-tests/);
    const { status, stderr } = spawnSync(run, ["--jobs", "many", "test/unit"], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [64, 'run-tests: --jobs: expected a whole number above 0, given "many"\n']);
  });
});
