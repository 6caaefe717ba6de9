import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import fc from "fast-check";
import { shellWords } from "../../../src/setup/run-command.js";

describe("a command for a shell", () => {
  it("has plain words as they are, and others in quotation marks", () => {
    assert.equal(shellWords(["cd", "/opt/my own", ""]), "cd '/opt/my own' ''");
    assert.equal(shellWords(["asterisk", "-rx", "core reload"]), "asterisk -rx 'core reload'");
  });

  it("is read by the shell word for word", () => {
    const word = fc.string({ unit: "grapheme-ascii" });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const read = execFileSync("sh", ["-c", `printf '%s\\0' ${shellWords(words)}`], { encoding: "utf8" });
        assert.deepEqual(read.split("\0").slice(0, -1), words);
      }),
      { numRuns: 50 },
    );
  });
});
