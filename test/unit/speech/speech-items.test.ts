import assert from "node:assert/strict";
import { test } from "node:test";
import { createSpeechItems } from "../../../src/speech/speech-items.js";

function startItems() {
  const told: string[] = [];
  const items = createSpeechItems(
    () => new Error("the server failed"),
    (text) => told.push(text),
  );
  const hear = (item: string, delta: string) =>
    items.hear({ type: "conversation.item.input_audio_transcription.delta", item_id: item, delta });
  return { items, told, hear };
}

test("what is written about a sound is no words, nor is its beginning", () => {
  const { told, hear } = startItems();
  for (const piece of ["[BLANK", "_AUDIO", "]", " (cou", "ghs)", " *sni", "ffs", "*"]) hear("item_1", piece);
  assert.deepEqual(told, []);
  hear("item_1", " stop");
  assert.deepEqual(told, ["stop"]);
});

test("a number in brackets is words as soon as it is whole", () => {
  const { told, hear } = startItems();
  for (const piece of ["call ", "(55", "5) 01", "42"]) hear("item_1", piece);
  assert.equal(told.at(-1), "call (555) 0142");
});

test("a server that writes brackets without end delays nothing", () => {
  const { hear } = startItems();
  for (const bracket of ["[", "("]) {
    hear(bracket, bracket.repeat(9_000));
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i++) hear(bracket, bracket);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 400_000, `20 deltas cost ${user / 1000} ms`);
  }
});

for (const hasDelta of [false, true]) {
  test(`a result that comes before its acknowledgement is kept, ${hasDelta ? "with" : "without"} words so far`, async () => {
    const { items, hear } = startItems();
    const commits = (id: string) => items.hear({ type: "input_audio_buffer.committed", item_id: id });
    const results = (id: string, end: "completed" | "failed", transcript?: string) =>
      items.hear({ type: `conversation.item.input_audio_transcription.${end}`, item_id: id, transcript });
    const first = items.commit("1");
    commits("a");
    results("a", "completed", "one");
    assert.equal(await first, "one");
    const [second, third] = [items.commit("2"), items.commit("3")];
    if (hasDelta) hear("b", "tw");
    results("c", "failed");
    results("b", "completed", "two");
    for (let i = 0; i < 60; i++) results(`never committed ${i}`, "completed", "other words");
    commits("b");
    commits("c");
    assert.equal(await second, "two");
    await assert.rejects(third, /the server failed/);
  });
}
