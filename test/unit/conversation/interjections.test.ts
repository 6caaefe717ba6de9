import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { Interjections } from "../../../src/conversation/interjections.js";

test("what waits is taken in the order in which it came, and each sender learns the outcome", async () => {
  const interjections = new Interjections();
  const [one, two] = [interjections.say("one"), interjections.say("two")];
  assert.ok(interjections.waiting);
  const first = interjections.take();
  const second = interjections.take();
  assert.deepEqual([first?.text, second?.text, interjections.take()], ["one", "two", undefined]);
  assert.equal(interjections.waiting, false);
  first?.resolve(true);
  second?.resolve(false);
  assert.deepEqual([await one, await two], [true, false]);
});

test("a conversation that begins gets what waits already, and everything that comes", () => {
  const interjections = new Interjections();
  void interjections.say("early");
  let told = 0;
  interjections.listen(() => told++);
  assert.equal(told, 1);
  void interjections.say("later");
  assert.equal(told, 2);
});

test("when a conversation ends all waits end, and nothing more is accepted", async () => {
  const interjections = new Interjections();
  interjections.listen(() => {});
  const waiting = interjections.say("too late");
  interjections.close();
  interjections.close();
  assert.equal(await waiting, false);
  assert.equal(await interjections.say("later still"), false);
  assert.equal(interjections.take(), undefined);
});

test("more than twenty do not wait", () => {
  const interjections = new Interjections();
  for (let i = 0; i < 20; i++) void interjections.say(String(i));
  assert.equal(interjections.say("one too many"), undefined);
  interjections.take();
  void interjections.say("there is room again");
  const texts = Array.from({ length: 20 }, () => interjections.take()?.text);
  assert.equal(texts.at(-1), "there is room again");
});

test("what waits longer than its sender allows is withdrawn, and only that", async () => {
  const interjections = new Interjections();
  const patience = new AbortController();
  const kept = interjections.say("kept");
  const withdrawn = interjections.say("withdrawn", patience.signal);
  patience.abort();
  assert.equal(await withdrawn, false);
  assert.equal(interjections.take()?.text, "kept");
  assert.equal(interjections.waiting, false);
  assert.equal(await interjections.say("impatient", patience.signal), false);
  interjections.close();
  void kept;
});

test("what is being said is finished, however short its sender's time limit", async () => {
  const interjections = new Interjections();
  const patience = new AbortController();
  const said = interjections.say("said", patience.signal);
  const taken = interjections.take();
  patience.abort();
  taken?.resolve(true);
  assert.equal(await said, true);
  assert.equal(getEventListeners(patience.signal, "abort").length, 0);
});

test("nothing is left on a signal whose interjection is over", async () => {
  const interjections = new Interjections();
  const { signal } = new AbortController();
  const said = interjections.say("said", signal);
  const closed = interjections.say("closed", signal);
  interjections.take()?.resolve(true);
  interjections.close();
  await Promise.all([said, closed]);
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
