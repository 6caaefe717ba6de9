import { readFileSync, writeFileSync } from "node:fs";
import { envExample, settingsTable } from "../../src/config/settings-docs.js";

/** Writes `.env.example` and the settings in README.md anew from the schema: `node --import tsx scripts/lib/write-settings-docs.ts` */
const root = new URL("../../", import.meta.url);
const readme = new URL("README.md", root);
const between = /(<!-- settings:begin -->\n)[^]*?(<!-- settings:end -->)/;

writeFileSync(new URL(".env.example", root), envExample());

const text = readFileSync(readme, "utf8");
if (!between.test(text)) throw new Error("README.md has no <!-- settings:begin --> and <!-- settings:end -->");
writeFileSync(
  readme,
  text.replace(between, (_, begin, end) => `${begin}\n${settingsTable()}\n\n${end}`),
);
