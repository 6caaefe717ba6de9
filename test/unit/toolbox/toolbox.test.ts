import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { Ending } from "../../../src/kernel/ending.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../../src/config/phrases.js";
import type { Tool, ToolResult } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createWording } from "../../../src/toolbox/wording.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";
import { inAnyLanguage } from "../../support/fakes/one-language.js";

const NOTHING = () => {};
const context = (signal = new AbortController().signal) =>
  toolEnvironment({ signal, caller: "100", now: DateTime.fromISO("2026-11-21T09:41:00"), hangUp: NOTHING });

const TIMER: Tool = {
  name: "SET_TIMER",
  description: "Sets a timer.",
  parameters: {
    duration: { type: "integer", description: "seconds", required: true, minimum: 1, maximum: 86_400 },
    message: { type: "string", description: "what to say", default: "Time is up.", maxLength: 20 },
    loud: { type: "boolean", description: "loud or not" },
    pitch: { type: "number", description: "how high" },
    voice: { type: "string", description: "whose", enum: ["slt", "rms"] },
  },
  execute: (parameters) => ({ status: "SUCCESS", message: "Set.", data: { ...parameters } }),
};

const tool = (name: string, execute: Tool["execute"], more: Partial<Tool> = {}): Tool => ({
  name,
  description: "A tool.",
  execute,
  ...more,
});
const box = (...tools: Tool[]) => createToolbox(tools, { timeoutMs: 50 });

test("the model is offered each enabled tool as JSON Schema", () => {
  const off = tool("WEATHER", () => ({ status: "SUCCESS", message: "" }), { disabledReason: "No station is set." });
  const { offers, tools } = box(TIMER, off);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["SET_TIMER", "WEATHER"],
  );
  assert.equal(offers.length, 1);
  assert.deepEqual(offers[0]?.parameters, {
    type: "object",
    properties: {
      duration: { type: "integer", description: "seconds", minimum: 1, maximum: 86_400 },
      message: { type: "string", description: "what to say", default: "Time is up.", maxLength: 20 },
      loud: { type: "boolean", description: "loud or not" },
      pitch: { type: "number", description: "how high" },
      voice: { type: "string", description: "whose", enum: ["slt", "rms"] },
    },
    required: ["duration"],
    additionalProperties: false,
  });
});

const accepted: [given: unknown, received: Record<string, unknown>][] = [
  ['{"duration":5}', { duration: 5, message: "Time is up." }],
  [
    { duration: "600", loud: "true", pitch: "1.5" },
    { duration: 600, loud: true, pitch: 1.5, message: "Time is up." },
  ],
  [
    { duration: 5, message: null, voice: null },
    { duration: 5, message: "Time is up." },
  ],
  [
    { duration: 5, message: 42 },
    { duration: 5, message: "42" },
  ],
];
for (const [given, received] of accepted) {
  test(`${JSON.stringify(given)} is converted before the tool sees it`, async () => {
    const before = structuredClone(given);
    const result = await box(TIMER).execute("set_timer", given, context());
    assert.deepEqual(result, { status: "SUCCESS", message: "Set.", data: received });
    assert.deepEqual(given, before, "the caller's own object is left alone");
  });
}

const refused: [given: unknown, faults: string[]][] = [
  [{}, ["duration"]],
  [
    { duration: "soon", message: "x".repeat(21), loud: "perhaps", mesage: "hi" },
    ["duration", "loud", "mesage", "message"],
  ],
  [{ duration: 1.5 }, ["duration"]],
  [{ duration: 0 }, ["duration"]],
  [{ duration: "Infinity" }, ["duration"]],
  [{ duration: true }, ["duration"]],
  [{ duration: 5, pitch: false }, ["pitch"]],
  [{ duration: 5, pitch: "1e999" }, ["pitch"]],
  [{ duration: 5, voice: "kal" }, ["voice"]],
  [{ duration: { $gt: 1 } }, ["duration"]],
  ['{"duration":5,"__proto__":{"loud":true}}', ["__proto__"]],
  ['{"duration":5,"constructor":1,"prototype":2}', ["constructor", "prototype"]],
  ['{"duration":5', [""]],
  ["[1]", [""]],
  ['"five"', [""]],
  [`{"duration":5,"message":"${"x".repeat(20_000)}"}`, [""]],
];
for (const [given, faults] of refused) {
  test(`${JSON.stringify(given).slice(0, 80)} is refused, naming ${faults.length} fault(s)`, async () => {
    const toolbox = box(TIMER);
    const checked = toolbox.check(TIMER, given);
    assert.ok("faults" in checked, "nothing was found wrong");
    assert.deepEqual(checked.faults.map(({ path }) => path).sort(), faults);
    const result = await toolbox.execute("SET_TIMER", given, context());
    assert.equal(result.status, "FAILED");
    for (const fault of faults) assert.ok(result.message.includes(fault), result.message);
    assert.equal(({} as Record<string, unknown>).loud, undefined);
  });
}

test("no arguments at all are an empty object", async () => {
  const plain = tool("PLAIN", () => ({ status: "SUCCESS", message: "ok" }));
  for (const given of ["", undefined, null, "null", {}]) {
    assert.equal((await box(plain).execute("Plain", given, context())).status, "SUCCESS");
  }
});

const failures: [what: string, execute: Tool["execute"], words: RegExp][] = [
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
    /did not work/,
  ],
  ["rejects", () => Promise.reject(new Error("disk full")), /did not work/],
  ["takes too long", () => new Promise(NOTHING), /took too long/],
  ["returns nothing", () => undefined as unknown as ToolResult, /no usable answer/],
  ["returns a text", () => "ok" as unknown as ToolResult, /no usable answer/],
  ["returns an unknown status", () => ({ status: "OK", message: "" }) as unknown as ToolResult, /no usable answer/],
  ["returns no message", () => ({ status: "SUCCESS" }) as unknown as ToolResult, /no usable answer/],
  [
    "returns something that is not JSON",
    () => ({ status: "SUCCESS", message: "", data: { big: 1n } }),
    /no usable answer/,
  ],
];
for (const [what, execute, words] of failures) {
  test(`a tool that ${what} has FAILED with a sentence to speak`, async () => {
    const thrown: unknown[] = [];
    const toolbox = createToolbox([tool("BROKEN", execute)], {
      timeoutMs: 30,
      onThrow: (_, error) => thrown.push(error),
    });
    const result = await toolbox.execute("broken", {}, context());
    assert.equal(result.status, "FAILED");
    assert.match(result.message, words);
    assert.doesNotMatch(result.message, /disk full/);
    assert.equal(thrown.length, 1, "the log has the reason");
  });
}

test("unknown and disabled tools have FAILED", async () => {
  const off = tool("WEATHER", () => ({ status: "SUCCESS", message: "" }), {
    disabledReason: "TEMPEST_API_TOKEN is not set.",
  });
  assert.match((await box(off).execute("WEATHER", {}, context())).message, /TEMPEST_API_TOKEN/);
  assert.equal((await box(off).execute("__proto__", {}, context())).status, "FAILED");
  const long = await box(off).execute("X".repeat(100_000), {}, context());
  assert.ok(long.status === "FAILED" && long.message.length < 200);
});

test("a tool whose time is up sees its signal abort", async () => {
  let seen: AbortSignal | undefined;
  const slow = tool("SLOW", (_, { signal }) => {
    seen = signal;
    return new Promise(NOTHING);
  });
  await box(slow).execute("SLOW", {}, context());
  assert.ok(seen?.aborted);
});

test("when the call ends, the reason passes through and the tool's signal aborts", async () => {
  const call = new AbortController();
  const reason = new Ending("hung_up");
  let seen: AbortSignal | undefined;
  const slow = tool("SLOW", (_, { signal }) => {
    seen = signal;
    call.abort(reason);
    return new Promise(NOTHING);
  });
  await assert.rejects(box(slow).execute("SLOW", {}, context(call.signal)), (error) => error === reason);
  assert.equal(seen?.reason, reason);
});

const misfits: [what: string, tools: Tool[]][] = [
  ["a lower-case name", [tool("timer", TIMER.execute)]],
  ["the same name twice", [TIMER, TIMER]],
  ["no description", [tool("TIMER", TIMER.execute, { description: "" })]],
  [
    "a parameter named __proto__",
    [tool("TIMER", TIMER.execute, { parameters: { ["__proto__"]: { type: "string", description: "" } } })],
  ],
  [
    "an unknown type",
    [tool("TIMER", TIMER.execute, { parameters: { a: { type: "date" as "string", description: "" } } })],
  ],
  [
    "a default of another type",
    [tool("TIMER", TIMER.execute, { parameters: { a: { type: "integer", description: "", default: "5" } } })],
  ],
];
for (const [what, tools] of misfits) {
  test(`a toolbox with ${what} is not made`, () => assert.throws(() => box(...tools), TypeError));
}

test("says what failed in the phrases that are set", async () => {
  const wording = createWording(
    inAnyLanguage({
      ...DEFAULT_PHRASES_BY_LANGUAGE.in("en"),
      tool_failed: ["Das ging nicht."],
      tool_too_slow: ["{tool} ist zu langsam."],
    }),
  );
  const broken: Tool = {
    name: "BROKEN",
    description: "Breaks.",
    execute: () => Promise.reject(new Error("disk full")),
  };
  const slow: Tool = { name: "SO_SLOW", description: "Waits.", execute: () => new Promise(() => {}) };
  const toolbox = createToolbox([broken, slow], { timeoutMs: 20, wording });
  assert.equal((await toolbox.execute("BROKEN", {}, context())).message, "Das ging nicht.");
  assert.equal((await toolbox.execute("SO_SLOW", {}, context())).message, "so slow ist zu langsam.");
});
