import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Controller, recognise, says, startWorld, TEST_LINES, type World } from "../support/index.js";

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController({ OPERATOR_EXTENSION: TEST_LINES.person });
});
after(() => world[Symbol.asyncDispose]());

test("a caller asks for the time, and then for a person by a key", async () => {
  world.model.when(/time/).callTool("DATETIME").thenSay("Here you are. {result}");
  const people = world.telephone.answerCallsTo(TEST_LINES.person);
  await using caller = await world.telephone.dial("8000"); // Resolves when the assistant has answered.
  const greeted = await caller.hearsSilence({ forMs: 1_000 });

  // Positions are samples since the answer, at 16 000 Hz, on the telephone's own recording.
  const question = await caller.say(await says("what time is it"));
  const answered = await caller.hearsSilence({ forMs: 1_000, after: Math.max(greeted, question.to) });
  const reply = caller.recording().assistant.subarray(question.to, answered);
  assert.match(await recognise(reply), /\bit is\b/);

  await caller.press("0");
  const { value: operator } = await people.next();
  assert.ok(operator);
  await controller.logged("transferred");
  const throughAt = caller.length;
  await operator.say(await says("what is the weather"));
  const silentAt = await caller.hearsSilence({ forMs: 500, after: throughAt });
  assert.match(await recognise(caller.recording().assistant.subarray(throughAt, silentAt)), /weather/);
});
