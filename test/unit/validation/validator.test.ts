import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createValidator } from "../../../src/validation/validator.js";

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 5 },
    age: { type: "integer", minimum: 18, maximum: 99, default: 30 },
    key: { type: "string", pattern: "^[0-9]$", "x-expected": "a single digit" },
    home: { type: ["string", "null"], format: "uri" },
    tags: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["a", "b"] } },
    inner: { type: "object", properties: { "a/b~c": { type: "boolean" } }, additionalProperties: false },
    free: { type: "object", maxProperties: 1, additionalProperties: { type: "number" } },
  },
  required: ["name"],
  additionalProperties: false,
};
const check = createValidator<Record<string, unknown>>(SCHEMA);

function faultsOf(given: unknown): Record<string, string> {
  const checked = check(given);
  assert.ok("faults" in checked, "nothing was found wrong");
  return Object.fromEntries(checked.faults.map(({ path, message }) => [path, message]));
}

describe("a value held against a schema", () => {
  it("comes back as a copy with the defaults, itself unchanged", () => {
    const given = { name: "Ada", inner: {} };
    const checked = check(given);
    assert.deepEqual(checked, { value: { name: "Ada", inner: {}, age: 30 } });
    assert.deepEqual(given, { name: "Ada", inner: {} });
  });

  it("has every fault named at once, at its place, in words", () => {
    const given = {
      name: "",
      age: 17,
      key: "12",
      home: "no url",
      tags: ["a", "c", 3],
      inner: { "a/b~c": "yes", "x/y": 1 },
      free: { a: 1, b: "2" },
      agee: 3,
      nothing_like_it: 4,
    };
    assert.deepEqual(faultsOf(given), {
      "/name": "must not be empty",
      "/age": "must be at least 18",
      "/key": "must be a single digit",
      "/home": "must be a URL",
      "/tags": "must have at most 2 entries, not 3",
      "/tags/1": "must be one of a, b",
      "/tags/2": "must be a string",
      "/inner/a~1b~0c": "must be true or false",
      "/inner/x~1y": "is not known; the known fields are a/b~c",
      "/free": "must have at most 1 field, not 2",
      "/free/b": "must be a number",
      "/agee": "is not known; did you mean age?",
      "/nothing_like_it": "is not known; the known fields are name, age, key, home, tags, inner, free",
    });
    assert.deepEqual(faultsOf({}), { "/name": "is required" });
    assert.deepEqual(faultsOf([]), { "": "must be an object" });
    assert.deepEqual(faultsOf(null), { "": "must be an object" });
    assert.deepEqual(faultsOf({ name: "Ada", home: 1 }), { "/home": "must be a string or null" });
  });

  it("is no time that no clock shows", () => {
    const time = createValidator({ type: "string", format: "date-time" });
    for (const good of ["2028-02-29T23:59:59Z", "2026-03-29T02:30:00.5+02:00"])
      assert.deepEqual(time(good), { value: good });
    for (const bad of [
      "2026-02-30T09:00:00Z",
      "2026-02-29T00:00:00Z",
      "2026-02-28T24:00:00Z",
      "2026-02-28T09:60:00Z",
    ]) {
      assert.deepEqual(time(bad), { faults: [{ path: "", message: "must be a time in ISO 8601 with its offset" }] });
    }
  });

  it("is measured in characters, not in UTF-16 units", () => {
    assert.ok("value" in check({ name: "👋👋👋👋👋" }));
    assert.deepEqual(faultsOf({ name: "👋👋👋👋👋👋" }), { "/name": "must have at most 5 characters, not 6" });
  });

  it("is not converted", () => {
    assert.deepEqual(faultsOf({ name: "Ada", age: "30" }), { "/age": "must be an integer" });
    assert.deepEqual(faultsOf({ name: 5 }), { "/name": "must be a string" });
    assert.deepEqual(faultsOf({ name: null }), { "/name": "must be a string" });
    assert.deepEqual(faultsOf({ name: "Ada", age: 1e999 }), { "/age": "must be an integer" });
  });

  it("is refused with a prototype's key at any depth, and nothing inherits from it", () => {
    const given = JSON.parse(
      '{"name":"Ada","__proto__":{"age":3},"free":{"constructor":1},"inner":{"x":[{"prototype":1}]}}',
    );
    const faults = faultsOf(given);
    assert.deepEqual(Object.keys(faults).sort(), [
      "/__proto__",
      "/free/constructor",
      "/inner/x",
      "/inner/x/0/prototype",
    ]);
    assert.equal(({} as { age?: number }).age, undefined);
  });

  it("has a bounded number of faults told", () => {
    const given = { name: "Ada", tags: Array.from({ length: 500 }, () => 1) };
    const checked = check(given);
    assert.ok("faults" in checked);
    assert.equal(checked.faults.length, 101);
    assert.match(checked.faults.at(-1)?.message ?? "", /^has \d+ further faults$/);
  });
});

describe("a value that is converted", () => {
  const convert = createValidator(SCHEMA, { coerce: true, unknownField: (name) => `${name}?` });

  it("has its fields in the types declared, or they are refused", () => {
    assert.deepEqual(convert({ name: "Ada", age: "31" }), { value: { name: "Ada", age: 31 } });
    assert.deepEqual(convert({ name: "Ada", age: "soon", agee: 1 }), {
      faults: [
        { path: "/agee", message: "agee?" },
        { path: "/age", message: "must be an integer" },
      ],
    });
  });
});

it("true is no number that somebody has written, wherever it stands", () => {
  const seconds = { type: "array", items: { type: "integer" } };
  const schema = { type: "object", properties: { after: { type: "number" }, list: seconds } };
  const convert = createValidator(schema, { coerce: true });
  assert.deepEqual(convert({ after: true, list: ["5", false] }), {
    faults: [
      { path: "/after", message: "must be a number" },
      { path: "/list/1", message: "must be a number" },
    ],
  });
});

describe("a value that could be converted in more than one way", () => {
  const list = { type: "array", items: { type: "integer" } };
  const properties = { count: { type: "number" }, on: { type: "boolean" }, name: { type: "string" }, list };
  const inner = { type: "object", properties };
  const convert = createValidator({ ...inner, properties: { ...properties, inner } }, { coerce: true });
  const told = (given: unknown) => {
    const checked = convert(given);
    return "faults" in checked ? checked.faults.map(({ path, message }) => `${path} ${message}`) : checked.value;
  };

  it("is refused at its place, however deep", () => {
    for (const count of ["", " ", "\n", "0x1F", "0b1", "Infinity", "1e400", "12345678901234567890", "5%", true, null]) {
      assert.deepEqual(told({ inner: { count } }), ["/inner/count must be a number"], JSON.stringify(count));
    }
    for (const on of [" ", "yes", null, 2]) {
      assert.deepEqual(told({ inner: { on } }), ["/inner/on must be true or false"], JSON.stringify(on));
    }
    for (const name of [12345678901234567890, null, Infinity]) {
      assert.deepEqual(told({ inner: { name } }), ["/inner/name must be a string"], String(name));
    }
    assert.deepEqual(told({ inner: { list: [null, "3", ""] } }), [
      "/inner/list/0 must be a number",
      "/inner/list/2 must be an integer",
    ]);
  });

  it("is taken when it has only one reading", () => {
    for (const [count, number] of [
      ["5", 5],
      [" -5.0 ", -5],
      [".5", 0.5],
      ["5.", 5],
      ["+1e1", 10],
      [-0, -0],
    ]) {
      assert.deepEqual(told({ inner: { count } }), { inner: { count: number } });
    }
    assert.deepEqual(told({ on: 1, inner: { on: "false" } }), { on: true, inner: { on: false } });
    assert.deepEqual(told({ name: 0.5, inner: { name: true } }), { name: "0.5", inner: { name: "true" } });
  });

  it("takes no longer to refuse when it is long", () => {
    const from = performance.now();
    assert.deepEqual(told({ count: `${"1".repeat(200_000)}e400` }), ["/count must be a number"]);
    assert.ok(performance.now() - from < 1_000);
  });
});

describe("a schema", () => {
  it("is refused when it has a keyword that nothing looks at", () => {
    assert.throws(() => createValidator({ type: "string", maxLenght: 5 }), /maxLenght/);
    assert.throws(() => createValidator({ type: "text" }));
  });
});
