import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { mockNow } from "../support/fakes/mock-now.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { startTalk, type Talk } from "../support/fakes/talk.js";

const CLAUSE = "I checked the calendar,";
const REST = "but Thursday is taken.";

/** A caller has asked, and the model writes so fast, in characters a second: up to the middle of its first sentence. */
async function answering(
  t: TestContext,
  pace: number,
  more: readonly Promise<unknown>[] = [STALL],
  rest = REST,
): Promise<Talk> {
  const { talk } = await startTalk(t);
  let now = performance.now();
  mockNow(t, () => now);
  const later = (text: string) => ({
    get kind() {
      now += (text.length / pace) * 1_000;
      return "text" as const;
    },
    text,
  });
  const [begun, end] = [rest.slice(0, 16), rest.slice(16)];
  talk.stt.next("Can I come on Thursday?");
  talk.model.next("I checked", later(" the calendar,"), later(` ${begun}`), ...more, `${end} Friday is free.`);
  await talk.asks();
  return talk;
}

test("a model that writes slowly is heard from its first clause on", async (t) => {
  const more = gate();
  const talk = await answering(t, 100, [more]);
  assert.deepEqual(talk.voice.asked.slice(1), [CLAUSE], "before the sentence is there");
  more.open();
  await talk.settles();
  assert.deepEqual(talk.voice.asked.slice(1, 3), [CLAUSE, REST]);
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", CLAUSE, REST, "Friday is free."]);
  assert.equal(talk.transcript.messages.at(-1)?.content, `${CLAUSE} ${REST} Friday is free.`);
});

test("a model that writes quickly is heard sentence by sentence", async (t) => {
  const more = gate();
  const talk = await answering(t, 600, [more]);
  assert.deepEqual(talk.voice.asked.slice(1), []);
  more.open();
  await talk.settles();
  assert.deepEqual(talk.voice.asked.slice(1, 2), [`${CLAUSE} ${REST}`]);
});

test("if a reply is interrupted in its first sentence, the clause that was heard is kept", async (t) => {
  const talk = await answering(t, 100, []);
  await talk.hears(1_500);
  talk.stt.next("wait, which calendar");
  await talk.speaks();
  const last = talk.transcript.entries.at(-1);
  assert.ok(last?.who === "assistant");
  assert.deepEqual([last.text, last.unheard], [CLAUSE, `${REST} Friday is free.`]);
});

test('while a question is being said, "yes" is an answer in its first clause as well', async (t) => {
  const talk = await answering(t, 100, [], "but would you come on Friday?");
  await talk.hears(500);
  talk.stt.next("yes");
  talk.model.next("Very well.");
  await talk.speaks(600);
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-1), ["Very well."]);
});
