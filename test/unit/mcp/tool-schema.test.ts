import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createArgumentCheck } from "../../../src/toolbox/argument-check.js";
import { reducedSchema, SchemaFault } from "../../../src/mcp/tool-schema.js";

const reduced = (properties: object, more: object = {}) =>
  (reducedSchema({ type: "object", properties, ...more }) as { properties: object }).properties;

describe("a server's schema", () => {
  it("keeps what arguments can be checked by without danger, and what a model reads", () => {
    const schema = {
      type: "object",
      properties: {
        rooms: { type: "array", items: { type: "string", maxLength: 20 }, minItems: 1, description: "Where." },
        level: { type: ["integer", "null"], minimum: 0, maximum: 100, default: 50 },
        mode: { enum: ["on", "off", null] },
        when: { type: "string", format: "date-time" },
        scene: { type: "object", properties: { a: { const: 1 } }, required: ["a"], additionalProperties: false },
      },
      required: ["rooms"],
      additionalProperties: false,
    };
    assert.deepEqual(reducedSchema(schema), schema);
  });

  it("loses patterns, and all else that is slow or unknown", () => {
    const part = { type: "string", pattern: "(a+)+$", "x-secret": 1, not: {}, if: {}, contentMediaType: "x" };
    assert.deepEqual(reduced({ a: part, b: { type: "array", uniqueItems: true, contains: {} } }), {
      a: { type: "string" },
      b: { type: "array" },
    });
    assert.deepEqual(reducedSchema({ type: "object", patternProperties: { "(a+)+": {} }, $comment: "x" }), {
      type: "object",
      properties: {},
    });
  });

  it("has its references put in, as deep as that leads somewhere", () => {
    const $defs = {
      Light: { type: "object", properties: { on: { type: "boolean" }, next: { $ref: "#/$defs/Light" } } },
    };
    assert.deepEqual(reduced({ light: { $ref: "#/$defs/Light", description: "Which." } }, { $defs }), {
      light: { type: "object", description: "Which.", properties: { on: { type: "boolean" }, next: {} } },
    });
    for (const $ref of ["#/nowhere", "https://elsewhere.example/schema", "#/__proto__/x"]) {
      assert.deepEqual(reduced({ a: { $ref } }), { a: {} });
    }
  });

  it("takes one of several, as those do that leave something out by null", () => {
    assert.deepEqual(reduced({ a: { oneOf: [{ type: "string", pattern: "x" }, { type: "null" }] } }), {
      a: { anyOf: [{ type: "string" }, { type: "null" }] },
    });
    assert.deepEqual(reducedSchema({ type: "object", anyOf: [{ required: ["a"] }] }), {
      type: "object",
      properties: {},
    });
  });

  it("has its texts cleaned and cut", () => {
    const { a } = reduced({ a: { type: "string", description: `Do\u202e\u0000 this ${"x".repeat(5_000)}` } }) as {
      a: { description: string };
    };
    assert.match(a.description, /^Do this x+…$/);
    assert.equal(a.description.length, 300);
  });

  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, { type: "string" }]));
  for (const [what, schema, words] of [
    ["none", undefined, /not for an object/],
    ["a list", { type: "array" }, /not for an object/],
    [
      "more than 50 properties",
      { properties: { ...wide, ...Object.fromEntries(Object.keys(wide).map((key) => [`${key}x`, {}])) } },
      /more than 50/,
    ],
    [
      "hundreds of parts",
      { properties: Object.fromEntries(Object.keys(wide).map((key) => [key, { properties: wide }])) },
      /too many parts/,
    ],
    [
      "pages of text",
      { properties: Object.fromEntries(Object.keys(wide).map((key) => [key, { description: "x".repeat(300) }])) },
      /too long/,
    ],
    ["a name that reaches a prototype", JSON.parse('{"properties":{"__proto__":{}}}'), /without a valid name/],
    ["a name with a line break", { properties: { "a\nb": {} } }, /without a valid name/],
  ] as const) {
    it(`is refused when it is ${what}`, () => {
      assert.throws(
        () => reducedSchema(schema),
        (error: unknown) => error instanceof SchemaFault && words.test(error.message),
      );
    });
  }

  it("is never one that cannot be checked by, whatever it was", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "anyOf",
      "oneOf",
      "allOf",
      "enum",
      "const",
      "minimum",
      "maxLength",
      "required",
      "additionalProperties",
      "$ref",
      "default",
      "description",
      "format",
      "pattern",
      "minItems",
    );
    const leaf = fc.oneof(
      fc.constantFrom("string", "object", "integer", "#/properties/a", "", "x"),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(keyword, tie("value"), { maxKeys: 5 }),
      value: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(leaf, { maxLength: 3 }),
        fc.array(tie("schema"), { maxLength: 3 }),
        tie("schema"),
        fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
      ),
    }));
    let made = 0;
    fc.assert(
      fc.property(schema as fc.Arbitrary<Record<string, unknown>>, (given) => {
        let safe;
        try {
          safe = reducedSchema({ ...given, type: "object" });
        } catch (error) {
          assert.ok(error instanceof SchemaFault);
          return;
        }
        made++;
        createArgumentCheck({ schema: safe })({ a: 1, b: ["x"] });
      }),
      { numRuns: 300 },
    );
    assert.ok(made > 200);
  });
});
