import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaOf } from "../../../src/toolbox/parameters.js";
import type { ParameterDefinition } from "../../../src/toolbox/tool.js";

const schema = (definition: Omit<ParameterDefinition, "description">) =>
  schemaOf({ parameters: { a: { description: "", ...definition } } });

test("a definition whose fields exclude each other is rejected with both: every call would fail", () => {
  const rows: readonly (readonly [Omit<ParameterDefinition, "description">, string])[] = [
    [{ type: "string", enum: ["x"], default: "y" }, 'a has the default "y", which is not among its choices ["x"]'],
    [{ type: "number", maximum: 1, default: 9 }, "a has the default 9, which is above its maximum 1"],
    [{ type: "integer", minimum: 1, default: 0 }, "a has the default 0, which is below its minimum 1"],
    [{ type: "string", maxLength: 2, default: "long" }, 'a has the value "long", which is longer than its maxLength 2'],
    [{ type: "string", maxLength: 2, enum: ["long"] }, 'a has the value "long", which is longer than its maxLength 2'],
    [{ type: "number", minimum: 2, maximum: 1 }, "a has the minimum 2, which is above its maximum 1"],
    [{ type: "integer", enum: ["1"] }, "a has the type integer, but choices, which are for strings"],
  ];
  for (const [definition, message] of rows) assert.throws(() => schema(definition), new TypeError(message));
});

test("a default may be at a limit", () => {
  schema({ type: "string", enum: ["x", "y"], default: "y", maxLength: 1 });
  schema({ type: "string", maxLength: 2, default: "🌊🌊" });
  schema({ type: "number", minimum: 1, maximum: 1, default: 1 });
});
