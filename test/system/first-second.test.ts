// needs: quiet

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { samplesIn } from "../../src/audio/pcm.js";
import {
  cameThrough,
  FULL,
  says,
  sounds,
  startWorld,
  upsampleTo24kHz,
  voicedStretches,
  type World,
} from "../support/index.js";

const GREETING =
  "Good morning, this is the reception of the garden centre, and I am glad to help you with whatever you need";
const QUESTION = "can you tell me when you are open";
const REPLY = "We are open on weekdays from nine to five and on Saturdays until noon";
/** When callers begin, after the first sound of the greeting, ms. */
const STARTS_MS = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000];
const NEARLY_ALL = 0.95;
/** A greeting begins within this of the answer, on the telephone's recording. */
const GREETING_MS = 100;

let world: World;
let question: Int16Array;
let reply: Int16Array;

before(async () => {
  world = await startWorld();
  question = sounds.atLevel(await says(QUESTION), -26);
  reply = sounds.atLevel(await says(REPLY, { voice: "rms" }), -20);
  const spoken = upsampleTo24kHz(reply.slice());
  const greeting = upsampleTo24kHz(sounds.atLevel(await says(GREETING, { voice: "rms" }), -20));
  world.speech.speakAs((text) => (text.startsWith("We are open") ? spoken : greeting));
  // A recogniser has a word once it has been said; of silence, or of what is not the caller's, it has none.
  const words = QUESTION.split(" ");
  world.speech.hearAs((heard) => {
    const share = voicedLength(heard) / voicedLength(question);
    return words.slice(0, Math.floor(share * words.length + 0.3)).join(" ");
  });
  world.model.when(/open/).thenSay(REPLY);
  await world.startController({ PHRASES_GREETINGS: JSON.stringify([`${GREETING}.`]) });
});
after(() => world[Symbol.asyncDispose]());

test("callers who begin within the first second of the greeting are answered", async () => {
  const shares = await Promise.all(STARTS_MS.map(shareHeardBy));
  for (const [at, share] of shares.entries())
    assert.ok(
      share >= NEARLY_ALL,
      `began after ${STARTS_MS[at]} ms: ${(100 * share).toFixed(0)} % of the answer were heard`,
    );
});

test("a greeting begins within 100 ms of the answer", async (t) => {
  const beganMs: number[] = [];
  for (let calls = 0; calls < (FULL ? 5 : 1); calls++) {
    await using call = await world.telephone.dial("8000");
    beganMs.push((await call.hears({ minMs: 20 })) / 16);
  }
  t.diagnostic(`from answer to greeting: ${beganMs.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  assert.ok(Math.max(...beganMs) <= GREETING_MS, `${beganMs.join()} ms`);
});

/** Has a caller begin `startMs` into the greeting. @returns how much of the answer they heard, from 0 to 1 */
async function shareHeardBy(startMs: number): Promise<number> {
  await using call = await world.telephone.dial("8000");
  await call.hears({ minMs: 20 });
  await wait(startMs);
  const asked = await call.say(question);
  // The greeting, if it went on, would be no answer.
  const answeredAt = await call.hears({ after: asked.to, minMs: 100 });
  const end = await call.hearsSilence({ forMs: 1_000, after: answeredAt });
  return cameThrough(call.recording().assistant.subarray(answeredAt - samplesIn(40), end), reply).share;
}

/** Samples from the first voice to the last. */
function voicedLength(samples: Int16Array): number {
  const stretches = voicedStretches(samples);
  return (stretches.at(-1)?.to ?? 0) - (stretches[0]?.from ?? 0);
}
