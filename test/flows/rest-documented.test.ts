import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resultOf } from "../../src/calls/record/call-result.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { createValidator, type JsonSchema } from "../../src/validation/validator.js";
import { occurrence } from "../contract/schedule-samples.js";
import { NOON, recordOf } from "../unit/http/fake-calls.js";
import { newChain } from "../support/fakes/chains.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { type Answered, ENDPOINTS, type RestServer, startRestServer } from "../unit/http/rest-server.js";

interface Described {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
  readonly responses: Record<
    string,
    {
      readonly content: Record<string, { schema: JsonSchema }>;
      readonly headers?: Record<string, { readonly required?: boolean }>;
    }
  >;
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

const KEY = "0123456789abcdef";
/** What stands for `id`, by the path's beginning. */
const IDS: Readonly<Record<string, string>> = {
  call: "call-1",
  chain: "chain-1",
  schedule: "schedule-1",
  assistants: "reception",
  "assistants-file": "version-1",
  alerts: "alert-1",
};
const VALUES: Readonly<Record<string, string>> = {
  deliveryId: "delivery-1",
  name: "SET_TIMER",
  number: "%2B493012345678",
};
/** Where the published example does not fit the tool of the test. */
const BODIES: Readonly<Record<string, unknown>> = {
  executeTool: { params: { duration: 5 } },
  callWithTool: { tool: "SET_TIMER", params: { duration: 5 }, extension: "1001" },
  redeliver: {},
  runSchedule: {},
  skipRun: {},
  pauseSchedule: {},
  resumeSchedule: {},
  restoreAssistantsVersion: {},
  acknowledgeAlert: {},
};

/** A schema as strict as can be: an answer has no field that is not described. */
function strict(schema: unknown, document: Document): unknown {
  if (Array.isArray(schema)) return schema.map((each) => strict(each, document));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return strict(document.components.schemas[$ref.split("/").at(-1) ?? ""], document);
  const closed = "properties" in schema && !("additionalProperties" in schema) ? { additionalProperties: false } : {};
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value, document)])),
    ...closed,
  };
}

/** An answer is one of those described for its status. */
function expectDescribed(answer: Answered, described: Described, document: Document): void {
  const response = described.responses[answer.status];
  assert.ok(response, `${described.operationId} does not describe ${answer.status}`);
  const [type, content] = Object.entries(response.content)[0] ?? [];
  assert.equal(answer.headers.get("content-type")?.split(";")[0], type, described.operationId);
  const schema = strict(content?.schema, document) as JsonSchema;
  const checked = createValidator(schema)(type?.includes("json") ? JSON.parse(answer.text) : answer.text);
  assert.ok("value" in checked, `${described.operationId}: ${JSON.stringify(checked)}`);
  for (const [header, { required = true }] of Object.entries(response.headers ?? {})) {
    assert.ok(!required || answer.headers.get(header), `${described.operationId} ${answer.status} has no ${header}`);
  }
}

async function walk(
  rest: RestServer,
  each: (ask: (init?: RequestInit) => Promise<Answered>, described: Described) => Promise<void>,
) {
  const document = (await rest.ask("/openapi.json")).body as unknown as Document;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const schema = strict(described.requestBody?.content["application/json"]?.schema, document) as
        | { examples?: unknown[] }
        | undefined;
      const body = BODIES[described.operationId] ?? schema?.examples?.[0];
      const id = IDS[path.split("/")[1] ?? ""];
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? id ?? name);
      const accept = "application/json, text/event-stream";
      const headers = { "x-api-key": KEY, accept, ...(schema && { "content-type": "application/json" }) };
      await each(async (init = {}) => {
        const answer = await rest.ask(url, {
          method: method.toUpperCase(),
          ...(schema && { body: JSON.stringify(body) }),
          ...init,
          headers: { ...headers, ...(init.headers as Record<string, string>) },
        });
        expectDescribed(answer, described, document);
        return answer;
      }, described);
    }
  }
}

async function furnished(rest: RestServer): Promise<void> {
  rest.calls.records.set("call-1", recordOf());
  rest.calls.records.set(
    "call-2",
    recordOf({
      callId: "call-2",
      status: "queued",
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      choiceStatus: null,
      choiceResponse: null,
      choiceRawText: null,
    }),
  );
  await rest.chains.start(newChain());
  rest.calls.transcripts.set("call-1", [
    { at: NOON, who: "assistant", text: "Hello.", unheard: "How are you?" },
    { at: NOON, who: "caller", text: "Hi." },
    { at: NOON, who: "tool", tool: "CALC", status: "SUCCESS", message: "Two." },
  ]);
}

function scheduled({ schedules }: RestServer): void {
  const lastRun = { dueAt: NOON, outcome: "no_answer", callId: "call-1", error: "The call was not answered." } as const;
  const withTool = { message: null, tool: "SET_TIMER", toolParams: { duration: 5 }, lastRun };
  const over = { rule: null, nextAt: null };
  const each = [{}, withTool, { ...over, lastRun }, { ...over, kind: "timer", setBy: "1002", extension: "" }] as const;
  for (const [i, more] of each.entries()) {
    const scheduleId = `schedule-${i + 1}`;
    schedules.schedules.set(scheduleId, scheduleOf({ ...more, scheduleId }));
  }
  schedules.past.push(occurrence("schedule-1", NOON));
  schedules.runsToCome.push(NOON + 60_000, NOON + 86_460_000);
}

describe("the documented webhook", () => {
  it("matches the one that is sent", async (t) => {
    const rest = await startRestServer(t);
    const document = (await rest.ask("/openapi.json")).body as unknown as Document;
    const schema = strict(document.components.schemas.CallResult, document) as JsonSchema;
    const checked = createValidator(schema)(JSON.parse(JSON.stringify(resultOf(recordOf()))));
    assert.ok("value" in checked, JSON.stringify(checked));
  });
});

describe("every documented operation", () => {
  it("answers as documented", async (t) => {
    const rest = await startRestServer(t, { keys: [KEY] });
    await furnished(rest);
    scheduled(rest);
    const walked: string[] = [];
    await walk(rest, async (ask, { operationId }) => {
      assert.equal((await ask()).status, 200, operationId);
      walked.push(operationId);
    });
    assert.equal(walked.length, ENDPOINTS.length);
    assert.equal(rest.schedules.created.length, 1);
    assert.ok(rest.calls.placed.length === 1 && rest.tools.executed.length === 1 && rest.tools.called.length === 1);
  });

  it("rejects as documented: without a key, with an invalid body, with an unknown resource", async (t) => {
    const rest = await startRestServer(t, { keys: [KEY] });
    const seen = new Map<number, number>();
    const count = ({ status }: Answered) => seen.set(status, (seen.get(status) ?? 0) + 1);
    await walk(rest, async (ask, described) => {
      const closed = described.security.length > 0;
      const anonymous = await ask({ headers: { "x-api-key": "" } });
      assert.equal(anonymous.status === 401, closed, described.operationId);
      count(anonymous);
      if (described.requestBody) {
        for (const [body, status] of [
          ["{", 400],
          ['{"unknown":1}', 400],
          [`{"message":"${"x".repeat(530_000)}"}`, 413],
        ] as const) {
          const answer = await ask({ body });
          assert.equal(answer.status, status, described.operationId);
          count(answer);
        }
        const text = await ask({ headers: { "content-type": "text/plain" } });
        assert.equal(text.status, 415, described.operationId);
        count(text);
      }
      if (described.operationId === "getCall" || described.operationId === "hangUpCall") count(await ask());
    });
    assert.deepEqual([...seen.keys()].sort(), [200, 400, 401, 404, 413, 415]);
  });

  it("rejects as documented a client that tries one key after another", async (t) => {
    t.mock.method(performance, "now", () => 0); // No try is granted again.
    const rest = await startRestServer(t, { keys: [KEY] });
    const wrong = { headers: { "x-api-key": "x".repeat(16) } };
    for (let tried = 0; tried < 40; tried++) if ((await rest.ask("/me", wrong)).status === 429) break;
    await walk(rest, async (ask, { operationId }) => {
      assert.equal((await ask(wrong)).status, 429, operationId);
    });
  });

  it("fails as documented: rejected calls, stores that are away, too many requests", async (t) => {
    const rest = await startRestServer(t, { keys: [KEY], ratePerMinute: 4 });
    const answers: [string, number][] = [];
    for (const code of ["destination_not_allowed", "queue_full", "unavailable", "store_unavailable"] as const) {
      const error = new AttendantError(code, "So it is.");
      rest.calls.refusal = error;
      await walk(rest, async (ask, { operationId }) => {
        if (operationId === "placeCall") answers.push([code, (await ask()).status]);
      });
    }
    await walk(rest, async (ask, { operationId }) => {
      if (operationId === "placeCall") answers.push(["rate_limited", (await ask()).status]);
    });
    assert.deepEqual(answers, [
      ["destination_not_allowed", 403],
      ["queue_full", 429],
      ["unavailable", 503],
      ["store_unavailable", 503],
      ["rate_limited", 429],
    ]);
  });
});
