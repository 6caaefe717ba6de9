import assert from "node:assert/strict";
import { test } from "node:test";
import { toolsForLiveFacts } from "../../../src/language/live-questions.js";
import { processorMs } from "../../support/processor-time.js";

const ASKED: Readonly<Record<string, readonly string[]>> = {
  DATETIME: [
    "What time is it?",
    "what time is it",
    "What's the time?",
    "whats the time please",
    "Hello, what time is it now?",
    "Can you tell me the time?",
    "Could you please tell me what time it is?",
    "Do you know what time it is?",
    "Do you have the time?",
    "tell me the time",
    "What time is it in Tokyo?",
    "What time is it in São Paulo?",
    "What time is it in St. John's?",
    "What, um, time is it, uh, in Port-au-Prince?",
    "Uh, what's the, um, time?",
    "What is the current time in New York right now?",
    "What day is it?",
    "What day is it today?",
    "Which day of the week is it?",
    "What's today's date?",
    "What is the date today?",
    "what is the date",
    "What year is it?",
  ],
  WEATHER: [
    "What's the weather like?",
    "What is the weather like today?",
    "How's the weather?",
    "How is the weather outside?",
    "How cold is it outside?",
    "Is it raining?",
    "Tell me the weather.",
    "What's the temperature?",
    "can you tell me what the weather is like",
  ],
  STATUS: [
    "What timers do I have?",
    "Do I have any timers running?",
    "How much time is left on my timer?",
    "How much time is left?",
    "Are there any timers?",
    "What are my timers?",
    "Is my timer still running?",
    "When does my timer go off?",
    "How many timers are running?",
  ],
  CALC: [
    "What is seven times six?",
    "what's 12 plus 30",
    "What is 15% of 80?",
    "how much is fifteen percent of eighty",
    "What is the square root of two?",
    "Seven times six.",
    "12*7",
    "calculate 3.5 divided by 7",
    "Can you tell me what is two and two plus three?",
    "what is twenty-one minus four",
    "what is 5 squared",
    "What is 6x7?",
    "what is 20-3",
  ],
};

for (const [tool, questions] of Object.entries(ASKED)) {
  for (const question of questions) {
    test(`"${question}" needs ${tool}`, () => assert.deepEqual(toolsForLiveFacts(question), [tool]));
  }
}

for (const said of [
  "",
  "Hello?",
  "What time is it open?",
  "What time does the shop open?",
  "What is the best time to visit Rome?",
  "Set a timer for ten minutes.",
  "Set a timer for ten minutes, what time it is does not matter to me",
  "Remind me in five minutes.",
  "Cancel my timer.",
  "Tell me a joke.",
  "How is the weather station built?",
  "What is one thing you like?",
  "What is one of the times you laughed?",
  "Call me back in ten minutes.",
  "I have two times told you about my six dogs.",
  "one two three",
  "two times",
  "Is it true?",
  "What is love?",
  "Goodbye.",
  "My number is 555-1234.",
  "it is raining men hallelujah",
  "Simon says what time is it",
]) {
  test(`"${said}" is left to the model`, () => assert.deepEqual(toolsForLiveFacts(said), []));
}

test("several questions in one need several tools, in their order", () => {
  assert.deepEqual(toolsForLiveFacts("What time is it and what is the weather like?"), ["DATETIME", "WEATHER"]);
  assert.deepEqual(toolsForLiveFacts("Hi. How is the weather? And what is two plus two?"), ["WEATHER", "CALC"]);
});

test("whatever is said takes no time to judge", () => {
  const took = processorMs(() => {
    assert.deepEqual(toolsForLiveFacts("what is the ".repeat(90_000)), []);
    assert.deepEqual(toolsForLiveFacts(`what is ${"one plus ".repeat(100_000)}`), []);
    for (const piece of ["can you tell me ", "what time is it in a ", "one plus ", "tell me the ", "and what ", ", "]) {
      for (let length = 1; length * piece.length <= 300; length += 3)
        toolsForLiveFacts(`${piece.repeat(length)}x`.slice(0, 300));
    }
  });
  assert.ok(took < 300, `${took} ms`);
});
