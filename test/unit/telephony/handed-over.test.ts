import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../../src/kernel/ending.js";
import { type Scope } from "../../../src/kernel/scope.js";
import type { Line } from "../../../src/telephony/line.js";
import { FakeAsterisk } from "../../support/fakes/fake-asterisk.js";
import { type Attached, attached, nextDialled, until } from "./attached.js";

const CALLER = "17000.1";

async function called(fake: FakeAsterisk, there: Attached): Promise<Line> {
  fake.calls(CALLER);
  await until(() => there.calls.length === 1);
  return (await there.calls[0]?.answer()) as Line;
}

const hungUp = (fake: FakeAsterisk) => fake.asked("channels.hangup").map(({ parameters }) => parameters.channelId);

test("a line that is handed over loses its socket as if the process had died, and nobody is hung up", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  await called(fake, there);
  const codes: number[] = [];
  fake.media[0]?.socket.on("close", (code) => codes.push(code));
  there.calls[0]?.scope.end(new Ending("handed_over"));
  await until(() => codes.length === 1 && fake.bridges.size === 0);
  assert.deepEqual(codes, [1006], "Asterisk's own handler takes care of the caller");
  assert.deepEqual([...fake.channels.keys()], [CALLER]);
  assert.deepEqual(hungUp(fake), []);
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

test("who has let go of the application takes no calls any more, and goes on with those it has", async () => {
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
