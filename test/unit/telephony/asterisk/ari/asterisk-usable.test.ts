import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../../../../src/kernel/ending.js";
import { hasCode } from "../../../../../src/kernel/errors.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { attach, attached, until } from "../attached.js";

/** What is said of an Asterisk that cannot be used; it is one that nobody has registered with. */
async function complaint(fake: FakeAsterisk): Promise<string> {
  await using there = attach(fake.credentials);
  const { detail = "" } = await there.reported(({ ok }) => !ok);
  assert.deepEqual(there.errors, ["asterisk_not_usable"]);
  assert.equal(fake.attached, 0, "the dialplan finds nobody behind Stasis()");
  return detail;
}

test("an Asterisk below the floor is not used, and the releases to install are named", async () => {
  await using fake = await FakeAsterisk.start();
  fake.version = "20.9.0~dfsg-1";
  assert.match(await complaint(fake), /^Asterisk 20\.9\.0~dfsg-1 is too old: .* install 22\.10\.1 or later/);
});

test("modules that are missing or do not run are named, each with what to do", async () => {
  await using fake = await FakeAsterisk.start();
  fake.modules.delete("chan_websocket.so");
  fake.modules.delete("res_timing_pthread.so");
  fake.declined.add("res_stasis.so");
  const detail = await complaint(fake);
  assert.match(
    detail,
    /has not loaded chan_websocket\.so, res_timing_timerfd\.so: run "module load chan_websocket\.so", .*modules\.conf .*package/,
  );
  assert.match(detail, /In Asterisk res_stasis\.so does not run/);
});

test("an ARI user who may only read is named with the setting", async () => {
  await using fake = await FakeAsterisk.start();
  fake.readOnly = true;
  assert.match(await complaint(fake), /ARI user "attendant" may only read: set read_only = no .* ari\.conf/);
});

test("malformed lists are reported as that", async () => {
  await using fake = await FakeAsterisk.start();
  fake.faults.set("asterisk/modules", "garbage");
  assert.match(await complaint(fake), /did not list its modules/);
  fake.faults.set("asterisk/modules", { status: 404, body: "" });
  assert.match(await complaint(fake), /answered 404 when it was asked for its modules: .*res_ari_asterisk\.so/);
});

test("an Asterisk that is still starting is away", async () => {
  await using fake = await FakeAsterisk.start();
  fake.faults.set("asterisk/info", { status: 503, body: "Asterisk not booted" });
  await using there = attach(fake.credentials);
  assert.match((await there.reported(({ ok }) => !ok)).detail ?? "", /still starting/);
  assert.deepEqual(there.errors, ["asterisk_unreachable"]);
});

test("what speaks against an Asterisk that can be used is told beside what is well", async () => {
  await using fake = await FakeAsterisk.start();
  fake.version = "22.9.0";
  fake.modules.delete("func_global.so");
  await using there = await attached(fake.credentials);
  assert.match(
    there.reports.at(-1)?.detail ?? "",
    /^Asterisk carried a test call, \d+ ms there and back; version 22\.9\.0 .*22\.10\.1 or later; func_global\.so is not loaded, so /,
  );
});

test("a module that is taken out of a running Asterisk is missed, and its return is seen", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.modules.delete("chan_websocket.so");
  t.mock.timers.tick(10_000);
  assert.match((await there.reported(({ ok }) => !ok)).detail ?? "", /chan_websocket\.so/);
  await until(() => fake.attached === 0);
  fake.modules.add("chan_websocket.so");
  t.mock.timers.tick(2_000);
  await there.reported(({ ok }) => ok);
});

test("a loopback call leaves nothing behind and is not reported as a call", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  assert.equal(there.reports.at(-1)?.ok, true);
  for (let round = 0; round < 3; round++) {
    const { loopMs } = await there.asterisk.testLoopback(AbortSignal.timeout(10_000));
    assert.ok(loopMs >= 0 && loopMs < 5_000, `${loopMs} ms`);
    assert.deepEqual([fake.channels.size, fake.bridges.size, fake.media.length], [0, 0, 0]);
  }
  assert.deepEqual(there.calls, []);
});

test("only one loopback call is made at a time", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  const before = fake.requests.length;
  const signal = AbortSignal.timeout(10_000);
  const [one, other] = await Promise.all([there.asterisk.testLoopback(signal), there.asterisk.testLoopback(signal)]);
  assert.deepEqual(one, other);
  const placed = fake.requests.slice(before).filter(({ operation }) => operation === "channels.originate");
  assert.equal(placed.length, 1);
});

test("an Asterisk through which nothing is heard is not usable, until something is", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using fake = await FakeAsterisk.start();
  fake.loop.carries = false;
  await using there = attach(fake.credentials);
  await until(() => fake.loop.isJoined);
  await until(() => {
    t.mock.timers.tick(100);
    return there.errors.length > 0;
  });
  assert.match(
    there.reports.at(-1)?.detail ?? "",
    /did not carry a test call: a tone .* did not come back; Asterisk's log/,
  );
  assert.deepEqual(there.errors, ["asterisk_not_usable"]);
  assert.deepEqual([fake.channels.size, fake.bridges.size], [0, 0]);
  fake.loop.carries = true;
  t.mock.timers.tick(1_000);
  await there.reported(({ ok }) => ok);
});

test("an Asterisk that has carried a call is given a second chance, and not a third", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  fake.loop.carries = false;
  const fails = async () => {
    const asked = assert.rejects(there.asterisk.testLoopback(new AbortController().signal), /did not carry/);
    await until(() => fake.loop.isJoined);
    let over = false;
    void asked.finally(() => (over = true));
    await until(() => {
      if (!over) t.mock.timers.tick(100);
      return over;
    });
    await asked;
  };
  await fails();
  assert.equal(there.reports.at(-1)?.ok, true, "the first may be the machine's fault");
  assert.deepEqual(there.errors, ["asterisk_not_usable"], "and is in the log");
  await until(() => {
    t.mock.timers.tick(100);
    return there.reports.at(-1)?.ok === false;
  });
});

test("an answer that says nothing of the modules ends no connection", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  for (const status of [401, 403, 500, 503]) {
    let answered = 0;
    const refusal = {
      get status() {
        answered++;
        return status;
      },
      body: "",
    };
    fake.faults.set("asterisk/modules", refusal);
    await until(() => {
      t.mock.timers.tick(1_000);
      return answered > 1; // The second time it has gone on after the first.
    });
  }
  assert.equal(there.reports.at(-1)?.ok, true);
  assert.equal(fake.attached, 1);
});

test("no loopback call is made while Asterisk is away", async () => {
  await using there = attach({ url: "http://127.0.0.1:9", user: "a", password: "b" });
  await assert.rejects(there.asterisk.testLoopback(AbortSignal.timeout(5_000)), (error) =>
    hasCode(error, "asterisk_unreachable"),
  );
});

test("a call that no line can be made of goes on in the dialplan, and the fault is looked into", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, {
    onCall: (call) => void call.answer().catch((error: Error) => call.scope.end(Ending.of(error))),
  });
  fake.faults.set("channels/externalMedia", { status: 500, body: '{"message":"Internal Server Error"}' });
  fake.calls("17000.1");
  await until(() => fake.asked("channels.continueInDialplan").length === 1);
  const order = fake.requests.filter(({ parameters }) => parameters.channelId === "17000.1");
  assert.deepEqual(
    order.map(({ operation, parameters: { variable, value } }) => [operation, variable, value]).slice(-2),
    [
      ["channels.setChannelVar", "DIALSTATUS", "CONGESTION"],
      ["channels.continueInDialplan", undefined, undefined],
    ],
  );
  assert.equal(fake.channels.has("17000.1"), true, "it was not hung up");
  const { detail } = await there.reported(({ ok }) => !ok);
  assert.match(detail ?? "", /did not carry a test call: Asterisk refused channels\.externalMedia/);
});

test("a call that cannot even be given back is hung up so that it fails over", async () => {
  await using fake = await FakeAsterisk.start();
  await using _there = await attached(fake.credentials, {
    onCall: (call) => void call.answer().catch((error: Error) => call.scope.end(Ending.of(error))),
  });
  fake.faults.set("channels/externalMedia", { status: 500, body: "" });
  fake.faults.set("channels/17000.2/continue", { status: 500, body: "" });
  fake.calls("17000.2");
  const hungUp = () => fake.asked("channels.hangup").find(({ parameters }) => parameters.channelId === "17000.2");
  await until(() => hungUp() !== undefined);
  assert.equal(hungUp()?.parameters.reason_code, "42");
});

test("a caller who hangs up while the line is made is not reported", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
  fake.faults.set("media/", "hang");
  fake.calls("17000.3");
  await until(() => there.calls.length === 1);
  fake.ends("17000.3");
  await there.calls[0]?.scope.closed;
  assert.deepEqual(fake.asked("channels.continueInDialplan"), []);
});
