import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { parameterFaults } from "../../../src/http/tools/requested-tool.js";
import { toolBody } from "../../../src/http/tools/tool-endpoints.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    rooms: { type: "array", items: { type: "string", maxLength: 20 }, description: "Where." },
    scene: {
      type: "object",
      properties: { level: { type: "integer", maximum: 100 }, colour: { type: ["string", "null"] } },
      required: ["level"],
    },
    until: { anyOf: [{ type: "string", format: "some-day" }, { type: "null" }] },
  },
  required: ["rooms"],
  additionalProperties: false,
};
const LIGHTS: Tool = {
  name: "HOME_LIGHTS",
  description: "Sets lights.",
  schema: SCHEMA,
  execute: (parameters) => ({ status: "SUCCESS", message: "Done.", data: { ...parameters } }),
};
const box = createToolbox([LIGHTS], { timeoutMs: 1_000 });
const use = async (given: unknown) => (await box.execute("HOME_LIGHTS", given, toolEnvironment())).data;

describe("a tool that brings a schema of its own", () => {
  it("is offered with it, and shown with it and with an outline of its parameters", () => {
    assert.deepEqual(box.offers[0]?.parameters, SCHEMA);
    const { schema, parameters } = toolBody(LIGHTS) as { schema?: unknown; parameters: unknown };
    assert.deepEqual(schema, SCHEMA);
    assert.deepEqual(parameters, {
      rooms: { type: "array", description: "Where.", required: true },
      scene: { type: "object", description: "", required: false },
      until: { type: "any", description: "", required: false },
    });
  });

  it("gets lists, objects and nulls that fit as they are", async () => {
    const given = { rooms: ["hall"], scene: { level: 5, colour: null }, until: null };
    assert.deepEqual(await use(given), given);
    assert.deepEqual(await use(JSON.stringify(given)), given);
  });

  it("gets what is nearly right converted, as any tool does", async () => {
    assert.deepEqual(await use({ rooms: ["hall"], scene: { level: "5" } }), { rooms: ["hall"], scene: { level: 5 } });
    assert.deepEqual(await use({ rooms: ["hall"], scene: null }), { rooms: ["hall"] });
  });

  it("gets no value that nobody gave", () => {
    const faults = (scene: unknown) => {
      const checked = box.check(LIGHTS, { rooms: ["hall"], scene });
      return "faults" in checked ? checked.faults : checked.parameters;
    };
    assert.deepEqual(faults({ level: null }), [{ path: "scene/level", message: "is required" }]);
    assert.deepEqual(faults({ level: " " }), [{ path: "scene/level", message: "must be a number" }]);
    assert.deepEqual(faults({ level: "5", dim: null }), { rooms: ["hall"], scene: { level: 5 } });
    assert.deepEqual(box.check(LIGHTS, { rooms: [null] }), {
      faults: [{ path: "rooms/0", message: "must be a string" }],
    });
  });

  it("is not run with what does not fit, and each fault is told at its place", () => {
    const given = { rooms: [{ a: 1 }], scene: { level: 101 }, colour: 1 };
    assert.deepEqual(box.check(LIGHTS, given), {
      faults: [
        { path: "colour", message: "is not a parameter of this tool" },
        { path: "rooms/0", message: "must be a string" },
        { path: "scene/level", message: "must be at most 100" },
      ],
    });
    assert.deepEqual(
      parameterFaults(box, LIGHTS, given, "/params").map(({ path }) => path),
      ["/params/colour", "/params/rooms/0", "/params/scene/level"],
    );
  });

  it("is run without a parameter that a model invents, unless it names nothing else", () => {
    const fits = '{"rooms":["hall"]}';
    assert.deepEqual(box.check(LIGHTS, '{"rooms":["hall"],"colour":1}'), box.check(LIGHTS, fits));
    const optional = { ...LIGHTS, schema: { type: "object", properties: { rooms: {} }, additionalProperties: false } };
    const check = createToolbox([optional], { timeoutMs: 1 });
    assert.deepEqual(check.check(optional, '{"room":"hall"}'), {
      faults: [{ path: "room", message: "is not a parameter of this tool" }],
    });
    const bare = { ...LIGHTS, schema: { type: "object", properties: {}, additionalProperties: false } };
    assert.deepEqual(createToolbox([bare], { timeoutMs: 1 }).check(bare, '{"reason":"bye"}'), { parameters: {} });
  });

  it("is not run with arguments nested as deep as no reader goes", () => {
    const deep = `{"rooms":${"[".repeat(8_000)}${"]".repeat(8_000)}}`;
    assert.deepEqual(box.check(LIGHTS, deep), {
      faults: [{ path: "", message: "must not be nested more than 64 levels deep" }],
    });
  });

  it("is refused with an invalid schema", () => {
    const broken = { ...LIGHTS, schema: { type: "object", properties: { a: { type: "colour" } } } };
    assert.throws(() => createToolbox([broken], { timeoutMs: 1 }), /parameters of HOME_LIGHTS/);
  });
});
