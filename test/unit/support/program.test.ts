import assert from "node:assert/strict";
import { after, test } from "node:test";
import { programArgs } from "../../support/program.js";

const before = process.env.TEST_BUNDLES;
after(() => {
  if (before === undefined) delete process.env.TEST_BUNDLES;
  else process.env.TEST_BUNDLES = before;
});

test("a program is started from the bundle that the runner has made, and any other through its own", () => {
  process.env.TEST_BUNDLES = JSON.stringify({ "src/main.ts": "/made/main.mjs" });
  assert.deepEqual(programArgs("src/main.ts", "--help"), ["/made/main.mjs", "--help"]);
  const [run = "", ...others] = programArgs("src/command.ts", "talk");
  assert.match(run, /\/compiled\/run\.mjs$/);
  assert.deepEqual(others, ["src/command.ts", "talk"]);
});
