import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { Ending } from "../../../../../src/kernel/ending.js";
import { Scope } from "../../../../../src/kernel/scope.js";
import { THIS_INSTANCE } from "../../../../../src/kernel/this-instance.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { type Attached, attached, nextDialled, settled, until } from "../attached.js";

let fake: FakeAsterisk;
let there: Attached;

before(async () => {
  fake = await FakeAsterisk.start();
  there = await attached(fake.credentials);
});
beforeEach(() => {
  fake.onOriginate = () => {};
  fake.requests.length = 0;
});
afterEach(async () => {
  fake.faults.clear();
  await until(() => fake.channels.size === 0 && fake.bridges.size === 0);
});
after(async () => {
  await there[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

/** Dials, and resolves when the request is there and its channel is. */
async function dialling(request: Parameters<Attached["dial"]>[0] = {}) {
  const next = nextDialled(fake);
  const dialled = there.dial(request);
  const id = await next;
  await until(() => fake.channels.has(id));
  await there.state(id); // A later answer over the same way: the one to the request has arrived.
  return { id, dialled };
}

test("a call is dialled under the id that was chosen, wide-band, with limits of Asterisk's own", async () => {
  const channelId = there.dialler.newChannelId();
  const scope = new Scope("call");
  const { dialled } = await dialling({ number: "+49#1", channelId, scope, ringTimeoutMs: 61_500 });
  const [asked, again] = fake.asked("channels.originate");
  assert.equal(again, undefined);
  const { otherChannelId: far = "", ...parameters } = asked?.parameters ?? {};
  assert.match(far, /^attendant\.own\.far\./);
  assert.deepEqual(parameters, {
    endpoint: "Local/+49#1@from-internal/n",
    app: "attendant",
    channelId,
    formats: "slin16",
    timeout: "64",
  });
  assert.deepEqual(asked?.body, {
    variables: {
      "TIMEOUT(absolute)": String(64 + 3_600 + 60),
      FORWARD_CONTEXT: "attendant-nowhere",
      ATTENDANT_APP: "attendant",
    },
  });
  scope.end(new Ending("cancelled"));
  await dialled;
});

test("ids of calls do not begin with one another", () => {
  const ids = Array.from({ length: 100 }, () => there.dialler.newChannelId());
  for (const id of ids) assert.equal(ids.filter((other) => other.startsWith(id)).length, 1);
});

test("ringing is reported once however often Asterisk reports it, and at the answer when it does not", async () => {
  let rings = 0;
  const { id, dialled } = await dialling({ onRinging: () => rings++ });
  fake.emit({ type: "Dial", dialstatus: "", peer: { id } });
  fake.emit({ type: "Dial", dialstatus: "RINGING", peer: { id: "another" } });
  fake.emit({ type: "Dial", dialstatus: "PROGRESS", peer: { id } });
  fake.emit({ type: "Dial", dialstatus: "RINGING", peer: { id } });
  fake.rings(id);
  fake.rings(id);
  fake.ends(id, 19, 480);
  const end = await dialled;
  assert.equal(rings, 1);
  assert.ok(end.kind === "not_answered");
  assert.equal(end.detail, "It rang, but no one answered.");

  const scope = new Scope("call");
  const silent = await dialling({ scope, onRinging: () => rings++ });
  fake.answers(silent.id);
  assert.equal((await silent.dialled).kind, "answered");
  assert.equal(rings, 2);
  scope.end();
  await scope.closed;
});

test("the end that Asterisk tells decides, and leaves the scope alive", async () => {
  const scope = new Scope("call");
  const { id, dialled } = await dialling({ scope });
  fake.emit({ type: "Dial", dialstatus: "NOANSWER", peer: { id } });
  fake.ends(id, 17, 486);
  assert.deepEqual(await dialled, {
    kind: "not_answered",
    outcome: "busy",
    detail: "The number is busy.",
    cause: 17,
    sipCode: 486,
  });
  assert.equal(scope.ending, undefined);
  assert.equal(fake.asked("channels.hangup").length, 0);
  scope.end();
});

test("a busy signal of the dialplan was told as a number that does not exist", async () => {
  const { id, dialled } = await dialling();
  const far = fake.asked("channels.originate").at(-1)?.parameters.otherChannelId;
  fake.emit({ type: "Dial", dialstatus: "", peer: { id } });
  fake.ends(id, 0); // Our half is the first to go, and has no cause.
  fake.emit({ type: "ChannelDestroyed", channel: { id: far }, cause: 17 });
  assert.deepEqual(await dialled, {
    kind: "not_answered",
    outcome: "busy",
    detail: "The number is busy.",
    cause: 17,
    sipCode: undefined,
  });
});

test("the end of a telephone that the dialplan dials is asked for, once a Dial()", async () => {
  const { id, dialled } = await dialling();
  const far = fake.asked("channels.originate").at(-1)?.parameters.otherChannelId;
  const events = ["", "RINGING", "NOANSWER"].map((dialstatus) => ({ type: "Dial", dialstatus, caller: { id: far } }));
  for (const event of events) fake.emit({ ...event, peer: { id: "1795686166.12" } });
  fake.emit({ ...events[0], peer: { id: "1795686166.13" } });
  await until(() => fake.asked("applications.subscribe").length > 0);
  fake.ends(id, 20);
  assert.equal((await dialled).kind, "not_answered");
  const asked = fake.asked("applications.subscribe").map(({ parameters }) => parameters.eventSource);
  assert.deepEqual(asked, ["channel:1795686166.12"]);
});

test("a telephone that declined was taken for one that does not exist when its end was told last", async () => {
  const { id, dialled } = await dialling();
  const far = fake.asked("channels.originate").at(-1)?.parameters.otherChannelId;
  fake.emit({ type: "Dial", dialstatus: "", caller: { id: far }, peer: { id: "1795686166.20" } });
  fake.emit({ type: "ChannelVarset", channel: { id: far }, variable: "DIALSTATUS", value: "CHANUNAVAIL" });
  fake.ends(id, 0);
  fake.emit({ type: "ChannelDestroyed", channel: { id: far }, cause: 34 });
  fake.emit({ type: "ChannelDestroyed", channel: { id: "1795686166.20" }, cause: 21, tech_cause: 603 });
  const end = await dialled;
  assert.ok(end.kind === "not_answered" && end.outcome === "busy", JSON.stringify(end));
});

test("a far half whose end is not told is not waited for", async () => {
  const { id, dialled } = await dialling();
  fake.emit({ type: "Dial", dialstatus: "BUSY", peer: { id } });
  fake.ends(id, 0);
  const end = await dialled;
  assert.ok(end.kind === "not_answered" && end.outcome === "busy");
});

test("an end that comes before the answer to the request counts", async () => {
  fake.onOriginate = async (id) => {
    fake.happens("ChannelDestroyed", id, { cause: 17, tech_cause: 486 });
    await settled();
  };
  const end = await there.dial();
  assert.ok(end.kind === "not_answered" && end.outcome === "busy");
  fake.channels.clear();
});

test("a callee who answers and hangs up in the same instant did answer", async () => {
  const scope = new Scope("call");
  const { id, dialled } = await dialling({ scope });
  fake.answers(id);
  fake.ends(id, 16);
  const end = await dialled;
  assert.ok(end.kind === "answered");
  assert.equal(end.line.signal.aborted, true);
  assert.equal(Ending.ofSignal(end.line.signal)?.kind, "hung_up");
  assert.equal(scope.ending?.kind, "hung_up");
  assert.equal(await end.line.mark(), false);
  await end.line.play(new Int16Array(320));
  end.line.flush();
  end.line.hear(() => {})();
  await end.line.hangUp();
});

test("a callee who answers is not taken for a caller", async () => {
  const { id, dialled } = await dialling();
  fake.answers(id);
  const end = await dialled;
  assert.ok(end.kind === "answered");
  fake.happens("StasisStart", id, { args: [] });
  await settled();
  assert.deepEqual(there.calls, []);
  await end.line.hangUp();
});

test("a call that is cancelled before Asterisk has answered the request is hung up after that", async () => {
  let carryOut = () => {};
  const scope = new Scope("call");
  const asked = new Promise<void>((resolve) => {
    fake.onOriginate = () =>
      new Promise<void>((go) => {
        carryOut = go;
        resolve();
      });
  });
  const dialled = there.dial({ scope });
  await asked;
  scope.end(new Ending("cancelled", "no longer wanted"));
  await settled();
  assert.equal(fake.asked("channels.hangup").length, 0);
  carryOut();
  const end = await dialled;
  assert.ok(end.kind === "not_answered");
  assert.deepEqual(
    [end.outcome, end.detail],
    ["cancelled", "The call was ended before anyone answered: no longer wanted."],
  );
  assert.equal(fake.asked("channels.hangup").length, 1);
});

test("an answer that comes too late is hung up", async () => {
  const late = `attendant.own.dial.${THIS_INSTANCE}.late`;
  fake.channels.set(late, { id: late, state: "Down", inApplication: false });
  fake.answers(late);
  await until(() => fake.channels.size === 0);
  assert.deepEqual(there.calls, []);
});

test("what another controller dials with our application is not hung up when it rings or is answered", async () => {
  const theirs = "attendant.own.dial.aaaa.1";
  fake.channels.set(theirs, { id: theirs, state: "Down", inApplication: false });
  fake.rings(theirs);
  fake.answers(theirs);
  // Of events it is one stream: a later one has been dealt with.
  const ours = `attendant.own.dial.${THIS_INSTANCE}.late`;
  fake.channels.set(ours, { id: ours, state: "Down", inApplication: false });
  fake.answers(ours);
  await until(() => !fake.channels.has(ours));
  assert.deepEqual(
    fake.asked("channels.hangup").map(({ parameters }) => parameters.channelId),
    [ours],
  );
  fake.ends(theirs);
});

test("what Asterisk refuses to place is a failed call", async () => {
  fake.onOriginate = () => Promise.reject(new Error("Allocation failed"));
  const refused = await there.dial();
  assert.ok(refused.kind === "not_answered");
  assert.equal(refused.outcome, "failed");
  assert.match(refused.detail, /could not place the call/);
  fake.onOriginate = () => Promise.reject(new Error("something else"));
  const other = await there.dial();
  assert.ok(other.kind === "not_answered");
  assert.match(other.detail, /something else/);
  assert.equal(fake.asked("channels.hangup").length, 0, "there was no channel to hang up");
});

test("ringing that takes longer than it may is hung up", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let rings = 0;
  const { id, dialled } = await dialling({ ringTimeoutMs: 20_000, onRinging: () => rings++ });
  fake.rings(id);
  await until(() => rings > 0);
  t.mock.timers.tick(20_000);
  const end = await dialled;
  assert.ok(end.kind === "not_answered");
  assert.deepEqual([end.outcome, end.detail], ["no_answer", "It rang for 20 s, but no one answered."]);
  assert.equal(fake.channels.size, 0);
});

/** Dials for half a second, and has something happen that no event tells of: before anybody can look, however busy the machine. */
async function diallingUnseen(happens: (id: string) => void) {
  const next = nextDialled(fake);
  const dialled = there.dial({ ringTimeoutMs: 500 });
  const id = await next;
  await fake.until(() => fake.channels.has(id)); // The request is not answered yet, and nobody looks before it is.
  happens(id);
  return { id, dialled };
}

test("an answer without an event is noticed", async () => {
  const { dialled } = await diallingUnseen((id) => fake.channels.set(id, { id, state: "Up", inApplication: true }));
  const end = await dialled;
  assert.ok(end.kind === "answered", JSON.stringify(end));
  await end.line.hangUp();
});

test("how a call ended whose end is late by an event is what the event says", async () => {
  const { id, dialled } = await diallingUnseen((id) => fake.channels.delete(id));
  await until(() => fake.asked("channels.get").length > 0);
  fake.happens("ChannelDestroyed", id, { cause: 17, tech_cause: 486 });
  const end = await dialled;
  assert.ok(end.kind === "not_answered" && end.outcome === "busy", JSON.stringify(end));
});

test("a call that Asterisk's own end has cut off says so, told by it or found out afterwards", async () => {
  const told = await dialling();
  fake.happens("ChannelHangupRequest", told.id, { soft: true, cause: 4 });
  fake.ends(told.id, 16);
  const found = await dialling();
  await settled();
  fake.startupTime = "2026-01-03T00:00:00.000+0000";
  fake.channels.delete(found.id);
  fake.loseEvents();
  for (const end of await Promise.all([told.dialled, found.dialled])) {
    assert.ok(end.kind === "not_answered");
    assert.deepEqual([end.outcome, end.detail], ["failed", "Asterisk was stopped before anyone answered."]);
  }
  await there.reported(({ ok }) => ok);
});

test("a media socket that cannot be opened is a failed call, and hung up", async () => {
  fake.faults.set("media/", { status: 401, body: "" });
  const scope = new Scope("call");
  const { id, dialled } = await dialling({ scope });
  fake.answers(id);
  const end = await dialled;
  assert.ok(end.kind === "not_answered");
  assert.equal(end.outcome, "failed");
  assert.match(end.detail, /^It was answered, but could not be connected: .*media socket/);
  assert.equal(scope.ending, undefined);
  scope.end();
});

test("a call whose request was under way when Asterisk died is told as stopped, or as what happened to the connection", async () => {
  const outcome = async (rings: boolean) => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const channelId = there.dialler.newChannelId();
    fake.onOriginate = () => {
      if (rings) {
        fake.channels.set(channelId, { id: channelId, state: "Down", inApplication: false });
        fake.rings(channelId);
      } else isAsked();
      return new Promise(() => {});
    };
    const dialled = there.dial({ channelId, onRinging: isAsked });
    await asked;
    await there.state(channelId); // The answer to when Asterisk was started has arrived too.
    fake.startupTime += "0";
    fake.channels.clear();
    fake.loseEvents();
    const end = await dialled;
    await there.reported(({ ok }) => ok);
    assert.ok(end.kind === "not_answered" && end.outcome === "failed");
    return end.detail;
  };
  assert.equal(await outcome(true), "Asterisk was stopped before anyone answered.");
  assert.match(await outcome(false), /^The call could not be placed: .*(connection|event).*\.$/);
});

test("a call that ended while no events came is not waited for", async () => {
  const { id, dialled } = await dialling();
  fake.rings(id);
  await settled();
  fake.loseEvents();
  fake.channels.delete(id);
  const end = await dialled;
  assert.ok(end.kind === "not_answered");
  assert.deepEqual([end.outcome, /interrupted/.test(end.detail)], ["failed", true]);
  await there.reported(({ ok }) => ok);
});

test("a call that was answered while no events came is taken up", async () => {
  const { id, dialled } = await dialling();
  fake.rings(id);
  await settled();
  fake.loseEvents();
  fake.answers(id); // To nobody.
  const end = await dialled;
  assert.ok(end.kind === "answered", JSON.stringify(end));
  await end.line.hangUp();
});

test("a call that still rings after an interruption rings on", async () => {
  const { id, dialled } = await dialling();
  fake.rings(id);
  await settled();
  const looks = fake.asked("channels.get").length;
  fake.loseEvents();
  await until(() => fake.asked("channels.get").length >= looks + 1);
  await settled();
  fake.ends(id, 21, 603);
  const end = await dialled;
  assert.ok(end.kind === "not_answered" && end.sipCode === 603);
});

test("a caller who hangs up before they are answered is over at once", async () => {
  fake.calls("17000.5");
  await until(() => there.calls.length === 1);
  const [call] = there.calls.splice(0);
  fake.ends("17000.5");
  await until(() => call?.scope.ending !== undefined);
  assert.equal(call?.scope.ending?.kind, "hung_up");
  await assert.rejects(call?.answer() ?? Promise.resolve(), (error) => Ending.of(error).kind === "hung_up");
});

test("whether a channel is there is known, or known not to be known", async () => {
  const { id, dialled } = await dialling();
  assert.equal(await there.state(id), "dialled");
  fake.ends(id);
  assert.equal(await there.state(id), "unknown");
  await dialled;
  fake.faults.set(`channels/${id}`, { status: 500, body: "{}" });
  assert.equal(await there.state(id), undefined);
});
