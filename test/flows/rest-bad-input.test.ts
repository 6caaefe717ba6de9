import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { FULL } from "../support/form.js";
import { type Answered, faultsOf, type RestServer, startRestServer } from "../unit/http/rest-server.js";

/** Of the random requests so many are made: a quick run meets others each time. */
const share = (runs: number) => (FULL ? runs : Math.ceil(runs / 4));

/** Fit bodies of each operation that takes one: what is mutated. */
const FIT: readonly (readonly [path: string, body: Record<string, unknown>])[] = [
  [
    "/call",
    {
      extension: "1001",
      message: "Dinner is ready.",
      callback_url: "https://example.org/hook",
      ring_timeout: 30,
      choice: {
        prompt: "Will you come?",
        options: [{ value: "yes", synonyms: ["yeah", "sure"], dtmf: "1" }, { value: "no" }],
        timeout_seconds: 10,
        repeat_count: 2,
      },
    },
  ],
  [
    "/tools/SET_TIMER/execute",
    { tool: "SET_TIMER", params: { duration: 5, message: "Tea.", voice: "slt" }, speak_result: true, call_id: "c-1" },
  ],
  [
    "/tools/SET_TIMER/call",
    {
      tool: "SET_TIMER",
      params: { duration: 5, message: "Tea." },
      extension: "1001",
      prefix: "Hello.",
      suffix: "Bye.",
      ring_timeout: 30,
      callback_url: "https://example.org/hook",
    },
  ],
  ["/call/call-1/deliveries/delivery-1/redeliver", {}],
  [
    "/schedule",
    {
      extension: "1001",
      message: "Please take your medicine.",
      at_time: "08:30",
      date: "2026-03-29",
      timezone: "Europe/Rome",
      recurring: "daily",
      ring_timeout: 30,
      callback_url: "https://example.org/hook",
    },
  ],
  [
    "/schedule",
    {
      extension: "1001",
      tool: "SET_TIMER",
      tool_params: { duration: 5, message: "Tea." },
      prefix: "Hello.",
      suffix: "Bye.",
      delay_seconds: 60,
    },
  ],
  ["/schedule/schedule-1/run", {}],
  ["/schedule/schedule-1/skip", {}],
  ["/schedule/schedule-1/pause", {}],
  ["/schedule/schedule-1/resume", {}],
];

/** The interface, with a schedule there. */
async function startRest(t: TestContext): Promise<RestServer> {
  const rest = await startRestServer(t);
  rest.schedules.schedules.set("schedule-1", scheduleOf());
  return rest;
}

type Place = readonly (string | number)[];

/** Every place in a value, the whole included. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([key, inner]) => placesOf(inner, [...at, key]))];
}

/** A copy with the value at a place replaced; own properties alone, `__proto__` too. */
function replaced(value: unknown, [first, ...rest]: Place, by: unknown): unknown {
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((each, i) => (i === first ? replaced(each, rest, by) : each));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, each]) => [key, key === first ? replaced(each, rest, by) : each]),
  );
}

/** A copy with a field more in the object at a place. */
function extended(value: unknown, [first, ...rest]: Place, name: string, by: unknown): unknown {
  const entries: [string, unknown][] = Object.entries(value as object);
  if (first === undefined) return Object.fromEntries([...entries, [name, by]]);
  if (Array.isArray(value)) return value.map((each, i) => (i === first ? extended(each, rest, name, by) : each));
  return Object.fromEntries(entries.map(([key, each]) => [key, key === first ? extended(each, rest, name, by) : each]));
}

const at = (value: unknown, place: Place) =>
  place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null)?.[key], value);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Text that nothing may take: it holds a control character or half of a surrogate pair. */
const unspeakable = fc
  .tuple(
    fc.string(),
    fc.constantFrom("\u0000", "\u0007", "\u001b", "\u007f", "\u0085", "\ud83d", "\udc4b"),
    fc.string(),
  )
  .map((parts) => parts.join(""));
const huge = fc.integer({ min: 4001, max: 20_000 }).map((length) => "x".repeat(length));
const nested = fc.integer({ min: 2, max: 30 }).map((depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth)));
/** Fits nowhere: of no type that a field of a request has, or beyond what any allows. */
const misfit = fc.oneof(
  fc.constantFrom<unknown>([null], [[]], 1e308, -1, 0.5, 1e21, { $gt: "" }, { length: 5 }),
  unspeakable,
  huge,
  nested,
);
const prototypeKey = fc.constantFrom("__proto__", "constructor", "prototype");
const unknownName = fc.oneof(
  prototypeKey,
  fc.constantFrom("callback_ulr", "Message", "message ", "toString", "hasOwnProperty", "", "extension\u0000", "$ref"),
  fc.string({ unit: "binary", minLength: 1 }).map((name) => `${name}?`),
);

/** How often anything was asked for something since the last look. */
function asked({ calls, tools, deliveries, schedules }: RestServer): number {
  const lists: unknown[][] = [
    ...[calls.placed, calls.hungUp, tools.executed, tools.called, deliveries.redelivered],
    ...[schedules.created, schedules.changed],
  ];
  return lists.reduce((sum, list) => sum + list.splice(0).length, 0);
}

function expectRefused(rest: RestServer, answer: Answered, what: string): void {
  const times = asked(rest);
  assert.equal(answer.status, 400, `${what}\n${answer.status} ${answer.text.slice(0, 500)}`);
  assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
  assert.equal(answer.body.code, "invalid_request");
  const { errors = [] } = answer.body;
  assert.ok(errors.length > 0, `no errors for ${what}`);
  for (const { path, message } of errors) assert.ok(typeof path === "string" && message.length > 3, answer.text);
  assert.equal(times, 0, `something was asked for: ${what}`);
}

const shown = (body: unknown) => JSON.stringify(body)?.slice(0, 300) ?? String(body);

async function everyBody<T>(
  t: TestContext,
  arbitrary: (body: Record<string, unknown>) => fc.Arbitrary<T>,
  runs: number,
) {
  const rest = await startRest(t);
  for (const [path, fit] of FIT) {
    await fc.assert(
      fc.asyncProperty(arbitrary(fit), async (bad) => {
        expectRefused(rest, await rest.post(path, JSON.stringify(bad)), `${path} ${shown(bad)}`);
      }),
      { numRuns: share(runs) },
    );
  }
}

describe("a JSON body that fits no schema is rejected with its faults, and nothing is done", () => {
  it("starts from bodies that fit", async (t) => {
    const rest = await startRest(t);
    for (const [path, body] of FIT) {
      const answer = await rest.post(path, body);
      assert.equal(answer.status, 200, `${path} ${answer.text}`);
    }
  });

  it("with any other value", (t) =>
    everyBody(
      t,
      (fit) =>
        fc
          .tuple(fc.constantFrom(...placesOf(fit)), misfit)
          .map(([place, value]) => replaced(fit, place, value))
          .filter((bad) => {
            // Among a tool's parameters numbers are converted to text.
            const params = (at(bad, ["params"]) ?? at(bad, ["tool_params"])) as Record<string, unknown> | undefined;
            return (
              !params ||
              !isObject(params) ||
              !Object.values(params).some((each) => typeof each === "number" && each !== 5)
            );
          }),
      150,
    ));

  it("with unknown fields at any depth", (t) =>
    everyBody(
      t,
      (fit) => {
        const objects = placesOf(fit).filter((place) => isObject(at(fit, place)));
        return fc
          .tuple(fc.constantFrom(...objects), unknownName, fc.jsonValue({ maxDepth: 3 }))
          .map(([place, name, value]) => extended(fit, place, name, value));
      },
      100,
    ));

  it("with any field missing", async (t) => {
    const rest = await startRest(t);
    const without: [path: string, body: Record<string, unknown>, missing: string][] = FIT.flatMap(([path, fit]) =>
      ["extension", "message", "tool"]
        .filter((name) => name in fit && !(name === "tool" && path.endsWith("execute")))
        .filter((name) => name === "extension" || path !== "/schedule")
        .map((name): [string, Record<string, unknown>, string] => [path, { ...fit, [name]: undefined }, name]),
    );
    assert.equal(without.length, 6);
    for (const [path, body, missing] of without) {
      const answer = await rest.post(path, body);
      expectRefused(rest, answer, shown(body));
      const instead = missing === "extension" ? ", or extensions instead" : "";
      assert.equal(faultsOf(answer)[`/${missing}`], `is required${instead}`);
    }
  });

  it("with any other JSON in its place", async (t) => {
    const rest = await startRest(t);
    const anything = fc
      .jsonValue({ depthSize: "medium", stringUnit: "binary" })
      .filter((value) => !isObject(value) || Object.keys(value as object).length > 0);
    for (const [path] of FIT) {
      await fc.assert(
        fc.asyncProperty(anything, async (bad) => {
          expectRefused(rest, await rest.post(path, JSON.stringify(bad)), `${path} ${shown(bad)}`);
        }),
        { numRuns: share(60) },
      );
    }
  });
});

describe("a body that is not valid JSON is rejected with its faults, and nothing is done", () => {
  it("cut off, broken or with bytes that are not UTF-8", async (t) => {
    const rest = await startRest(t);
    for (const [path, fit] of FIT) {
      const bytes = Buffer.from(JSON.stringify(fit));
      const broken = fc.oneof(
        fc.nat(bytes.length - 2).map((length) => bytes.subarray(0, length + 1)),
        fc
          .tuple(fc.nat(bytes.length), fc.constantFrom([0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5], [0x00]))
          .map(([where, bad]) => Buffer.concat([bytes.subarray(0, where), Buffer.from(bad), bytes.subarray(where)])),
        fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((noise) => noise[0] !== 0x7b),
      );
      await fc.assert(
        fc.asyncProperty(broken, async (bad) => {
          expectRefused(
            rest,
            await rest.post(path, new Uint8Array(bad)),
            `${path} ${Buffer.from(bad).toString("latin1")}`,
          );
        }),
        { numRuns: share(60) },
      );
    }
  });

  it("with a field given twice, however its name is written", async (t) => {
    const rest = await startRest(t);
    for (const [path, fit] of FIT) {
      const [name] = Object.keys(fit);
      if (name === undefined) continue;
      const inside = JSON.stringify(fit).slice(1, -1);
      for (const twice of [name, `\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}`]) {
        const answer = await rest.post(path, `{${inside},"${twice}":${JSON.stringify(fit[name])}}`);
        expectRefused(rest, answer, `${path} ${twice} twice`);
        assert.deepEqual(faultsOf(answer), { [`/${name}`]: "is given twice" });
      }
    }
  });

  it("nested more deeply than any stack allows", async (t) => {
    const rest = await startRest(t);
    const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
    const bodies = [`{"message":${deep("[", "]", 30_000)}}`, `${'{"choice":'.repeat(5000)}1${"}".repeat(5000)}`];
    for (const [path] of FIT) {
      for (const body of bodies) expectRefused(rest, await rest.post(path, body), `${path} ${body.slice(0, 40)}`);
    }
  });

  it("larger than 64 KiB, which is 413", async (t) => {
    const rest = await startRest(t);
    for (const [path] of FIT) {
      const answer = await rest.post(path, { message: "x".repeat(65_536) });
      assert.deepEqual([answer.status, answer.body.code], [413, "payload_too_large"]);
      assert.equal(asked(rest), 0);
    }
  });
});

describe("a path, a query or a header", () => {
  it("never causes a server error", async (t) => {
    const rest = await startRest(t);
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }).map((text) => encodeURIComponent(Buffer.from(text).toString())),
      fc.constantFrom(
        "%",
        "%zz",
        "%c0%af",
        "..",
        "%2e%2e%2f",
        "__proto__",
        "call-1",
        "SET_TIMER",
        "limit",
        "status",
        "0",
      ),
    );
    const path = fc
      .tuple(
        fc.constantFrom("/call", "/schedule", "/schedule/schedule-1", "/tools", "/openapi.json", "/docs", ""),
        fc.array(part, { maxLength: 4 }),
      )
      .map(([base, parts]) => [base, ...parts].join("/"));
    const query = fc
      .array(fc.tuple(part, part), { maxLength: 4 })
      .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
    const header = fc.string({ minLength: 0, maxLength: 300 }).filter((text) => /^[\x20-\x7e]*$/.test(text));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "DELETE", "PATCH"),
        path,
        query,
        header,
        async (method, way, asked, key) => {
          const answer = await rest.ask(`${way}?${asked}`, {
            method,
            headers: { "idempotency-key": key, "x-request-id": key },
          });
          assert.ok(answer.status < 500, `${method} ${way}?${asked}: ${answer.status}`);
          if (answer.status >= 400) assert.equal(typeof answer.body.code, "string");
          if (answer.status === 400) assert.ok((answer.body.errors ?? []).length > 0, `${way}?${asked}`);
        },
      ),
      { numRuns: share(400) },
    );
    assert.equal(rest.calls.placed.length, 0);
    assert.equal(rest.lines.filter(({ event }) => event === "http_error").length, 0);
  });
});

describe("a text", () => {
  it("may contain any script, line breaks and tabs, and is counted in characters", async (t) => {
    const rest = await startRest(t);
    const messages = ["Grüße, 世界! 👋🏽", "one\ttwo\r\nthree\n", "👋".repeat(4000), " x "];
    for (const message of messages) {
      assert.equal((await rest.post("/call", { extension: "1001", message })).status, 200, message.slice(0, 20));
    }
    assert.deepEqual(
      rest.calls.placed.map((each) => each.message),
      messages,
    );
    const long = await rest.post("/call", { extension: "1001", message: "👋".repeat(4001) });
    assert.equal(faultsOf(long)["/message"], "must have at most 4000 characters, not 4001");
  });
});

describe("an extension", () => {
  it("is only a number to dial", async (t) => {
    const rest = await startRest(t);
    for (const extension of ["1", "+493012345678", "*97", "#1", "alice", "a.b-c_d*#", "0".repeat(64)]) {
      assert.equal((await rest.post("/call", { extension, message: "x" })).status, 200, extension);
    }
    const placed = rest.calls.placed.length;
    const hostile = fc.oneof(
      fc.constantFrom(
        "",
        " 1001",
        "1001 ",
        "1001\n",
        "-1",
        ".1",
        "_X.",
        "1001@default",
        "PJSIP/1001",
        "1001&1002",
        "1001,30,g",
      ),
      fc.constantFrom(
        "Local/1001@default",
        "1".repeat(65),
        "１００１",
        "1001\u0000",
        "${EXTEN}",
        "1001)",
        "1;2",
        "1|2",
        "1%202",
      ),
      fc.string({ unit: "binary" }).filter((text) => !/^[+*#0-9A-Za-z][0-9A-Za-z*#._-]{0,63}$/.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (extension) => {
        const answer = await rest.post("/call", { extension, message: "x" });
        assert.deepEqual(
          [answer.status, Object.keys(faultsOf(answer))],
          [400, ["/extension"]],
          JSON.stringify(extension),
        );
      }),
      { numRuns: share(200) },
    );
    assert.equal(rest.calls.placed.length, placed);
  });
});
