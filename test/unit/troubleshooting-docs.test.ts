import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { doctorTables } from "../../scripts/lib/doctor-docs.js";
import { pageText } from "../support/markdown.js";

const PAGE = "docs/troubleshooting.md";

describe(PAGE, () => {
  it("has the doctor's links and the faults that a running service reports", () => {
    const tables = /<!-- doctor:begin -->\n([^]*?)<!-- doctor:end -->/.exec(pageText(PAGE))?.[1];
    assert.equal(
      tables?.trim(),
      doctorTables(),
      "run: node scripts/lib/compiled/run.mjs scripts/lib/write-doctor-docs.ts",
    );
  });
});
