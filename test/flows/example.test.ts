import assert from "node:assert/strict";
import { test } from "node:test";
import { startTalk } from "../support/index.js";

test("a caller who speaks in the second sentence never hears the third", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("count to three");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await talk.hears(1_500); // Of sentences that last a second each.
  talk.stt.next("that is enough");
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –"]);
});
