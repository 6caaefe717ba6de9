import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../../../src/kernel/ending.js";
import { type Scope } from "../../../../src/kernel/scope.js";
import { isOwn } from "../../../../src/telephony/asterisk/ari/instance-ids.js";
import type { Line } from "../../../../src/telephony/line.js";
import { FakeAsterisk } from "../../../support/fakes/fake-asterisk.js";
import { type Attached, attached, nextDialled, until } from "./attached.js";

const CALLER = "17000.1";

async function called(fake: FakeAsterisk, there: Attached): Promise<Line> {
  fake.calls(CALLER);
  await until(() => there.calls.length === 1);
  return (await there.calls[0]?.answer()) as Line;
}

const hungUp = (fake: FakeAsterisk) => fake.asked("channels.hangup").map(({ parameters }) => parameters.channelId);

test("a line that is handed over loses its media as if the process had died, and is not hung up", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  await called(fake, there);
  const [media] = fake.media;
  there.calls[0]?.scope.end(new Ending("handed_over"));
  await until(() => fake.channels.size === 1 && fake.bridges.size === 0);
  const asked = fake.asked("channels.hangup").map(({ parameters }) => parameters);
  const ended = { channelId: media?.channelId, reason_code: "16" };
  assert.deepEqual(asked, [ended], "by any cause but 31 Asterisk's own handler takes care of the caller");
  assert.deepEqual([...fake.channels.keys()], [CALLER]);
});

test("two who were put through to each other lose nothing when they are handed over", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const scope = there.calls[0]?.scope as Scope;
  const next = nextDialled(fake);
  const dialling = there.dial({ scope: scope.child("operator") });
  const operator = await next;
  await until(() => fake.channels.has(operator));
  fake.answers(operator);
  const dialled = await dialling;
  assert.equal(dialled.kind, "answered");
  if (dialled.kind !== "answered") return;
  const media = [...fake.media];
  assert.equal(media.length, 2);
  await line.join(dialled.line);
  await until(() => media.every(({ channelId }) => !fake.channels.has(channelId)));
  // A media channel may have ended with its socket, before it is hung up.
  const parties = hungUp(fake).filter((id) => media.every(({ channelId }) => channelId !== id));
  assert.deepEqual(parties, [], "nobody is taken out for them");
  assert.equal(line.signal.aborted, false);
  assert.equal(dialled.line.signal.aborted, false);

  scope.end(new Ending("handed_over"));
  await scope.closed;
  const together = [...fake.bridges.values()].find((channels) => channels.size > 0);
  assert.deepEqual([...(together ?? [])].sort(), [CALLER, operator].sort());
});

test("a controller that has released the application takes no more calls, and continues those it has", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  there.asterisk.leave();
  await until(() => fake.attached === 0);
  await line.hangUp();
  assert.deepEqual(
    [...fake.channels.keys()].filter((id) => id === CALLER),
    [],
  );
  assert.equal(fake.attached, 0);
});

test("media that are remade while the operator is put through are removed again", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const line = await called(fake, there);
  const next = nextDialled(fake);
  const dialling = there.dial({ scope: there.calls[0]?.scope.child("operator") as Scope });
  const operator = await next;
  await until(() => fake.channels.has(operator));
  fake.answers(operator);
  const dialled = await dialling;
  if (dialled.kind !== "answered") return assert.fail(dialled.kind);
  const [media] = fake.media;
  media?.socket.terminate();
  await until(() => fake.asked("channels.externalMedia").length === 3);
  await line.join(dialled.line);
  const isMedia = (id: string) => isOwn("attendant", id, "media");
  await until(() => fake.media.length === 3 && ![...fake.channels.keys()].some(isMedia));
  const together = [...fake.bridges.values()].find((channels) => channels.size > 0);
  assert.deepEqual([...(together ?? [])].sort(), [CALLER, operator].sort());
});

test("who is still on the line when the process ends is hung up", async () => {
  await using fake = await FakeAsterisk.start();
  const there = await attached(fake.credentials);
  const callers = ["17000.1", "17000.2", "17000.3"];
  for (const caller of callers) fake.calls(caller);
  await until(() => there.calls.length === callers.length);
  await Promise.all(there.calls.map((call) => call.answer()));
  const media = fake.media.map(({ channelId }) => channelId);
  assert.equal(media.length, callers.length);
  await there[Symbol.asyncDispose]();
  const asked = fake.asked("channels.hangup").map(({ parameters }) => [parameters.channelId, parameters.reason_code]);
  const wanted = [...callers.map((id) => [id, "16"]), ...media.map((id) => [id, "31"])];
  assert.deepEqual(asked.sort(), wanted.sort());
  assert.deepEqual([fake.channels.size, fake.bridges.size], [0, 0]);
});
