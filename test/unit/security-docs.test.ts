import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { allSettings } from "../../src/config/schema.js";
import { PROJECT, textOf } from "../support/compose-file.js";

const TEXT = textOf("docs/security.md");

describe("docs/security.md", () => {
  it("names tests that are there", () => {
    const named = [...TEXT.matchAll(/`(test\/[^`]+)`/g)].map(([, file = ""]) => file);
    assert.ok(named.length > 20);
    for (const file of new Set(named)) assert.ok(existsSync(path.join(PROJECT, file)), file);
  });

  it("names a test for every control", () => {
    const [, table = ""] = /## What stops it\n\n(?:\|.*\n){2}((?:\|.*\n)+)/.exec(TEXT) ?? [];
    const rows = table.trim().split("\n");
    assert.ok(rows.length > 20);
    for (const row of rows) assert.match(row, /`test\/[^`]+\.test\.ts` \|$/, row);
  });

  it("names settings that there are", () => {
    const known = new Set(allSettings().flatMap(({ name }) => [name, `${name}_FILE`]));
    const bundle = textOf("compose.yaml");
    for (const [, name = ""] of TEXT.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)) {
      assert.ok(known.has(name) || bundle.includes(name), name);
    }
  });
});
