import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateTime } from "luxon";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { ParameterDefinition } from "../../../src/toolbox/tool.js";
import { builtInTools } from "../../../tools/index.js";
import { FakeTasks } from "../../support/fakes/fake-tasks.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";
import { answerJson, startHttpServer } from "../../support/http-server.js";

const UNSET = { stationId: undefined, apiToken: undefined, units: "metric", language: "en" } as const;
const weather = { ...UNSET, baseUrl: "http://127.0.0.1:1" };
const disabled = createToolbox(builtInTools({ timeStyle: "digital", weather }), { timeoutMs: 20_000 });

type Shape = Pick<ParameterDefinition, "type" | "required" | "default" | "enum" | "minimum" | "maximum">;

/** The ten, as the service's interface has them: exact names, and each parameter with what is fixed about it. */
const INTERFACE: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  CALC: { expression: { type: "string", required: true } },
  CALLBACK: {
    delay: { type: "integer", default: 60, minimum: 1, maximum: 604_800 },
    at_time: { type: "string" },
    message: { type: "string" },
    destination: { type: "string" },
  },
  CANCEL: {
    task_type: { type: "string", default: "all", enum: ["all", "timer", "callback"] },
    task_id: { type: "string" },
  },
  DATETIME: {
    format: { type: "string", default: "full", enum: ["time", "date", "datetime", "full"] },
    timezone: { type: "string" },
  },
  HANGUP: {},
  JOKE: { category: { type: "string", default: "any", enum: ["any", "general", "tech", "dad"] } },
  SET_TIMER: {
    duration: { type: "integer", required: true, minimum: 1, maximum: 86_400 },
    message: { type: "string" },
  },
  SIMON_SAYS: { text: { type: "string", required: true } },
  STATUS: {},
  TRANSFER: { name: { type: "string", required: true }, reason: { type: "string" } },
  WEATHER: {},
};

/** Arguments with which each does its work, and the status that it then has. */
const GOOD: Readonly<Record<string, readonly [parameters: object, status: string]>> = {
  CALC: [{ expression: "6 * 7" }, "SUCCESS"],
  CALLBACK: [{ delay: "300", message: "Tea" }, "PENDING"],
  CANCEL: [{}, "SUCCESS"],
  DATETIME: [{ format: "full" }, "SUCCESS"],
  HANGUP: [{}, "SUCCESS"],
  JOKE: [{ category: "dad" }, "SUCCESS"],
  SET_TIMER: [{ duration: 10, message: "Tea" }, "PENDING"],
  SIMON_SAYS: [{ text: "Touch your nose" }, "SUCCESS"],
  STATUS: [{}, "SUCCESS"],
  TRANSFER: [{ name: "Zoë" }, "SUCCESS"],
  WEATHER: [{}, "SUCCESS"],
};

/** What a parameter may hold when a model has gone astray or somebody wants to break in. */
const HOSTILE: readonly unknown[] = [
  "",
  " ",
  "x".repeat(5_000),
  "\u0000",
  "\ud83d",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "${process.env.ARI_PASSWORD}",
  "'; DROP TABLE calls; --",
  "<script>alert(1)</script>",
  "1002@from-internal&PJSIP/1003",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  [1],
  {},
  { toString: "x" },
];

function situation() {
  const now = DateTime.fromISO("2026-11-20T09:15:00", { zone: "America/New_York" });
  let hungUp = 0;
  return {
    hungUp: () => hungUp,
    environment: toolEnvironment({
      now,
      caller: "1001",
      tasks: new FakeTasks(now),
      hangUp: () => void hungUp++,
      say: () => {},
      transfer: async ({ name }) => ({ isUnderWay: name === "Zoë", message: "One moment." }),
    }),
  };
}

/** All of them, with a weather station that answers and a directory. */
async function everything() {
  const obs = [{ timestamp: 1_795_184_000, air_temperature: 21 }];
  const server = await startHttpServer((response) => answerJson(response, { obs }));
  const station = { ...UNSET, stationId: "1", apiToken: "token", baseUrl: server.url };
  const toolbox = createToolbox(builtInTools({ timeStyle: "digital", weather: station, hasDirectory: () => true }), {
    timeoutMs: 20_000,
  });
  return { toolbox, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe("the built-in tools", () => {
  it("are those of the interface, by their exact names", () => {
    assert.deepEqual(
      disabled.tools.map(({ name }) => name),
      Object.keys(INTERFACE),
    );
  });

  for (const [name, parameters] of Object.entries(INTERFACE)) {
    it(`${name} has the parameters of the interface, each described`, () => {
      const tool = disabled.find(name);
      assert.ok(tool && tool.description.length > 20);
      const shapes = Object.entries(tool.parameters ?? {}).map(([key, { description, maxLength, ...shape }]) => {
        assert.ok(description.length > 10, `${name}.${key}`);
        const isBounded = shape.type !== "string" || maxLength !== undefined || shape.enum !== undefined;
        assert.ok(isBounded, `${name}.${key} may be of any length`);
        return [key, shape];
      });
      assert.deepEqual(Object.fromEntries(shapes), parameters);
    });

    it(`${name} does its work`, async () => {
      await using all = await everything();
      const [given, status] = GOOD[name] ?? [{}, "?"];
      const result = await all.toolbox.execute(name, given, situation().environment);
      assert.equal(result.status, status, result.message);
      assert.match(result.message, /\w/);
    });

    it(`${name} meets hostile arguments with a result that can be spoken`, async () => {
      await using all = await everything();
      const [given] = GOOD[name] ?? [{}];
      for (const key of [...Object.keys(parameters), "no_such_parameter"]) {
        for (const value of HOSTILE) {
          const { environment } = situation();
          const result = await all.toolbox.execute(name, { ...given, [key]: value }, environment);
          assert.match(result.status, /^(SUCCESS|FAILED|PENDING)$/);
          assert.ok(result.message.length > 0 && result.message.length < 1_200, `${name} ${key}: ${result.message}`);
          assert.doesNotMatch(result.message, /did not work|took too long|undefined|\[object|node:|at \w+ \(/);
          if (key === "no_such_parameter") assert.equal(result.status, "FAILED");
        }
      }
    });

    it(`${name} refuses arguments that are no object`, async () => {
      for (const given of ["[]", "{", '"text"', "7", [], "null ".repeat(5_000)]) {
        const { environment } = situation();
        assert.equal((await disabled.execute(name, given, environment)).status, "FAILED");
      }
    });
  }

  it("are all offered to the model but WEATHER, which says what it lacks", async () => {
    assert.equal(disabled.offers.length, 9);
    const { status, message } = await disabled.execute("WEATHER", {}, situation().environment);
    assert.equal(status, "FAILED");
    assert.equal(message, "weather is not available. TEMPEST_STATION_ID and TEMPEST_API_TOKEN are not set.");
  });

  it("end no call but by HANGUP", async () => {
    await using all = await everything();
    for (const [name, [given]] of Object.entries(GOOD)) {
      const { environment, hungUp } = situation();
      await all.toolbox.execute(name, given, environment);
      assert.equal(hungUp(), name === "HANGUP" ? 1 : 0, name);
    }
  });
});
