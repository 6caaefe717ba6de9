import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { allEndpoints, documentOf, type EndpointsNeeds } from "../../src/http/http-interface.js";

/**
 * Generates the types of the REST interface for the console, from the document that the service publishes, in
 * dist/rest-types.d.ts: `node scripts/lib/compiled/run.mjs scripts/lib/write-rest-types.ts`. Runs before each type check, and
 * generates nothing from a document that has not changed: the generator takes a second to load.
 */
const root = new URL("../../", import.meta.url);
// Describing an endpoint needs nothing of the service.
const document = documentOf(allEndpoints({} as EndpointsNeeds), "0");
const text = JSON.stringify(document);
const generator = readFileSync(new URL("node_modules/openapi-typescript/package.json", root), "utf8");
const madeOf = `// Made of ${createHash("sha256").update(text).update(generator).digest("hex")}\n`;
const file = new URL("dist/rest-types.d.ts", root);
if (!existsSync(file) || !readFileSync(file, "utf8").startsWith(madeOf)) {
  const { default: openapiTypes, astToString } = await import("openapi-typescript");
  // A field with a default may be omitted from a request.
  const types = await openapiTypes(text, { defaultNonNullable: false });
  mkdirSync(new URL("dist/", root), { recursive: true });
  writeFileSync(file, madeOf + astToString(types));
}
