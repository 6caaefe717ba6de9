import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { JsonSchema } from "../../src/validation/validator.js";
import { FULL } from "../support/form.js";
import { recordOf } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { faultsOf, type RestServer, startRestServer } from "../unit/http/rest-server.js";

interface Operation {
  readonly method: "post" | "patch";
  readonly path: string;
  readonly schema: JsonSchema;
  readonly bodies: readonly Record<string, unknown>[];
}

const TIMER_RUN = { duration: 5, message: "Tea.", voice: "slt" };
const HOOK = "https://example.org/hook";
const ASSISTANTS = "assistants: { reception: { name: Berg } }\n";
/** Bodies where the published examples do not give every field, or are about another tool, by operation. */
const BODIES: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  sayInCall: [{ text: "Dinner is ready." }],
  placeCall: [
    {
      extension: "1001",
      message: "Dinner is ready.",
      callback_url: HOOK,
      ring_timeout: 20,
      choice: {
        prompt: "Will you come?",
        options: [{ value: "yes", synonyms: ["yeah", "sure"], dtmf: "1" }, { value: "no" }],
        timeout_seconds: 20,
        repeat_count: 3,
      },
    },
  ],
  executeTool: [{ tool: "SET_TIMER", params: TIMER_RUN, speak_result: true, call_id: "c-1" }],
  callWithTool: [{ tool: "SET_TIMER", params: TIMER_RUN, extension: "1001", prefix: "Hello.", suffix: "Bye." }],
  forgetNumber: [{ number: "+4930123456", dry_run: true }],
  createSchedule: [
    { extension: "1001", message: "Tea.", at_time: "08:30", date: "2026-03-29", timezone: "Europe/Rome" },
    { extension: "1001", tool: "SET_TIMER", tool_params: TIMER_RUN, delay_seconds: 60, callback_url: HOOK },
  ],
  changeSchedule: [
    { message: "Tea.", at_time: "08:30", date: "2026-03-29", timezone: "Europe/Rome" },
    { extension: "1001", tool: "SET_TIMER", tool_params: TIMER_RUN, callback_url: HOOK },
  ],
  addDoNotCall: [{ number: "+4930123456", reason: "They asked for it." }],
  reportAlerts: [{ alerts: [{ status: "firing", labels: { alertname: "Down" } }] }],
  tryAssistant: [{ text: "When do you open?" }],
  replaceAssistantsFile: [{ text: ASSISTANTS }],
  checkAssistantsFile: [{ text: ASSISTANTS }],
};
/** Of the entries in paths, by the beginning of the path. */
const IDS: Readonly<Record<string, string>> = {
  "/call": "call-1",
  "/schedule": "schedule-1",
  "/alerts": "alert-1",
  "/assistants/": "reception",
  "/assistants-file": "version-1",
};

/** A schema with what it refers to put in, and the tool's parameters in the place of those of any tool. */
function resolved(schema: unknown, schemas: Readonly<Record<string, unknown>>, parameters: object): unknown {
  const inside = (each: unknown) => resolved(each, schemas, parameters);
  if (Array.isArray(schema)) return schema.map(inside);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return inside(schemas[$ref.split("/").at(-1) ?? ""]);
  const entries = Object.entries(schema).map(([key, each]) => [key, inside(each)]);
  const of = Object.fromEntries(entries) as Record<string, unknown>;
  return "maxProperties" in of ? { ...of, properties: parameters } : of;
}

/**
 * Every operation that is published and takes a body, with bodies that fit it.
 *
 * @param ofTools whether the fields of a tool's parameters are among those of the body
 */
async function operationsOf(rest: RestServer, ofTools: boolean): Promise<Operation[]> {
  const { paths, components } = (await rest.ask("/openapi.json")).body as unknown as {
    paths: Record<string, Record<string, { operationId: string; requestBody?: { content: object } }>>;
    components: { schemas: Record<string, unknown> };
  };
  const { parameters } = ofTools
    ? ((await rest.ask("/tools/SET_TIMER")).body as { parameters: object })
    : { parameters: {} };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
      // Messages of another protocol, with rules of its own.
      if (!requestBody || operationId === "useModelContextProtocol") return [];
      const [{ schema }] = Object.values(requestBody.content) as [{ schema: unknown }];
      const ids: Record<string, string> = { name: "SET_TIMER", deliveryId: "delivery-1" };
      const [, id = ""] = Object.entries(IDS).find(([begin]) => path.startsWith(begin)) ?? [];
      return {
        method: method as Operation["method"],
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? id),
        schema: resolved(schema, components.schemas, parameters) as JsonSchema,
        bodies: BODIES[operationId] ?? [{}],
      };
    }),
  );
}

type Place = readonly (string | number)[];

/** Where a field that the schema knows is, or could be, in a body. */
function fieldsOf(
  value: unknown,
  { properties, required = [], items }: JsonSchema,
  isOptional: boolean,
  at: Place = [],
): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, i) => fieldsOf(each, (items ?? {}) as JsonSchema, isOptional, [...at, i]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const place = [...at, name];
    const isLeftAlone = isOptional && (required as readonly string[]).includes(name);
    const inside = fieldsOf((value as Record<string, unknown>)[name], schema, isOptional, place);
    return isLeftAlone ? inside : [place, ...inside];
  });
}

/** A copy with something else in some places; undefined for without them. */
function changed(value: unknown, places: readonly Place[], by: null | "" | undefined): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const place of places) {
    const parent = place
      .slice(0, -1)
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], copy);
    const name = String(place.at(-1));
    if (typeof parent !== "object" || parent === null) continue; // What it was in is gone.
    if (by !== undefined) (parent as Record<string, unknown>)[name] = by;
    else delete (parent as Record<string, unknown>)[name];
  }
  return copy;
}

/** What is answered, and what was asked for, without the ids that differ each time. */
async function outcomeOf(
  rest: RestServer,
  { method, path }: Pick<Operation, "method" | "path">,
  body: unknown,
): Promise<string> {
  const { status, text } = await rest[method](path, body);
  const { calls, tools, schedules, deliveries } = rest;
  const lists = [
    calls.placed,
    calls.said,
    tools.executed,
    tools.called,
    schedules.created,
    schedules.changed,
    deliveries.redelivered,
  ];
  const asked = lists.map((list: unknown[]) => list.splice(0));
  return `${status} ${text} ${JSON.stringify(asked)}`
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/"ms":\d+/, '"ms":0');
}

async function startRest(t: Parameters<typeof startRestServer>[0]): Promise<RestServer> {
  const rest = await startRestServer(t);
  rest.schedules.schedules.set("schedule-1", scheduleOf());
  rest.calls.records.set("call-1", recordOf());
  await rest.assistantsFile.replace(ASSISTANTS);
  return rest;
}

for (const [what, empty] of [
  ["null", null],
  ["empty text", ""],
] as const) {
  describe(`${what} in a body`, () => {
    /** That of a required field is a fault of its own, and what a tool makes of it its own affair. */
    const isOptional = empty === "";

    it("has no effect for any optional field of any operation", async (t) => {
      const rest = await startRest(t);
      const operations = await operationsOf(rest, !isOptional);
      assert.equal(operations.length, 19);
      for (const operation of operations) {
        const { path, schema, bodies } = operation;
        for (const body of bodies) {
          const isAbsent = (place: Place) =>
            place.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], body) ===
            undefined;
          const absent = fieldsOf(body, schema, isOptional).filter(isAbsent);
          const plain = await outcomeOf(rest, operation, body);
          assert.match(plain, /^200 /, path);
          assert.equal(await outcomeOf(rest, operation, changed(body, absent, empty)), plain, path);
        }
      }
    });

    it("is equivalent to omitting any field, including its faults", async (t) => {
      const rest = await startRest(t);
      for (const operation of await operationsOf(rest, !isOptional)) {
        const { schema, bodies } = operation;
        for (const body of bodies) {
          await fc.assert(
            fc.asyncProperty(fc.subarray(fieldsOf(body, schema, isOptional)), async (places) => {
              const absent = await outcomeOf(rest, operation, changed(body, places, undefined));
              assert.equal(await outcomeOf(rest, operation, changed(body, places, empty)), absent);
            }),
            { numRuns: FULL ? 60 : 12 },
          );
        }
      }
    });
  });
}

describe("null in a body", () => {
  it("makes the same request for an Idempotency-Key", async (t) => {
    const rest = await startRest(t);
    const body = { extension: "1001", message: "Dinner is ready." };
    const key = { "idempotency-key": "dinner" };
    const first = await rest.post("/call", body, key);
    const again = await rest.post("/call", { ...body, callback_url: null, choice: null }, key);
    assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
  });

  it("is rejected in place of an entry, and for an unknown field", async (t) => {
    const rest = await startRest(t);
    const choice = { prompt: "Yes?", options: [null, { value: "no", synonyms: [null] }] };
    const answer = await rest.post("/call", { extension: "1001", message: "Hello.", choice, callback_ulr: null });
    assert.deepEqual(faultsOf(answer), {
      "/callback_ulr": "is not known; did you mean callback_url?",
      "/choice/options/0": "must be an object",
      "/choice/options/1/synonyms/0": "must be a string",
    });
    const params = { duration: 5, vioce: null };
    const misspelt = await rest.post("/tools/SET_TIMER/execute", { params });
    assert.deepEqual(faultsOf(misspelt), { "/params/vioce": "is not a parameter of this tool" });
  });
});

describe("a body from a client that cannot express empty values, or distinguish numbers from text", () => {
  it("schedules a call, ignoring the empty fields", async (t) => {
    const rest = await startRest(t);
    const empty = { callback_url: "", prefix: "", suffix: "", timezone: "", recurring: "", tool: "", date: "" };
    const { status, text } = await rest.post("/schedule", {
      ...{ extension: "1006", message: "Hello.", delay_seconds: 3000 },
      ...empty,
      tool_params: "",
    });
    assert.equal(status, 200, text);
    const [{ callbackUrl, tool, recurring } = {}] = rest.schedules.created;
    assert.deepEqual([callbackUrl, tool, recurring], [null, null, null]);
  });

  it("gets an error for two alternatives that are both empty, and for an empty required text", async (t) => {
    const rest = await startRest(t);
    const both = { extension: "1006", message: "", tool: "", at_time: "", delay_seconds: "" };
    assert.deepEqual(faultsOf(await rest.post("/schedule", both)), {
      "/message": "is required, or tool instead",
      "/at_time": "is required, or delay_seconds instead",
    });
    const choice = { prompt: "", options: [{ value: "", synonyms: [""] }] };
    assert.deepEqual(faultsOf(await rest.post("/call", { extension: "1006", message: "", choice })), {
      "/message": "must not be empty",
      "/choice/prompt": "must not be empty",
      "/choice/options/0/value": "must not be empty",
      "/choice/options/0/synonyms/0": "must not be empty",
    });
  });

  it("may give a number as text and text as a number, if the type of the field is clear", async (t) => {
    const rest = await startRest(t);
    const choice = { prompt: "Which?", options: [{ value: 1, dtmf: 7 }], timeout_seconds: "20" };
    const called = await rest.post("/call", { extension: 1006, message: "Hello.", ring_timeout: "30", choice });
    assert.equal(called.status, 200, called.text);
    const [placed] = rest.calls.placed;
    assert.deepEqual([placed?.extension, placed?.ringTimeoutMs], ["1006", 30_000]);
    assert.deepEqual(placed?.choice?.options, [{ value: "1", synonyms: [], key: "7" }]);
    assert.equal((await rest.post("/forget", { number: 1006, dry_run: "true" })).body.dry_run, true);
  });

  it("may not do so if that is ambiguous", async (t) => {
    const rest = await startRest(t);
    for (const [field, value] of [
      ["extension", 1006.5],
      ["extension", -1006],
      ["extension", 4930123456789012345n],
      ["message", true],
      ["ring_timeout", "0x1e"],
      ["ring_timeout", "30 s"],
      ["ring_timeout", "3e1"],
      ["ring_timeout", true],
    ] as const) {
      const body = { extension: "1006", message: "Hello.", [field]: typeof value === "bigint" ? "BIG" : value };
      const answer = await rest.post("/call", JSON.stringify(body).replace('"BIG"', String(value)));
      assert.deepEqual(Object.keys(faultsOf(answer)), [`/${field}`], `${field} ${value}`);
    }
    assert.deepEqual(rest.calls.placed, []);
  });

  it("may give a time of day with seconds of zero, and without its leading zero", async (t) => {
    const rest = await startRest(t);
    const at = (at_time: string) => rest.post("/schedule", { extension: "1006", message: "Hello.", at_time });
    for (const time of ["07:00", "07:00:00", "7:00"]) assert.equal((await at(time)).status, 200, time);
    assert.deepEqual(
      rest.schedules.created.map(({ when }) => when.kind === "time" && when.time),
      ["07:00", "07:00", "07:00"],
    );
    for (const time of ["07:00:30", "7", "24:00", "7:0", "7.00", "7:00 pm", "007:00"]) {
      assert.deepEqual(Object.keys(faultsOf(await at(time))), ["/at_time"], time);
    }
  });
});

describe("half a character in a body", () => {
  it("is rejected wherever it occurs", async (t) => {
    const rest = await startRest(t);
    const half = String.raw`{ "extension": "1006", "message": "Hi \ud83d", "choice": { "prompt": "\udc4b?", "options": [{ "value": "a" }] } }`;
    const fault = "must be text without unpaired surrogates";
    assert.deepEqual(faultsOf(await rest.post("/call", half)), { "/message": fault, "/choice/prompt": fault });
  });
});
