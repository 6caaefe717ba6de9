import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Scope } from "../../../../../src/kernel/scope.js";
import { AttendantError } from "../../../../../src/kernel/errors.js";
import { FakeAsterisk } from "../../../../support/fakes/fake-asterisk.js";
import { type Attached, attached, nextDialled, until } from "../attached.js";

let fake: FakeAsterisk;
let there: Attached;
const { signal } = new AbortController();

before(async () => {
  fake = await FakeAsterisk.start();
  there = await attached(fake.credentials);
});
afterEach(() => {
  fake.faults.clear();
  fake.variables.clear();
  fake.modules.add("func_global.so");
});
after(async () => {
  await there[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

test("a call that was announced and never dialled is known not to have been", async () => {
  const id = there.dialler.newChannelId();
  await there.dialler.intents.record(id, signal);
  assert.equal(await there.dialler.intents.lookUp(id, signal), "not_dialled");
});

test("a request that was on its way when its run died is not taken for one that was never made", async () => {
  const id = there.dialler.newChannelId();
  await there.dialler.intents.record(id, signal);
  const asked = fake.asked("asterisk.getGlobalVar").length;
  const fate = there.dialler.intents.lookUp(id, signal);
  await until(() => fake.asked("asterisk.getGlobalVar").length > asked);
  await new Promise((resolve) => setTimeout(resolve, 20));
  fake.variables.set([...fake.variables.keys()][0] ?? "", "dialled");
  assert.equal(await fate, "dialled");
});

test("a call that was dialled is known to have been, during it and after it", async () => {
  const id = there.dialler.newChannelId();
  await there.dialler.intents.record(id, signal);
  const scope = new Scope("call");
  const next = nextDialled(fake);
  const dialled = there.dial({ channelId: id, scope });
  await next;
  await until(() => fake.channels.has(id));
  assert.equal(await there.dialler.intents.lookUp(id, signal), "dialled");
  scope.end();
  await dialled;
  assert.equal(fake.channels.size, 0);
  assert.equal(await there.dialler.intents.lookUp(id, signal), "dialled");
});

test("what is not to be traced leaves none, and what was forgotten is unknown", async () => {
  const id = there.dialler.newChannelId();
  await there.dialler.intents.record(id, signal);
  await there.dialler.intents.clear(id);
  assert.equal(await there.dialler.intents.lookUp(id, signal), "unknown");
  const scope = new Scope("call");
  const next = nextDialled(fake);
  const dialled = there.dial({ scope });
  await next;
  scope.end();
  await dialled;
  assert.deepEqual([...fake.variables.values()].filter(Boolean), []);
});

test("while Asterisk cannot be asked, nothing is known and nothing can be announced", async () => {
  const id = there.dialler.newChannelId();
  fake.faults.set("asterisk/variable", { status: 500, body: "{}" });
  assert.equal(await there.dialler.intents.lookUp(id, signal), undefined);
  await assert.rejects(there.dialler.intents.record(id, signal), AttendantError);
  await there.dialler.intents.clear(id);
});

test("an Asterisk that cannot leave traces is not believed that nothing was dialled", async () => {
  fake.modules.delete("func_global.so");
  await using fresh = await attached(fake.credentials);
  const id = fresh.dialler.newChannelId();
  await fresh.dialler.intents.record(id, signal);
  assert.equal(await fresh.dialler.intents.lookUp(id, signal), "unknown");
});
