import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WAYS } from "../../../src/setup/facts.js";
import { HELP, setupOptions } from "../../../src/setup/options.js";
import { OWN_FILES } from "../../../src/setup/plan-on-pbx.js";
import { codeIn, pageText, rowsIn, sectionOf } from "../../support/markdown.js";

const PAGE = "docs/install.md";

describe(`${PAGE}, of scripts/setup`, () => {
  it("has each way, and no other", () => {
    const rows = rowsIn(pageText(PAGE)).filter(([, way = ""]) => /^`[\w-]+`$/.test(way));
    const ways = rows.slice(0, WAYS.length).map(([, way = ""]) => way.replaceAll("`", ""));
    assert.deepEqual(ways, [...WAYS]);
  });

  it("names options that there are", () => {
    const known = [...HELP.matchAll(/--[a-z-]+/g)].map(([option]) => option);
    const named = codeIn(sectionOf(PAGE, "By scripts/setup")).flatMap(
      (code) => code.match(/^(?:scripts\/setup )?(--[a-z-]+)/)?.[1] ?? [],
    );
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((option) => !known.includes(option)),
      [],
    );
  });

  it("names the files that are written", () => {
    const section = sectionOf(PAGE, "By scripts/setup");
    for (const name of Object.values(OWN_FILES)) assert.ok(section.includes(`\`${name}\``), name);
  });
});

describe("scripts/setup --help", () => {
  it("describes each option", () => {
    const told = new Set([...HELP.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option));
    for (const option of ["way", "keep", "call", "number", "context", "host", "folder", "root", "config-dir"]) {
      const value = { way: "compose", host: "x", call: "1001", number: "8000" }[option] ?? "/x";
      assert.doesNotThrow(() => setupOptions(["--undo", `--${option}`, value]), option);
      if (option !== "keep") assert.ok(told.has(option), option);
    }
    for (const option of ["yes", "dry-run", "undo", "start", "json"]) assert.ok(told.has(option), option);
  });
});
