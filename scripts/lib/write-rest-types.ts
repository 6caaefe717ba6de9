import { mkdirSync, writeFileSync } from "node:fs";
import openapiTypes, { astToString } from "openapi-typescript";
import { allEndpoints, documentOf, type EndpointsNeeds } from "../../src/http/http-interface.js";

/**
 * Generates the types of the REST interface for the console, from the document that the service publishes, in
 * dist/rest-types.d.ts: `node scripts/lib/compiled/run.mjs scripts/lib/write-rest-types.ts`. Runs before each type check.
 */
const root = new URL("../../", import.meta.url);
// Describing an endpoint needs nothing of the service.
const document = documentOf(allEndpoints({} as EndpointsNeeds), "0");
// A field with a default may be omitted from a request.
const types = await openapiTypes(JSON.stringify(document), { defaultNonNullable: false });
mkdirSync(new URL("dist/", root), { recursive: true });
writeFileSync(new URL("dist/rest-types.d.ts", root), astToString(types));
