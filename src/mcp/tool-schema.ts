import { isRecord } from "../kernel/record.js";
import type { JsonSchema } from "../validation/validator.js";
import { isPrototypeKey } from "../validation/hostile-values.js";
import { plainText } from "./plain-text.js";

const DEEPEST = 6;
const MAX_PARTS = 300;
const MAX_PROPERTIES = 50;
const MAX_CHOICES = 100;
/** In characters of JSON: it is part of every request to the model. */
const MAX_TEXT_LENGTH = 8_000;
const MAX_DESCRIPTION = 300;

const TYPES = ["string", "integer", "number", "boolean", "object", "array", "null"];
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const CHOICES = ["anyOf", "oneOf", "allOf"];
const ANYTHING: JsonSchema = {};

/** What is wrong with a schema, as a clause: "has no properties". */
export class SchemaFault extends Error {
  override readonly name = "SchemaFault";
}

type Schema = Record<string, unknown>;

/**
 * Reduces a server's schema to what is safe for checking arguments and useful to a model. Patterns are removed: matching runs on
 * the thread of the audio, and a malicious one never ends. References are replaced by their targets. The server checks what is
 * removed, as it does anyway.
 *
 * @throws {SchemaFault} when it is not for an object, or too large
 */
export function reducedSchema(given: unknown): JsonSchema {
  if (!isRecord(given) || (given.type !== undefined && given.type !== "object")) {
    throw new SchemaFault("is not for an object");
  }
  let parts = 0;

  function reduce(value: unknown, depth: number, following: readonly string[]): JsonSchema {
    if (++parts > MAX_PARTS) throw new SchemaFault("has too many parts");
    if (!isRecord(value) || depth > DEEPEST) return ANYTHING;
    if (typeof value.$ref === "string") {
      const { $ref: ref } = value;
      const meant = following.includes(ref) ? undefined : referred(given as Schema, ref);
      return { ...reduce(meant, depth + 1, [...following, ref]), ...annotations(value) };
    }
    const inner = (part: unknown) => reduce(part, depth + 1, following);
    const reduced: Schema = { ...typeOf(value), ...annotations(value), ...limits(value), ...choices(value) };
    if (isRecord(value.properties)) Object.assign(reduced, propertiesOf(value, inner));
    if (isRecord(value.items)) reduced.items = inner(value.items);
    const { additionalProperties: others } = value;
    if (typeof others === "boolean") reduced.additionalProperties = others;
    else if (isRecord(others)) reduced.additionalProperties = inner(others);
    return { ...reduced, ...alternativesOf(value, inner) };
  }

  // Many servers of models reject alternatives at the top level.
  const { anyOf: _, allOf: __, ...reduced } = reduce(given, 0, []) as Schema;
  const schema = { properties: {}, ...reduced, type: "object" };
  if (JSON.stringify(schema).length > MAX_TEXT_LENGTH) throw new SchemaFault("is too long");
  return schema;
}

function alternativesOf(value: Schema, inner: (part: unknown) => JsonSchema): Schema {
  const alternatives: Schema = {};
  for (const keyword of CHOICES) {
    const several = value[keyword];
    if (!Array.isArray(several) || several.length === 0 || several.length > MAX_CHOICES) continue;
    // The server checks that only one matches: after conversion, two often do.
    alternatives[keyword === "oneOf" ? "anyOf" : keyword] ??= several.map(inner);
  }
  return alternatives;
}

function propertiesOf({ properties, required }: Schema, inner: (part: unknown) => JsonSchema): Schema {
  const entries = Object.entries(properties as Schema);
  if (entries.length > MAX_PROPERTIES) throw new SchemaFault(`has more than ${MAX_PROPERTIES} properties`);
  for (const [name] of entries) {
    if (isPrototypeKey(name) || name !== plainText(name, 64))
      throw new SchemaFault("has a property without a valid name");
  }
  const names = entries.map(([name]) => name);
  const needed = Array.isArray(required) ? names.filter((name) => required.includes(name)) : [];
  return {
    properties: Object.fromEntries(entries.map(([name, part]) => [name, inner(part)])),
    ...(needed.length > 0 && { required: needed }),
  };
}

function typeOf({ type, properties }: Schema): Schema {
  const types = [type].flat().filter((each) => TYPES.includes(each as string));
  if (types.length > 1) return { type: [...new Set(types)] };
  if (types.length === 1) return { type: types[0] };
  return isRecord(properties) ? { type: "object" } : {};
}

function annotations({ description, format, default: fallback }: Schema): Schema {
  const words = typeof description === "string" ? plainText(description, MAX_DESCRIPTION) : "";
  return {
    ...(words && { description: words }),
    ...(typeof format === "string" && /^[a-z-]{1,30}$/.test(format) && { format }),
    ...(isShort(fallback) && fallback !== null && { default: fallback }),
  };
}

function limits(value: Schema): Schema {
  const numbers = NUMBERS.filter((keyword) => Number.isFinite(value[keyword]));
  const counts = COUNTS.filter((keyword) => Number.isInteger(value[keyword]) && Number(value[keyword]) >= 0);
  return Object.fromEntries([...numbers, ...counts].map((keyword) => [keyword, value[keyword]]));
}

function choices({ enum: several, const: one }: Schema): Schema {
  const fits = Array.isArray(several) && several.length > 0 && several.length <= MAX_CHOICES && several.every(isShort);
  return { ...(fits && { enum: several }), ...(one !== undefined && isShort(one) && { const: one }) };
}

/** The target of a reference within the schema. */
function referred(root: Schema, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), root);
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value === plainText(value, 200);
  return value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}
