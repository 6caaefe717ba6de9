import assert from "node:assert/strict";
import { test } from "node:test";
import { ReplyLoop } from "../../../src/conversation/reply-loop.js";

/** How many of the sentences are said. */
function saidOf(sentences: readonly string[]): readonly string[] {
  const loop = new ReplyLoop();
  return sentences.map((each) => loop.add(each)).filter(Boolean);
}
const repeated = (times: number, ...sentences: readonly string[]) =>
  Array.from({ length: times }, () => sentences).flat();

const LOOPS: readonly (readonly [what: string, sentences: readonly string[], most: number])[] = [
  ["one sentence", repeated(300, "I am happy to help you."), 3],
  ["a round of sentences", repeated(100, "How can I help you?", "I am here for you.", "Just ask me anything."), 9],
  ["one word", repeated(300, "Noon."), 8],
  [
    "a phrase without a full stop",
    repeated(50, "and then we wait and then we wait and then we wait and then we wait"),
    2,
  ],
  [
    "a sentence that varies slowly",
    Array.from({ length: 300 }, (_, at) => `I am so happy, dear caller number ${at}, to help you today.`),
    40,
  ],
  [
    "a sentence in the same few words",
    Array.from({ length: 300 }, (_, at) => {
      const [one, two, three] = ["so", "very", "really"].map((word, shift) => ((at >> shift) & 1 ? word : "most"));
      return `I am ${one} ${two} happy, ${three}, to help you today with all that you need.`;
    }),
    24,
  ],
  ["another language", repeated(100, "Ich helfe Ihnen gern weiter.", "Womit kann ich dienen, bitte?"), 6],
];
for (const [what, sentences, most] of LOOPS)
  test(`a model that writes ${what} for ever is cut off`, () => {
    const said = saidOf(sentences);
    assert.ok(said.length >= 1 && said.length <= most, JSON.stringify(said));
  });

const REPLIES: readonly (readonly string[])[] = [
  ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
    (day) => `On ${day} we are open from nine to five.`,
  ),
  Array.from({ length: 20 }, (_, at) => `Step ${at + 1} of the recipe is to press the key ${at + 1} once.`),
  repeated(2, "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday").map(
    (day) => `We are open on ${day} from nine to five.`,
  ),
  ["Happy birthday to you.", "Happy birthday to you.", "Happy birthday, dear Jane.", "Happy birthday to you."],
  ["Ten.", "Nine.", "Eight.", "Ha.", "Ha.", "Ha.", "Zero."],
  ["Your number is 7 7 7 7 7 7 7 7 7 7 7 7 7 7.", "I repeat.", "Your number is 7 7 7 7 7 7 7 7 7 7 7 7 7 7."],
  ["No, no, no, no.", "Yes, yes."],
  Array.from({ length: 12 }, (_, at) => [`Room ${at} is free.`, "---", "👍"]).flat(),
];
for (const reply of REPLIES) test(`all of this is said: ${reply[0]}`, () => assert.deepEqual(saidOf(reply), reply));
