import assert from "node:assert/strict";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";

import {
  ASSISTANT_EXTENSION,
  Controller,
  findMongo,
  ledger,
  OwnWorld,
  Receiver,
  RestClient,
  says,
  shortPeriods,
  type ShownCall,
  temporaryFolder,
  TEST_LINES,
  FULL,
} from "../support/index.js";

/** In full form the lease and the periods that come with the service, and as many calls as a controller has lines. */
const LEASE_S = FULL ? 30 : 4;
const LINES = FULL ? 20 : 4;
/** From the kill on, until every record, webhook and schedule of the dead controller is settled. */
const SETTLED_MS = FULL ? 90_000 : 45_000;
/** Until calls that are asked for all at once are where they are wanted. */
const REACHED_MS = 60_000;
const FROZEN_MS = 3 * LEASE_S * 1_000;
/** So many of the further ones side by side, each with two controllers: all of them. */
const AT_A_TIME = 4;
const SHORT = "Good morning.";
const LONG = "This is the first sentence of it. This is the second sentence of it. And here is the last one.";
const FINAL = ["completed", "no_answer", "busy", "failed", "cancelled"];

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A controller of several on one store, with a folder and, unless told otherwise, an application of its own at the one Asterisk. */
interface Member extends AsyncDisposable {
  readonly controller: Controller;
  readonly rest: RestClient;
  readonly dataDir: string;
  /** Asks for a call, with a webhook. @returns its id */
  place(call: Readonly<Record<string, unknown>>): Promise<string>;
  schedule(inSeconds: number, call: Readonly<Record<string, unknown>>): Promise<string>;
}

const mongo = await findMongo();
const skip = typeof mongo === "string" ? mongo : false;

/** Controllers that share a MongoDB, in a world of their own. */
class Members extends OwnWorld {
  #receiver!: Receiver;
  #uri = "";
  #joined = 0;

  get receiver(): Receiver {
    return this.#receiver;
  }

  async joins({
    dataDir,
    app = `attendant${++this.#joined}`,
  }: { dataDir?: string; app?: string } = {}): Promise<Member> {
    const folder = await temporaryFolder();
    const place = dataDir ?? join(folder.path, "data");
    const controller = await Controller.start({
      ...this.world.settings,
      ...(FULL ? {} : shortPeriods({ ownership: { leaseMs: LEASE_S * 1_000 } })),
      DATA_DIR: place,
      MONGODB_URI: this.#uri,
      ARI_APP: app,
      MAX_CONCURRENT_CALLS: String(LINES),
    });
    await controller.healthy(30_000);
    const rest = new RestClient(() => controller.url);
    const asked = async (path: string, body: Readonly<Record<string, unknown>>, id: string) => {
      const { status, body: answer } = await rest.ask("POST", path, { callback_url: this.#receiver.url, ...body });
      assert.equal(status, 200, JSON.stringify(answer));
      return String(answer[id]);
    };
    return {
      controller,
      rest,
      dataDir: place,
      place: (call) => asked("/call", call, "call_id"),
      schedule: (delay_seconds, call) => asked("/schedule", { delay_seconds, ...call }, "schedule_id"),
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      },
    };
  }

  protected override async fill(): Promise<void> {
    if (typeof mongo === "string") throw new Error(mongo);
    const server = this.keep(await mongo.open());
    this.#uri = server.freshDatabase();
    this.#receiver = this.keep(await Receiver.start());
    await super.fill();
  }
}

/** The calls with their final records, once every one of them and its webhook are there. @returns how long that took, ms */
async function settled(
  receiver: Receiver,
  rest: RestClient,
  callIds: readonly string[],
  t: TestContext,
): Promise<readonly ShownCall[]> {
  const began = performance.now();
  const deadline = began + SETTLED_MS;
  const records = await Promise.all(callIds.map((callId) => rest.callOver(callId, SETTLED_MS)));
  const recordsMs = performance.now() - began;
  const isMissing = () => callIds.some((callId) => !ledger(receiver.received).has(callId));
  while (isMissing() && performance.now() < deadline) {
    await receiver.has(receiver.received.length + 1, Math.min(1_000, deadline - performance.now())).catch(() => {});
  }
  const webhooksMs = performance.now() - began;
  const outcomes = FINAL.map((each) => [records.filter(({ status }) => status === each).length, each] as const)
    .filter(([count]) => count > 0)
    .map((each) => each.join(" "));
  t.diagnostic(
    `${callIds.length} calls: ${outcomes.join(", ")}; records after ${recordsMs.toFixed(0)} ms, webhooks after ${webhooksMs.toFixed(0)} ms`,
  );
  const came = ledger(receiver.received);
  for (const record of records) {
    const reported = came.get(record.call_id);
    assert.deepEqual([...(reported?.ids ?? [])], [`msg_${record.call_id}`]);
    assert.equal(reported?.bodies.size, 1);
    assert.equal(reported?.result.status, record.status);
  }
  return records;
}

/** One of them stands still for a while, and then it is killed for good. */
describe("two controllers that share a MongoDB", { skip, concurrency: 1 }, () => {
  const members = new Members();
  let one: Member;
  let two: Member;
  before(async () => {
    await members.begin();
    one = await members.joins();
    two = await members.joins();
  });
  after(async () => {
    for (const each of [two, one]) await each?.[Symbol.asyncDispose]();
    await members[Symbol.asyncDispose]();
  });

  test("are not written over by one that stood still meanwhile, and it dials nothing again", async (t) => {
    const callIds = await Promise.all(
      Array.from({ length: 2 * LINES }, () => one.place({ extension: TEST_LINES.neverAnswers, message: LONG })),
    );
    const queued = callIds.at(-1) ?? "";
    // All that have a line: one that is about to be dialled would be when the process goes on, and nothing could keep it from it.
    const ringing = (calls: readonly ShownCall[]) => calls.filter(({ status }) => status === "ringing").length;
    await one.rest.callsUntil((calls) => ringing(calls) === LINES, REACHED_MS);
    process.kill(one.controller.pid, "SIGSTOP");
    const stopped = performance.now();
    const records = await settled(members.receiver, two.rest, callIds, t);
    await wait(FROZEN_MS - (performance.now() - stopped));
    const before = members.rings(); // What was on its way to Asterisk when it stopped, too.
    process.kill(one.controller.pid, "SIGCONT");
    await one.controller.logged("controller_taken_for_dead", () => true, { ms: 20_000 });
    await wait(5_000); // Whatever it would dial or write, it would by now.
    assert.equal(members.rings(), before, "nothing was dialled any more");
    for (const { call_id, status, error } of records) {
      const now = await two.rest.call(call_id);
      assert.deepEqual([now.status, now.error], [status, error]);
      assert.equal(ledger(members.receiver.received).get(call_id)?.ids.size, 1);
    }
    assert.match(String((await one.rest.callOver(queued)).status), /^(failed|cancelled)$/);
    await one.controller.healthy(30_000);
    const later = await one.place({ extension: TEST_LINES.silent, message: SHORT });
    assert.equal((await one.rest.callOver(later, 20_000)).status, "completed");
  });

  test("settle what one of them leaves behind that is killed for good, with its folder", async (t) => {
    const [before, earlier] = [members.rings(), (await two.rest.calls()).length];
    const from = two.controller.lines.length;
    const lines = [TEST_LINES.silent, TEST_LINES.neverAnswers];
    const call = (n: number) => ({ extension: lines[n % lines.length], message: LONG });
    // As many again as there are lines: they wait for their turn.
    const theirs = await Promise.all(Array.from({ length: 2 * LINES }, (_, n) => one.place(call(n))));
    const ours = await Promise.all(
      Array.from({ length: LINES - 1 }, () => two.place({ extension: TEST_LINES.silent, message: SHORT })),
    );
    const schedules = await Promise.all(
      Array.from({ length: LINES }, () => one.schedule(3, { extension: TEST_LINES.silent, message: SHORT })),
    );
    // Any of them: where the machine is busy, the first is over, or has rung for as long as it may, before the last is placed.
    const has = (calls: readonly ShownCall[], wanted: string) =>
      calls.some(({ call_id, status }) => theirs.includes(call_id) && status === wanted);
    await one.rest.callsUntil((calls) => has(calls, "in_progress") && has(calls, "ringing"), REACHED_MS);
    await wait(2_500); // The schedules are about to be due: some are claimed, some dialled, some neither.
    await one.controller.stop("SIGKILL");
    await rm(one.dataDir, { recursive: true });
    const killed = performance.now();

    const records = await settled(members.receiver, two.rest, [...theirs, ...ours], t);
    assert.ok(records.every(({ status }) => FINAL.includes(status)));
    const runs = await Promise.all(
      schedules.map((id) => two.rest.scheduleUntil(id, ({ last_outcome }) => last_outcome !== null, SETTLED_MS)),
    );
    const ms = performance.now() - killed;
    t.diagnostic(`schedules: ${runs.map(({ last_outcome }) => last_outcome).join(" ")}, all after ${ms.toFixed(0)} ms`);
    assert.ok(ms < SETTLED_MS);
    // What was dialled was so once: every call that has a channel of its own, and no more.
    const rung = members.rings() - before;
    const calls = await two.rest.calls();
    assert.ok(rung <= calls.length - earlier, `${rung} dialled for ${calls.length - earlier} calls`);
    const failed = records.filter(({ error }) => /^The service stopped unexpectedly/.test(error ?? ""));
    assert.ok(failed.length > 0);
    assert.equal(two.controller.lines.slice(from).filter(({ event }) => event === "controller_taken_over").length, 1);
  });
});

describe("controllers that share a MongoDB", { skip, concurrency: AT_A_TIME }, () => {
  const goesOn = "go on with a caller of one that is killed for good, with its folder, where they have its application";
  test(goesOn, { skip: !FULL && "like several-controllers: TEST_FORM=full" }, async (t) => {
    await using members = new Members();
    await members.begin();
    const app = "attendant";
    await using waits = await members.joins({ app });
    await using has = await members.joins({ app }); // Who comes later has the application.
    await using call = await members.world.telephone.dial(ASSISTANT_EXTENSION, { callerId: "2200", signal: t.signal });
    const isTheirs = ({ data }: { readonly data?: Readonly<Record<string, unknown>> }) => data?.caller === "2200";
    const { data } = await has.controller.logged("call_start", isTheirs);
    await call.hears({ minMs: 300 });
    await call.hearsSilence({ forMs: 1_000 });
    await has.controller.stop("SIGKILL");
    await rm(has.dataDir, { recursive: true });
    const resumed = await waits.controller.logged("call_resumed", isTheirs, { ms: 30_000 });
    assert.equal(resumed.data?.call_id, data?.call_id);
    const { to } = await call.say(await says("what time is it"));
    await call.hears({ after: to, minMs: 300 });
    await call.hangUp();
    const record = await waits.rest.callOver(String(data?.call_id), SETTLED_MS);
    assert.deepEqual([record.status, record.error], ["completed", null]);
  });

  const toldApart = "are told apart where one runs on a copy of another's folder";
  test(toldApart, { skip: !FULL && "like test/contract/copied-store: TEST_FORM=full" }, async (t) => {
    await using members = new Members();
    await members.begin();
    await using one = await members.joins();
    await using copies = await temporaryFolder();
    const copy = join(copies.path, "data");
    const before = members.rings();
    const schedules = await Promise.all(
      Array.from({ length: 6 }, () => one.schedule(8, { extension: TEST_LINES.silent, message: SHORT })),
    );
    const ringing = await one.place({ extension: TEST_LINES.neverAnswers, message: SHORT, ring_timeout: 25 });
    await one.rest.callUntil(ringing, ({ status }) => status === "ringing", REACHED_MS);
    await cp(one.dataDir, copy, { recursive: true });
    await using two = await members.joins({ dataDir: copy });
    await two.controller.logged("data_dir_copied", () => true, { ms: 30_000 });
    const [record] = await settled(members.receiver, one.rest, [ringing], t);
    assert.equal(record?.status, "no_answer");
    assert.doesNotMatch(String(record.error), /^The service stopped/);
    for (const id of schedules) {
      const run = await one.rest.scheduleUntil(id, ({ last_outcome }) => last_outcome !== null, 30_000);
      assert.equal(run.last_outcome, "completed");
    }
    assert.equal(members.rings() - before, schedules.length + 1);
  });
});
