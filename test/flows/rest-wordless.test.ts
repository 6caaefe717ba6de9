import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

/** What passes for text, and of which nothing remains to be spoken. */
const WORDLESS = ["...", "?!", "—", "***", "🎉🎉", "```", "<br/>", "\u200b"];
const CHOICE = { prompt: "…?", options: [{ value: "yes" }] };

for (const words of WORDLESS) {
  test(`a text without a word is refused when it is given, not when it is due: ${JSON.stringify(words)}`, async (t) => {
    const rest = await startRestServer(t);
    const schedule = scheduleOf();
    rest.schedules.schedules.set(schedule.scheduleId, schedule);
    const said = { message: words, prefix: "Hello." };
    for (const [answer, path] of [
      [await rest.post("/schedule", { extension: "1001", ...said, delay_seconds: 60 }), "/message"],
      [await rest.patch(`/schedule/${schedule.scheduleId}`, said), "/message"],
      [await rest.post("/call", { extension: "1001", ...said }), "/message"],
      [await rest.post("/call", { extension: "1001", message: "Tea.", choice: CHOICE }), "/choice/prompt"],
      [await rest.post("/call/call-1/say", { text: words }), "/text"],
    ] as const) {
      assert.equal(answer.status, 400);
      assert.match(faultsOf(answer)[path] ?? "", /spoken|blank/, path);
    }
    assert.equal(rest.schedules.created.length, 0);
  });
}

test("one word in any script is enough", async (t) => {
  const rest = await startRestServer(t);
  for (const message of ["7", "Á", "茶", "да", "§ 5"]) {
    assert.equal(
      (await rest.post("/schedule", { extension: "1001", message, delay_seconds: 60 })).status,
      200,
      message,
    );
  }
});
