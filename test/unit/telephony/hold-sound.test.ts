import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createHoldSound } from "../../../src/telephony/hold-sound.js";

/** Sentences that are sent at once, and played one after the other while the far side holds and comes back. */
async function heard(sentences: number, happenings: string): Promise<string> {
  const sound = createHoldSound();
  const ends: (() => void)[] = [];
  const marks: Promise<boolean>[] = [];
  const adds = () => {
    sound.plays();
    marks.push(sound.mark(new Promise((resolve) => ends.push(() => resolve(true)))));
  };
  for (let i = 0; i < sentences; i++) adds();
  for (const happens of happenings) {
    if (happens === "|") ends.shift()?.();
    else if (happens === "+") adds();
    else sound.held(happens === "(");
    await setImmediate();
  }
  return (await Promise.all(marks)).map((isHeard) => (isHeard ? "heard" : "missed")).join(" ");
}

// "(" and ")": the hold begins and ends; "|": a sentence ends; "+": one is added.
for (const [happenings, expected] of [
  ["|||", "heard heard heard"],
  ["()|||", "missed heard heard"],
  ["|()||", "heard missed heard"],
  ["|(|)|", "heard missed missed"],
  ["(|||)", "missed missed missed"],
  ["|||()+|", "heard heard heard heard"],
  ["|||(+)|", "heard heard heard missed"],
] as const) {
  test(`of three sentences with ${happenings} is heard: ${expected}`, async () => {
    assert.equal(await heard(3, happenings), expected);
  });
}

test("what is dropped before it was played is not missed for what follows", async () => {
  const sound = createHoldSound();
  const dropped = sound.mark(Promise.resolve(false));
  sound.flush();
  sound.held(true);
  sound.held(false);
  sound.plays();
  const played = sound.mark(Promise.resolve(true));
  assert.deepEqual(await Promise.all([dropped, played]), [false, true]);
});
