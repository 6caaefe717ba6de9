import { isRecord } from "../../kernel/record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { request, text, whole } from "../kit/schema.js";
import type { ModelTool } from "./model-tools.js";

/** In s. */
export const LONGEST_WAIT = 300;

export const WAIT: JsonSchema = whole(
  "How long to wait for the end of the call, in seconds. Waiting ends nothing: a call that is not over then goes on.",
  { minimum: 0, maximum: LONGEST_WAIT },
);

/** The part of a request that a field belongs to. */
export type Part = "params" | "query" | "body" | "wait";

/** What models and their servers read of a schema. Patterns and conditions are left to the endpoint, which answers in words. */
const KEPT = [
  ...["type", "description", "enum", "default", "format", "items", "required", "additionalProperties"],
  ...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"],
];

/** The fields of a tool, by name: those of the path, of the query and of the body in one object. */
export function fieldsOf(tool: ModelTool): ReadonlyMap<string, { readonly part: Part; readonly schema: JsonSchema }> {
  const { endpoint, id = "id", without, defaults = {}, waitSeconds } = tool;
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => (name === "id" ? id : name));
  const defaultOf = (name: string) => (Object.hasOwn(defaults, name) ? { default: defaults[name] } : {});
  const field = (part: Part) => (entry: readonly [string, unknown]) =>
    [entry[0], { part, schema: { ...(entry[1] as JsonSchema), ...defaultOf(entry[0]) } }] as const;
  const all = [
    ...inPath.map((name) => field("params")([name, text("The id from the answer that created it.")])),
    ...Object.entries((endpoint.query?.properties ?? {}) as Readonly<Record<string, JsonSchema>>)
      .map(unencoded)
      .map(field("query")),
    ...Object.entries(endpoint.body?.schema.properties ?? {}).map(field("body")),
    ...(waitSeconds === undefined ? [] : [field("wait")(["wait_seconds", { ...WAIT, default: waitSeconds }])]),
  ];
  return new Map(all.filter(([name]) => !without.includes(name)));
}

/** Leaves out how to write a value in an address. */
function unencoded([name, schema]: readonly [string, JsonSchema]): readonly [string, JsonSchema] {
  return [name, { ...schema, description: String(schema.description).replace(/; encode [^.]*%2B/, "") }];
}

/** The schema of a tool's arguments. */
export function inputSchemaOf(tool: ModelTool): JsonSchema {
  const { endpoint, requires = [] } = tool;
  const fields = [...fieldsOf(tool)];
  const inBody = (endpoint.body?.schema.required ?? []) as readonly string[];
  const required = fields
    .filter(
      ([name, { part }]) => part === "params" || (part === "body" && inBody.includes(name)) || requires.includes(name),
    )
    .map(([name]) => name);
  return readable(request(Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])), required));
}

function readable(schema: JsonSchema): JsonSchema {
  const kept = KEPT.filter((keyword) => keyword in schema).map((keyword) => [keyword, schema[keyword]] as const);
  const { properties, items, additionalProperties } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(isRecord(items) && { items: readable(items) }),
    ...(isRecord(additionalProperties) && { additionalProperties: readable(additionalProperties) }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, readable(inner as JsonSchema)]),
      ),
    }),
  };
}

/** What the tool does, in the endpoint's words. Other operations that they mention become tools. */
export function descriptionOf(tool: ModelTool, all: readonly ModelTool[]): string {
  const { title = tool.endpoint.summary, description = tool.endpoint.description } = tool;
  const words = description === undefined ? `${title}.` : `${title}. ${description}`;
  return words.replace(/`([A-Z]+) (\/[^`]*)`/g, (written, method: string, path: string) => {
    const named = all.find(({ endpoint }) => endpoint.method === method.toLowerCase() && endpoint.path === path);
    return named ? `\`${named.name}\`` : written;
  });
}
