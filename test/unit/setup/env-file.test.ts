import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { envExample } from "../../../src/config/settings-docs.js";
import { readEnvFile, withEnvValues } from "../../../src/setup/env-file.js";
import { toBytes } from "../../../src/setup/file-state.js";

describe("a .env that is changed", () => {
  it("keeps every other line, and has values where they stood, were commented out, or at the end", () => {
    const before = "# mine\nA=1\n#B=2\n\nC='x y' # why\n";
    assert.equal(withEnvValues(before, { A: "2", B: "3", D: "4" }), "# mine\nA=2\nB=3\n\nC='x y' # why\nD=4\n");
  });

  it("is not touched where it says the same already", () => {
    const before = "A=1\nB='x y'\nC=";
    assert.equal(withEnvValues(before, { A: "1", B: "x y" }), before);
    assert.equal(withEnvValues("A=1\n", { A: "1", B: "" }), "A=1\n");
  });

  it("keeps the line ends of Windows, and its own letters", () => {
    const before = toBytes("A=ä\r\nB=1\r\n");
    assert.equal(withEnvValues(before, { B: "ö" }), toBytes("A=ä\r\nB='ö'\r\n"));
  });

  it("takes the last of several lines, which is the one that counts", () => {
    assert.equal(readEnvFile(withEnvValues("A=1\nA=2\n", { A: "3" })).A, "3");
  });

  it("refuses what it cannot hold, and shows none of it", () => {
    for (const value of ["it's", "two\nlines"]) {
      assert.throws(
        () => withEnvValues("", { SIP_PASSWORD: value }),
        (error: Error) => {
          return /SIP_PASSWORD .*SIP_PASSWORD_FILE/.test(error.message) && !error.message.includes(value);
        },
      );
    }
  });

  it("gives back each value that it was given, $ and # among them", () => {
    const value = fc.string({ unit: "grapheme-ascii", minLength: 1 }).filter((text) => !text.includes("'"));
    fc.assert(
      fc.property(value, (text) => {
        assert.equal(readEnvFile(withEnvValues(envExample(), { LLM_API_KEY: text })).LLM_API_KEY, text);
      }),
    );
  });
});
