import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { createToolbox } from "../../../src/language/toolbox.js";
import { datetime } from "../../../tools/datetime.js";
import { toolCircumstances } from "../../support/fakes/tool-context.js";

const toolbox = createToolbox([datetime], { timeoutMs: 1_000 });
const SATURDAY = "2026-11-21T09:41:00";

function ask(parameters: object, at = SATURDAY) {
  const now = DateTime.fromISO(at, { zone: "America/New_York" });
  return toolbox.execute("DATETIME", parameters, toolCircumstances({ now }));
}

const answers: [parameters: object, message: string, at?: string][] = [
  [{}, "It is 9:41 AM on Saturday, November 21st, 2026."],
  [{ format: "full" }, "It is 9:41 AM on Saturday, November 21st, 2026."],
  [{ format: "datetime" }, "It is 9:41 AM on November 21st, 2026."],
  [{ format: "date" }, "It is Saturday, November 21st, 2026."],
  [{ format: "time" }, "It is 9:41 AM."],
  [{ format: "time" }, "It is 9 AM.", "2026-11-21T09:00:30"],
  [{ format: "time" }, "It is 9:05 PM.", "2026-11-21T21:05:00"],
  [{ format: "time" }, "It is noon.", "2026-11-21T12:00:00"],
  [{ format: "time" }, "It is midnight.", "2026-11-21T00:00:00"],
  [{ format: "time" }, "It is 12:30 AM.", "2026-11-21T00:30:00"],
  [{ format: "date" }, "It is Monday, March 2nd, 2026.", "2026-03-02T09:00:00"],
  [{ format: "date" }, "It is Tuesday, March 3rd, 2026.", "2026-03-03T09:00:00"],
  [{ format: "date" }, "It is Wednesday, March 11th, 2026.", "2026-03-11T09:00:00"],
  [{ timezone: "Asia/Tokyo" }, "In Tokyo it is 11:41 PM on Saturday, November 21st, 2026."],
  [{ timezone: "asia/tokyo", format: "time" }, "In Tokyo it is 11:41 PM."],
  [{ timezone: "new york", format: "time" }, "In New York it is 9:41 AM."],
  [{ timezone: "America/Argentina/Buenos_Aires", format: "time" }, "In Buenos Aires it is 11:41 AM."],
  [{ timezone: "UTC", format: "time" }, "In UTC it is 2:41 PM."],
  [{ timezone: "Australia/Sydney", format: "date" }, "In Sydney it is Sunday, November 22nd, 2026."],
];
for (const [parameters, message, at] of answers) {
  test(`${JSON.stringify(parameters)} is answered "${message}"`, async () => {
    const result = await ask(parameters, at);
    assert.deepEqual([result.status, result.message], ["SUCCESS", message]);
  });
}

test("programs get the instant with its offset and the zone", async () => {
  assert.deepEqual((await ask({ timezone: "Asia/Kolkata" })).data, {
    iso: "2026-11-21T20:11:00.000+05:30",
    timezone: (await ask({ timezone: "Asia/Kolkata" })).data?.timezone,
  });
});

test("an old name of a zone is understood", async () => {
  assert.match((await ask({ timezone: "US/Pacific", format: "time" })).message, /it is 6:41 AM/);
});

for (const timezone of ["Mars/Olympus", "", "+25:00", "../etc/passwd", "__proto__"]) {
  test(`the time zone "${timezone}" has FAILED with a sentence to speak`, async () => {
    const { status, message } = await ask({ timezone });
    assert.equal(status, "FAILED");
    assert.match(message, /do not know the time zone/);
  });
}
