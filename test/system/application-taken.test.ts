import assert from "node:assert/strict";
import { hostname } from "node:os";
import { after, before, test } from "node:test";
import {
  AriClient,
  type Controller,
  RestClient,
  says,
  shortPeriods,
  startWorld,
  TEST_LINES,
  type TelephoneCall,
  until,
  type World,
} from "../support/index.js";

/** From the other client's leaving, ms. */
const BACK_MS = 10_000;
/** A caller who hangs up while nothing tells of it is noticed within this, ms. */
const NOTICED_MS = 3_000;

let world: World;
/** The one whose application is taken, again and again. */
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController(shortPeriods({ asterisk: { applicationMs: 1_000, rivalryMs: 1_000 } }));
});
after(() => world[Symbol.asyncDispose]());

/** A call that has been greeted. */
async function talking(): Promise<TelephoneCall> {
  const call = await world.telephone.dial("8000");
  await call.hears({ minMs: 300 });
  await call.hearsSilence({ forMs: 1_000 });
  return call;
}

/** Says something and hears the answer: the proof that a conversation goes on. */
async function goesOn(call: TelephoneCall): Promise<void> {
  const { to } = await call.say(await says("what time is it"));
  await call.hears({ after: to, minMs: 300 });
  await call.hearsSilence({ after: to, forMs: 1_000 });
}

/** What another ARI client is told of that takes the application for itself. */
interface Rival extends AsyncDisposable {
  readonly arrived: string[];
}

async function rival(): Promise<Rival> {
  const client = await AriClient.connect(world.bed.assistantAsterisk.ari, "attendant");
  const arrived: string[] = [];
  client.onIncoming(({ channel }) => arrived.push(String(channel?.id)));
  return { arrived, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() };
}

const isTaken = () =>
  controller.healthUntil(({ checks }) =>
    /took the ARI application "attendant" over/.test(checks.asterisk?.detail ?? ""),
  );

const metric = async (name: string) =>
  new RegExp(`^service_${name} (\\S+)$`, "m").exec(await (await fetch(`${controller.url}/metrics`)).text())?.[1];

test("an application that another client took for a moment is won back with calls up, which go on", async (t) => {
  await using call = await talking();
  {
    await using _other = await rival();
    const line = await controller.logged("asterisk_away");
    assert.equal(line.data?.code, "asterisk_application_taken");
    const { checks } = await isTaken();
    assert.match(checks.asterisk?.detail ?? "", /^Another ARI client took the ARI application "attendant" over/);
    assert.equal(await metric("asterisk_application_taken"), "1");
    const refused = await fetch(`${controller.url}/call`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ extension: "1001", message: "Nobody should be called." }),
    });
    assert.equal(refused.status, 503);
    await goesOn(call);
  }
  const left = performance.now();
  await controller.healthy(BACK_MS);
  t.diagnostic(`back ${(performance.now() - left).toFixed(0)} ms after the other's leaving, with a call up`);
  assert.equal(await metric("asterisk_application_taken"), "0");
  await using another = await talking();
  await Promise.all([call, another].map(goesOn));
});

test("while another client has the application, it is left alone, and a caller's end is noticed", async (t) => {
  await controller.healthUntil(({ active_calls: count }) => count === 0);
  const call = await talking();
  {
    await using other = await rival();
    await isTaken();
    await call.hangUp();
    const gone = performance.now();
    await controller.healthUntil(({ active_calls: count }) => count === 0, NOTICED_MS);
    t.diagnostic(`the end was noticed after ${(performance.now() - gone).toFixed(0)} ms`);
    // Two looks at the application, and it is still the other's: a caller gets there.
    await controller.healthUntil(() => other.arrived.filter((id) => id.includes(".own.probe.")).length >= 2);
    const callers = () => other.arrived.filter((id) => !id.includes(".own.")).length;
    const patience = new AbortController();
    const dialling = world.telephone.dial("8000", { ringMs: 60_000, signal: patience.signal });
    await until("the caller's coming to the other client", () => Promise.resolve(callers() > 0));
    patience.abort();
    await assert.rejects(dialling, { name: "AbortError" });
    assert.equal(callers(), 1);
  }
  await controller.healthy(BACK_MS);
});

test("a second controller with the same application leaves alone whom the first one talks to and whom it calls, also when they answer; each names the other", async (t) => {
  await using call = await talking();
  await using callee = await AriClient.connect(world.bed.pbx.ari, "lines");
  const rings = new Promise<string>((resolve) => callee.onIncoming(({ channel }) => resolve(String(channel?.id))));
  const rest = new RestClient(() => controller.url);
  const asked = { extension: TEST_LINES.person, message: "The pump has stopped.", ring_timeout: 60 };
  const { body } = await rest.placeCall(asked);
  const theirs = await rings;
  await callee.request("POST", `/channels/${theirs}/ring`);
  await rest.callUntil(String(body.call_id), ({ status }) => status === "ringing");
  const { active_calls: count } = await controller.health();

  await using second = await world.startController();
  const { checks } = await isTaken();
  const who = `Another controller took the ARI application "attendant" over (host ${hostname()}, process ${second.pid},`;
  assert.ok(checks.asterisk?.detail?.includes(who), checks.asterisk?.detail);
  const told = await second.logged("asterisk_application_taken_over");
  assert.ok(told.msg.includes(`process ${controller.pid},`), told.msg);
  assert.ok((await second.health()).checks.asterisk?.detail?.includes(`process ${controller.pid},`));
  await callee.request("POST", `/channels/${theirs}/answer`);
  await using looking = await AriClient.connect(world.bed.assistantAsterisk.ari, "looking");
  await until("the answer", async () => {
    const channels = await looking.request<readonly { readonly state: string }[]>("GET", "/channels");
    return channels.every(({ state }) => state === "Up");
  });
  // Longer than what nobody claims is left there.
  const until6s = performance.now() + 6_000;
  while (performance.now() < until6s) await goesOn(call);
  const stateOf = () => callee.request<{ readonly state: string }>("GET", `/channels/${theirs}`);
  assert.equal((await stateOf()).state, "Up", "the second one leaves it alone");
  assert.equal((await controller.health()).active_calls, count);
  await using another = await talking();
  const events = second.lines.map(({ event }) => event);
  assert.ok(events.includes("call_start"), "new callers are the second one's");
  for (const event of ["asterisk_stray_ended", "asterisk_away"]) assert.ok(!events.includes(event), event);
  await another.hangUp();

  await second.stop("SIGKILL");
  const left = performance.now();
  await controller.healthy(BACK_MS);
  await rest.callUntil(String(body.call_id), ({ status }) => status === "in_progress");
  t.diagnostic(`back ${(performance.now() - left).toFixed(0)} ms after the other's death`);
  assert.equal((await stateOf()).state, "Up", "and it goes on");
  await goesOn(call);
});
