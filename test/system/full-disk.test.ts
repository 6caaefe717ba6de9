// needs: disk

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  ASSISTANT_EXTENSION,
  ChannelLog,
  Controller,
  fillUp,
  ledger,
  Receiver,
  recognise,
  RestClient,
  says,
  startWorld,
  temporaryFolder,
  type TemporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

/** Room for the phrases, and for some hundred calls. */
const DISK_BYTES = 24_000_000;
const NOTICED_MS = 20_000;
const BACK_MS = 10_000;
/** After this a schedule that could be rung would have been: the alarm is on time, the sweep comes every four seconds. */
const OVERDUE_MS = 8_000;
const MESSAGE = "Good morning.";

let world: World;
let channels: ChannelLog;
let receiver: Receiver;
let disk: TemporaryFolder;
let controller: Controller;
let missing: string | false = false;

before(async () => {
  disk = await temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=700`, "attendant-test", disk.path], {
      stdio: "pipe",
    });
  } catch (error) {
    missing = `no small disk can be mounted here: ${String(error)}`;
    return;
  }
  world = await startWorld();
  channels = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
  receiver = await Receiver.start();
  controller = await Controller.start({ ...world.settings, DATA_DIR: disk.path });
  await controller.healthy();
});
after(async () => {
  await controller?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
  if (!missing) execFileSync("umount", [disk.path]);
  await disk?.[Symbol.asyncDispose]();
});

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const rung = (number: string) => channels.placed(number).length;

test("with a full disk nothing rings that is not kept, callers are served, and room again is enough", async (t) => {
  if (missing) return t.skip(missing);
  const rest = new RestClient(() => controller.url);
  const place = () => rest.placeCall({ extension: TEST_LINES.silent, message: MESSAGE, callback_url: receiver.url });
  const storeIs = (ok: boolean, ms: number) => controller.healthUntil(({ checks }) => checks.store?.ok === ok, ms);
  const placed: string[] = [];

  const schedule = { extension: TEST_LINES.busy, message: MESSAGE, delay_seconds: 15, callback_url: receiver.url };
  const { status: kept, body: scheduled } = await rest.ask("POST", "/schedule", schedule);
  assert.equal(kept, 200, JSON.stringify(scheduled));
  const dueAt = performance.now() + 15_000;
  const filler = join(disk.path, "filler");
  await fillUp(filler);

  // What the write-ahead log has of the disk already is used up first: until then calls are kept, and rung.
  let refusal: { status: number; body: Record<string, unknown>; headers: Headers } | undefined;
  for (let i = 0; i < 60 && !refusal; i++) {
    const answer = await place();
    if (answer.status === 200) placed.push(String(answer.body.call_id));
    else refusal = answer;
  }
  assert.ok(refusal, "a disk that is full was never noticed");
  assert.equal(refusal.status, 503, JSON.stringify(refusal.body));
  assert.equal(refusal.body.code, "store_unavailable");
  assert.match(String(refusal.body.detail), /is full\. Free some space on it/);
  assert.ok(Number(refusal.headers.get("retry-after")) > 0);
  const { status, checks } = await storeIs(false, NOTICED_MS);
  assert.equal(status, "degraded");
  assert.match(String(checks.store?.detail), /The disk with .* is full\. Free some space on it\./);

  const conversation = await world.telephone.dial(ASSISTANT_EXTENSION);
  await conversation.hearsSilence({ forMs: 800 });
  const { to } = await conversation.say(await says("what time is it"));
  await conversation.hearsSilence({ forMs: 800, after: to });
  assert.match(await recognise(conversation.recording().assistant.subarray(to)), /\w/, "a caller is served");
  await conversation.hangUp();

  await wait(Math.max(0, dueAt + OVERDUE_MS - performance.now()));
  // A log without writes is emptied into the store after a few seconds, which makes room for some more.
  await fillUp(`${filler}-of-what-the-log-had`);
  const refused = await Promise.all([place(), place(), place()]);
  for (const { status: each } of refused) assert.equal(each, 503);
  assert.equal(rung(TEST_LINES.busy), 0, "a scheduled call rings only after that is written down");

  await unlink(filler);
  await unlink(`${filler}-of-what-the-log-had`);
  const room = performance.now();
  await storeIs(true, BACK_MS);
  const again = await place();
  assert.equal(again.status, 200, JSON.stringify(again.body));
  placed.push(String(again.body.call_id));
  t.diagnostic(
    `${placed.length - 1} calls were kept in what room there was; "${String(checks.store?.detail)}"; ` +
      `in use ${(performance.now() - room).toFixed(0)} ms after there was room`,
  );

  const deadline = performance.now() + 60_000;
  const reported = () => ledger(receiver.received);
  // Each call that was accepted, and the scheduled one.
  while (reported().size < placed.length + 1 && performance.now() < deadline) await wait(100);
  assert.equal(rung(TEST_LINES.busy), 1);
  assert.equal(rung(TEST_LINES.silent), placed.length, "each rang once, and nobody else");
  const records = new Map((await rest.calls()).map((call) => [call.call_id, call]));
  for (const callId of placed) {
    const record = records.get(callId);
    const report = reported().get(callId);
    assert.deepEqual([...(report?.ids ?? [])], [`msg_${callId}`]);
    assert.equal(record?.status, report?.result.status, JSON.stringify(record));
    assert.ok(["completed", "failed"].includes(String(record?.status)), JSON.stringify(record));
  }
  assert.equal(
    [...records.keys()].length,
    placed.length + 2,
    "the scheduled one, what was held for the caller's, and no record of a call that was refused",
  );
  const scripted = new Set([...placed, ...reported().keys()]);
  const caller = [...records.values()].filter((record) => !scripted.has(record.call_id));
  assert.deepEqual(
    caller.map((record) => record.status),
    ["completed"],
  );
});
