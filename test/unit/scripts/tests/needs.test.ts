import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { needsIn } from "../../../../scripts/lib/tests/needs.js";

describe("what a test file needs", () => {
  it("stands on a line of its own", () => {
    assert.deepEqual(needsIn('// needs: disk clock\nimport "node:test";', "a.test.ts"), ["disk", "clock"]);
    assert.deepEqual(needsIn('import "node:test";\nconst text = "// needs: quiet";', "a.test.ts"), []);
  });

  it("is refused when there is no such need, by file and word", () => {
    assert.throws(() => needsIn("// needs: silence", "a.test.ts"), /a\.test\.ts: "silence".*expected quiet, disk/);
  });
});
