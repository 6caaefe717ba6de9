import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { DateTime } from "luxon";
import type { ToolRunner } from "../../src/calls/tool-runner.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import { builtInTools } from "../../tools/index.js";
import { FakeTasks } from "../support/fakes/fake-tasks.js";
import { toolEnvironment } from "../support/fakes/tool-context.js";
import { answerJson, startHttpServer } from "../support/http-server.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const NOW = DateTime.fromISO("2026-11-20T09:15:00", { zone: "America/New_York" });
const OBSERVED = { obs: [{ timestamp: NOW.toSeconds() - 30, air_temperature: 21.2, wind_avg: 0.1, precip: 0 }] };

/** The REST interface with the built-in tools themselves; a weather station answers unless it is `unset`. */
async function startTools(t: TestContext, { unset = false, disabled = [] as string[] } = {}) {
  const station = await startHttpServer((response) => answerJson(response, OBSERVED));
  t.after(() => station[Symbol.asyncDispose]());
  const weather = {
    stationId: unset ? undefined : "4711",
    apiToken: unset ? undefined : "token",
    baseUrl: station.url,
    units: "metric",
    language: "en",
  } as const;
  const toolbox = createToolbox(builtInTools({ timeStyle: "digital", weather }), { timeoutMs: 20_000, disabled });
  const tasks = new FakeTasks(NOW, "");
  const run: ToolRunner["execute"] = async ({ tool, parameters }) => ({
    result: await toolbox.execute(tool.name, parameters, toolEnvironment({ now: NOW, tasks })),
    spoken: false,
    spokenReason: null,
  });
  const toolRunner: Omit<ToolRunner, "run"> = {
    tools: toolbox.tools,
    find: toolbox.find,
    check: toolbox.check,
    execute: run,
    callWithResult: async (request) => {
      const { result } = await run({ ...request, speakResult: false, callId: null });
      const placed = result.status === "FAILED" ? null : { callId: request.target.callId, queuePosition: null };
      return { result, placed };
    },
  };
  const rest = await startRestServer(t, { toolRunner });
  return { ...rest, tasks };
}

/** Every tool in the order in which it is asked here: what it is given, its status and what it says. */
const EXECUTED: readonly [tool: string, params: object, status: string, message: RegExp][] = [
  ["WEATHER", {}, "SUCCESS", /^It is twenty one degrees\. There is hardly any wind\. It is not raining\.$/],
  ["SET_TIMER", { duration: 600, message: "Pasta." }, "PENDING", /^I have set a timer for ten minutes\.$/],
  ["CALLBACK", { at_time: "21:30", destination: "1002" }, "PENDING", /^I will call one zero zero two at 9:30 PM\.$/],
  [
    "STATUS",
    {},
    "SUCCESS",
    /^You have one timer: Pasta, ten minutes left\. And one callback: to one zero zero two, at 9:30 PM\.$/,
  ],
  ["CANCEL", { task_type: "timer" }, "SUCCESS", /^I have cancelled your timer: Pasta\.$/],
  ["DATETIME", { format: "full" }, "SUCCESS", /^It is 9:15 AM on Friday, November 20th, 2026\.$/],
  ["CALC", { expression: "2024 + 2" }, "SUCCESS", /^The answer is 2,026\.$/],
  ["JOKE", { category: "tech" }, "SUCCESS", /[.!?]$/],
  ["SIMON_SAYS", { text: "Touch your nose!" }, "SUCCESS", /^Touch your nose!$/],
  ["HANGUP", {}, "FAILED", /^There is no call to end\.$/],
];

describe("the built-in tools over REST", () => {
  it("are listed, all ten, none disabled once the weather station is set", async (t) => {
    const rest = await startTools(t);
    const listed = JSON.parse((await rest.ask("/tools")).text) as { name: string; enabled: boolean }[];
    assert.deepEqual(listed.map(({ name }) => name).sort(), EXECUTED.map(([name]) => name).sort());
    assert.ok(listed.every(({ enabled }) => enabled));
  });

  it("all run", async (t) => {
    const rest = await startTools(t);
    for (const [tool, params, status, message] of EXECUTED) {
      const { status: http, body } = await rest.post(`/tools/${tool}/execute`, { tool, params });
      const failed = status === "FAILED";
      assert.deepEqual([http, body.success, body.tool, body.status, body.spoken], [200, !failed, tool, status, false]);
      assert.match(String(body.message), message);
      assert.equal(body.error, failed ? body.message : null);
    }
    assert.equal(rest.tasks.kept.length, 1);
  });

  it("call someone with their result, unless they failed", async (t) => {
    const rest = await startTools(t);
    for (const [tool, params, status] of EXECUTED) {
      const { body } = await rest.post(`/tools/${tool}/call`, { tool, params, extension: "1001" });
      assert.deepEqual(
        [body.tool_success, body.status],
        status === "FAILED" ? [false, "tool_failed"] : [true, "queued"],
      );
    }
  });

  it("need their parameters", async (t) => {
    const rest = await startTools(t);
    for (const [tool, missing] of [
      ["SET_TIMER", "/params/duration"],
      ["CALC", "/params/expression"],
      ["SIMON_SAYS", "/params/text"],
    ] as const) {
      const answer = await rest.post(`/tools/${tool}/execute`, {});
      assert.equal(answer.status, 400);
      assert.deepEqual(faultsOf(answer), { [missing]: "is required" });
    }
    const wrong = await rest.post("/tools/SET_TIMER/execute", { params: { duration: 86_401 } });
    assert.deepEqual(Object.keys(faultsOf(wrong)), ["/params/duration"]);
  });

  it("cannot call back a client that gives no number", async (t) => {
    const rest = await startTools(t);
    const { body } = await rest.post("/tools/CALLBACK/execute", { params: { delay: 5 } });
    assert.deepEqual([body.success, body.error], [false, "I do not know which number to call."]);
  });

  it("omit the weather while its settings are missing, and name them", async (t) => {
    const rest = await startTools(t, { unset: true });
    const listed = JSON.parse((await rest.ask("/tools")).text) as { name: string }[];
    assert.ok(!listed.some(({ name }) => name === "WEATHER"));
    const refused = await rest.post("/tools/WEATHER/execute", {});
    assert.equal(refused.status, 404);
    assert.match(String(refused.body.detail), /TEMPEST_STATION_ID and TEMPEST_API_TOKEN are not set\./);
  });

  it("are unavailable when they are turned off", async (t) => {
    const rest = await startTools(t, { disabled: ["CALLBACK"] });
    const listed = async (query: string) =>
      JSON.parse((await rest.ask(`/tools${query}`)).text) as { name: string; disabled_reason?: string }[];
    assert.ok(!(await listed("")).some(({ name }) => name === "CALLBACK"));
    const shown = (await listed("?include_disabled=true")).find(({ name }) => name === "CALLBACK");
    assert.match(shown?.disabled_reason ?? "", /TOOLS_DISABLED/);
    for (const [path, body] of [
      ["/tools/CALLBACK/execute", { params: { delay: 5, destination: "1001" } }],
      ["/tools/callback/call", { extension: "1001" }],
    ] as const) {
      const refused = await rest.post(path, body);
      assert.equal(refused.status, 404);
      assert.match(String(refused.body.detail), /TOOLS_DISABLED/);
    }
    assert.deepEqual(rest.tasks.kept, []);
  });
});
