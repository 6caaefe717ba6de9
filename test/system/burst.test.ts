import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ChannelLog,
  type Controller,
  FULL,
  INSPECTED,
  ledger,
  type Memory,
  memoryOf,
  nothingLeftIn,
  Receiver,
  RestClient,
  shortTone,
  startWorld,
  TEST_LINES,
  type World,
} from "../support/index.js";

const LINES = 20;
/** The calls of one burst that find a line or a place in the queue, and those that are too many. */
const TAKEN = FULL ? 200 : 100;
const TOO_MANY = 10;
const QUEUE = TAKEN - LINES;
/** `BURSTS=8` shows where the memory is going. */
const BURSTS = Number(process.env.BURSTS ?? 2);
const ALL_OVER_MS = 80_000;
/** The most that a burst may take to be posted: requests to the voice time out after that. */
const HELD_MS = 6_000;
/** What a burst may leave in the heap that the one before has not: 5 kB of each call, were it of all 200. */
const HEAP_MARGIN_MB = 1;
const EXTERNAL_MARGIN_MB = 1;
/** The system's figure moves with how the allocators hold on to pages. */
const RSS_MARGIN_MB = 25;

/** Timers that come and go by themselves: pauses between two looks. */
const MAX_TIMERS = 5;

let world: World;
let channels: ChannelLog;
let receiver: Receiver;
let controller: Controller;
let rest: RestClient;

before(async () => {
  world = await startWorld();
  world.speech.speakAs(shortTone);
  channels = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
  receiver = await Receiver.start();
  controller = await world.startController({
    ...INSPECTED,
    MAX_CONCURRENT_CALLS: String(LINES),
    CALL_QUEUE_LENGTH: String(QUEUE),
    RATE_LIMIT_PER_MINUTE: "0",
  });
  rest = new RestClient(() => controller.url);
});
after(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

interface Placed {
  readonly callId: string;
  readonly position: number | null;
}

/**
 * Asks for all of them at once.
 *
 * @param message one that has not been said before, or it would be there at once
 * @returns those that were taken; the others have been seen to be refused as they should
 */
async function burst(message: string): Promise<readonly Placed[]> {
  const call = { extension: TEST_LINES.silent, message, callback_url: receiver.url };
  const release = world.speech.speech.hold();
  const asked = await Promise.all(Array.from({ length: TAKEN + TOO_MANY }, () => rest.placeCall(call))).finally(
    release,
  );
  const refused = asked.filter(({ status }) => status !== 200);
  assert.equal(refused.length, TOO_MANY);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [429, "queue_full"]);
    assert.ok(Number(headers.get("retry-after")) > 0);
  }
  return asked
    .filter(({ status }) => status === 200)
    .map(({ body }) => ({ callId: String(body.call_id), position: body.queue_position as number | null }));
}

async function allOver(placed: readonly Placed[]): Promise<void> {
  const late = performance.now() + ALL_OVER_MS;
  const missing = () => {
    const came = ledger(receiver.received);
    return placed.filter(({ callId }) => !came.has(callId)).length;
  };
  while (missing() > 0) {
    const left = late - performance.now();
    assert.ok(left > 0, `${missing()} calls are not over after ${ALL_OVER_MS} ms`);
    await receiver.has(receiver.received.length + 1, left).catch(() => {});
  }
}

function checkPlaces(placed: readonly Placed[], from: number): void {
  assert.equal(placed.filter(({ position }) => position === null).length, LINES);
  const waiting = placed.flatMap(({ callId, position }) => (position === null ? [] : [{ callId, position }]));
  waiting.sort((a, b) => a.position - b.position);
  assert.deepEqual(
    waiting.map(({ position }) => position),
    Array.from({ length: QUEUE }, (_, i) => i + 1),
  );
  // They are served in the order that they were told.
  const begun = controller.lines.slice(from).filter(({ event }) => event === "call_start");
  assert.deepEqual(
    begun.slice(LINES).map(({ data }) => data?.call_id),
    waiting.map(({ callId }) => callId),
  );
}

async function checkEnds(placed: readonly Placed[]): Promise<void> {
  const records = new Map((await rest.calls()).map((call) => [call.call_id, call]));
  const came = ledger(receiver.received);
  for (const { callId } of placed) {
    const record = records.get(callId);
    assert.deepEqual([record?.status, record?.message_played, record?.error], ["completed", true, null]);
    const reported = came.get(callId);
    assert.deepEqual([...(reported?.ids ?? [])], [`msg_${callId}`]);
    assert.equal(reported?.times, 1);
    assert.equal(reported?.result.status, "completed");
  }
}

/** When nothing is going on any more: connections that are kept for the next request have been let go, too. */
async function settled(): Promise<Memory> {
  await controller.healthUntil(({ active_calls }) => active_calls === 0);
  await nothingLeftIn(world.bed.assistantAsterisk.ari, 5_000);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return memoryOf(controller);
}

test("bursts of calls, many more than there are lines for, all come to their end, each once", async (t) => {
  const memory: Memory[] = [await settled()];
  let asked = 0;
  for (let round = 1; round <= BURSTS; round++) {
    const from = controller.lines.length;
    const began = performance.now();
    const placed = await burst(`Good morning, ${"once more ".repeat(round)}.`);
    const postedMs = performance.now() - began;
    assert.ok(postedMs < HELD_MS, `the burst took ${postedMs.toFixed(0)} ms to be posted`);
    await allOver(placed);
    const overMs = performance.now() - began;
    checkPlaces(placed, from);
    await checkEnds(placed);
    asked += placed.length;
    assert.equal(channels.placed(TEST_LINES.silent).length, asked);
    memory.push(await settled());
    t.diagnostic(
      `burst ${round}: ${placed.length} calls taken in ${postedMs.toFixed(0)} ms, over after ${overMs.toFixed(0)} ms`,
    );
  }
  for (const each of memory) t.diagnostic(JSON.stringify(each));
  for (const [index, { heapMb, externalMb, rssMb, resources }] of memory.entries()) {
    const before = memory[index - 1];
    // The first burst fills what is filled once: compiled code, connections, pages of the store.
    if (!before || index === 1) continue;
    assert.ok(heapMb - before.heapMb <= HEAP_MARGIN_MB, `heap ${before.heapMb} → ${heapMb} MB`);
    assert.ok(externalMb - before.externalMb <= EXTERNAL_MARGIN_MB, `${before.externalMb} → ${externalMb} MB`);
    assert.ok(rssMb - before.rssMb <= RSS_MARGIN_MB, `RSS ${before.rssMb} → ${rssMb} MB`);
    assert.ok((resources.Timeout ?? 0) <= (before.resources.Timeout ?? 0) + MAX_TIMERS, JSON.stringify(resources));
  }
  assert.deepEqual(
    controller.lines.filter(({ level }) => level === "ERROR").map(({ msg }) => msg),
    [],
  );
});
