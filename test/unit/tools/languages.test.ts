import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateTime } from "luxon";
import { LOCALES } from "../../../src/locales/locales.js";
import type { WeatherReport } from "../../../src/locales/weather.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { builtInTools } from "../../../tools/index.js";
import { FakeTasks } from "../../support/fakes/fake-tasks.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

/** Words that English needs for nearly every sentence, and that are words in none of the others. */
const ENGLISH =
  /\b(the|you|your|is|are|have|not|cannot|and|for|of|with|there|it|this|that|call|tomorrow|hours?|days?|degrees?|answer|monday|noon|midnight|left|please|sorry|goodbye)\b/i;

const NOW = DateTime.fromISO("2026-11-21T09:30:00", { zone: "Europe/Berlin" });
const weather = { stationId: undefined, apiToken: undefined, baseUrl: "http://127.0.0.1:1", units: "metric" } as const;

for (const { code, tools: words } of LOCALES.filter((locale) => locale.code !== "en")) {
  describe(`the tools in ${code}`, () => {
    for (const timeStyle of ["digital", "spoken", "24h"] as const) {
      it(`say no English word, with times as ${timeStyle}`, async () => {
        const toolbox = createToolbox(builtInTools({ timeStyle, weather }), { timeoutMs: 1_000 });
        const tasks = new FakeTasks(NOW);
        const said: string[] = [];
        const run = async (name: string, parameters: object = {}, more: object = {}) => {
          const environment = toolEnvironment({ now: NOW, caller: "1001", tasks, language: code, ...more });
          said.push((await toolbox.execute(name, parameters, environment)).message);
        };
        for (const format of ["time", "date", "datetime", "full"]) {
          await run("DATETIME", { format });
          await run("DATETIME", { format, timezone: "Asia/Tokyo" });
        }
        await run("DATETIME", { timezone: "Nirgendwo" });
        for (const expression of ["2 + 3", "1 / 3", "10 ^ 40", "1 / 0", "sqrt(-1)", "2.5!", "foo", "(", "0 - 7.5"]) {
          await run("CALC", { expression });
        }
        await run("STATUS");
        await run("CANCEL");
        await run("CANCEL", { task_type: "timer" });
        await run("CANCEL", { task_id: "none" });
        for (const duration of [1, 60, 3_600, 86_399, 86_400]) await run("SET_TIMER", { duration });
        await run("SET_TIMER", { duration: 600, message: "Pasta." });
        for (const at_time of ["00:00", "01:00", "09:45", "12:00", "17:35"]) await run("CALLBACK", { at_time });
        await run("CALLBACK", { delay: 300, destination: "1002" });
        await run("CALLBACK", { at_time: "99:99" });
        await run("STATUS");
        await run("CANCEL", { task_id: tasks.kept[0]?.taskId });
        await run("CANCEL", { task_id: tasks.kept.at(-1)?.taskId });
        await run("CANCEL");
        await run("HANGUP", {}, { hangUp: () => {} });
        await run("HANGUP");
        await run("SIMON_SAYS", { text: "…" });
        for (let i = 0; i < 30; i++) await run("JOKE", {}, { memories: new Map() });
        assert.deepEqual(
          said.filter((each) => ENGLISH.test(each)),
          [],
        );
        assert.ok(said.every(Boolean));
      });
    }

    it("tell the weather without an English word", () => {
      const reports: WeatherReport[] = [];
      for (const units of ["metric", "imperial"] as const) {
        for (const old of [undefined, 7_200]) {
          const none = { units, old, degrees: undefined, feelsLike: 1, wind: undefined, rain: undefined };
          reports.push({ ...none, humidity: undefined });
          for (const force of ["none", "light", "moderate", "strong", "stormy"] as const) {
            const wind = { force, from: force === "none" ? undefined : ("northeast" as const), speed: 21, gusts: 1 };
            const rain = { falling: force === "light", amount: force === "strong" ? 0.05 : 1, when: "hour" as const };
            reports.push({ units, old, degrees: 21, feelsLike: -1, wind, rain, humidity: undefined });
            const air = { percent: 90, is: "humid" as const };
            reports.push({ units, old, degrees: 1, feelsLike: undefined, wind, rain: "none", humidity: air });
          }
        }
      }
      const said = [...reports.map((report) => words.weather.report(report)), ...Object.values(words.weather.faults)];
      assert.deepEqual(
        said.filter((each) => ENGLISH.test(each)),
        [],
      );
    });
  });
}
