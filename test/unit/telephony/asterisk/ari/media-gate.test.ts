import assert from "node:assert/strict";
import { test } from "node:test";
import type { AriEvent } from "../../../../../src/telephony/asterisk/ari/ari-events.js";
import type { Invoke } from "../../../../../src/telephony/asterisk/ari/ari-operations.js";
import { asteriskRefusal } from "../../../../../src/telephony/asterisk/ari/asterisk-errors.js";
import { inMediaTurns, MediaGate } from "../../../../../src/telephony/asterisk/ari/media-gate.js";
import { settled } from "../attached.js";

/** Work that goes on until it is told to finish, and how much of it goes on. */
function prepare() {
  const gate = new MediaGate();
  const going = { change: 0, open: 0 };
  const start = (work: "change" | "open", signal = new AbortController().signal) => {
    let finish = () => {};
    const over = new Promise<void>((resolve) => (finish = resolve));
    const done = gate.run(work, signal, async () => {
      going[work]++;
      await over;
      going[work]--;
    });
    return { finish, done };
  };
  return { gate, going, start };
}

test("any number is made and hung up at a time, three are opened, and never both", async () => {
  const { going, start } = prepare();
  const changed = [start("change"), start("change")];
  const opened = [start("open"), start("open"), start("open"), start("open")];
  const late = start("change"); // Behind those that wait, or they would wait for ever.
  await settled();
  assert.deepEqual(going, { change: 2, open: 0 });
  for (const { finish } of changed) finish();
  await settled();
  assert.deepEqual(going, { change: 0, open: 3 });
  opened[0]?.finish();
  await settled();
  assert.deepEqual(going, { change: 0, open: 3 });
  for (const { finish } of opened) finish();
  await settled();
  assert.deepEqual(going, { change: 1, open: 0 });
  late.finish();
  await Promise.all([...changed, ...opened, late].map(({ done }) => done));
  assert.deepEqual(going, { change: 0, open: 0 });
});

test("a task that gives up delays no other", async () => {
  const { going, start } = prepare();
  const tired = new AbortController();
  const first = start("change");
  const open = assert.rejects(start("open", tired.signal).done, /tired/);
  const second = start("change");
  await settled();
  assert.deepEqual(going, { change: 1, open: 0 });
  tired.abort(new Error("tired"));
  await open;
  await settled();
  assert.deepEqual(going, { change: 2, open: 0 });
  for (const { finish } of [first, second]) finish();
  await Promise.all([first.done, second.done]);
});

/** An Asterisk behind a gate: its answers, and its events, are up to the test. */
function behindGate() {
  const { gate, going, start } = prepare();
  const asked: string[] = [];
  const answers: { resolve(_?: Error): void; reject(error: Error): void }[] = [];
  const listeners = new Set<(event: AriEvent) => void>();
  const life = new AbortController();
  const plain = ((resource: string, operation: string, { channelId = "" }: { channelId?: string }) => {
    asked.push(`${resource}.${operation} ${channelId}`.trim());
    return new Promise<void>((resolve, reject) => answers.push({ resolve: () => resolve(), reject }));
  }) as unknown as Invoke;
  const onEvent = (listener: (event: AriEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const invoke = inMediaTurns(plain, { gate, app: "attendant", onEvent, signal: life.signal });
  const destroyed = (id: string) => {
    for (const listener of listeners) listener({ type: "ChannelDestroyed", channel: { id } } as AriEvent);
  };
  return { invoke, going, start, asked, answers, listeners, destroyed, life };
}

const MEDIA = "attendant.own.media.run.1";

test("a media channel's hang-up keeps sockets from being opened until its end is told", async () => {
  const { invoke, going, start, asked, answers, listeners, destroyed } = behindGate();
  const hangUp = invoke("channels", "hangup", { channelId: MEDIA });
  const open = start("open");
  await settled();
  answers[0]?.resolve();
  destroyed("another");
  await settled();
  assert.deepEqual([asked, going.open], [[`channels.hangup ${MEDIA}`], 0]);
  await hangUp;
  assert.equal(going.open, 0);
  destroyed(MEDIA);
  await settled();
  assert.deepEqual([going.open, listeners.size], [1, 0]);
  open.finish();
  await open.done;
});

test("a hangup waits for the answer only", async () => {
  const { invoke, answers, destroyed } = behindGate();
  const hangUp = invoke("channels", "hangup", { channelId: MEDIA });
  answers[0]?.resolve();
  await hangUp;
  destroyed(MEDIA);
});

test("a missing channel delays nothing", async () => {
  const { invoke, going, start, answers } = behindGate();
  const hangUp = invoke("channels", "hangup", { channelId: MEDIA });
  const open = start("open");
  answers[0]?.reject(asteriskRefusal("channels.hangup", '{"message":"Channel not found"}'));
  await assert.rejects(hangUp, /not found/);
  await settled();
  assert.equal(going.open, 1);
  open.finish();
  await open.done;
});

for (const [what, operation, settle] of [
  ["an end that is not told", "hangup", "resolve"],
  ["an answer to a hang-up that got lost", "hangup", "reject"],
  ["a hang-up that is not answered", "hangup", undefined],
  ["a making that is not answered", "externalMedia", undefined],
] as const) {
  test(`${what} keeps others waiting for a second`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { invoke, going, start, answers, listeners } = behindGate();
    const asked = invoke("channels", operation, { channelId: MEDIA }).catch(() => {});
    const open = start("open");
    await settled();
    if (settle) answers[0]?.[settle](new Error("read ECONNRESET"));
    t.mock.timers.tick(900);
    await settled();
    assert.equal(going.open, 0);
    t.mock.timers.tick(100);
    t.mock.timers.tick(100); // What is already there when the time is up counts.
    await settled();
    assert.deepEqual([going.open, listeners.size], [1, 0]);
    open.finish();
    await open.done;
    answers[0]?.resolve();
    await asked;
  });
}

test("a media channel is made in its turn; a request that gives up while it waits has made none, and later knows what came of it", async () => {
  const { invoke, start, asked, answers } = behindGate();
  const open = start("open");
  const [early, late] = [new AbortController(), new AbortController()];
  const given = assert.rejects(invoke("channels", "externalMedia", { channelId: "a" }, early.signal), /early/);
  const made = invoke("channels", "externalMedia", { channelId: "b" }, late.signal);
  await settled();
  assert.deepEqual(asked, []);
  early.abort(new Error("early"));
  await given;
  open.finish();
  await settled();
  assert.deepEqual(asked, ["channels.externalMedia b"]);
  late.abort(new Error("late"));
  answers[0]?.resolve();
  await made;
});

test("other operations, and other channels, wait for nothing", async () => {
  const { invoke, start, asked, answers } = behindGate();
  const open = start("open");
  const others = [
    invoke("channels", "hangup", { channelId: "1700000000.1" }),
    invoke("channels", "hangup", { channelId: "attendant.own.dial.run.1" }),
    invoke("bridges", "destroy", { bridgeId: "x" }),
  ];
  assert.equal(asked.length, 3);
  for (const { resolve } of answers) resolve();
  await Promise.all(others);
  open.finish();
  await open.done;
});

test("what waits for its turn ends with the connection", async () => {
  const { invoke, start, life } = behindGate();
  const open = start("open");
  const hangUp = assert.rejects(invoke("channels", "hangup", { channelId: MEDIA }), /over/);
  life.abort(new Error("over"));
  await hangUp;
  open.finish();
  await open.done;
});
