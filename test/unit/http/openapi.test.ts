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
  readonly webhooks: Record<string, Record<string, JsonSchema>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Record<string, JsonSchema> };
};

/** Every object in the document. */
function* objectsIn(value: unknown): Generator<JsonSchema> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as JsonSchema;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

const operationsOf = (paths: Record<string, Record<string, JsonSchema>>) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

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

  it("has patterns that every engine reads alike: of Python, Java, Rust and Go, too", () => {
    const patterns = [...objectsIn(document)].flatMap(({ pattern }) => (typeof pattern === "string" ? pattern : []));
    assert.ok(patterns.length > 20, String(patterns.length));
    for (const pattern of patterns) {
      assert.doesNotMatch(pattern, /\(\?|\[\^?\]|\\[pPsSwWdDbB]|\\u[dD][89a-fA-F]/);
      assert.doesNotThrow(() => new RegExp(pattern, "u"), pattern);
    }
  });

  it("says what is in each list, and requires only fields that it describes", () => {
    const named = new Set([...objectsIn(document)].flatMap(({ properties }) => Object.keys(properties ?? {})));
    for (const { type, items, properties, required } of objectsIn(document)) {
      if ([type].flat().includes("array")) assert.ok(items);
      if (!Array.isArray(required)) continue;
      for (const name of required) assert.ok(properties ? Object.hasOwn(properties, name) : named.has(name), name);
    }
  });

  it("has each group once, and none that operations and webhooks share: generators make a file of each", () => {
    const names = document.tags.map(({ name }) => name);
    assert.deepEqual([...new Set(names)], names);
    const tagsOf = (paths: typeof document.webhooks) =>
      new Set(operationsOf(paths).flatMap(({ tags }) => tags as string[]));
    const [asked, posted] = [tagsOf(document.paths), tagsOf(document.webhooks)];
    assert.deepEqual([...asked, ...posted].sort(), [...names].sort());
  });

  it("says which fields of a schedule are given instead of each other", () => {
    const check = createValidator(resolved(document.components.schemas.ScheduleRequest) as JsonSchema);
    const tea = { extension: "1001", message: "Tea.", delay_seconds: 60 };
    assert.ok("value" in check(tea));
    for (const [body, path] of [
      [{ ...tea, tool: "CALC" }, "/tool"],
      [{ ...tea, at_time: "08:30" }, "/delay_seconds"],
      [{ ...tea, date: "2026-03-02" }, "/date"],
      [{ extension: "1001", message: "Tea." }, "/at_time"],
      [{ extension: "1001", delay_seconds: 60 }, "/message"],
    ] as const) {
      const checked = check(body);
      assert.deepEqual("faults" in checked && checked.faults.map((fault) => fault.path), [path]);
    }
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
      "/docs/colours.js": /^text\/javascript/,
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
