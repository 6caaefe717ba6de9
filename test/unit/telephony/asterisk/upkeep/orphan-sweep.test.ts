import assert from "node:assert/strict";
import { test } from "node:test";
import { THIS_INSTANCE } from "../../../../../src/kernel/this-instance.js";
import { ASTERISK_PERIODS, type AsteriskPeriods } from "../../../../../src/telephony/asterisk/ari/periods.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { attached as attachedFor, until } from "../attached.js";

/** Of the real periods so much is waited for, in all of them alike. */
const SHARE = 0.25;
const PERIODS = Object.fromEntries(
  Object.entries(ASTERISK_PERIODS).map(([name, ms]) => [name, SHARE * ms]),
) as unknown as AsteriskPeriods;

const attached = (credentials: FakeAsterisk["credentials"], further: Parameters<typeof attachedFor>[1] = {}) =>
  attachedFor(credentials, { periods: PERIODS, ...further });

/** How often it was looked at what Asterisk has. */
const looksAt = (fake: FakeAsterisk) => fake.asked("bridges.list").length;

/** Has another run say that it lives, once in so many looks: by looks, for these are late on a busy machine. */
function livesOn(fake: FakeAsterisk, run: string, everyLooks: number) {
  let count = 0;
  let isAlive = true;
  const beat = () => fake.variables.set(`ATTENDANT_ALIVE_attendant_${run}`, String(++count));
  void (async () => {
    for (let next = looksAt(fake) + 1; ; next = looksAt(fake) + everyLooks) {
      await fake.until(() => looksAt(fake) >= next);
      if (!isAlive) return;
      beat();
    }
  })();
  return { beat, beats: () => count, [Symbol.dispose]: () => void (isAlive = false) };
}

test("what no call claims is taken away while the connection stands, and nothing that is another's", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
  fake.calls("17000.1");
  await until(() => fake.media.length === 1);
  const ours = [...fake.channels.keys(), ...fake.bridges.keys()];

  const channel = (id: string, inApplication = false) => fake.channels.set(id, { id, state: "Up", inApplication });
  for (const id of ["attendant.own.media.1", `attendant.own.media.${THIS_INSTANCE}.late`]) channel(id);
  for (const id of ["attendant.own.dial.aaaa.1", "17000.7", "attendant.own.dial.bbbb.1"]) channel(id, true);
  const takenElsewhere = "attendant.own.dial.aaaa.2";
  const others = ["other.own.media.1", "attendant2.own.dial.1", "17000.8", takenElsewhere];
  for (const id of others) channel(id);
  others.push("attendant.own.dial.bbbb.1");
  const bridge = (id: string) => fake.bridges.set(id, new Set());
  for (const id of ["attendant.own.bridge.aaaa.1", "other.own.bridge.1", "somebodys"]) bridge(id);
  bridge("attendant.own.bridge.bbbb.1");
  {
    using _alive = livesOn(fake, "bbbb", 1);
    const removed = () => there.strays.filter((kind) => kind !== "caller");
    await until(() => removed().length === 3);
    assert.deepEqual(removed().sort(), ["bridge", "media", "media"]);
    // Nobody goes on with them: back to the dialplan, and found once more where a busy machine has not got that done in time.
    const given = ["17000.7", "attendant.own.dial.aaaa.1"];
    await until(() => given.every((id) => fake.channels.get(id)?.inApplication === false));
    assert.ok(there.strays.length >= 3 + given.length);
    assert.deepEqual(
      [...fake.channels.keys(), ...fake.bridges.keys()].sort(),
      [...ours, ...others, ...given, "other.own.bridge.1", "somebodys", "attendant.own.bridge.bbbb.1"].sort(),
    );
  }
  // The run has died: what it had is found like any other's.
  await until(
    () =>
      fake.channels.get("attendant.own.dial.bbbb.1")?.inApplication === false &&
      !fake.bridges.has("attendant.own.bridge.bbbb.1"),
  );
  assert.equal(there.calls[0]?.scope.ending, undefined);
});

test("a hangup without an event is noticed while the connection stands", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
  fake.calls("17000.1");
  await until(() => fake.media.length === 1);
  const looks = looksAt(fake);
  fake.channels.delete("17000.1");
  await there.calls[0]?.scope.closed;
  assert.ok(looksAt(fake) - looks <= 2, "by the next look, unless one was under way");
  assert.equal(there.calls[0]?.scope.ending?.kind, "hung_up");
  await until(() => fake.channels.size === 0 && fake.bridges.size === 0);
  assert.deepEqual(there.strays, [], "its parts are no strays");
});

test("two parties in a bridge need no controller; one that is left alone is removed", async () => {
  await using fake = await FakeAsterisk.start();
  const [caller, operator, bridge] = ["17000.2", "attendant.own.dial.cccc.1", "attendant.own.bridge.cccc.1"];
  for (const id of [caller, operator]) fake.channels.set(id, { id, state: "Up", inApplication: true });
  fake.bridges.set(bridge, new Set([caller, operator]));
  fake.bridges.set("attendant.own.bridge.cccc.2", new Set());
  await using there = await attached(fake.credentials);
  await until(() => there.strays.length > 0);
  assert.deepEqual(there.strays, ["bridge"], "the operator's own, which is empty");
  assert.deepEqual([...(fake.bridges.get(bridge) ?? [])], [caller, operator]);
  fake.ends(operator);
  await until(() => fake.channels.get(caller)?.inApplication === false && !fake.bridges.has(bridge));
});

test("a channel that came back without a listener is found and resumed, caller or callee", async () => {
  await using fake = await FakeAsterisk.start();
  const [caller, called] = ["17000.3", "attendant.own.dial.aaaa.3"];
  for (const id of [caller, called]) fake.channels.set(id, { id, state: "Up", inApplication: true });
  fake.bridges.set("attendant.own.bridge.aaaa.3", new Set([called]));
  const rings = "attendant.own.dial.aaaa.4";
  fake.channels.set(rings, { id: rings, state: "Ringing", inApplication: true });
  const returned: string[] = [];
  await using there = await attached(fake.credentials, { onReturn: (call) => void returned.push(call.channelId) });
  await until(() => returned.length === 2 && there.strays.includes("dial"));
  assert.deepEqual(returned.sort(), [caller, called].sort());
  assert.deepEqual(
    fake.asked("channels.hangup").map(({ parameters }) => parameters.channelId),
    [rings],
    "nobody is on the line yet",
  );
});

test("a channel that comes back just after the connection, without an event, is soon found", async () => {
  await using fake = await FakeAsterisk.start();
  const returned: string[] = [];
  await using _there = await attached(fake.credentials, { onReturn: (call) => void returned.push(call.channelId) });
  await until(() => looksAt(fake) > 0);
  const looks = looksAt(fake);
  const from = performance.now();
  fake.channels.set("17000.7", { id: "17000.7", state: "Up", inApplication: true });
  await until(() => returned.length > 0);
  // A look each second finds them, and the next one that nobody has come for them.
  assert.ok(looksAt(fake) - looks <= 4, `${looksAt(fake) - looks} looks in ${performance.now() - from} ms`);
});

test("a new caller without an event is answered like any other, and once if the event comes late", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials);
  await until(() => looksAt(fake) > 0);
  const caller = "17000.9";
  fake.channels.set(caller, { id: caller, state: "Ring", inApplication: true });
  await until(() => there.calls.length > 0);
  assert.deepEqual([there.calls[0]?.channelId, there.calls[0]?.extension], [caller, "8000"]);
  fake.calls(caller);
  await there.calls[0]?.answer();
  assert.deepEqual([there.calls.length, there.strays], [1, ["caller"]]);
  assert.equal(fake.media.length, 1);
});

/** A caller in a bridge of another run, with its media unless that has just broken, which says once in so many looks that it lives. */
function servedByAnother(fake: FakeAsterisk, everyLooks: number, { hasMedia = true, saysSoAtOnce = true } = {}) {
  const caller = "17000.4";
  fake.channels.set(caller, { id: caller, state: "Up", inApplication: true });
  const media = "attendant.own.media.dddd.1";
  if (hasMedia) fake.channels.set(media, { id: media, state: "Up", inApplication: true });
  fake.bridges.set("attendant.own.bridge.dddd.1", new Set(hasMedia ? [caller, media] : [caller]));
  const life = livesOn(fake, "dddd", everyLooks);
  if (saysSoAtOnce) life.beat();
  return { ...life, caller };
}

test("who was left alone in the bridge of a run that died is soon found", async () => {
  await using fake = await FakeAsterisk.start();
  const [caller, called] = ["17000.3", "attendant.own.dial.ffff.3"];
  for (const [at, id] of [caller, called].entries()) {
    fake.channels.set(id, { id, state: "Up", inApplication: true });
    fake.bridges.set(`attendant.own.bridge.ffff.${at}`, new Set([id]));
  }
  const returned: string[] = [];
  await using _there = await attached(fake.credentials, { onReturn: (call) => void returned.push(call.channelId) });
  await until(() => returned.length === 2);
  // Whom a run may still serve is left alone for one look more.
  assert.ok(looksAt(fake) <= 4, `${looksAt(fake)} looks`);
});

for (const [name, how] of [
  ["whom another run serves", { saysSoAtOnce: false }],
  ["whose media broke with another run", { hasMedia: false }],
] as const) {
  test(`${name} is left to it, be it so busy that it seldom says that it lives`, async () => {
    await using fake = await FakeAsterisk.start();
    using other = servedByAnother(fake, 2, how);
    const returned: string[] = [];
    await using there = await attached(fake.credentials, { onReturn: (call) => void returned.push(call.channelId) });
    await until(() => other.beats() >= 4);
    assert.deepEqual([returned, there.strays], [[], []]);
  });
}

test("whom a run that lives may be about to answer is not taken as soon as others", async (t) => {
  await using fake = await FakeAsterisk.start();
  using _other = servedByAnother(fake, 1);
  const caller = "17000.9";
  fake.channels.set(caller, { id: caller, state: "Ring", inApplication: true });
  const from = performance.now();
  await using there = await attached(fake.credentials);
  await until(() => there.calls.length > 0);
  const ms = performance.now() - from;
  t.diagnostic(`taken after ${ms.toFixed(0)} ms`);
  assert.ok(ms >= PERIODS.othersGraceMs, `${ms} ms`);
});

test("a channel on its way back to the dialplan is not an orphan, however long Asterisk takes", async () => {
  await using fake = await FakeAsterisk.start();
  await using there = await attached(fake.credentials, { onCall: (call) => void call.reject("congested") });
  fake.faults.set("channels/17000.1/continue", "hang");
  fake.calls("17000.1");
  const looks = looksAt(fake);
  await until(() => looksAt(fake) > looks + 2);
  assert.deepEqual([there.calls.length, there.strays], [1, []]);
});

for (const [how, bridge] of [
  ["", "attendant.own.bridge.eeee.1"],
  [", with another application,", "attendant-2.own.bridge.eeee.1"],
] as const) {
  test(`a call whose channel another run has in a bridge of its own${how} by now is that run's, and not hung up`, async () => {
    await using fake = await FakeAsterisk.start();
    await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
    const [caller, stays] = ["17000.5", "17000.6"];
    for (const id of [caller, stays]) fake.calls(id);
    await until(() => fake.media.length === 2);
    fake.takesApplication();
    const looks = looksAt(fake);
    await until(() => looksAt(fake) >= looks + 2);
    for (const inside of fake.bridges.values()) inside.delete(caller);
    fake.bridges.set(bridge, new Set([caller]));
    const [taken, kept] = there.calls.map(({ scope }) => scope);
    await taken?.closed;
    assert.deepEqual([taken?.ending?.kind, kept?.ending], ["taken_over", undefined]);
    assert.ok(fake.asked("channels.hangup").every(({ parameters }) => parameters.channelId !== caller));
    assert.ok(fake.channels.has(caller));
  });
}

for (const [when, happens] of [
  ["while another client has the application", (fake: FakeAsterisk) => fake.takesApplication()],
  ["while the connection stands", () => {}],
] as const) {
  test(`a call that leaves the application without an event ${when} is over, and its caller is not hung up`, async () => {
    await using fake = await FakeAsterisk.start();
    await using there = await attached(fake.credentials, { onCall: (call) => void call.answer().catch(() => {}) });
    const [leaves, waits, stays] = ["17000.1", "17000.2", "17000.3"];
    for (const id of [leaves, waits, stays]) fake.calls(id);
    await until(() => fake.bridges.size === 3 && [...fake.bridges.values()].every(({ size }) => size === 2));
    happens(fake);
    for (const [id, context] of [
      [leaves, "ext-queues"],
      [waits, "attendant-wait"],
    ] as const) {
      for (const inside of fake.bridges.values()) inside.delete(id);
      fake.channels.set(id, { id, state: "Up", inApplication: false, context });
    }
    const [left, waiting, kept] = there.calls.map(({ scope }) => scope);
    await left?.closed;
    assert.deepEqual([left?.ending?.kind, waiting?.ending, kept?.ending], ["transferred", undefined, undefined]);
    assert.ok(fake.channels.has(leaves));
    assert.ok(fake.asked("channels.hangup").every(({ parameters }) => parameters.channelId !== leaves));
  });
}
