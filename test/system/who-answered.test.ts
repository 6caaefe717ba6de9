import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Callees,
  CALLEES,
  type Controller,
  Receiver,
  recognise,
  startCallees,
  startWorld,
  type World,
} from "../support/index.js";

const MESSAGE = "Good morning. Your appointment is tomorrow at ten.";
const CHOICE = { prompt: "Do you want to keep it?", options: [{ value: "yes" }, { value: "no" }], timeout_seconds: 3 };
const SAMPLES_PER_MS = 16;
const AUDIBLE = 500;

let world: World;
let controller: Controller;
let callees: Callees;
let receiver: Receiver;

before(async () => {
  world = await startWorld();
  callees = await startCallees(world.bed.pbx);
  receiver = await Receiver.start();
  controller = await world.startController({});
});
after(async () => {
  await callees[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function called(request: Record<string, unknown>) {
  const received = receiver.received.length;
  const answer = await fetch(`${controller.url}/call`, {
    method: "POST",
    body: JSON.stringify({ message: MESSAGE, choice: CHOICE, callback_url: receiver.url, ...request }),
    headers: { "content-type": "application/json" },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  await receiver.has(received + 1, 60_000);
  const taken = callees.calls.at(-1);
  await taken?.call.ended;
  assert.ok(taken);
  const result = JSON.parse(receiver.received.at(-1)?.body ?? "{}") as Record<string, unknown>;
  return { result, heard: taken.call.recording().assistant };
}

test("a mailbox gets its message after the beep and no question, and a person is asked", async (t) => {
  const mailbox = await called({
    extension: CALLEES.mailbox.number,
    on_machine: "leave_message",
    machine_message: "Please call the doctor.",
  });
  const { status, answered_by, message_played, choice_status, error } = mailbox.result;
  assert.deepEqual(
    [status, answered_by, message_played, choice_status, error],
    ["completed", "machine", true, "not_asked", null],
    JSON.stringify(mailbox.result),
  );
  assert.match(await recognise(mailbox.heard.subarray(-2_500 * SAMPLES_PER_MS)), /doctor/);
  assert.doesNotMatch(await recognise(mailbox.heard), /keep/);

  const person = await called({ extension: CALLEES.saysYes.number, on_machine: "hang_up" });
  assert.deepEqual(
    [person.result.answered_by, person.result.choice_response],
    ["human", "yes"],
    JSON.stringify(person.result),
  );
  const firstWordMs = person.heard.findIndex((sample) => Math.abs(sample) > AUDIBLE) / SAMPLES_PER_MS;
  t.diagnostic(`the first word came after ${firstWordMs} ms`); // It is judged in test/full/first-word.test.ts.
});
