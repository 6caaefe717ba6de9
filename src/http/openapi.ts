import { STATUS_CODES } from "node:http";
import { ERRORS, type ErrorCode } from "../kernel/errors.js";
import type { JsonSchema } from "../validation/validator.js";
import { OPERATIONS } from "./operations/index.js";
import type { Operation } from "./operation.js";
import { PROBLEM_TYPE } from "./problem.js";
import * as call from "./schemas/call.js";
import { choice, choiceOption } from "./schemas/choice.js";
import { delivery } from "./schemas/delivery.js";
import { health } from "./schemas/health.js";
import { problemDetails } from "./schemas/problem.js";
import * as schedule from "./schemas/schedule.js";
import * as tool from "./schemas/tool.js";

/** The schemas that have a name of their own, so that generated clients have one too. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  CallRequest: call.callRequest,
  Choice: choice,
  ChoiceOption: choiceOption,
  CallPlaced: call.callPlaced,
  CallRecord: call.callRecord,
  CallResult: call.callResult,
  CallList: call.callList,
  Transcript: call.transcript,
  TranscriptEntry: call.transcriptEntry,
  Delivery: delivery,
  ScheduleRequest: schedule.scheduleRequest,
  ScheduleCreated: schedule.scheduleCreated,
  Schedule: schedule.schedule,
  ScheduleCancelled: schedule.scheduleCancelled,
  ScheduleRun: schedule.scheduleRun,
  SchedulePreview: schedule.schedulePreview,
  Tool: tool.tool,
  ExecuteRequest: tool.executeRequest,
  ToolExecution: tool.toolExecution,
  ToolCallRequest: tool.toolCallRequest,
  ToolCallPlaced: tool.toolCallPlaced,
  Health: health,
  Problem: problemDetails,
};

const TAGS = [
  { name: "Calls", description: "Call people, ask them, hear what came of it." },
  { name: "Webhooks", description: "What was posted to `callback_url`." },
  { name: "Schedules", description: "Calls to come, once or again and again." },
  { name: "Tools", description: "What the assistant can do, for programs too." },
  { name: "Operation", description: "For whoever watches the service." },
];

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id, as it was answered.",
  deliveryId: "The delivery's id.",
  name: "The tool's name, in upper or lower case.",
};

/** The interface as OpenAPI 3.1 has it, made from the schemas that requests are held against. */
export function openApiDocument(version: string): JsonSchema {
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation, names) };
  }
  const schemas = Object.entries(NAMED).map(([name, schema]) => [name, published(schema, names, true)]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Attendant",
      version,
      description:
        "A telephone voice assistant. Success is always 200. Errors are `application/problem+json` with a stable `code`; " +
        "where the status is 400, `errors` names every fault of the request. Fields that are not described are refused in " +
        "requests, and may appear in answers of later versions.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: TAGS,
    paths,
    webhooks: { callResult: { post: callResultWebhook(names) } },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "One of API_KEYS. None is needed while none is set." },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The same in a header of its own." },
      },
      schemas: Object.fromEntries(schemas),
    },
  };
}

type Names = ReadonlyMap<unknown, string>;

function described(operation: Operation, names: Names): JsonSchema {
  const { id, tag, summary, description, open, body, answer } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.required,
        content: { "application/json": { schema: published(body.schema, names) } },
      },
    }),
    responses: {
      200: {
        description: answer.description,
        ...headersOf(operation),
        content: {
          [answer.type ?? "application/json"]: {
            schema: answer.schema ? published(answer.schema, names) : { type: "string" },
          },
        },
      },
      ...problemsOf(operation, names),
    },
  };
}

function headersOf({ answer: { located, paged } }: Operation): JsonSchema {
  const schema = { type: "string" };
  if (located) return { headers: { Location: { description: "Where it is found.", schema } } };
  const description = 'The next page, as RFC 8288 has it: `</schedule?cursor=…>; rel="next"`. Absent on the last.';
  return paged ? { headers: { Link: { description, required: false, schema } } } : {};
}

/** What is posted to a `callback_url`. */
function callResultWebhook(names: Names): JsonSchema {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  });
  return {
    operationId: "callResult",
    tags: ["Webhooks"],
    summary: "Learn how a call went",
    description:
      "Posted to `callback_url` when a call is over. Any 2xx takes it, 410 refuses it for good; anything else, or silence " +
      "for 15 s, is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 4 h. Redirects are not followed.",
    security: [],
    parameters: [
      header("webhook-id", "The same for each attempt."),
      header("webhook-timestamp", "Seconds since the epoch."),
      header("webhook-signature", "As Standard Webhooks has it; there when WEBHOOK_SECRET is set."),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: published(call.callResult, names) } },
    },
    responses: { "2XX": { description: "Taken." }, 410: { description: "Refused for good." } },
  };
}

function parametersOf({ path, query, idempotent }: Operation): JsonSchema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const description = PATH_PARAMETERS[name];
    return { name, in: "path", required: true, description, schema: { type: "string" } };
  });
  const properties = (query?.properties ?? {}) as Record<string, JsonSchema>;
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => {
    return { name, in: "query", description, schema };
  });
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Chosen by the client, once for each thing that it wants done. Whoever asks again with it, and the same body, gets " +
      "the first answer again for 24 hours, and nothing is done twice.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
  return [...inPath, ...inQuery, ...(idempotent ? [key] : [])];
}

/** By status, because a status may come with several codes. */
function problemsOf(operation: Operation, names: Names): JsonSchema {
  const codes: ErrorCode[] = [...operation.problems];
  if (operation.body) codes.push("invalid_request", "payload_too_large", "unsupported_media_type");
  if (operation.method === "post") codes.push("rate_limited");
  if (operation.idempotent) codes.push("idempotency_conflict", "idempotency_in_progress", "store_unavailable");
  if (!operation.open) codes.push("unauthorized");
  codes.push("origin_not_allowed", "internal");
  const schema = published(problemDetails, names);
  const responses: Record<string, JsonSchema> = {};
  for (const code of [...new Set(codes)].sort((one, other) => ERRORS[one].status - ERRORS[other].status)) {
    const { status, title } = ERRORS[code];
    const said = responses[status]?.description;
    responses[status] = {
      description: `${said ? `${String(said)} ` : `${STATUS_CODES[status]}. `}\`${code}\`: ${title}.`,
      ...([429, 503].includes(status) && {
        headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
      }),
      content: { [PROBLEM_TYPE]: { schema } },
    };
  }
  return responses;
}

/** The schema with those inside it that have a name replaced by a reference to it. */
function published(schema: unknown, names: Names, itself = false): unknown {
  const name = itself ? undefined : names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((each) => published(each, names));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, published(value, names)]));
}
