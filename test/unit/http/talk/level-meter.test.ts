import assert from "node:assert/strict";
import { test } from "node:test";
import { decibels, LevelMeter } from "../../../../src/http/talk/page/level-meter.mjs";

test("a level is told in decibels below full scale, from silence to the loudest that there is", () => {
  assert.deepEqual([0, 0.000_01, 0.1, 0.5, 1, 2].map(decibels), [-70, -70, -20, -6, 0, 0]);
});

test("the loudest of 100 ms is drawn and said, and when nothing is heard any more, silence", () => {
  const said: Record<string, string> = {};
  const bar = { style: { transform: "" } };
  const meter = new LevelMeter({ setAttribute: (name, value) => void (said[name] = value) }, bar);
  for (const level of [0.01, 0.1, 0.01, 0]) meter.add(level);
  assert.deepEqual(said, {});
  meter.add(0);
  assert.deepEqual(said, { "aria-valuenow": "-20", "aria-valuetext": "-20 decibels" });
  assert.equal(bar.style.transform, "scaleX(0.714)");
  meter.silence();
  assert.deepEqual([said["aria-valuetext"], bar.style.transform], ["silent", "scaleX(0.000)"]);
});
