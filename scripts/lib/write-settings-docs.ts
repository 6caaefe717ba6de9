import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../../src/config/settings-docs.js";
import { envExampleFile } from "./env-example.js";

/**
 * Regenerates `.env.example` and the table in docs/settings.md from the schema and compose.yaml: `node
 * scripts/lib/compiled/run.mjs scripts/lib/write-settings-docs.ts`
 */
const root = new URL("../../", import.meta.url);
const page = new URL("docs/settings.md", root);
const between = /(<!-- settings:begin -->\n)[^]*?(<!-- settings:end -->)/;

writeFileSync(new URL(".env.example", root), envExampleFile());

const text = readFileSync(page, "utf8");
if (!between.test(text)) throw new Error("docs/settings.md has no <!-- settings:begin --> and <!-- settings:end -->");
writeFileSync(
  page,
  text.replace(between, (_, begin, end) => `${begin}\n${settingsTable()}\n\n${end}`),
);
