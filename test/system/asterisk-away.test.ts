import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Controller, SHORT_PERIODS, startWorld, type World } from "../support/index.js";

/** From Asterisk's return to service, ms. */
const BACK_MS = 10_000;

let world: World;
/** The one that goes through all of it. */
let controller: Controller;

before(async () => {
  world = await startWorld();
  await world.bed.assistantAsterisk.kill("SIGTERM");
  controller = await Controller.start({ ...world.settings, ...SHORT_PERIODS });
});
after(async () => {
  await controller?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

/** Hears the greeting: the proof of service. */
async function greeted(): Promise<void> {
  const call = await world.telephone.dial("8000");
  await call.hears({ minMs: 300 });
  await call.hangUp();
}

test("a controller that was there before Asterisk serves once Asterisk is there", async (t) => {
  const { data } = await controller.logged("asterisk_away");
  assert.equal(data?.code, "asterisk_unreachable");
  assert.equal((await controller.health()).status, "degraded");
  assert.equal((await fetch(`${controller.url}/health/ready`)).status, 503);
  await world.bed.assistantAsterisk.start();
  const returned = performance.now();
  await controller.healthy(BACK_MS);
  t.diagnostic(`healthy and registered ${(performance.now() - returned).toFixed(0)} ms after Asterisk's return`);
  await greeted();
});

test("when Asterisk dies in the middle of a call and returns, the service is back without a restart", async (t) => {
  const call = await world.telephone.dial("8000");
  await call.hears({ minMs: 300 });
  const from = controller.lines.length;
  await world.bed.assistantAsterisk.kill("SIGKILL");
  const away = await controller.healthUntil(
    ({ checks, sip_registered }) => checks.asterisk?.ok === false && !sip_registered,
    5_000,
  );
  assert.match(away.checks.asterisk?.detail ?? "", /Asterisk|event stream|thread/i);
  await call.hangUp();

  await world.bed.assistantAsterisk.start();
  const returned = performance.now();
  await controller.healthy(BACK_MS);
  await controller.logged("call_end", () => true, { from });
  assert.equal((await controller.health()).active_calls, 0);
  t.diagnostic(`healthy and registered ${(performance.now() - returned).toFixed(0)} ms after Asterisk's return`);
  await greeted();
});

test("a PBX that goes away, and its return, are seen in the registration within five seconds", async (t) => {
  assert.equal((await controller.health()).sip_registered, true);
  const { instance } = world.bed.pbx;
  await instance.kill("SIGKILL");
  const gone = performance.now();
  try {
    const health = await controller.healthUntil(({ sip_registered }) => !sip_registered, 5_000);
    t.diagnostic(`not registered ${(performance.now() - gone).toFixed(0)} ms after the PBX's death`);
    assert.match(health.checks.sip?.detail ?? "", /PBX does not answer/);
  } finally {
    await instance.start();
  }
  const returned = performance.now();
  await controller.healthUntil(({ sip_registered }) => sip_registered, 5_000);
  t.diagnostic(`registered ${(performance.now() - returned).toFixed(0)} ms after its return`);
});

test("a wrong ARI password is reported clearly, without a crash", async () => {
  await using refused = await Controller.start({ ...world.settings, ARI_PASSWORD: "not-the-password" });
  const line = await refused.logged("asterisk_away");
  assert.equal(line.data?.code, "asterisk_credentials_refused");
  assert.match(line.msg, /ARI_USER and ARI_PASSWORD/);
  const health = await refused.health();
  assert.equal(health.status, "degraded");
  assert.match(health.checks.asterisk?.detail ?? "", /refused the ARI user/);
  assert.equal(JSON.stringify(refused.lines).includes("not-the-password"), false);
  assert.equal(await refused.stop(), 0);
});
