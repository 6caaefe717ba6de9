import assert from "node:assert/strict";
import { test } from "node:test";
import { converse } from "../../src/conversation/converse.js";
import type { CallRecord } from "../../src/records/call-record.js";
import { callIn } from "../support/fakes/call-in.js";
import { FakeVoice } from "../support/fakes/fake-voice.js";
import { startPlacedCalls } from "../support/fakes/placed-calls.js";
import { IDLE_MS, PHRASES, prepareTalk } from "../support/fakes/talk.js";

const [DISCLOSED = ""] = PHRASES.disclosure;

test("a caller hears first that a machine speaks, and then the greeting; the record says when", async (t) => {
  const kept: CallRecord[] = [];
  const { talk } = await callIn(t, { isDisclosed: true, onKept: (record) => kept.push(record) });
  assert.equal(kept.at(-1)?.disclosedAt, undefined, "it is not heard yet");
  await talk.hearsAll();
  assert.equal(typeof kept.at(-1)?.disclosedAt, "number");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, "Welcome."]);
});

test("the greeting is synthesised while the disclosure plays, so that no gap follows it", async (t) => {
  const { talk } = await callIn(t, { isDisclosed: true });
  await talk.hears(900);
  assert.deepEqual(talk.voice.asked, [DISCLOSED, "Welcome."]);
});

for (const [does, keys] of [
  ["talks", []],
  ["presses a key that does nothing and talks", ["5"]],
] as const) {
  test(`a caller who ${does} over the disclosure hears it to its end, and is answered in place of the greeting`, async (t) => {
    const kept: CallRecord[] = [];
    const { talk } = await callIn(t, { isDisclosed: true, onKept: (record) => kept.push(record) });
    await talk.hears(300);
    for (const key of keys) talk.line.presses(key);
    talk.stt.next("what time is it");
    talk.model.next("It is noon.");
    await talk.asks();
    await talk.hearsAll();
    await talk.hearsAll();
    assert.deepEqual(talk.heard, [DISCLOSED, "It is noon."]);
    assert.equal(typeof kept.at(-1)?.disclosedAt, "number");
  });
}

test("a caller whose sound over the disclosure has no words is greeted", async (t) => {
  const { talk } = await callIn(t, { isDisclosed: true });
  talk.stt.next("");
  await talk.asks();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, "Welcome."]);
});

test("a caller who presses a key over the disclosure that does nothing is greeted", async (t) => {
  const { talk } = await callIn(t, { isDisclosed: true });
  await talk.hears(300);
  talk.line.presses("5");
  talk.line.presses("#");
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, "Welcome."]);
});

test("a caller who still speaks when the disclosure ends is heard out", async (t) => {
  const { talk } = await callIn(t, { isDisclosed: true });
  talk.stt.next("what time is it");
  talk.model.next("It is noon.");
  await talk.speaks();
  await talk.hearsAll();
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, "It is noon."]);
});

test("a caller who hangs up during the disclosure has not heard it", async (t) => {
  const kept: CallRecord[] = [];
  const { talk } = await callIn(t, { isDisclosed: true, onKept: (record) => kept.push(record) });
  await talk.hears(300);
  talk.line.leaves();
  await talk.settles();
  assert.equal(kept.at(-1)?.status, "completed");
  assert.equal(kept.at(-1)?.disclosedAt, undefined);
});

/** A voice that fails so many times to say the disclosure. */
function failingVoice(times: number): FakeVoice {
  const voice = new FakeVoice();
  let left = times;
  voice.script = (text) => (text === DISCLOSED && left-- > 0 ? [new Error("no voice is free")] : undefined);
  return voice;
}

for (const [often, failures, heard] of [
  ["once", 1, [DISCLOSED, "Welcome."]],
  ["twice", 2, ["Welcome.", DISCLOSED]],
] as const) {
  test(`a disclosure that could not be said ${often} is owed until it is heard`, async (t) => {
    const kept: CallRecord[] = [];
    const voice = failingVoice(failures);
    const { talk } = await callIn(t, { isDisclosed: true, tts: voice, onKept: (record) => kept.push(record) });
    const spoken = () => voice.read(talk.line.heard).flatMap(({ text }) => (text.startsWith("(") ? [] : [text]));
    for (let turn = 0; turn < 10 && spoken().length < heard.length; turn++) await talk.hearsAll();
    assert.deepEqual(spoken(), heard);
    assert.equal(typeof kept.at(-1)?.disclosedAt, "number");
    assert.equal(voice.asked.filter((text) => text === DISCLOSED).length, failures + 1, "it is not said again");
  });
}

test("a caller who has the assistant on hold during the disclosure is told when they are back, and then greeted", async (t) => {
  const kept: CallRecord[] = [];
  const { talk } = await callIn(t, { isDisclosed: true, onKept: (record) => kept.push(record) });
  await talk.hears(300);
  talk.line.holds(true);
  await talk.hearsAll();
  await talk.passes(3 * IDLE_MS);
  assert.equal(talk.line.queuedMs, 0);
  assert.equal(kept.at(-1)?.disclosedAt, undefined, "nobody heard it");
  talk.line.holds(false);
  await talk.settles();
  for (let i = 0; i < 2; i++) await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, DISCLOSED, "Welcome."]);
  assert.equal(typeof kept.at(-1)?.disclosedAt, "number");
});

test("a caller who is back from a hold before the end of the disclosure hears it once more", async (t) => {
  const { talk } = await callIn(t, { isDisclosed: true });
  for (const isHeld of [true, false]) {
    await talk.hears(300);
    talk.line.holds(isHeld);
  }
  for (let i = 0; i < 3; i++) await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, DISCLOSED, "Welcome."]);
});

test("a caller who has the assistant on hold when the call begins hears all of it when they are back", async (t) => {
  const talk = await prepareTalk(t);
  talk.line.holds(true);
  const disclosure = { phrase: DISCLOSED, onHeard: () => {} };
  converse(talk.call, talk.scope, talk.windDown.signal, { disclosure }).catch(() => {});
  await talk.settles();
  await talk.passes(3 * IDLE_MS);
  assert.deepEqual(talk.voice.asked, []);
  talk.line.holds(false);
  await talk.settles();
  for (let i = 0; i < 2; i++) await talk.hearsAll();
  assert.deepEqual(talk.heard, [DISCLOSED, "Welcome."]);
});

for (const asked of ["Are you a robot?", "Am I talking to a real person?"]) {
  test(`a caller who asks "${asked}" is told so without the model`, async (t) => {
    const { talk } = await callIn(t, {});
    await talk.hearsAll();
    talk.stt.next(asked);
    await talk.asks();
    await talk.hearsAll();
    assert.deepEqual(talk.heard, ["Welcome.", ...PHRASES.no_person]);
    assert.equal(talk.model.requests.length, 0);
  });
}

test("a callee hears first that a machine speaks, and then the message and the question", async (t) => {
  const calls = await startPlacedCalls(t, { isDisclosed: true });
  const { callId, line } = await calls.answered();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heardOn(line), [DISCLOSED, "Dinner is ready."]);
  assert.equal(typeof (await calls.callControl.find(callId))?.disclosedAt, "number");
});

test("a callee is told where the request says so, although the settings leave it out", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId, line } = await calls.answered({ disclosureWaived: null });
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heardOn(line), [DISCLOSED, "Dinner is ready."]);
  const record = await calls.callControl.find(callId);
  assert.equal(typeof record?.disclosedAt, "number");
  assert.equal(record?.disclosureWaived, undefined);
});

test("a callee is not told where the request says why", async (t) => {
  const calls = await startPlacedCalls(t, { isDisclosed: true });
  const { callId, line } = await calls.answered({ disclosureWaived: "They know the robot." });
  await calls.hearsAll();
  assert.deepEqual(calls.heardOn(line), ["Dinner is ready."]);
  const record = await calls.callControl.find(callId);
  assert.deepEqual([record?.disclosedAt, record?.disclosureWaived], [undefined, "They know the robot."]);
});
