import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readEnvText, unreadableEnv } from "../../../src/config/env-file.js";

const warned = (text: string) => readEnvText(text).warnings;

describe("a .env", () => {
  it("is read with a byte order mark, and with the line ends of Windows", () => {
    assert.deepEqual(readEnvText("\ufeffA_B=1\r\nC_D=two words\r\n"), {
      values: { A_B: "1", C_D: "two words" },
      warnings: [],
    });
  });

  it("says nothing of comments, blanks, exports, quotes, and a value over several lines", () => {
    const text = `# a comment: with a colon\n\n  export A=1\nB = 2\nC='x # y'\nD="one\nE two\nthree: four"\nF=x # why\nG=#\nH=\n`;
    assert.deepEqual(warned(text), []);
    assert.equal(readEnvText(text).values.D, "one\nE two\nthree: four");
  });

  it("counts the lines of a value in quotes", () => {
    assert.deepEqual(warned(`D="one\ntwo"\nset A=1\n- B=2\nC: 3\n`), [
      "Line 3 of .env is not read: NAME=value is expected",
      "Line 4 of .env is not read: NAME=value is expected",
      "Line 5 of .env is not read: NAME=value is expected",
    ]);
  });

  it("names a setting that stands in it twice, unless both say the same", () => {
    assert.deepEqual(warned("A=1\nB=2\nA=\n"), ["A is in .env twice, in lines 1 and 3: the last one applies"]);
    assert.deepEqual(warned("A=1\nA='1'\n"), []);
  });

  it("names a value that ends at its #, and shows nothing of it", () => {
    const [warning = "", ...more] = warned("KEY=secret#rest\n");
    assert.match(warning, /^KEY ends before the # in line 1 of \.env: write the value between single quotes/);
    assert.doesNotMatch(warning, /secret|rest/);
    assert.deepEqual(more, []);
  });

  it("that is UTF-16 sets nothing, and says so", () => {
    const text = Buffer.from("\ufeffA=1\n", "utf16le").toString("utf8");
    assert.deepEqual(readEnvText(text).values, {});
    assert.match(readEnvText(text).warnings.join(), /UTF-16, so it is ignored: save it as UTF-8/);
  });

  it("that is a folder is one that Docker made", () => {
    assert.match(unreadableEnv("/srv/.env", "EISDIR"), /^\/srv\/\.env is a folder, .*remove it, and cp \.env\.example/);
    assert.match(unreadableEnv("/srv/.env", "EACCES"), /cannot be read \(EACCES\): change its owner/);
  });
});
