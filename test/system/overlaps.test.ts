// needs: quiet

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { samplesIn } from "../../src/audio/pcm.js";
import {
  atLevel,
  cameThrough,
  FULL,
  mix,
  pinkNoise,
  says,
  startWorld,
  type TelephoneCall,
  TUNED,
  upsampleTo24kHz,
  voicedStretches,
  withoutGaps,
  type World,
} from "../support/index.js";

const REPLY = "We are open on weekdays from nine to five and on Saturdays until noon";
const CALLER_DBFS = -26;
/** Whoever goes on is not held up for longer than this, and whoever yields is silent as soon as this, ms. */
const MAX_GAP_MS = 700;
const MAX_YIELD_MS = 400;
/** What answers the interruption is one word: the rest of the reply would be longer, ms. */
const MAX_ANSWER_MS = 1_000;
/** The share of the frames that are told again, and how far beside its place one may be: two that the line has lost, ms. */
const NEARLY_ALL = 0.95;
const MAX_ASIDE_MS = 40;

let world: World;
let reply: Int16Array;
/** What the recogniser finds in what it is given. */
let understood: (heard: Int16Array) => string = () => "";

before(async () => {
  world = await startWorld();
  // Never silent, so that a gap is one, and of the loudness of a voice.
  const speech = atLevel(await says(REPLY, { voice: "rms" }), -20);
  reply = mix(speech, pinkNoise(1_000, -66));
  const word = upsampleTo24kHz((await says("hello", { voice: "rms" })).slice());
  const spoken = upsampleTo24kHz(reply.slice());
  world.speech.speakAs((text) => (text.startsWith("We are open") ? spoken : word));
  world.speech.hearAs((heard) => understood(heard));
  world.model.when(/opening hours/).thenSay(REPLY);
  world.model.when(/stop|next sunday/).thenSay("All right.");
  await world.startController({ PHRASES_GREETINGS: JSON.stringify(["Hello."]) });
});
after(() => world[Symbol.asyncDispose]());

/** A caller who has asked for the opening hours and hears the reply, since `from`. */
async function inTheReply(): Promise<{ call: TelephoneCall; from: number } & AsyncDisposable> {
  const call = await world.telephone.dial("8000");
  const greeted = await call.hearsSilence({ forMs: 300 });
  understood = () => "what are your opening hours";
  const question = await call.say(atLevel(await says("what are your opening hours"), CALLER_DBFS));
  const from = await call.hears({ after: Math.max(greeted, question.to), minMs: 200 });
  return { call, from, [Symbol.asyncDispose]: () => call[Symbol.asyncDispose]() };
}

const disturbances: Record<string, { sound: () => Promise<Int16Array> | Int16Array; text?: string }> = {
  "somebody who listens": { sound: async () => atLevel(await says("okay"), CALLER_DBFS), text: "Okay." },
  "a cough": { sound: () => TUNED.noises.cough(2) },
  "our own echo": { sound: () => atLevel(reply, -40) },
  "people who talk in the same room": { sound: () => TUNED.noises.babble(1).subarray(0, samplesIn(3_000)) },
};
const IN_USUAL_FORM = ["a cough"];
for (const [name, { sound, text = "" }] of Object.entries(disturbances)) {
  if (!FULL && !IN_USUAL_FORM.includes(name)) continue;
  test(`the reply goes on over ${name}, and none of it is lost or comes twice`, async (t) => {
    await using talk = await inTheReply();
    const { call, from } = talk;
    understood = () => text;
    await wait(name === "our own echo" ? 50 : 1_000);
    await call.say(await sound());
    const end = await call.hearsSilence({ forMs: 1_200, after: from });
    const heard = call.recording().assistant.subarray(from - samplesIn(40), end);
    const gap = longestGapMs(heard);
    const { share, asideMs } = cameThrough(withoutGaps(heard), reply);
    t.diagnostic(
      `held up for ${gap.toFixed(0)} ms; ${(100 * share).toFixed(1)} % of the frames came, ${asideMs.toFixed(0)} ms aside`,
    );
    assert.ok(gap <= MAX_GAP_MS, `held up for ${gap} ms`);
    assert.ok(share >= NEARLY_ALL, `${share} of the frames came`);
    assert.ok(asideMs <= MAX_ASIDE_MS, `${asideMs} ms were lost or came twice`);
  });
}

for (const said of FULL ? ["stop", "wait what about next sunday"] : ["stop"]) {
  test(`the reply ends at "${said}"`, async (t) => {
    await using talk = await inTheReply();
    const { call, from } = talk;
    const spoken = atLevel(await says(said), CALLER_DBFS);
    const sayingMs = voicedMs(spoken);
    understood = (heard) => saidWithin(voicedMs(heard) / sayingMs, said);
    await wait(1_000);
    const words = await call.say(spoken);
    const answeredAt = await call.hears({ after: words.to, minMs: 100 });
    const end = await call.hearsSilence({ forMs: 600, after: answeredAt });
    const stretches = voicedStretches(call.recording().assistant.subarray(0, end), { after: from });
    const repliedTo = Math.max(...stretches.filter((heard) => heard.from < words.to).map((heard) => heard.to));
    const yieldMs = (repliedTo - words.from) / samplesIn(1);
    t.diagnostic(`silent after ${yieldMs.toFixed(0)} ms`);
    assert.ok(yieldMs <= MAX_YIELD_MS, `${yieldMs} ms`);
    const answerMs = (end - answeredAt) / samplesIn(1);
    assert.ok(answerMs <= MAX_ANSWER_MS, `what follows lasts ${answerMs} ms: it is the reply's rest`);
  });
}

/** From the first voice to the last, ms. */
function voicedMs(samples: Int16Array): number {
  const stretches = voicedStretches(samples);
  return ((stretches.at(-1)?.to ?? 0) - (stretches[0]?.from ?? 0)) / samplesIn(1);
}

/** The words of which a recogniser has enough, 70 %, when this share of them all has been said. */
function saidWithin(share: number, text: string): string {
  const words = text.split(" ");
  return words.slice(0, Math.floor(share * words.length + 0.3)).join(" ");
}

/** The longest time in which nothing arrived at all. */
function longestGapMs(heard: Int16Array): number {
  let [longest, now] = [0, 0];
  for (const sample of heard.subarray(samplesIn(60))) {
    now = sample === 0 ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return longest / 16;
}
