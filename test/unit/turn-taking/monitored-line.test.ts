import assert from "node:assert/strict";
import { test } from "node:test";
import { monitored } from "../../../src/turn-taking/monitored-line.js";
import { Scope } from "../../../src/kernel/scope.js";
import { FakeLine } from "../../support/fakes/fake-line.js";

const LOUD = new Int16Array(16_000).map((_, i) => 9_000 * Math.sin((2 * Math.PI * 500 * i) / 16_000));

test("what is played on the line is noted on its way through, until it is flushed", () => {
  const scope = new Scope("call");
  const inner = new FakeLine(scope);
  const line = monitored(inner);
  void line.play(LOUD);
  assert.equal(inner.queuedMs, 1_000);
  const later = performance.now() + 100;
  assert.ok(line.ownVoice.isAudible(later));
  assert.ok(line.ownVoice.levelAt(later - 60) > -30);
  line.pause();
  line.resume();
  line.flush();
  assert.deepEqual(inner.flushed, [1_000]);
  assert.equal(line.ownVoice.isAudible(later + 2_000), false);
  scope.end();
});

test("frames and keys come through it as they do without", () => {
  const scope = new Scope("call");
  const inner = new FakeLine(scope);
  const line = monitored(inner);
  let frames = 0;
  const stop = line.hear(() => frames++);
  inner.says(LOUD);
  stop();
  assert.equal(frames, 50);
  assert.deepEqual([line.id, line.extension, line.signal], [inner.id, inner.extension, inner.signal]);
  scope.end();
});
