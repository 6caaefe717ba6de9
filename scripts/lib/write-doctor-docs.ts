import { readFileSync, writeFileSync } from "node:fs";
import { doctorTables } from "./doctor-docs.js";

/**
 * Regenerates the doctor's tables in docs/troubleshooting.md: `node scripts/lib/compiled/run.mjs
 * scripts/lib/write-doctor-docs.ts`
 */
const page = new URL("../../docs/troubleshooting.md", import.meta.url);
const between = /(<!-- doctor:begin -->\n)[^]*?(<!-- doctor:end -->)/;

const text = readFileSync(page, "utf8");
if (!between.test(text))
  throw new Error("docs/troubleshooting.md has no <!-- doctor:begin --> and <!-- doctor:end -->");
writeFileSync(
  page,
  text.replace(between, (_, begin, end) => `${begin}\n${doctorTables()}\n\n${end}`),
);
