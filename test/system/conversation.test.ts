import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Controller, holdConversation, recognise, says, startWorld, type World } from "../support/index.js";

let world: World;
let controller: Controller;
let folder: string;

before(async () => {
  world = await startWorld();
  controller = await world.startController();
  folder = await mkdtemp(join(tmpdir(), "attendant-"));
});
after(() => world[Symbol.asyncDispose]());

test("a caller is heard, understood and answered, and the assistant hangs up after goodbye", async () => {
  const call = await holdConversation({
    telephone: world.telephone,
    controller,
    lines: ["what time is it", "how much is seven times six", "thank you goodbye"],
    recording: join(folder, "call.wav"),
  });
  const [time, sum, goodbye] = call.turns;
  console.table(
    call.turns.map(({ understood, tools, heard_by_caller, mouth_to_ear_ms }) => ({
      understood,
      tools: tools.join(),
      heard_by_caller,
      mouth_to_ear_ms,
    })),
  );
  assert.deepEqual(time?.tools, ["DATETIME"]);
  assert.match(time?.heard_by_caller ?? "", /\bit is\b/);
  assert.deepEqual(sum?.tools, ["CALC"]);
  assert.match(sum?.heard_by_caller ?? "", /forty two/);
  assert.deepEqual(goodbye?.tools, ["HANGUP"]);
  assert.match(goodbye?.heard_by_caller ?? "", /good ?bye|nice day/);
});

test("two callers at once each hear the answer to their own question and no other", async () => {
  const hold = (lines: string[], callerId: string) =>
    holdConversation({
      telephone: world.telephone,
      controller,
      lines,
      callerId,
      recording: join(folder, `${callerId}.wav`),
    });
  const [one, other] = await Promise.all([
    hold(["how much is seven times six", "thank you goodbye"], "2001"),
    hold(["how much is two plus three", "thank you goodbye"], "2002"),
  ]);
  assert.notEqual(one.call_id, other.call_id);
  assert.match(one.turns[0]?.heard_by_caller ?? "", /forty two/);
  assert.match(other.turns[0]?.heard_by_caller ?? "", /\bfive\b/);
  assert.doesNotMatch(one.turns[0]?.heard_by_caller ?? "", /\bfive\b/);
  assert.doesNotMatch(other.turns[0]?.heard_by_caller ?? "", /forty/);
});

test("a caller who speaks over the reply silences it, and is answered instead", async (t) => {
  const call = await world.telephone.dial("8000");
  let quietAt = await call.hearsSilence({ forMs: 1000 });
  const story = await call.say(await says("tell me about the telephone"));
  const startedAt = await call.hears({ after: Math.max(story.to, quietAt), minMs: 200 });
  // Into the middle of the story, which lasts half a minute.
  await call.hears({ after: startedAt + 16_000 * 3 });
  const from = controller.lines.length;
  const interruption = await call.say(await says("how much is seven times six"));
  await controller.logged("barge_in", () => true, { from });
  const answered = await controller.logged("tts_spoken", () => true, { from });
  quietAt = await call.hearsSilence({ forMs: 600, after: interruption.from });
  const { assistant } = call.recording();

  // The last voiced sample of the story: before the answer there is a silence of at least the endpoint's.
  const silentFrom = lastSoundBefore(assistant, interruption.to);
  const silencedMs = (silentFrom - interruption.from) / 16;
  t.diagnostic(`from the caller's first sample to silence in their ear: ${silencedMs.toFixed(0)} ms`);
  assert.ok(silencedMs <= 400, `${silencedMs} ms until the reply fell silent`);
  assert.match(await recognise(assistant.subarray(interruption.to, quietAt)), /forty two/);
  assert.ok(answered.data);
  await call.hangUp();
});

/** The position of the last sample before `end` that is louder than the line's silence. */
function lastSoundBefore(samples: Int16Array, end: number): number {
  for (let at = end - 1; at > 0; at--) if (Math.abs(samples[at] ?? 0) > 300) return at;
  return 0;
}
