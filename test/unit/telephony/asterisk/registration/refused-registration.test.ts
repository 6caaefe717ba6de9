import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createRefusalRhythm,
  type Refusal,
} from "../../../../../src/telephony/asterisk/registration/refused-registration.js";

const REGISTRATION = { retryinterval: "3", forbiddenretryinterval: "7", fatalretryinterval: "10" };
const ALL: readonly Refusal[] = ["credentials", "forbidden", "unknown"];

/** What is possible after refusals at these times, s, when it is `now`. */
function possible(
  refusedAt: readonly number[],
  now: number,
  registration: Readonly<Record<string, string>> = REGISTRATION,
): readonly Refusal[] {
  let ms = 0;
  const rhythm = createRefusalRhythm(() => ms);
  for (const at of refusedAt) {
    ms = at * 1000;
    rhythm.refused();
  }
  ms = now * 1000;
  return rhythm.possible(registration);
}

describe("a refused registration", () => {
  const cases: [what: string, refusedAt: number[], now: number, expected: readonly Refusal[]][] = [
    ["has no rhythm before the first refusal", [], 100, ALL],
    ["may be about anything after one refusal", [0], 2, ALL],
    ["is not about credentials when it was not tried again after 3 s", [0], 4.2, ["forbidden", "unknown"]],
    ["is about something unknown when it was not tried again after 7 s", [0], 8.2, ["unknown"]],
    ["is about credentials when it was tried again after 3 s", [0, 3.05], 3.1, ["credentials"]],
    ["is forbidden when it was tried again after 7 s", [0, 7.4], 7.5, ["forbidden"]],
    ["is about something unknown when it was tried again after 10 s", [0, 10.02], 10.1, ["unknown"]],
    ["is judged anew once the next attempt does not come", [0, 3], 7.5, ["forbidden", "unknown"]],
    ["goes by its latest pause", [0, 3, 10], 10.1, ["forbidden"]],
    ["says nothing when its rhythm is the PBX's own", [0, 60], 60.1, ALL],
  ];
  for (const [what, refusedAt, now, expected] of cases) {
    it(what, () => assert.deepEqual(possible(refusedAt, now), expected));
  }

  it("cannot be told apart where Asterisk is told to wait equally long", () => {
    const equal = { retryinterval: "3", forbiddenretryinterval: "15", fatalretryinterval: "15" };
    assert.deepEqual(possible([0, 15], 15.1, equal), ["forbidden", "unknown"]);
  });

  it("is not tried again at all where Asterisk is told to wait 0 s", () => {
    const defaults = { retryinterval: "60", forbiddenretryinterval: "0", fatalretryinterval: "0" };
    assert.deepEqual(possible([0], 10, defaults), ALL);
    assert.deepEqual(possible([0], 62, defaults), ["forbidden", "unknown"]);
    assert.deepEqual(possible([0, 60], 61, defaults), ["credentials"]);
  });

  it("is about credentials or something unknown where Asterisk counts both as final", () => {
    const final = { ...REGISTRATION, authrejectionpermanent: "true" };
    assert.deepEqual(possible([0, 10], 10.1, final), ["credentials", "unknown"]);
  });

  it("is forgotten", () => {
    let ms = 0;
    const rhythm = createRefusalRhythm(() => ms);
    rhythm.refused();
    rhythm.forget();
    ms = 3_000;
    rhythm.refused();
    assert.deepEqual(rhythm.possible(REGISTRATION), ALL);
  });
});
