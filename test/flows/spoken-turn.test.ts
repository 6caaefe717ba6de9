import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate } from "../support/fakes/requests.js";
import { startTalk } from "../support/fakes/talk.js";

const CLOCK: Tool = {
  name: "CLOCK",
  description: "Tells the time.",
  execute: () => ({ status: "SUCCESS", message: "It is noon." }),
};

test("the greeting is the first thing heard", async (t) => {
  const { talk } = await startTalk(t, { greeted: false });
  assert.equal(talk.line.queuedMs, 1_000);
  assert.deepEqual(talk.transcript.entries, []);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome."]);
  assert.deepEqual(
    talk.transcript.entries.map(({ who }) => who),
    ["assistant"],
  );
});

test("a spoken turn runs through all steps: heard, recognised, looked up, spoken, played, recorded", async (t) => {
  const { talk } = await startTalk(t, { tools: [CLOCK] });
  talk.stt.next("what time is it");
  talk.model.next(calls("CLOCK"));
  talk.model.next("It is", " twelve. ", "That is noon.");
  await talk.asks();
  await talk.hearsAll();

  assert.deepEqual(talk.heard, ["Welcome.", "It is twelve.", "That is noon."]);
  const [utterance] = talk.stt.requests;
  assert.ok(utterance && utterance.asked.length > 14_000, "the whole question, and what came right before it");
  assert.deepEqual(talk.history, [
    "assistant Welcome.",
    "user what time is it",
    "assistant → CLOCK",
    'tool {"status":"SUCCESS","message":"It is noon."}',
  ]);
  assert.deepEqual(
    talk.transcript.entries.map((entry) => [entry.who, entry.who === "tool" ? entry.tool : entry.text]),
    [
      ["assistant", "Welcome."],
      ["caller", "what time is it"],
      ["tool", "CLOCK"],
      ["assistant", "It is twelve. That is noon."],
    ],
  );
  assert.deepEqual(
    talk.transcript.messages.map(({ role }) => role),
    ["system", "assistant", "user", "assistant", "tool", "assistant"],
  );
  for (const event of ["stt_result", "tool_call", "llm_response", "tts_spoken"]) {
    assert.equal(talk.events(event).length, 1, event);
  }
  assert.equal(await talk.metric("response_latency_seconds_count"), 1);
  const latency = await talk.metric("response_latency_seconds_sum");
  assert.ok(latency >= 0.7 && latency < 1.5, `from the caller's last word, which was 700 ms before: ${latency} s`);
});

test("the next question is answered with everything said before it", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("what time is it");
  talk.model.next("Noon. ");
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("are you sure");
  talk.model.next("Yes.");
  await talk.asks();
  assert.deepEqual(talk.history, [
    "assistant Welcome.",
    "user what time is it",
    "assistant Noon.",
    "user are you sure",
  ]);
});

test("speech is synthesised one sentence ahead: the second while the first is sent, the third not yet", async (t) => {
  const { talk } = await startTalk(t);
  const rest = gate();
  talk.voice.script = (text) => (text === "One." ? [200, rest, 800] : undefined);
  talk.stt.next("count");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  assert.deepEqual(talk.voice.asked, ["Welcome.", "One.", "Two."]);
  assert.equal(talk.line.queuedMs, 200, "what there is of the first is with the caller already");
  rest.open();
  await talk.settles();
  assert.deepEqual(talk.voice.asked, ["Welcome.", "One.", "Two.", "Three."]);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
});

test("the first sentence is spoken while the model is still writing the second", async (t) => {
  const { talk } = await startTalk(t);
  const thought = gate();
  talk.stt.next("go on");
  talk.model.next("First. And", thought, " second.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "First."]);
  thought.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "First.", "And second."]);
});

test("what the model says before it uses a tool is heard while the tool runs, as a separate sentence", async (t) => {
  const found = gate();
  const SLOW: Tool = {
    name: "SLOW",
    description: "Takes its time.",
    execute: async () => {
      await found;
      return { status: "SUCCESS", message: "Found." };
    },
  };
  const { talk } = await startTalk(t, { tools: [SLOW] });
  talk.stt.next("look it up");
  talk.model.next("Let me check.", calls("SLOW"));
  talk.model.next("It is", " here.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Let me check."]);
  found.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Let me check.", "It is here."]);
});

test("a tool does not wait for the sentences before it to be spoken", async (t) => {
  const { talk } = await startTalk(t, { tools: [CLOCK] });
  talk.voice.script = (text) => (text === "One." ? [200, new Promise(() => {})] : undefined);
  talk.stt.next("what time is it");
  talk.model.next("One. Two. Three.", calls("CLOCK"));
  await talk.asks();
  assert.equal(talk.events("tool_call").length, 1);
});

test("if a model says nothing after its tools, their results are spoken", async (t) => {
  const { talk } = await startTalk(t, { tools: [CLOCK] });
  talk.stt.next("what time is it");
  talk.model.next(calls("CLOCK"));
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "It is noon."]);
});

for (const [what, output] of [
  ["nothing", []],
  ["white space", [" \n "]],
  ["a picture", ["👍"]],
] as const) {
  test(`a model that answers with ${what} leaves an error phrase, not silence`, async (t) => {
    const { talk } = await startTalk(t);
    talk.stt.next("hello");
    talk.model.next(...output);
    await talk.asks();
    await talk.hearsAll();
    assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
    assert.equal(talk.transcript.messages.at(-1)?.content, "That went wrong.");
  });
}

test("a caller who was not understood twice is asked to repeat, and their words are not put before the next", async (t) => {
  const { talk } = await startTalk(t);
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome."], "it may have been somebody else");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Sorry, I did not catch that. Could you say it again?");
  assert.equal(talk.model.requests.length, 0);
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Hi.");
  const [first, , third] = talk.stt.requests;
  assert.ok(first && third && Math.abs(third.asked.length - first.asked.length) < 6_400, "one question, not three");
  assert.deepEqual(talk.history.slice(-1), ["user hello"]);
});

test("a telephone that sends no frames in silence is answered too", async (t) => {
  const { talk } = await startTalk(t, { realTimers: true, listening: { endpointSilenceMs: 200 } });
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.speaks();
  for (const begun = performance.now(); talk.stt.requests.length === 0;) {
    assert.ok(performance.now() - begun < 3_000, "the utterance came to an end");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Hi."]);
});

test("what a tool says while it works is heard at once, and is not part of the answer to the model", async (t) => {
  const found = gate();
  const TALKER: Tool = {
    name: "TALKER",
    description: "Talks while it works.",
    execute: async (_, { say }) => {
      say?.("Let me look that up.");
      await found;
      return { status: "SUCCESS", message: "Found." };
    },
  };
  const { talk } = await startTalk(t, { tools: [TALKER] });
  talk.stt.next("look it up");
  talk.model.next(calls("TALKER"));
  talk.model.next("Here it is.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Let me look that up."]);
  found.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Let me look that up.", "Here it is."]);
  assert.equal(talk.transcript.messages.at(-1)?.content, "Here it is.");
  const last = talk.transcript.entries.at(-1);
  assert.ok(last?.who === "assistant" && last.text === "Let me look that up. Here it is.");
});

test("a talkative tool is heard five times, and not at all once it is done", async (t) => {
  let later: ((sentence: string) => void) | undefined;
  const CHATTER: Tool = {
    name: "CHATTER",
    description: "Chatters.",
    execute: (_, { say }) => {
      later = say;
      for (let at = 0; at < 1_000; at++) say?.(`Chatter ${at}.`);
      return { status: "SUCCESS", message: "Done." };
    },
  };
  const { talk } = await startTalk(t, { tools: [CHATTER] });
  talk.stt.next("go on");
  talk.model.next(calls("CHATTER"));
  await talk.asks();
  later?.("And another thing.");
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(1), [0, 1, 2, 3, 4].map((at) => `Chatter ${at}.`).concat("Done."));
});

const MOMENT = new Int16Array(16_000).fill(-3_000);

test("a waiting caller hears a filler after enough silence, and the reply follows directly", async (t) => {
  const thought = gate();
  const { talk } = await startTalk(t, { cached: (phrase) => (phrase === "One moment." ? MOMENT : undefined) });
  talk.stt.next("what is love");
  talk.model.next(thought, "Love is.");
  await talk.asks();
  await talk.passes(1_150);
  assert.equal(talk.line.queuedMs, 0);
  await talk.passes(50);
  assert.equal(talk.line.queuedMs, 1_000);
  thought.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "(another sound)", "Love is."]);
  assert.equal(talk.transcript.messages.at(-1)?.content, "Love is.");
  assert.doesNotMatch(JSON.stringify(talk.transcript.entries), /One moment/);
});

test("a caller who continues over a filler is answered everything they said", async (t) => {
  const { talk } = await startTalk(t, { cached: () => MOMENT });
  talk.stt.next("what is");
  talk.model.next(gate());
  await talk.asks();
  await talk.passes(1_200);
  assert.equal(talk.line.queuedMs, 1_000);
  await talk.hears(300);
  talk.stt.next("rain");
  talk.stt.next("what is rain");
  talk.model.next("Rain is.");
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0, "silenced");
  await talk.pauses();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Rain is.");
  const [first, , second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length > 1.5 * first.asked.length, "both parts of the question");
  assert.deepEqual(talk.history.slice(-1), ["user what is rain"]);
});
