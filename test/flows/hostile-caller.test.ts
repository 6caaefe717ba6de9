import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { pause } from "../../src/kernel/deadline.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { createAudioClock } from "../support/fakes/audio-clock.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { operatorOnly } from "../support/fakes/fake-switchboard.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { IDLE_MS, QUICK_BARGE_IN, silence, startTalk, type TalkOptions } from "../support/fakes/talk.js";

const CLOCK: Tool = {
  name: "DATETIME",
  description: "Tells the time.",
  execute: async (_, { signal }) => {
    await pause(1_000, signal);
    return { status: "SUCCESS", message: "It is noon. It is light." };
  },
};
const SLOW: Tool = {
  name: "SLOW",
  description: "Takes its time.",
  execute: async (_, { signal }) => {
    await pause(9_000, signal);
    return { status: "SUCCESS", message: "Done." };
  },
};
const CHATTY: Tool = {
  name: "CHATTY",
  description: "Talks a lot.",
  execute: (_, { say }) => {
    for (let at = 0; at < 100; at++) say?.(`Step ${at}.`);
    return { status: "SUCCESS", message: "Done." };
  },
};

/** A conversation in which a whole second of each phrase is at hand, and time goes by frame by frame. */
async function start(t: TestContext, options: TalkOptions = {}, understood = Array<string>(5).fill("tell me")) {
  const { talk, ended } = await startTalk(t, { tools: [CLOCK, SLOW, CHATTY], ...options });
  const clock = createAudioClock(t, talk.line);
  for (const text of understood) talk.stt.next(text);
  return { talk, ended, clock, quiet: () => talk.line.queuedMs === 0 };
}

/** A cough has no words in it. */
const COUGHS = ["", "", ""];

test("a cough before a key press ends while the answer is said, and nothing is said over the answer", async (t) => {
  const { talk, clock } = await start(t, { listening: QUICK_BARGE_IN }, COUGHS);
  talk.away.add("llm");
  await talk.speaks(300);
  talk.line.presses("1");
  await talk.settles();
  void talk.call.interjections.say("Your tea is ready.");
  await talk.pauses(1_500); // The cough comes to nothing.
  await clock.runs(6_000);
  assert.deepEqual(talk.heard.slice(1), ["It is noon.", "It is light.", "Your tea is ready."]);
});

test("words said while the operator's telephone rang have no effect if the operator does not answer", async (t) => {
  const dialler = new FakeDialler();
  const { talk, clock, ended } = await start(
    t,
    { switchboard: await operatorOnly(dialler), listening: QUICK_BARGE_IN },
    COUGHS,
  );
  talk.line.presses("0");
  await clock.runs(2_000);
  await talk.speaks(300);
  dialler.last.declines("busy", "They talk.");
  await talk.settles();
  void talk.call.interjections.say("Your tea is ready.");
  await talk.pauses(1_500);
  await clock.runs(5_000);
  assert.deepEqual(talk.heard.filter((text) => !text.startsWith("(")).slice(1), [
    "No one is available there right now. How else can I help you?",
    "Your tea is ready.",
  ]);
  assert.equal(ended(), "still going on");
});

for (const keys of ["0", "1", "9", "0123456789*#"]) {
  test(`a thousand keys (${keys}) at any moment do no harm`, async (t) => {
    const dialler = new FakeDialler();
    const { talk, clock, ended } = await start(t, { switchboard: await operatorOnly(dialler) });
    talk.away.add("llm");
    const flood = () => {
      for (let at = 0; at < 1_000; at++) talk.line.presses(keys[at % keys.length] as string);
    };
    flood();
    await clock.runs(200);
    flood();
    await clock.runs(500);
    for (const callee of dialler.callees) callee.declines("busy", "They talk.");
    await clock.runs(20_000);
    if (ended() === "still going on") {
      await talk.asks();
      await clock.runs(4 * IDLE_MS);
    }
    assert.notEqual(ended(), "still going on", "and the call ends");
    assert.notEqual(ended(), "failed");
  });
}

test("a tool that talks endlessly is heard five times, then its result", async (t) => {
  const { talk, clock } = await start(t);
  talk.model.next(calls("CHATTY"));
  await talk.asks();
  await clock.runs(8_000);
  assert.deepEqual(talk.heard.slice(1), ["Step 0.", "Step 1.", "Step 2.", "Step 3.", "Step 4.", "Done."]);
});

test("a silent caller is not asked whether they are there while a tool takes nine seconds", async (t) => {
  const { talk, clock } = await start(t);
  talk.model.next(calls("SLOW"));
  await talk.asks();
  await clock.runs(12_000);
  assert.deepEqual(
    talk.heard.slice(1).filter((text) => !text.startsWith("(")),
    ["Done."],
  );
});

test("a caller who coughs while a tool works for them is told to wait, and the tool continues", async (t) => {
  const { talk, clock } = await start(t, { listening: QUICK_BARGE_IN }, ["tell me", ...COUGHS]);
  talk.model.next(calls("SLOW"));
  await talk.asks();
  await clock.runs(3_000);
  await talk.speaks(300);
  clock.beginSilence();
  await talk.pauses(1_500);
  await clock.runs(3_000);
  assert.ok(clock.longestSilenceMs < 3_000, `${clock.longestSilenceMs} ms`);
  assert.equal(talk.events("tool_call").length, 0, "it is still at work");
  assert.equal(talk.model.requests.length, 1);
});

test("a call that is ended while the caller is told to wait ends with a complete goodbye", async (t) => {
  const waiting = new Int16Array(16_000).fill(-3_000);
  const { talk, clock, ended } = await start(t, {
    cached: (phrase) => (phrase === "One moment." ? waiting : undefined),
  });
  let release = () => {};
  talk.model.next(new Promise<void>((resolve) => (release = resolve)), calls("HANGUP"));
  await talk.asks();
  await clock.runs(1_500); // In the middle of the filler.
  release();
  await clock.runs(3_000);
  assert.equal(talk.heard.at(-1), "Farewell.");
  assert.equal(ended(), "goodbye");
});

test("a tool's answer of several sentences is spoken sentence by sentence", async (t) => {
  const { talk, clock } = await start(t);
  talk.model.next(calls("DATETIME"));
  await talk.asks();
  await clock.runs(4_000);
  assert.deepEqual(talk.heard.slice(1), ["It is noon.", "It is light."]);
});

const WRITTEN: readonly (readonly [what: string, text: string, heard: readonly string[]])[] = [
  ["Chinese", "你好。今天天气很好！", ["你好。", "今天天气很好！"]],
  ["markdown", "**Sure!** Here is `it`:\n\n- one\n- two", ["Sure!", "Here is it:", "one", "two"]],
  ["emoji", "Fine 👍🏽. Bye 👨‍👩‍👧!", ["Fine.", "Bye!"]],
  ["SSML", '<speak>Hello. <break time="1.5s"/> You.</speak>', ["Hello.", "You."]],
  ["a link", "See [the site](https://example.com/a?b=c). Thanks.", ["See the site.", "Thanks."]],
];
for (const [what, text, heard] of WRITTEN) {
  for (const [how, pieces] of [
    ["at once", [text]],
    ["letter by letter", [...text]],
  ] as const) {
    test(`${what}, written ${how}, is spoken as words`, async (t) => {
      const { talk, clock } = await start(t);
      talk.model.next(...pieces);
      await talk.asks();
      await clock.runs(heard.length * 1_000 + 500);
      assert.deepEqual(talk.heard.slice(1), heard);
    });
  }
}

test("a caller who speaks over the list of what still works is answered, and the list is not repeated", async (t) => {
  const { talk, clock } = await start(t);
  talk.model.next(STALL);
  talk.model.next("Here I am.");
  await talk.asks();
  await clock.runsUntil(() => talk.events("reply_failed").length > 0, 30_000);
  await clock.runs(500);
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0, "silenced at once");
  await talk.pauses();
  await clock.runs(3_000);
  assert.equal(talk.heard.at(-1), "Here I am.");
  talk.line.says(silence(20));
});

test("a caller who makes a sound while asking for the operator hears the ringing and the outcome", async (t) => {
  const dialler = new FakeDialler();
  const { talk } = await startTalk(t, { switchboard: await operatorOnly(dialler) });
  const clock = createAudioClock(t, talk.line);
  talk.away.add("llm");
  const recognised = gate();
  talk.stt.next(recognised, "operator");
  await talk.asks();
  await talk.speaks(500);
  assert.ok(talk.line.isPaused);
  recognised.open();
  await talk.settles();
  assert.equal(talk.line.isPaused, false);
  await talk.pauses(1_500);
  await clock.runs(2_000);
  dialler.last.declines("busy", "They talk.");
  await talk.settles();
  await clock.runs(5_000);
  assert.match(talk.heard.at(-1) ?? "", /^No one is available/);
});
