import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import { startPlacedCalls } from "../support/fakes/placed-calls.js";
import { asked, DAILY, DAY, HOUR, startWorld } from "../support/fakes/scheduling.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

const entry = (number: string) => ({ number, addedAt: Date.UTC(2026, 2, 2), client: null, reason: null });
const REFUSED = {
  code: "destination_not_allowed",
  message: /^The number \S+ is on the do-not-call list since 2026-03-02;/,
};

test("a number on the do-not-call list is not dialled, however it is written", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.unwanted.addDoNotCall(entry("100"));
  for (const extension of ["100", "1-0-0", "10.0"]) {
    await assert.rejects(calls.callControl.place(calls.request({ extension })), REFUSED);
  }
  await calls.places({ extension: "101" });
  assert.equal(calls.dialler.callees.length, 1);
});

test("a number listed while its call waits for a line is not dialled, and the call says why", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 1 });
  await calls.answered({ extension: "101" });
  const { callId } = await calls.places({ extension: "100" });
  await calls.unwanted.addDoNotCall(entry("100"));
  await calls.hearsAll();
  const { status, error } = await calls.record(callId);
  assert.deepEqual([status, calls.dialler.callees.length], ["failed", 1]);
  assert.match(error ?? "", /do-not-call list/);
  calls.assertNothingLeft();
});

test("a caller on the list who asks to be called back is called, and nobody else on it for them", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.unwanted.addDoNotCall(entry("1003"));
  await calls.unwanted.addDoNotCall(entry("1002"));
  await assert.rejects(calls.callControl.place(calls.request({ extension: "1002", onBehalfOf: "1003" })), REFUSED);
  await calls.places({ extension: "1003", onBehalfOf: "1003" });
  assert.equal(calls.dialler.callees.length, 1);
});

test("calls are placed while the list cannot be read, and the log says so", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.unwanted.before = () => {
    throw new AttendantError("store_unavailable", "The store is away.");
  };
  await calls.places();
  assert.equal(calls.dialler.callees.length, 1);
  assert.ok(calls.events("do_not_call_unread").length > 0);
});

test("a scheduled call to a number listed since is refused once, with its reason, and a daily one stays", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create({ ...asked(), ...DAILY });
  await world.unwanted.addDoNotCall(entry(world.schedule().extension));
  assert.equal(await world.lives(2 * HOUR), 0);
  const { outcome, error } = world.lastRun() ?? {};
  assert.equal(outcome, "failed");
  assert.match(error ?? "", /is on the do-not-call list since 2026-03-02/);
  assert.equal(world.store.occurrences.length, 1, "it is not tried again");
  await world.unwanted.removeDoNotCall(world.schedule().extension);
  assert.equal(await world.lives(DAY), 1);
});

describe("/do-not-call", () => {
  const as = (name: string) => ({ "x-api-key": `key-of-${name}-0123456789` });
  const keys = ["read", "call", "admin"].map((name) => `${name}:${name}:key-of-${name}-0123456789`);

  it("lists, adds and removes numbers, each with its scope", async (t) => {
    const rest = await startRestServer(t, { keys });
    const added = await rest.post(
      "/do-not-call",
      { number: "+49 30".replace(" ", "-"), reason: "a letter" },
      as("call"),
    );
    assert.deepEqual([added.status, added.body.number, added.body.client], [200, "+4930", "call"]);
    const again = await rest.post("/do-not-call", { number: "+4930", reason: "another" }, as("call"));
    assert.deepEqual(again.body, added.body, "the first entry is kept");
    const { body } = await rest.ask("/do-not-call", { headers: as("read") });
    assert.deepEqual(body, { numbers: [added.body], next_cursor: null });
    const remove = (name: string) => rest.ask("/do-not-call/%2B49-30", { method: "DELETE", headers: as(name) });
    assert.deepEqual(
      [(await remove("call")).status, (await remove("admin")).status, (await remove("admin")).status],
      [403, 200, 404],
    );
  });

  it("refuses what is no number, and an invalid cursor", async (t) => {
    const rest = await startRestServer(t, { keys });
    for (const number of ["SIP/1", "", 5.5, undefined]) {
      assert.ok(faultsOf(await rest.post("/do-not-call", { number }, as("call")))["/number"], String(number));
    }
    const { status } = await rest.ask("/do-not-call?cursor=nonsense", { headers: as("read") });
    assert.equal(status, 400);
  });
});
