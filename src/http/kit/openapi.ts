import { STATUS_CODES } from "node:http";
import { ERRORS, type ErrorCode } from "../../kernel/errors.js";
import type { JsonSchema } from "../../validation/validator.js";
import type { Endpoint, Tag } from "./endpoint.js";
import { PROBLEM_TYPE, problemDetails } from "./problem.js";

/** A request that the service posts to clients. */
export interface Webhook {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Descriptions of its headers, by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly schema: JsonSchema;
  /** Descriptions of the receiver's answers, by status. */
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface DocumentNeeds {
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly Webhook[];
  /** The named schemas, so that generated clients have names for them too. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The interface as an OpenAPI 3.1 document, built from the mounted endpoints. */
export function openApiDocument({ version, endpoints, webhooks, schemas }: DocumentNeeds): JsonSchema {
  const named = Object.entries({ ...schemas, Problem: problemDetails });
  const names = new Map(named.map(([name, schema]) => [schema, name]));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: described(endpoint, names) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Attendant",
      version,
      description:
        "A telephone voice assistant. Success is always 200. Errors are `application/problem+json` with a " +
        "stable `code`; where the status is 400, `errors` lists every fault of the request. Unknown fields " +
        "are rejected in requests, and may appear in answers of later versions. A null field of a body counts " +
        "as absent, and so does an optional field that is empty text.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set([...endpoints, ...webhooks].map(({ tag }) => tag))],
    paths,
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.id, { post: posted(webhook, names) }])),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: KEYS },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The same key in its own header." },
      },
      schemas: Object.fromEntries(named.map(([name, schema]) => [name, published(schema, names, true)])),
    },
  };
}

const KEYS =
  "One of API_KEYS, with the scopes that the operation requires; a key without a name has all scopes. " +
  "While API_KEYS is empty, no key is required.";

type Names = ReadonlyMap<unknown, string>;

function described(endpoint: Endpoint, names: Names): JsonSchema {
  const { id, tag, summary, description, scopes, body, answer } = endpoint;
  const parameters = parametersOf(endpoint);
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    ...(description && { description }),
    security: scopes ? [{ bearer: scopes }, { apiKey: scopes }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, names) }),
    responses: {
      200: {
        description: answer.description,
        ...(answer.headers && { headers: answer.headers }),
        content: {
          [answer.type ?? "application/json"]: {
            schema: answer.schema ? published(answer.schema, names) : { type: "string" },
          },
        },
      },
      ...problemsOf(endpoint, names),
    },
  };
}

function posted({ id, tag, summary, description, headers, schema, responses }: Webhook, names: Names): JsonSchema {
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    description,
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => {
      return { name, in: "header", description, schema: { type: "string" } };
    }),
    requestBody: requestBody({ schema, required: true }, names),
    responses,
  };
}

function requestBody({ schema, required }: NonNullable<Endpoint["body"]>, names: Names): JsonSchema {
  return { required, content: { "application/json": { schema: published(schema, names) } } };
}

function parametersOf({ path, params, query, once }: Endpoint): JsonSchema[] {
  const meanings: Readonly<Record<string, string>> = { id: "The id from the answer that created it.", ...params };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    return { name, in: "path", required: true, description: meanings[name], schema: { type: "string" } };
  });
  const properties = (query?.properties ?? {}) as Record<string, JsonSchema>;
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => {
    return { name, in: "query", description, schema };
  });
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Chosen by the client, one for each thing it wants done. A repeated request with the same key and " +
      "body gets the first answer again for 24 hours, and nothing is done twice.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
  const trace = {
    name: "traceparent",
    in: "header",
    description: "W3C trace context: the work of the request continues this trace when tracing is on.",
    schema: { type: "string" },
  };
  return [...inPath, ...inQuery, ...(once ? [key, trace] : [])];
}

/** Grouped by status, because several codes may share one. */
function problemsOf(endpoint: Endpoint, names: Names): JsonSchema {
  const codes: ErrorCode[] = [...endpoint.problems];
  if (endpoint.body) codes.push("invalid_request", "payload_too_large", "unsupported_media_type");
  if (endpoint.once) codes.push("idempotency_conflict", "idempotency_in_progress", "store_unavailable");
  if (endpoint.scopes) codes.push("unauthorized", "scope_missing");
  codes.push("origin_not_allowed", "rate_limited", "internal");
  const schema = published(problemDetails, names);
  const responses: Record<string, JsonSchema> = {};
  for (const code of [...new Set(codes)].sort((one, other) => ERRORS[one].status - ERRORS[other].status)) {
    const { status, title } = ERRORS[code];
    const said = responses[status]?.description;
    responses[status] = {
      description: `${said ? `${String(said)} ` : `${STATUS_CODES[status]}. `}\`${code}\`: ${title}.`,
      ...([429, 503].includes(status) && {
        headers: {
          "Retry-After": { description: "Seconds to wait before the next request.", schema: { type: "integer" } },
        },
      }),
      content: { [PROBLEM_TYPE]: { schema } },
    };
  }
  return responses;
}

/** Replaces each named schema inside the schema by a reference to it. */
function published(schema: unknown, names: Names, itself = false): unknown {
  const name = itself ? undefined : names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((each) => published(each, names));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, published(value, names)]));
}
