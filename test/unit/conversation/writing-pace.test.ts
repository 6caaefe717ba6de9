import assert from "node:assert/strict";
import { test } from "node:test";
import { createWritingPace } from "../../../src/conversation/compose-reply.js";

test("a pace is that of what came after the first piece, which may have been long in coming", (t) => {
  let now = 5_000;
  t.mock.method(performance, "now", () => now);
  const pace = createWritingPace();
  assert.ok(Number.isNaN(pace.charactersPerSecond));
  now = 9_000;
  pace.wrote("Of course, ");
  assert.ok(!(pace.charactersPerSecond < 1e9), "nothing is known of it yet");
  now = 9_500;
  pace.wrote("I ");
  pace.wrote("can do that.");
  assert.equal(pace.charactersPerSecond, 28);
});
