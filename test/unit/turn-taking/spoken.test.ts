import assert from "node:assert/strict";
import { test } from "node:test";
import { Spoken } from "../../../src/turn-taking/spoken.js";

test("a sentence is unheard from its beginning until it is heard, and keeps its place", () => {
  const spoken = new Spoken();
  const [first, second] = [spoken.begin("One."), spoken.begin("Two.")];
  assert.deepEqual([spoken.heard, spoken.unheard], [[], ["One.", "Two."]]);
  second();
  first();
  assert.deepEqual([spoken.heard, spoken.unheard], [["One.", "Two."], []]);
});

test("of equal sentences each is heard for itself", () => {
  const spoken = new Spoken();
  spoken.begin("No.");
  spoken.begin("No.")();
  assert.deepEqual([spoken.heard, spoken.unheard], [["No."], ["No."]]);
});

test("what was meant and not begun is unheard, once", () => {
  const spoken = new Spoken();
  spoken.begin("One.")();
  spoken.begin("Two.");
  spoken.complete(["One.", "Two.", "Three."]);
  spoken.complete(["One.", "Two.", "Three."]);
  assert.deepEqual([spoken.heard, spoken.unheard], [["One."], ["Two.", "Three."]]);
});

test("what is dropped is not meant any more, and cannot be heard later", () => {
  const spoken = new Spoken();
  spoken.begin("One.")();
  const late = spoken.begin("Two.");
  spoken.dropUnheard();
  late();
  spoken.begin("Sorry.");
  assert.deepEqual([spoken.heard, spoken.unheard], [["One."], ["Sorry."]]);
});
