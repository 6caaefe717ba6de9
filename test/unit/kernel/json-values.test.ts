import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createValueLimit, MAX_VALUES, type Parsed } from "../../../src/kernel/json-values.js";

/** Whether all of a text is let through, in pieces of so many bytes. */
function passes(text: string, parsed: Parsed = "whole", length = 1_000): boolean {
  const isLittle = createValueLimit(parsed);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) if (!isLittle(bytes.subarray(at, at + length))) return false;
  return true;
}

const HOSTILE: readonly string[] = [
  "[".repeat(MAX_VALUES + 1),
  '{"a":'.repeat(MAX_VALUES),
  `[${"1,".repeat(MAX_VALUES)}1]`,
  `[${'"\\\\",'.repeat(MAX_VALUES)}1]`,
  `["${'\\"'.repeat(3)}"${",\n1".repeat(MAX_VALUES)}]`,
];

describe("the limit of values", () => {
  it("lets no more through than may be parsed at once", () => {
    for (const text of HOSTILE)
      for (const length of [1, 7, 1_000_000]) assert.equal(passes(text, "whole", length), false);
    assert.equal(passes("[".repeat(MAX_VALUES)), true);
  });

  it("counts each event, and each line, by itself", () => {
    const event = `data: [${"1,".repeat(MAX_VALUES / 4)}1]`;
    for (const end of ["\n\n", "\r\n\r\n"]) assert.equal(passes(`${event}${end}`.repeat(9), "events"), true);
    assert.equal(passes(`${event}\n`.repeat(9), "events"), false, "lines of one event");
    assert.equal(passes(`${event}\n\n`.repeat(9)), false, "no events");
    assert.equal(passes(`${event}\n`.repeat(9), "lines"), true);
    // A quotation mark that no JSON follows hides nothing.
    assert.equal(passes(`: "\ndata: ${HOSTILE[0]}\n\n`, "events"), false);
  });

  it("lets text through, whatever is in it and wherever it is divided", () => {
    const text = fc.string({ unit: fc.constantFrom("[", "{", ",", ":", '"', "\\", "é", "\n"), minLength: 100 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (said, length) => {
        const long = JSON.stringify({ said: said.repeat(1_000) });
        assert.equal(passes(long, "whole", length * 100), true);
      }),
      { numRuns: 20 },
    );
  });
});
