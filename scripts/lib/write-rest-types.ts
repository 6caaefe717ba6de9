import { mkdirSync, writeFileSync } from "node:fs";
import openapiTypes, { astToString } from "openapi-typescript";
import { allEndpoints, documentOf, type EndpointsNeeds } from "../../src/http/http-interface.js";

/**
 * Writes the types of the REST interface for the console, from the document that the service publishes, to
 * dist/rest-types.d.ts: `node scripts/lib/compiled/run.mjs scripts/lib/write-rest-types.ts`. They are made anew before each look at the types.
 */
const root = new URL("../../", import.meta.url);
// To be described, an endpoint needs nothing of the service.
const document = documentOf(allEndpoints({} as EndpointsNeeds), "0");
// What a request may leave out has a default; it need not be given.
const types = await openapiTypes(JSON.stringify(document), { defaultNonNullable: false });
mkdirSync(new URL("dist/", root), { recursive: true });
writeFileSync(new URL("dist/rest-types.d.ts", root), astToString(types));
