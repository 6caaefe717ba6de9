// needs: quiet

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { FULL, startWorld, voicedStretches, type World } from "../support/index.js";

const REQUESTS = 600;
const NAMES = 5_500;
const TONE_S = 5;
const MAX_GAP_MS = 40;
/** A body of 54 KB counts for 14 requests: of a minute's worth so many are looked at, and what comes back meanwhile. */
const LOOKED_AT = Math.ceil(600 / 14) + 5;

let world: World;

before(async () => {
  world = await startWorld();
  // A tone in place of every sentence: whatever is missing of it can be seen.
  world.speech.speakAs(() =>
    Int16Array.from({ length: TONE_S * 24_000 }, (_, i) => 8_000 * Math.sin((2 * Math.PI * 440 * i) / 24_000)),
  );
});
after(() => world[Symbol.asyncDispose]());

/** As cheap as can be, and in a thread of its own: the telephone that records is in this one. */
const SENDER = `
  const { parentPort, workerData: { port, request, count } } = require("node:worker_threads");
  const { connect } = require("node:net");
  const statuses = {};
  let over = 0;
  for (let n = 0; n < count; n++) {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => (answer += answer.length < 20 ? chunk.toString("latin1") : ""));
    socket.on("error", () => {});
    socket.on("close", () => {
      const status = answer.slice(9, 12) || "none";
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (++over === count) parentPort.postMessage(statuses);
    });
  }`;

/** @returns how often each status came */
async function burst(url: URL): Promise<Record<string, number>> {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: NAMES }, (_, n) => [`n${n}`, 1])));
  const head = `POST /call HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\nContent-Type: application/json`;
  const request = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const worker = new Worker(SENDER, { eval: true, workerData: { port: Number(url.port), request, count: REQUESTS } });
  const [statuses] = (await once(worker, "message")) as [Record<string, number>];
  await worker.terminate();
  return statuses;
}

/** The longest stretch without sound between the first and the last that is heard, ms. */
function longestGap(samples: Int16Array): { readonly gapMs: number; readonly soundMs: number } {
  const stretches = voicedStretches(samples, { minMs: 5, pauseMs: 0 });
  const [first, last] = [stretches[0], stretches.at(-1)];
  assert.ok(first && last, "nothing was heard");
  const gaps = stretches.slice(1).map(({ from }, n) => from - (stretches[n]?.to ?? 0));
  return { gapMs: Math.max(0, ...gaps) / 16, soundMs: (last.to - first.from) / 16 };
}

/** The longest that the controller's thread was held since it was last asked, ms. */
async function heldMs(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1]);
}

test(`${REQUESTS} bodies of nothing but faults leave no gap in what a caller hears`, async (t) => {
  const { url } = await world.startController();
  // In full, a first round without the attack tells what the line itself takes away.
  for (const isAttacked of FULL ? [false, true] : [true]) {
    await using call = await world.telephone.dial("8000");
    await call.hears();
    await heldMs(url);
    const began = performance.now();
    const statuses = isAttacked ? await burst(new URL(url)) : {};
    const tookMs = performance.now() - began;
    const held = await heldMs(url);
    await call.hearsSilence({ forMs: 500 });
    const { gapMs, soundMs } = longestGap(call.recording().assistant);
    t.diagnostic(`${JSON.stringify(statuses)} in ${tookMs.toFixed(0)} ms, the thread held for ${held.toFixed(0)} ms`);
    t.diagnostic(`${soundMs} ms of the tone were heard, with a gap of ${gapMs} ms`);
    assert.ok(soundMs >= TONE_S * 1000 - 100, `${soundMs} ms of the tone were heard`);
    assert.ok(gapMs <= MAX_GAP_MS, `a gap of ${gapMs} ms`);
    if (!isAttacked) continue;
    assert.ok(tookMs < TONE_S * 1000, "the burst was not over when the tone was");
    const { 400: refused = 0, 429: tooMany = 0 } = statuses as Record<number, number>;
    assert.ok(refused <= LOOKED_AT && refused + tooMany === REQUESTS, JSON.stringify(statuses));
  }
});
