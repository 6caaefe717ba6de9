import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CALL_STATUSES } from "../../../src/http/calls/call-record.js";
import { documentOf } from "../../../src/http/http-interface.js";
import { ERRORS } from "../../../src/kernel/errors.js";
import { createValidator, type JsonSchema } from "../../../src/validation/validator.js";
import { ENDPOINTS, startRestServer } from "./rest-server.js";

const document = documentOf(ENDPOINTS, "1.2.3") as {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, JsonSchema & { readonly responses: Record<string, JsonSchema> }>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
};

/** The schema with its references followed. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return resolved(document.components.schemas[$ref.split("/").at(-1) ?? ""]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]));
}

describe("openapi.json", () => {
  it("is a valid document of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors, undefined, 1));
    assert.equal(validator.version, "3.1");
  });

  it("has schemas that are valid ones of JSON Schema 2020-12", () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.ok(ajv.validateSchema(schema), `${name}: ${JSON.stringify(ajv.errors)}`);
    }
  });

  it("describes every operation once, with its answer and its problems", () => {
    const described = Object.values(document.paths).flatMap((path) => Object.values(path));
    assert.equal(described.length, ENDPOINTS.length);
    assert.equal(new Set(described.map(({ operationId }) => operationId)).size, ENDPOINTS.length);
    for (const { operationId, responses } of described) {
      assert.ok(responses[200], String(operationId));
      for (const [status, { description }] of Object.entries(responses)) {
        if (status === "200") continue;
        const codes = [...String(description).matchAll(/`(\w+)`/g)].map(([, code]) => code as keyof typeof ERRORS);
        assert.ok(codes.length > 0);
        for (const code of codes) assert.equal(String(ERRORS[code].status), status);
      }
    }
    const codes = ENDPOINTS.flatMap(({ problems }) => problems);
    for (const code of ["destination_not_allowed", "queue_full", "unavailable"])
      assert.ok(codes.includes(code as never));
  });

  it("has examples that fit the schemas they stand in", () => {
    let checked = 0;
    const visit = (schema: unknown): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { examples } = schema as { examples?: unknown };
      if (Array.isArray(examples)) {
        const check = createValidator(resolved(schema) as JsonSchema);
        for (const example of examples) {
          assert.ok("value" in check(example), JSON.stringify([example, check(example)]));
          checked++;
        }
      }
      for (const inner of Object.values(schema)) visit(inner);
    };
    visit(document.components.schemas);
    assert.ok(checked > 8, String(checked));
  });

  it("names the statuses of a call in the order of its life", () => {
    assert.deepEqual(CALL_STATUSES.slice(0, 3), ["queued", "ringing", "in_progress"]);
    assert.equal(CALL_STATUSES.length, 8);
  });

  it("is served without a key, as it is", async (t) => {
    const rest = await startRestServer(t, { keys: ["0123456789abcdef"] });
    const answer = await rest.ask("/openapi.json");
    assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
    assert.deepEqual(answer.body, JSON.parse(JSON.stringify(document)));
  });
});

describe("the page at /docs", () => {
  it("loads everything it needs from the service itself, under a policy that lets it load nothing else", async (t) => {
    const rest = await startRestServer(t, { keys: ["0123456789abcdef"] });
    const page = await rest.ask("/docs");
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; /);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
    assert.doesNotMatch(page.text, /https?:\/\/|<script>|onload=/);
    const loaded = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
    const types: Record<string, RegExp> = {
      "/docs/swagger-ui.css": /^text\/css/,
      "/docs/swagger-ui-bundle.js": /^text\/javascript/,
      "/docs/start.js": /^text\/javascript/,
      "/openapi.json": /^application\/json/,
    };
    assert.deepEqual(loaded.sort(), Object.keys(types).sort());
    for (const [path, type] of Object.entries(types)) {
      const answer = await rest.ask(path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get("content-type") ?? "", type);
      assert.ok(answer.text.length > 50);
    }
    assert.match((await rest.ask("/docs/start.js")).text, /validatorUrl: null/);
    assert.doesNotMatch((await rest.ask("/docs/swagger-ui.css")).text, /url\(["']?(https?:)?\/\//);
    assert.equal((await rest.ask("/docs/swagger-ui.js.map")).status, 401);
    assert.match(
      (await rest.ask("/health")).headers.get("content-security-policy") ?? "",
      /^default-src 'none'; frame/,
    );
  });
});
