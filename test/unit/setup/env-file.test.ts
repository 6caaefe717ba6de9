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

  it("keeps the bytes of what it does not change, whatever their encoding", () => {
    const before = "# f\xfcr uns\r\nGREETING='Gr\xfc\xdf Gott'\nB=1\n";
    assert.equal(
      withEnvValues(before, { B: "ö", C: "3" }),
      `# f\xfcr uns\r\nGREETING='Gr\xfc\xdf Gott'\n${toBytes("B='ö'")}\r\nC=3\r\n`,
    );
  });

  it("takes the last of several lines, which is the one that counts", () => {
    assert.equal(readEnvFile(withEnvValues("A=1\nA=2\n", { A: "3" })).A, "3");
  });

  it("replaces a value over several lines as a whole, and touches no line inside of another", () => {
    for (const mark of ['"', "'", "`"]) {
      const prompt = `${mark}You are\nLLM_MODEL=no setting\n#HOST=no remark\nkind.${mark} # why\n`;
      const before = `A=1\nexport SYSTEM_PROMPT = ${prompt}API_KEYS=k\n`;
      const after = "A=1\nSYSTEM_PROMPT='You are quick.'\nAPI_KEYS=k\n";
      assert.equal(withEnvValues(before, { SYSTEM_PROMPT: "You are quick." }), after);
      assert.equal(withEnvValues(before, { LLM_MODEL: "m", HOST: "::1" }), `${before}LLM_MODEL=m\nHOST=::1\n`);
    }
  });

  it("keeps the line end of each other line", () => {
    const before = 'A="1\r\n2"\r\nB=1\nC=3';
    assert.equal(withEnvValues(before, { B: "2", D: "4" }), 'A="1\r\n2"\r\nB=2\r\nC=3\r\nD=4\r\n');
  });

  it("takes a quotation mark that nothing closes for a character", () => {
    assert.equal(withEnvValues("A='it is\nB=1\n", { B: "2" }), "A='it is\nB=2\n");
  });

  it("refuses to write what would be read otherwise, and names it", () => {
    for (const before of ["stray\nB=1\nC=2\n", "A='x\nC=2\n"]) {
      assert.throws(
        () => withEnvValues(before, { B: "it is", D: "it is" }),
        /\.env is left as it is.*\b[ABCD]\b/,
        before,
      );
    }
  });

  it("has each value that was there and those that were given, whatever the file is, or refuses it", () => {
    const piece = fc.constantFrom(
      "A=",
      "B=",
      "#B=",
      "export C=",
      "x",
      " ",
      "=",
      '"',
      "'",
      "`",
      "#",
      "\n",
      "\r\n",
      "\\",
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 30 }), (text) => {
        let after: string;
        try {
          after = withEnvValues(text, { B: "y", D: "z z" });
        } catch (error) {
          return assert.match(String(error), /\.env is left as it is/);
        }
        const { A, C } = readEnvFile(text);
        const { A: a, B: b, C: c, D: d } = readEnvFile(after);
        assert.deepEqual([a, b, c, d], [A, "y", C, "z z"]);
      }),
      { numRuns: 2_000 },
    );
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
