import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linesOf } from "../../../src/kernel/lines-of.js";

/** @param cut bytes in each piece */
async function linesIn(text: string, cut: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += cut) yield bytes.subarray(at, at + cut);
  }
  const lines: string[] = [];
  for await (const line of linesOf(pieces())) lines.push(line);
  return lines;
}

describe("lines of a stream", () => {
  for (const cut of [1, 3, 1_000]) {
    it(`end at LF alone, in pieces of ${cut} bytes`, async () => {
      assert.deepEqual(await linesIn('{"a":"für\u2028and\u2029or\rso"}\r\n\n{"b":1}\n', cut), [
        '{"a":"für\u2028and\u2029or\rso"}',
        "",
        '{"b":1}',
      ]);
      assert.deepEqual(await linesIn("\ufefffirst\nlast", cut), ["\ufefffirst", "last"]);
      assert.deepEqual(await linesIn("", cut), []);
    });
  }

  it("reject with the error of the stream, after what came before", async () => {
    async function* broken() {
      yield Buffer.from("first\nsec");
      throw new Error("the disk failed");
    }
    const lines: string[] = [];
    const reading = (async () => {
      for await (const line of linesOf(broken())) lines.push(line);
    })();
    await assert.rejects(reading, /the disk failed/);
    assert.deepEqual(lines, ["first"]);
  });
});
