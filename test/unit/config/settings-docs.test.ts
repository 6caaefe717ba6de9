import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { envExampleFile } from "../../../scripts/lib/env-example.js";
import { SCHEMA } from "../../../src/config/schema.js";
import type { Setting } from "../../../src/config/setting.js";
import { envExample, settingsTable } from "../../../src/config/settings-docs.js";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const settings = Object.values(SCHEMA).flatMap((area) => Object.values(area.settings) as Setting<unknown>[]);
const TODO = "run: node scripts/lib/compiled/run.mjs scripts/lib/write-settings-docs.ts";

describe("what is written about the settings", () => {
  it("is in .env.example exactly what the schema and compose.yaml say", () => {
    assert.equal(read(".env.example"), envExampleFile(), TODO);
  });

  it("stays short enough to be read: 88 settings, 340 lines of .env.example", () => {
    assert.ok(settings.length <= 88, `${settings.length} settings`);
    assert.ok(envExampleFile().split("\n").length <= 340);
  });

  it("is in docs/settings.md exactly what the schema says", () => {
    const table = /<!-- settings:begin -->\n([^]*?)<!-- settings:end -->/.exec(read("docs/settings.md"))?.[1];
    assert.equal(table?.trim(), settingsTable(), TODO);
  });

  it("names every setting once", () => {
    const names = settings.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) {
      assert.equal(envExample().match(new RegExp(`^#?${name}=`, "gm"))?.length, 1, name);
      assert.match(name, /^[A-Z][A-Z0-9_]*$/);
    }
  });

  it("gives defaults that the setting itself accepts", () => {
    for (const setting of settings) {
      if (setting.fallback === undefined || typeof setting.fallback === "object") continue;
      assert.deepEqual(setting.parse(String(setting.fallback)), { value: setting.fallback }, setting.name);
    }
  });
});
