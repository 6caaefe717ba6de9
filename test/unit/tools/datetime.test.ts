import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { createToolbox, type Toolbox } from "../../../src/toolbox/toolbox.js";
import { createDatetime } from "../../../tools/datetime.js";
import type { TimeStyle } from "../../../src/locales/locale.js";
import { toolEnvironment } from "../../support/fakes/tool-context.js";

const toolboxes = Object.fromEntries(
  (["digital", "spoken", "24h"] as const).map((timeStyle) => [
    timeStyle,
    createToolbox([createDatetime({ timeStyle })], { timeoutMs: 1_000 }),
  ]),
);
const SATURDAY = "2026-11-21T09:41:00";

function ask(parameters: object, at = SATURDAY, style: TimeStyle = "digital") {
  const now = DateTime.fromISO(at, { zone: "America/New_York" });
  return (toolboxes[style] as Toolbox).execute("DATETIME", parameters, toolEnvironment({ now }));
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
  assert.deepEqual((await ask({ timezone: "Asia/Tokyo" })).data, {
    iso: "2026-11-21T23:41:00.000+09:00",
    timezone: "Asia/Tokyo",
  });
  assert.deepEqual((await ask({})).data, { iso: "2026-11-21T09:41:00.000-05:00", timezone: "America/New_York" });
});

/** Zones that have two names or more: what was asked for, how the place is called, what its clock shows at 14:41 UTC. */
const renamed: [asked: string, place: string, time: string, name?: string][] = [
  ["Europe/Kyiv", "Kyiv", "4:41 PM"],
  ["Europe/Kiev", "Kiev", "4:41 PM"],
  ["Kyiv", "Kyiv", "4:41 PM", "Europe/Kyiv"],
  ["Asia/Kolkata", "Kolkata", "8:11 PM"],
  ["Asia/Calcutta", "Calcutta", "8:11 PM"],
  ["kolkata", "Kolkata", "8:11 PM", "Asia/Kolkata"],
  ["Asia/Ho_Chi_Minh", "Ho Chi Minh", "9:41 PM"],
  ["Asia/Saigon", "Saigon", "9:41 PM"],
  ["ho chi minh", "Ho Chi Minh", "9:41 PM", "Asia/Ho_Chi_Minh"],
  ["America/Nuuk", "Nuuk", "12:41 PM"],
  ["America/Godthab", "Godthab", "12:41 PM"],
  ["Asia/Kathmandu", "Kathmandu", "8:26 PM"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires", "11:41 AM"],
  ["buenos aires", "Buenos Aires", "11:41 AM", "America/Buenos_Aires"],
  ["US/Pacific", "Pacific", "6:41 AM"],
  ["ASIA/TOKYO", "Tokyo", "11:41 PM", "Asia/Tokyo"],
  ["america/port_of_spain", "Port of Spain", "10:41 AM", "America/Port_of_Spain"],
  ["EST", "EST", "9:41 AM"],
  ["São Paulo", "Sao Paulo", "11:41 AM", "America/Sao_Paulo"],
  ["sa\u0303o paulo", "Sao Paulo", "11:41 AM", "America/Sao_Paulo"],
  ["Europe/Zürich", "Zurich", "3:41 PM", "Europe/Zurich"],
  ["St. John's", "St Johns", "11:11 AM", "America/St_Johns"],
  ["Saint John’s", "St Johns", "11:11 AM", "America/St_Johns"],
  ["Porto Novo", "Porto-Novo", "3:41 PM", "Africa/Porto-Novo"],
  ["port au prince", "Port-au-Prince", "9:41 AM", "America/Port-au-Prince"],
  ["Dumont d'Urville", "DumontDUrville", "12:41 AM", "Antarctica/DumontDUrville"],
  ["mcmurdo", "McMurdo", "3:41 AM", "Antarctica/McMurdo"],
  ["Reykjavík", "Reykjavik", "2:41 PM", "Atlantic/Reykjavik"],
  ["Asunción", "Asuncion", "11:41 AM", "America/Asuncion"],
  ["New York City", "New York City", "9:41 AM", "America/New_York"],
  ["Tokyo time", "Tokyo", "11:41 PM", "Asia/Tokyo"],
  ["Munich", "Munich", "3:41 PM", "Europe/Berlin"],
  ["san francisco", "San Francisco", "6:41 AM", "America/Los_Angeles"],
  ["Saint Petersburg", "Saint Petersburg", "5:41 PM", "Europe/Moscow"],
  ["Sydney", "Sydney", "1:41 AM", "Australia/Sydney"],
  ["singapore", "Singapore", "10:41 PM", "Asia/Singapore"],
  ["gmt", "UTC", "2:41 PM", "UTC"],
];
for (const [timezone, place, time, name = timezone] of renamed) {
  test(`the zone ${timezone} is told of by that name`, async () => {
    const { message, data } = await ask({ timezone, format: "time" });
    assert.deepEqual([message, data?.timezone], [`In ${place} it is ${time}.`, name]);
  });
}

test("every zone is known by its name and by its city, however they are spelled", async () => {
  const spellings: readonly ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
    (name) => name.replaceAll("_", " ").replaceAll("-", " "),
    (name) => name.replaceAll("a", "á").replaceAll("u", "u\u0308"),
    (name) => name.replace(/\bSt_/, "Saint "),
  ];
  const offsetIn = (zone: string) => DateTime.fromISO(SATURDAY, { zone: "America/New_York" }).setZone(zone).offset;
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    for (const name of [zone, zone.split("/").at(-1) ?? ""]) {
      for (const spell of spellings) {
        const { status, data } = await ask({ timezone: spell(name) });
        assert.equal(status, "SUCCESS", spell(name));
        assert.equal(
          offsetIn(String(data?.timezone)),
          offsetIn(zone),
          `${spell(name)} is not ${String(data?.timezone)}`,
        );
      }
    }
  }
});

for (const timezone of ["Mars/Olympus", "Valencia", "", "+25:00", "../etc/passwd", "__proto__"]) {
  test(`the time zone "${timezone}" has FAILED with a sentence to speak`, async () => {
    const { status, message } = await ask({ timezone });
    assert.equal(status, "FAILED");
    assert.match(message, /do not know the time zone/);
  });
}

const styled: [time: string, spoken: string, on24: string][] = [
  ["00:00", "midnight", "midnight"],
  ["00:30", "half past twelve at night", "0:30"],
  ["05:00", "five in the morning", "5 o'clock"],
  ["09:03", "nine oh three in the morning", "9:03"],
  ["09:05", "five past nine in the morning", "9:05"],
  ["09:15", "quarter past nine in the morning", "9:15"],
  ["09:30", "half past nine in the morning", "9:30"],
  ["09:35", "twenty five to ten in the morning", "9:35"],
  ["09:41", "nine forty one in the morning", "9:41"],
  ["11:45", "quarter to twelve in the morning", "11:45"],
  ["12:00", "noon", "12 o'clock"],
  ["12:10", "ten past twelve in the afternoon", "12:10"],
  ["17:45", "quarter to six in the evening", "17:45"],
  ["21:00", "nine in the evening", "21 o'clock"],
  ["23:00", "eleven o'clock at night", "23 o'clock"],
  ["23:50", "ten to twelve at night", "23:50"],
];
for (const [time, spoken, on24] of styled) {
  test(`${time} is "${spoken}" in words, and "${on24}" by 24 hours`, async () => {
    const at = `2026-11-21T${time}:00`;
    assert.equal((await ask({ format: "time" }, at, "spoken")).message, `It is ${spoken}.`);
    assert.equal((await ask({ format: "time" }, at, "24h")).message, `It is ${on24}.`);
  });
}
