import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pauseAfter, readRetryAfter } from "../../../src/webhooks/retry-schedule.js";

const STEPS_S = [5, 30, 120, 600, 3_600, 14_400];
const DAY_MS = 86_400_000;

test("a delivery is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 4 h, and then no more", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((made) => pauseAfter(made, undefined, 0.5));
  assert.deepEqual(pauses, [...STEPS_S.map((s) => s * 1_000), undefined, undefined]);
});

test("each pause is up to a tenth shorter or longer", () => {
  assert.equal(pauseAfter(1, undefined, 0), 4_500);
  assert.equal(pauseAfter(1, undefined, 1), 5_500);
});

test("a receiver that asks for time gets it, a day at most, and cannot have it faster", () => {
  assert.equal(pauseAfter(1, 60_000, 0.5), 60_000);
  assert.equal(pauseAfter(5, 1_000, 0.5), 3_600_000);
  assert.equal(pauseAfter(1, 30 * DAY_MS, 0.5), DAY_MS);
  assert.equal(pauseAfter(7, 1_000, 0.5), undefined);
});

test("Retry-After is understood in seconds and in the three forms of an HTTP date", () => {
  const now = Date.parse("1994-11-06T08:49:00Z");
  assert.equal(readRetryAfter("120", now), 120_000);
  assert.equal(readRetryAfter(" 0 ", now), 0);
  assert.equal(readRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now), 37_000);
  assert.equal(readRetryAfter("Sunday, 06-Nov-94 08:49:37 GMT", now), 37_000);
  assert.equal(readRetryAfter("Sun Nov  6 08:49:37 1994", now), 37_000);
  assert.equal(readRetryAfter("Sun, 06 Nov 1994 08:48:00 GMT", now), 0);
});

test("a Retry-After that makes no sense counts as none", () => {
  for (const text of [undefined, "", "soon", "-5", "1.5", "1e3", "0x10", "Sun, 99 Nov 1994 08:49:37 GMT", "tomorrow"])
    assert.equal(readRetryAfter(text, 0), undefined, text);
});

test("whatever a receiver asks for, the pause stays between its step and a day", () => {
  const header = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.bigInt({ min: 0n, max: 10n ** 400n }).map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  const now = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(
      header,
      now,
      fc.integer({ min: 1, max: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (text, at, made, random) => {
        const asked = readRetryAfter(text, at);
        assert.ok(asked === undefined || asked >= 0);
        const pause = pauseAfter(made, asked, random);
        assert.ok(
          pause !== undefined && pause >= (STEPS_S[made - 1] ?? 0) * 900 && pause <= DAY_MS,
          `${text}: ${pause}`,
        );
      },
    ),
    { numRuns: 2_000 },
  );
});

test("dates within a day are waited for to the second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 10, max: 86_000 }), (at, seconds) => {
      const now = Math.floor(at / 1000) * 1000;
      const header = new Date(now + seconds * 1_000).toUTCString();
      assert.equal(pauseAfter(1, readRetryAfter(header, now), 0), seconds * 1_000);
    }),
  );
});
