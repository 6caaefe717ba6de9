import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { doctorTables } from "../../scripts/lib/doctor-docs.js";
import { BROKEN_SETUPS } from "../support/broken-setups.js";
import { codeIn, pageText, rowsIn } from "../support/markdown.js";

const PAGE = "docs/troubleshooting.md";

describe(PAGE, () => {
  const [byHand = "", doctors = ""] = pageText(PAGE).split("## The links of the doctor");
  const rows = new Map(rowsIn(byHand).map(([what = "", ...cells]) => [what, cells]));

  it("tells of the doctor exactly what it does and is tried with", () => {
    const tables = /<!-- doctor:begin -->\n([^]*?)<!-- doctor:end -->/.exec(doctors)?.[1];
    assert.equal(
      tables?.trim(),
      doctorTables(),
      "run: node scripts/lib/compiled/run.mjs scripts/lib/write-doctor-docs.ts",
    );
  });

  const named = BROKEN_SETUPS.flatMap(({ what, service }) => (service ? [{ what, ...service }] : []));

  it("has each fault that a service is tried with, and no other", () => {
    assert.deepEqual([...rows.keys()].sort(), named.map(({ what }) => what).sort());
  });

  for (const { what, check, works, event, says, names } of named) {
    it(`tells truly how it shows: ${what}`, () => {
      const [shownCheck = "", shown = "", shownEvent = "", lookAt = "", remedy = ""] = rows.get(what) ?? [];
      assert.equal(shownCheck, works ? `\`${check}\` is good` : `\`${check}\``);
      assert.deepEqual(codeIn(shownEvent), [event]);
      assert.deepEqual(codeIn(lookAt), names);
      assert.match(shown, says);
      assert.deepEqual(
        names.filter((name) => !shown.includes(name)),
        [],
      );
      assert.ok(remedy.length > 0);
    });
  }
});
