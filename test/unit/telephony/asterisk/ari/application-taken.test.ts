import assert from "node:assert/strict";
import { test } from "node:test";
import { hasCode } from "../../../../../src/kernel/errors.js";
import { ASTERISK_PERIODS } from "../../../../../src/telephony/asterisk/ari/periods.js";
import { Scope } from "../../../../../src/kernel/scope.js";
import type { Invoke } from "../../../../../src/telephony/asterisk/ari/ari-operations.js";
import { createApplicationWatch } from "../../../../../src/telephony/asterisk/ari/application-watch.js";
import { asteriskRefusal } from "../../../../../src/telephony/asterisk/ari/asterisk-errors.js";
import { createHangupRetries } from "../../../../../src/telephony/asterisk/ari/hangup-retries.js";
import { ariConnected } from "../../../../support/ari-connected.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { quietLog } from "../../../../support/fakes/quiet-log.js";
import { attached, settled, until } from "../attached.js";

/** Waits for that many looks at who has the application; there is one each three to four seconds unless it is told otherwise. */
async function looks(fake: FakeAsterisk, count: number): Promise<void> {
  await until(() => fake.asked("channels.create").length >= count);
}

test("an application that another client has is left to it, and is back when it lets go, with a call up", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, {
    periods: { ...ASTERISK_PERIODS, applicationMs: 200 },
    onCall: (call) => void call.answer().catch(() => {}),
  });
  fake.calls("17000.1");
  await until(() => fake.media.length === 1);
  fake.takesApplication();
  const { detail = "" } = await there.reported(({ ok }) => !ok);
  assert.match(detail, /^Another ARI client took the ARI application "attendant" over/);
  assert.deepEqual(there.errors, ["asterisk_application_taken"]);
  await looks(fake, 2);
  assert.equal(fake.stolen, 0);
  assert.ok(fake.channels.has("17000.1"), "the call goes on");
  assert.equal(there.calls[0]?.scope.ending, undefined);

  fake.isTaken = false;
  await there.reported(({ ok }) => ok);
  assert.equal(fake.stolen, 0);
  assert.equal(there.calls[0]?.scope.ending, undefined);
  fake.calls("17000.2");
  await until(() => there.calls.length === 2);
});

test("while another client has the application, what is there can be taken away and nothing is sent to it", async () => {
  await using fake = await FakeAsterisk.start();
  await using scope = new Scope("test");
  const taken: boolean[] = [];
  const ari = await ariConnected(fake.credentials, scope, { onTaken: (now) => void taken.push(now) });
  fake.channels.set("x", { id: "x", state: "Up", inApplication: true });
  fake.takesApplication();
  await until(() => !ari.connected);
  assert.ok(ari.reachable);
  for (const operation of ["originate", "externalMedia"]) {
    await assert.rejects(ari.invoke("channels", operation, { channelId: "y" }), (error) =>
      hasCode(error, "asterisk_application_taken"),
    );
  }
  assert.equal(await ari.hangupRetries.hangUp("x", "16"), true);
  assert.deepEqual([...fake.channels.keys()], []);
  assert.deepEqual(taken, [true]);
});

test("a hangup whose event went to another client is noticed", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
  fake.calls("17000.1");
  await until(() => fake.media.length === 1);
  fake.takesApplication();
  await there.reported(({ ok }) => !ok);
  fake.ends("17000.1");
  await there.calls[0]?.scope.closed;
  assert.equal(there.calls[0]?.scope.ending?.kind, "hung_up");
  await until(() => fake.bridges.size === 0 && [...fake.channels.keys()].every((id) => id.includes(".probe.")));
});

/** What an Asterisk answers in which another client has the application until it is let go. */
function inOtherHands() {
  const state = { isTaken: true, variables: new Map<string, string>() };
  const invoke = (async (resource: string, operation: string, given: Record<string, string>) => {
    await Promise.resolve();
    switch (`${resource}.${operation}`) {
      case "asterisk.setGlobalVar":
        return void state.variables.set(given.variable ?? "", given.value ?? "");
      case "asterisk.getGlobalVar":
        return { value: state.variables.get(given.variable ?? "") ?? "" };
      case "channels.get":
        if (!state.isTaken) throw goneError();
        return {};
      default:
        return {};
    }
  }) as unknown as Invoke;
  return { state, invoke };
}

const goneError = () => asteriskRefusal("channels.get", "Channel not found");

test("who is replaced again and again looks ever less often", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  await using scope = new Scope("test");
  const { state, invoke } = inOtherHands();
  const hangupRetries = createHangupRetries({ invoke, log: quietLog, scope });
  const watch = createApplicationWatch({ invoke, hangupRetries, app: "attendant", periods: ASTERISK_PERIODS });
  const pauses: number[] = [];
  for (let round = 0; round < 9; round++) {
    watch.lost();
    state.isTaken = false;
    let isBack = false;
    void watch.released(scope.signal, (_, nextMs) => pauses.push(nextMs)).then(() => (isBack = true));
    while (!isBack) {
      await settled();
      t.mock.timers.tick(1_000);
    }
    await watch.take(scope.signal);
  }
  assert.deepEqual(pauses, [4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]);
});

test("the one who has it is named by what it says of itself, and of that no more than is good", async () => {
  await using scope = new Scope("test");
  const { state, invoke } = inOtherHands();
  const hangupRetries = createHangupRetries({ invoke, log: quietLog, scope });
  const watch = createApplicationWatch({ invoke, hangupRetries, app: "attendant", periods: ASTERISK_PERIODS });
  const other = (host: string) =>
    state.variables.set("ATTENDANT_HOLDER_attendant", JSON.stringify({ host, pid: 7, since: "2026-01-01T00:00:00Z" }));
  const told = async () => {
    const over = new AbortController();
    return new Promise<string>((resolve) => {
      watch
        .released(over.signal, ({ message }) => {
          resolve(message);
          over.abort();
        })
        .catch(() => {});
    });
  };
  assert.match(await told(), /^Another ARI client took .* over \(unidentified/);
  other("pbx-2");
  assert.match(await told(), /^Another controller took .* over \(host pbx-2, process 7, since 2026-01-01T00:00:00Z\)/);
  other(`<script>\n${"x".repeat(500)}`);
  assert.match(await told(), /\(host \?script\?\?x{55}, process 7/);
  state.variables.set("ATTENDANT_HOLDER_attendant", "[]");
  assert.match(await told(), /unidentified/);
  other("pbx-2");
  assert.match((await watch.take(scope.signal)) ?? "", /took .* from the controller on host pbx-2, process 7/);
  assert.match(await told(), /unidentified/, "our own mark is not another's");
  assert.equal(await watch.take(scope.signal), undefined, "what has it under our mark is a dead connection of ours");
});
