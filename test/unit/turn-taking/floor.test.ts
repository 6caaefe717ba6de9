import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { samplesIn } from "../../../src/audio/pcm.js";
import { type FloorEvent, openFloor } from "../../../src/turn-taking/floor.js";
import type { Turn } from "../../../src/turn-taking/turn.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { PartialWords, Recogniser } from "../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { says } from "../../support/backends/says.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { STALL } from "../../support/fakes/requests.js";

async function openedFloor(t: TestContext, ears?: Recogniser) {
  const scope = new Scope("call");
  t.after(() => scope.end());
  const line = new FakeLine(scope);
  const faults: string[] = [];
  const log = createLog({ level: "error", transcripts: false, sink: (text) => faults.push(text) });
  const metrics = createMetrics({ prefix: "test", node: false });
  const stt = new FakeSpeechToText();
  const recogniser = ears ?? recogniseInBatch(stt);
  const needs = {
    line,
    listening: {},
    metrics,
    log,
    recogniser,
    isAvailable: () => true,
    language: "en",
    connectAhead: () => {},
  };
  const floor = await openFloor(needs, scope, (text, _, isComplete) =>
    isComplete ? text === "mhm" : "mhm".startsWith(text),
  );
  const over: Turn[] = [];
  const idle: boolean[] = [];
  const heard: FloorEvent[] = [];
  const reading = (async () => {
    for await (const event of floor) {
      if (event.kind === "turn_over") over.push(event.turn);
      if (event.kind === "idle") idle.push(floor.isOpen);
      if (event.kind !== "turn_over") heard.push(event);
    }
  })();
  const spoken = await says("What time is it?");
  return {
    scope,
    line,
    stt,
    floor,
    over,
    idle,
    faults,
    reading,
    heard,
    /** The caller speaks, and is silent for so long. */
    async speaks(silentMs: number) {
      line.says(new Int16Array(samplesIn(500)));
      line.says(spoken);
      line.says(new Int16Array(samplesIn(silentMs)));
      for (let i = 0; i < 10; i++) await setImmediate();
    },
  };
}

/** Unwinds only when told to, however often it is interrupted. */
function stubborn() {
  let unwind = () => {};
  const unwound = new Promise<void>((resolve) => {
    unwind = resolve;
  });
  return { speakUp: () => unwound, unwind };
}

test("a turn begins when the one before has unwound, not when it was cut short", async (t) => {
  const { floor } = await openedFloor(t);
  const first = stubborn();
  floor.take(first.speakUp);
  await setImmediate();
  floor.yield("the caller spoke");
  let begun = false;
  floor.take(async () => {
    begun = true;
  });
  await setImmediate();
  assert.equal(begun, false);
  first.unwind();
  await setImmediate();
  assert.ok(begun);
});

test("a turn that was taken away before it began never begins, and those after it wait for the one before", async (t) => {
  const { floor, over } = await openedFloor(t);
  const first = stubborn();
  floor.take(first.speakUp);
  await setImmediate();
  floor.yield("the caller spoke");
  const begun: string[] = [];
  floor.take(async () => void begun.push("second"));
  floor.yield("the caller spoke again");
  floor.take(async () => void begun.push("third"));
  await setImmediate();
  assert.deepEqual(begun, []);
  first.unwind();
  await setImmediate();
  assert.deepEqual(begun, ["third"]);
  assert.equal(over.length, 3);
});

test("the end of a turn that was cut short is not the end of the one that has the floor", async (t) => {
  const { floor, over } = await openedFloor(t);
  floor.take(async () => {});
  const stale = floor.yield("the caller spoke");
  floor.take(stubborn().speakUp);
  await setImmediate();
  assert.ok(stale && over.includes(stale));
  assert.equal(floor.finish(stale), false);
  assert.ok(floor.turn);
});

test("a turn that comes to its end leaves the floor, once", async (t) => {
  const { floor, over } = await openedFloor(t);
  floor.take(async () => {}, "idle");
  const current = floor.turn;
  await setImmediate();
  assert.deepEqual(over, [current]);
  assert.ok(current?.scope.ending);
  assert.equal(current.farewell, "idle");
  assert.ok(floor.finish(current));
  assert.equal(floor.finish(current), false);
  assert.equal(floor.yield("nothing to leave"), undefined);
});

test("what a turn throws by itself is a fault; what it throws because it was cut short is none", async (t) => {
  const { floor, faults, over } = await openedFloor(t);
  floor.take(async () => Promise.reject(new TypeError("oops")));
  await setImmediate();
  assert.match(String(faults[0]), /oops/);
  floor.take(async ({ scope }) => {
    await new Promise((resolve) => scope.onEnd(() => resolve(undefined)));
    scope.signal.throwIfAborted();
  });
  await setImmediate();
  floor.yield("the caller spoke");
  await setImmediate();
  assert.equal(faults.length, 1);
  assert.equal(over.length, 2);
});

test("turns end with the call, which waits for them to unwind", async (t) => {
  const { scope, floor } = await openedFloor(t);
  const last = stubborn();
  floor.take(last.speakUp);
  await setImmediate();
  scope.end();
  assert.ok(floor.turn?.scope.signal.aborted);
  let closed = false;
  void scope.closed.then(() => {
    closed = true;
  });
  await setImmediate();
  assert.equal(closed, false);
  last.unwind();
  await setImmediate();
  assert.ok(closed);
});

test("words over a turn take the floor from it, and are answered when they are over", async (t) => {
  const { floor, line, stt, heard, speaks } = await openedFloor(t);
  const turn = floor.take(stubborn().speakUp);
  stt.next("what time");
  await speaks(0);
  assert.equal(turn.scope.ending?.kind, "interrupted");
  assert.equal(floor.turn, undefined);
  assert.deepEqual(
    heard.map((event) => [event.kind, "text" in event && event.text]),
    [["interrupted", "what time"]],
  );
  await speaks(1_000);
  assert.deepEqual(
    heard.map(({ kind }) => kind),
    ["interrupted", "lull", "resumed", "lull", "utterance"],
  );
  assert.equal(line.isPaused, false);
});

test("who has interrupted and is silent may have finished: a turn may be tried, and is told what they said", async (t) => {
  const { floor, stt, heard, speaks } = await openedFloor(t);
  const first = stubborn();
  floor.take(first.speakUp);
  // Of less than all of it nothing is understood.
  const { length } = await says("What time is it?");
  stt.script = (samples) => [samples.length > length + samplesIn(500) ? "what time is it" : ""];
  await speaks(200);
  const [interrupted, lull, ...others] = heard;
  assert.deepEqual([interrupted?.kind, others], ["interrupted", []]);
  assert.ok(lull?.kind === "lull");
  const told: (string | undefined)[] = [];
  assert.ok(floor.takeTentatively(lull, async (_, known) => void told.push(known)));
  first.unwind();
  await setImmediate();
  assert.deepEqual(told, ["what time is it"]);
});

for (const said of ["", "mhm"]) {
  test(`"${said}" over a turn leaves it the floor, and is not reported`, async (t) => {
    const { floor, line, stt, heard, speaks } = await openedFloor(t);
    const turn = floor.take(stubborn().speakUp);
    for (let i = 0; i < 4; i++) stt.next(said);
    await speaks(1_000);
    assert.equal(floor.turn, turn);
    assert.deepEqual(heard, []);
    assert.deepEqual([line.isPaused, line.paused.length > 0], [false, true], "it was paused, and goes on");
  });
}

test("a turn that is taken away while the line is paused leaves it playing", async (t) => {
  const { floor, line, stt, speaks } = await openedFloor(t);
  floor.take(stubborn().speakUp);
  stt.next(STALL);
  await speaks(0);
  assert.ok(line.isPaused);
  floor.yield("a key");
  assert.equal(line.isPaused, false);
  assert.ok(stt.requests[0]?.cut, "nobody waits for the words any more");
});

test("an open floor is idle after its time, unless it is taken before", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { floor, idle } = await openedFloor(t);
  const passes = async (ms: number) => {
    t.mock.timers.tick(ms);
    await setImmediate();
  };
  floor.open(1_000);
  assert.ok(floor.isOpen);
  floor.take(async () => {});
  assert.equal(floor.isOpen, false);
  await passes(1_000);
  floor.open(1_000);
  floor.yield("the caller spoke");
  await passes(1_000);
  assert.deepEqual(idle, []);
  floor.open(1_000);
  await passes(1_000);
  assert.deepEqual(idle, [true]);
});

test("a floor closes with its scope, and leaves nothing with the line", async (t) => {
  const { scope, line, floor, reading } = await openedFloor(t);
  floor.open(60_000);
  scope.end();
  await reading;
  assert.equal(line.listeners, 0);
  assert.equal(floor.isOpen, false);
});

/** A recogniser of which the test has the words while they are being said. */
function telling(stt: FakeSpeechToText) {
  const listeners = new Set<(words: PartialWords) => void>();
  const recogniser: Recogniser = {
    ...recogniseInBatch(stt),
    hasPartials: true,
    onPartial(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
  let last = { startedAt: 0, endedAt: 0 };
  recogniser.hear = ({ startedAt, endedAt }) => void (last = { startedAt, endedAt });
  const tells = (text: string, startedAt = last.startedAt) =>
    listeners.forEach((tell) => tell({ ...last, startedAt, text }));
  return { recogniser, tells, listeners };
}

for (const [said, ends] of [
  ["sto", true],
  ["mhm but", true],
  ["mh", false],
  ["", false],
] as const) {
  test(`"${said}", while it is being said over a turn, ${ends ? "ends it" : "leaves it the floor"}`, async (t) => {
    const stt = new FakeSpeechToText();
    const { recogniser, tells } = telling(stt);
    const { floor, heard, speaks } = await openedFloor(t, recogniser);
    const turn = floor.take(stubborn().speakUp);
    for (let i = 0; i < 4; i++) stt.next(STALL);
    await speaks(0);
    assert.ok(!turn.scope.signal.aborted, "nobody knows yet what is said");
    tells(said);
    assert.equal(turn.scope.ending?.kind, ends ? "interrupted" : undefined);
    await setImmediate();
    if (ends) assert.deepEqual(heard.at(-1), { kind: "interrupted", turn, text: said });
  });
}

test("words that were said before a turn do not end it, and no listener is left after the conversation", async (t) => {
  const { recogniser, tells, listeners } = telling(new FakeSpeechToText());
  const { floor, scope, speaks } = await openedFloor(t, recogniser);
  const turn = floor.take(stubborn().speakUp);
  tells("stop");
  await speaks(0);
  tells("stop", -20);
  assert.equal(turn.scope.ending, undefined);
  scope.end();
  assert.equal(listeners.size, 0);
});
