import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  AriProxy,
  type Callees,
  type Controller,
  nothingLeftIn,
  startCallees,
  startWorld,
  TEST_LINES,
  type World,
} from "../support/index.js";

/** How long requests fail, ms. */
const OUTAGE_MS = 6_000;
/** From the end of that, ms. */
const GONE_MS = 4_000;

let world: World;
let proxy: AriProxy;
let controller: Controller;
let callees: Callees;

before(async () => {
  world = await startWorld();
  callees = await startCallees(world.bed.pbx);
  proxy = await AriProxy.to(world.bed.assistantAsterisk.ari.url);
  controller = await world.startController({ ARI_URL: proxy.url });
});
after(async () => {
  await callees[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

async function failing(fault: NonNullable<AriProxy["fault"]>, act: () => Promise<unknown>): Promise<void> {
  proxy.fault = fault;
  try {
    const over = new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    await act();
    await over;
  } finally {
    proxy.fault = undefined;
  }
}

for (const fault of ["reset", "lost", 503] as const) {
  test(`what is over is taken away once requests get through again (${fault})`, async (t) => {
    const failed = proxy.failed;
    await using call = await world.telephone.dial("8000");
    await call.hears({ minMs: 300 });
    const placed = await rest("POST", "/call", { extension: TEST_LINES.neverAnswers, message: "Hello." });
    await controller.logged("call_start", ({ data }) => data?.call_id === placed.call_id);
    await statusOf(String(placed.call_id), "ringing");
    await failing(fault, async () => {
      await rest("DELETE", `/call/${String(placed.call_id)}`);
      await call.hangUp();
    });
    assert.ok(proxy.failed > failed, "requests failed");
    t.diagnostic(`${proxy.failed - failed} requests failed`);
    const tookMs = await nothingLeftIn(world.bed.assistantAsterisk.ari, GONE_MS);
    t.diagnostic(`nothing left ${tookMs.toFixed(0)} ms after the end of it`);
    await nothingLeftIn(world.bed.pbx.ari, 1_000, (name) => name.includes(TEST_LINES.neverAnswers));
    assert.equal((await controller.health()).active_calls, 0);
    await controller.healthy();
  });
}

async function rest(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${controller.url}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function statusOf(callId: string, status: string): Promise<void> {
  await controller.healthUntil(() => true);
  for (let look = 0; look < 200; look++) {
    if ((await rest("GET", `/call/${callId}`)).status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`the call never was ${status}`);
}
