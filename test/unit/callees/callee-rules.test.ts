import assert from "node:assert/strict";
import { test } from "node:test";
import { callableFrom, type CalleeRules, NO_CALLEE_RULES, zonesOf } from "../../../src/callees/callee-rules.js";
import { zonesOfPrefix } from "../../../src/callees/prefix-zones.js";
import { readHours } from "../../../src/hours/written-hours.js";
import { isTimeZone } from "../../../src/kernel/wall-clock.js";

const rules = (zones: Readonly<Record<string, string>> = {}, daily = "8:00-21:00"): CalleeRules => ({
  ...NO_CALLEE_RULES,
  hours: readHours({ week: { daily } }, "Europe/Berlin"),
  zones: new Map(Object.entries(zones)),
});

const at = (time: string) => Date.parse(time);
const from = async (number: string, time: string, by = rules()) => {
  const found = await callableFrom(number, by, at(time));
  return found === undefined ? undefined : new Date(found).toISOString();
};

test("every country code has time zones that exist, and nothing has any that has no country", () => {
  // All assigned codes of E.164 but those of services without a country.
  const codes =
    `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82
    84 86 90 91 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237
    238 239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268
    269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 380 381 382 383 385
    386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672 673 674
    675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 852 853 855 856 880 886 960 961 962 963 964 965
    966 967 968 970 971 972 973 974 975 976 977 992 993 994 995 996 998`.split(/\s+/);
  for (const code of codes) {
    const zones = zonesOfPrefix(`${code}99999999`) ?? [];
    assert.ok(zones.length > 0, code);
    for (const zone of zones) assert.ok(isTimeZone(zone), `${code}: ${zone}`);
  }
  for (const code of ["800", "870", "881", "999", ""]) assert.equal(zonesOfPrefix(code), undefined, code);
});

test("a number's own zone decides, whichever way its country code is dialled", async () => {
  const morning = "2026-06-01T07:00:00Z"; // 9:00 in Berlin, 8:00 in London, 3:00 in New York
  for (const number of ["+4930123456", "004930123456", "030123456", "+442071234567"]) {
    assert.equal(await from(number, morning), "2026-06-01T07:00:00.000Z", number);
  }
  assert.equal(await from("+12125550100", morning), "2026-06-01T12:00:00.000Z");
  assert.equal(await from("0012125550100", morning), "2026-06-01T12:00:00.000Z");
  assert.equal(await from("+35121123456", "2026-06-01T07:30:00Z"), "2026-06-01T08:00:00.000Z", "the Azores");
});

test("a prefix with several zones is called when all of them permit it", async () => {
  // From 8:00 in Honolulu (18:00 UTC) until 21:00 in St. John's (23:30 UTC).
  const [number, before] = ["+18005550100", "2026-06-01T12:00:00Z"];
  assert.equal(await from(number, before), "2026-06-01T18:00:00.000Z");
  assert.equal(await from(number, "2026-06-01T23:29:00Z"), "2026-06-01T23:29:00.000Z");
  assert.equal(await from(number, "2026-06-01T23:30:00Z"), "2026-06-02T18:00:00.000Z");
  assert.equal(await from(number, before, rules({}, "9:00-12:00")), undefined, "never in all of them");
  const named = rules({ "+1": "America/New_York", "+1800": "America/Chicago" }, "9:00-12:00");
  assert.equal(await from(number, before, named), "2026-06-01T14:00:00.000Z", "the longest prefix that is named");
});

test("a number without a country has the zone of the hours, unless its beginning is named", () => {
  const hours = { timeZone: "Europe/Berlin" };
  const zones = new Map([["9", "Europe/Lisbon"]]);
  assert.deepEqual(zonesOf("0301234567", { zones }, hours), ["Europe/Berlin"]);
  assert.deepEqual(zonesOf("+8816123456", { zones }, hours), ["Europe/Berlin"], "a satellite");
  assert.deepEqual(zonesOf("90301234567", { zones }, hours), ["Europe/Lisbon"], "behind an outside line");
});

test("clock changes, days off and nights count by the callee's clock", async () => {
  const hours = readHours({ week: { weekdays: "22:00-6:00" }, exceptions: { "2026-12-24": "closed" } }, "UTC");
  const nights = { ...NO_CALLEE_RULES, hours };
  assert.equal(await from("+4930123456", "2026-12-23T12:00:00Z", nights), "2026-12-23T21:00:00.000Z");
  assert.equal(await from("+4930123456", "2026-12-24T12:00:00Z", nights), "2026-12-25T21:00:00.000Z");
  // On 29 March 2026 the clock in Berlin goes forward, in New York it has since the 8th.
  assert.equal(await from("+4930123456", "2026-03-29T02:00:00Z"), "2026-03-29T06:00:00.000Z");
  assert.equal(await from("+12125550100", "2026-03-29T02:00:00Z"), "2026-03-29T12:00:00.000Z");
});

test("without hours everybody may be called at any time", async () => {
  assert.equal(await from("+12125550100", "2026-06-01T03:00:00Z", NO_CALLEE_RULES), "2026-06-01T03:00:00.000Z");
});
