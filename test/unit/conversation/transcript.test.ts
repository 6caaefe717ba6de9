import assert from "node:assert/strict";
import { test } from "node:test";
import { Spoken } from "../../../src/turn-taking/spoken.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import type { Message } from "../../../src/language/ports.js";

const spoken = (heard: string[], unheard: string[] = []) => ({ heard, unheard });
const call = { id: "1", name: "CLOCK", arguments: "{}" };
const MADE: readonly Message[] = [
  { role: "assistant", content: "Let me **see**.", toolCalls: [call] },
  { role: "tool", toolCallId: "1", content: "noon" },
  { role: "assistant", content: "It is noon." },
];

test("a transcript begins with the system prompt and nothing else", () => {
  const transcript = new Transcript("Be brief.", Date.now);
  assert.deepEqual(transcript.messages, [{ role: "system", content: "Be brief." }]);
  assert.deepEqual(transcript.entries, []);
});

test("the model is told what was heard, behind what tools did", () => {
  const transcript = new Transcript("", () => 7);
  transcript.callerSaid("what time is it");
  transcript.toolRan("CLOCK", { status: "SUCCESS", message: "noon" });
  transcript.assistantReplied(spoken(["Let me see.", "It is noon."]), MADE, {});
  assert.deepEqual(transcript.messages.slice(1), [
    { role: "user", content: "what time is it" },
    { role: "assistant", content: "", toolCalls: [call] },
    { role: "tool", toolCallId: "1", content: "noon" },
    { role: "assistant", content: "Let me see. It is noon." },
  ]);
  assert.deepEqual(transcript.entries, [
    { at: 7, who: "caller", text: "what time is it" },
    { at: 7, who: "tool", tool: "CLOCK", status: "SUCCESS", message: "noon" },
    { at: 7, who: "assistant", text: "Let me see. It is noon." },
  ]);
});

test("an interruption is told to the model, and what was meant to follow to people", () => {
  const transcript = new Transcript("", () => 7);
  transcript.callerSaid("hello");
  transcript.assistantReplied(spoken(["One."], ["Two.", "Three."]), [{ role: "assistant", content: "All" }], {
    interrupted: true,
  });
  assert.equal(transcript.messages.at(-1)?.content, "One. [the caller interrupted here]");
  assert.deepEqual(transcript.entries.at(-1), {
    at: 7,
    who: "assistant",
    text: "One.",
    unheard: "Two. Three.",
    turn: { interrupted: true },
  });
});

test("a reply of which nothing was heard says so to the model", () => {
  const transcript = new Transcript("", Date.now);
  transcript.callerSaid("hello");
  transcript.assistantReplied(spoken([], ["One."]), [], { interrupted: true });
  assert.equal(transcript.messages.at(-1)?.content, "[the caller interrupted before hearing anything]");
});

test("what was said unasked and not heard is for people only", () => {
  const transcript = new Transcript("", Date.now);
  transcript.assistantSaid(spoken([], ["Welcome."]));
  transcript.assistantSaid(spoken([]));
  assert.equal(transcript.messages.length, 1);
  assert.equal(transcript.entries.length, 1);
});

test("of a long conversation the oldest turns are left out whole, and people still have all of it", () => {
  const transcript = new Transcript("", Date.now);
  for (let i = 0; i < 220; i++) {
    transcript.callerSaid(`question ${i}`);
    transcript.assistantReplied(spoken(["It is noon."]), MADE, {});
  }
  const { messages } = transcript;
  assert.equal(messages.length, 1 + 200 * 4);
  assert.deepEqual(messages[1], { role: "user", content: "question 20" });
  assert.equal(transcript.entries.length, 440);
});

test("what a tool says while it works is read by people and not by the model", () => {
  const transcript = new Transcript("", Date.now);
  transcript.callerSaid("what is the weather");
  transcript.toolSaid("Let me look.");
  transcript.assistantReplied(spoken(["Let me look.", "It is sunny."]), MADE, {});
  assert.equal(transcript.messages.at(-1)?.content, "It is sunny.");
  assert.deepEqual(transcript.entries.at(-1)?.who === "assistant" && transcript.entries.at(-1), {
    at: transcript.entries.at(-1)?.at,
    who: "assistant",
    text: "Let me look. It is sunny.",
  });
});

test("a megabyte that was said or told is cut", () => {
  const transcript = new Transcript("", Date.now);
  transcript.callerSaid("a".repeat(1_000_000));
  transcript.toolRan("BIG", { status: "SUCCESS", message: "b".repeat(1_000_000) });
  assert.ok(JSON.stringify([transcript.entries, transcript.messages]).length < 20_000);
});

test("what is being said counts as far as it was heard, with what is still to come of it", () => {
  const transcript = new Transcript("", () => 7);
  transcript.callerSaid("hello");
  const saying = new Spoken();
  const all = ["One.", "Two."];
  saying.plan(all);
  transcript.assistantBegins(saying);
  const heardOne = saying.begin("One.");
  all.push("Three.");
  assert.deepEqual(transcript.asOfNow.at(-1), { at: 7, who: "assistant", text: "", unheard: "One. Two. Three." });
  heardOne();
  saying.begin("Two.");
  assert.deepEqual(transcript.asOfNow.at(-1), { at: 7, who: "assistant", text: "One.", unheard: "Two. Three." });
  assert.equal(transcript.entries.length, 1, "an entry is made at its end");
  transcript.assistantReplied(saying, [], {});
  assert.equal(transcript.asOfNow, transcript.entries);
});

test("a transcript goes on where another process left it", () => {
  const entries = [
    { at: 1, who: "assistant", text: "Welcome." },
    { at: 2, who: "caller", text: "what time is it" },
    { at: 3, who: "tool", tool: "CLOCK", status: "SUCCESS", message: "noon" },
    { at: 4, who: "assistant", text: "It is noon.", unheard: "Anything else?" },
  ] as const;
  const transcript = Transcript.resumed("Be brief.", entries, Date.now);
  assert.deepEqual(transcript.messages, [
    { role: "system", content: "Be brief." },
    { role: "assistant", content: "Welcome." },
    { role: "user", content: "what time is it" },
    { role: "assistant", content: "It is noon." },
  ]);
  transcript.callerSaid("thank you");
  assert.deepEqual(transcript.entries.slice(0, -1), entries);
});

test("a question counts as asked until the caller says something, unless it is a greeting's", () => {
  const transcript = new Transcript("", Date.now);
  transcript.assistantSaid(spoken(["Hello.", "How can I help you?"]));
  assert.equal(transcript.hasAsked, false);
  transcript.callerSaid("I am hungry");
  transcript.assistantReplied(spoken([], ["Which cuisine?"]), [], { interrupted: true });
  transcript.assistantSaid(spoken(["Are you still there."]));
  assert.equal(transcript.hasAsked, true);
  transcript.callerSaid("Italian");
  assert.equal(transcript.hasAsked, false);
});

test("what a caller says is shown until it is answered, also once they are listened to anew", () => {
  const transcript = new Transcript("", Date.now);
  const shown = () => transcript.beingSaid.map(({ entry }) => "text" in entry && entry.text);
  transcript.callerSays("in German please", [60_000]);
  assert.deepEqual(shown(), ["in German please"]);
  transcript.callerSaid("in German please");
  transcript.callerSays("in German", [60_000]);
  assert.deepEqual(shown(), [], "it is answered");
  transcript.listensAnew();
  transcript.callerSays("wie spät ist es", [1_500]);
  assert.deepEqual(shown(), ["wie spät ist es"]);
});
