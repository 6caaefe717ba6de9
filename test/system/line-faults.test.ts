import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test, type TestContext } from "node:test";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { samplesIn } from "../../src/audio/pcm.js";
import { Ending } from "../../src/kernel/ending.js";
import { Scope } from "../../src/kernel/scope.js";
import type { IncomingCall } from "../../src/telephony/incoming-call.js";
import type { Line } from "../../src/telephony/line.js";
import { attachToAsterisk } from "../../src/telephony/asterisk/asterisk.js";
import {
  AriClient,
  type Bed,
  nothingLeftIn,
  quietLog,
  startBed,
  sweep,
  TcpProxy,
  Telephone,
  type TelephoneCall,
  voicedStretches,
} from "../support/index.js";

const MEDIA = "GET /media/";
const PLAYED_MS = 4_000;
/** What is heard twice at most: what was sent between two marks, and a mark on its way. */
const OVERLAP_MS = 300;
/** Of a socket that stalls: for as long as that is not noticed, Asterisk plays on. */
const STALLED_OVERLAP_MS = 2_300;
const SILENT_MS = 1_000;
/** The sweep is recognised by pieces of this length, and its edges are known to a frame or so. */
const LIKE_MS = 100;
const EDGE_MS = 40;
/** How much a piece is like its place at the far end of G.722. */
const ALIKE = 0.9;
/** What was said is heard within this, ms. */
const ARRIVED_MS = 2_000;

/** What is over is gone from Asterisk within this, however busy the machine, ms. */
const GONE_MS = 10_000;

let bed: Bed;
let proxy: TcpProxy;
let ari: AriClient;
let phone: Telephone;
let controller: Scope;
let onCall: (call: IncomingCall) => void;
const mended: string[] = [];

before(async () => {
  bed = await startBed();
  proxy = await TcpProxy.to(bed.assistantAsterisk.ari.url);
  ari = await AriClient.connect(bed.assistantAsterisk.ari, "tester");
  controller = new Scope("process");
  await new Promise<void>((resolve) => {
    attachToAsterisk({
      ari: { ...bed.assistantAsterisk.ari, url: proxy.url },
      app: "attendant",
      ami: undefined,
      log: quietLog,
      scope: controller,
      connection: controller,
      reportAsterisk: (ok) => ok && resolve(),
      reportRegistration: () => {},
      reportSip: () => {},
      onMended: (outcome) => mended.push(outcome),
    }).open((call) => onCall(call));
  });
  phone = await Telephone.connect(bed.pbx);
});
after(async () => {
  await phone?.[Symbol.asyncDispose]();
  await controller?.[Symbol.asyncDispose]();
  await ari?.[Symbol.asyncDispose]();
  await proxy?.[Symbol.asyncDispose]();
  await bed?.[Symbol.asyncDispose]();
});

interface Fault {
  readonly name: string;
  readonly overlapMs: number;
  happens(call: Called): Promise<unknown>;
}

const bridgeOf = async ({ line }: Called) => {
  const bridges = await ari.request<{ id: string; channels: string[] }[]>("GET", "/bridges");
  return bridges.find(({ channels }) => channels.includes(line.id))?.id ?? "";
};

const destroyed: Fault = {
  name: "somebody destroys the bridge",
  overlapMs: OVERLAP_MS,
  happens: async (call) => ari.request("DELETE", `/bridges/${await bridgeOf(call)}`),
};
const removed: Fault = {
  name: "somebody takes the caller out of the bridge",
  overlapMs: OVERLAP_MS,
  happens: async (call) =>
    ari.request("POST", `/bridges/${await bridgeOf(call)}/removeChannel`, { channel: call.line.id }),
};
/** Each in a call of its own, some side by side. */
const FAULTS: readonly (readonly Fault[])[] = [
  [
    {
      name: "a media socket is reset",
      overlapMs: OVERLAP_MS,
      happens: async () => assert.equal(proxy.reset(MEDIA), 1),
    },
  ],
  [
    {
      name: "a media socket stalls",
      overlapMs: STALLED_OVERLAP_MS,
      happens: async () => assert.equal(proxy.stall(MEDIA), 1),
    },
  ],
  [destroyed, removed],
];

async function isHeard({ line, telephone }: Called): Promise<void> {
  let frames = 0;
  line.hear((frame) => (frames += Number(frame.some((sample) => Math.abs(sample) > 1_000))));
  await telephone.say(sweep(500));
  // Said is not heard yet: the last frames are on their way.
  const until = performance.now() + ARRIVED_MS;
  while (frames < 20 && performance.now() < until) await wait(10);
  assert.ok(frames >= 20, `${frames} frames of the caller's`);
}

/**
 * Reads what has arrived, through the proxy as well. After a wait on a busy machine, a timer comes before marks that have long been
 * there, and what was played until them would be played again.
 */
async function allRead(): Promise<void> {
  for (let turns = 0; turns < 8; turns++) await turn();
}

/** Played is not heard yet: the last frames are on their way. */
async function hearsTheRest({ telephone }: Called): Promise<void> {
  await telephone.hearsSilence({ forMs: 500 });
}

for (const faults of FAULTS) {
  const what = faults.map(({ name }) => name).join(", or ");
  test(`when ${what}, the rest is played, and the caller is heard again`, async (t) => {
    const calls: Called[] = [];
    mended.length = 0;
    try {
      while (calls.length < faults.length) calls.push(await called());
      await Promise.all(calls.map((call, at) => isMended(call, faults[at] as Fault, t)));
    } finally {
      for (const call of calls) await call[Symbol.asyncDispose]();
    }
    assert.deepEqual(
      mended,
      faults.map(() => "restored"),
    );
  });
}

async function isMended(call: Called, { name, overlapMs, happens }: Fault, t: TestContext): Promise<void> {
  const sound = sweep(PLAYED_MS);
  await call.line.play(sound);
  const mark = call.line.mark();
  await call.telephone.hears();
  await wait(1_000);
  await allRead();
  await happens(call);
  assert.equal(await mark, true);
  await hearsTheRest(call);

  const heard = call.telephone.recording().assistant;
  const stretches = voicedStretches(heard);
  const all = { from: stretches[0]?.from ?? 0, to: stretches.at(-1)?.to ?? 0 };
  const silentMs = Math.max(0, ...stretches.map(({ from }, at) => from - (stretches[at - 1]?.to ?? from))) / 16;
  const twiceMs = (all.to - all.from) / 16 - PLAYED_MS - silentMs;
  const leftOutMs = leftOut(sound, heard.subarray(all.from, all.to));
  t.diagnostic(
    `${name}: silent for ${silentMs.toFixed(0)} ms; ${twiceMs.toFixed(0)} ms heard twice, ${leftOutMs.toFixed(0)} ms left out`,
  );
  assert.ok(silentMs <= SILENT_MS);
  assert.ok(twiceMs <= overlapMs && twiceMs >= -EDGE_MS);
  assert.ok(leftOutMs <= EDGE_MS);

  await isHeard(call);
}

// The dialplan looks for us a moment before the event stream is back, and then a second later; it plays its tone meanwhile.
test("a reset of all connections to Asterisk ends no call", async () => {
  await using call = await called();
  await call.line.play(sweep(PLAYED_MS));
  const mark = call.line.mark();
  await call.telephone.hears();
  mended.length = 0;
  assert.ok(proxy.reset("GET ") >= 2);
  assert.equal(await mark, true);
  assert.deepEqual(mended, ["restored"]);
  await isHeard(call);
  assert.equal(call.line.signal.aborted, false);
});

test("a pause lasts from one media socket to the next", async () => {
  await using call = await called();
  await call.line.play(sweep(PLAYED_MS));
  const mark = call.line.mark();
  await call.telephone.hears();
  call.line.pause();
  const silentAt = await call.telephone.hearsSilence({ forMs: 300 });
  mended.length = 0;
  proxy.reset(MEDIA);
  while (mended.length === 0) await wait(10);
  await wait(500); // Nothing is to be heard; there is nothing to wait for.
  const resumedAt = call.telephone.length;
  assert.deepEqual(voicedStretches(call.telephone.recording().assistant, { after: silentAt }), []);
  call.line.resume();
  await call.telephone.hears({ after: resumedAt });
  assert.equal(await mark, true);
  await hearsTheRest(call);
  const stretches = voicedStretches(call.telephone.recording().assistant);
  const heardMs = stretches.reduce((sum, { from, to }) => sum + (to - from) / 16, 0);
  assert.ok(heardMs >= PLAYED_MS - EDGE_MS && heardMs <= PLAYED_MS + OVERLAP_MS, `${heardMs} ms`);
});

test("a call whose media socket does not come back is over, and goes back to the dialplan", async (t) => {
  await using call = await called();
  proxy.refuse(MEDIA);
  try {
    mended.length = 0;
    const lostAt = performance.now();
    proxy.reset(MEDIA);
    await new Promise<void>((resolve) => call.line.signal.addEventListener("abort", () => resolve()));
    t.diagnostic(`over ${(performance.now() - lostAt).toFixed(0)} ms after its media socket`);
    const ending = Ending.ofSignal(call.line.signal);
    assert.equal(ending?.kind, "failed");
    assert.match(ending?.message ?? "", /The sound of the call was lost .* did not come back/);
    assert.deepEqual(mended, ["failed"]);
    await call.telephone.ended;
    await nothingLeftIn(bed.assistantAsterisk.ari, GONE_MS, (name) => !/loopback|own\.bridge/.test(name));
  } finally {
    proxy.refuse();
  }
});

test("a channel that is taken into the dialplan is left alone", async () => {
  await bed.assistantAsterisk.edit("extensions.conf", (text) => `${text}\n[elsewhere]\nexten => s,1,Wait(30)\n`);
  await bed.assistantAsterisk.cli("dialplan reload");
  await using call = await called();
  await ari.request("POST", `/channels/${call.line.id}/continue`, { context: "elsewhere", extension: "s" });
  while (!call.line.signal.aborted) await wait(5);
  assert.equal(Ending.ofSignal(call.line.signal)?.kind, "transferred");
  await wait(500); // It must not be hung up; there is nothing to wait for.
  type Left = { state: string; dialplan: { context: string } };
  const left = await ari.request<Left>("GET", `/channels/${call.line.id}`);
  assert.deepEqual([left.state, left.dialplan.context], ["Up", "elsewhere"]);
  await call.telephone.hangUp();
  await nothingLeftIn(bed.assistantAsterisk.ari, GONE_MS, (name) => !/loopback/.test(name));
});

test("the end of Asterisk itself is told from a caller's", async () => {
  await using call = await called();
  const over = once(call.line.signal, "abort", { signal: AbortSignal.timeout(10_000) });
  await bed.assistantAsterisk.kill("SIGTERM");
  await over;
  assert.equal(Ending.ofSignal(call.line.signal)?.kind, "failed");
  assert.match(Ending.ofSignal(call.line.signal)?.message ?? "", /Asterisk was stopped/);
});

interface Called extends AsyncDisposable {
  readonly line: Line;
  readonly telephone: TelephoneCall;
}

async function called(): Promise<Called> {
  const answered = new Promise<Line>((resolve, reject) => (onCall = (call) => call.answer().then(resolve, reject)));
  const [telephone, line] = await Promise.all([phone.dial("8000"), answered]);
  return { line, telephone, [Symbol.asyncDispose]: async () => void (await telephone.hangUp()) };
}

/** The longest part of a sound, ms, that is missing where it is heard. */
function leftOut(sound: Int16Array, heard: Int16Array): number {
  const size = samplesIn(LIKE_MS);
  let last: number | undefined;
  let most = 0;
  for (let at = 0; at + size <= heard.length; at += size) {
    const part = heard.subarray(at, at + size);
    if (part.filter((sample) => Math.abs(sample) < 50).length > size / 4) continue; // The silence, or an edge of it.
    const expected = placeIn(sound, part, at + (last ?? 0) - samplesIn(EDGE_MS), at + (last ?? 0) + samplesIn(EDGE_MS));
    const { place } = expected.likeness >= ALIKE ? expected : placeIn(sound, part);
    const ahead = place - at;
    most = Math.max(most, ahead - (last ?? ahead));
    last = ahead;
  }
  return most / 16;
}

/** Where the sound, or what it is between two samples, is most like a part of it; no other place of a sweep is nearly as much. */
function placeIn(sound: Int16Array, part: Int16Array, from = 0, to = sound.length) {
  let best = { place: 0, likeness: Number.NEGATIVE_INFINITY };
  for (let place = Math.max(0, from); place <= Math.min(to, sound.length - part.length); place += 2) {
    let [both, own, there] = [0, 0, 0];
    for (let at = 0; at < part.length; at += 4) {
      const [one, other] = [part[at] ?? 0, sound[place + at] ?? 0];
      both += one * other;
      own += one * one;
      there += other * other;
    }
    const likeness = both / Math.sqrt(own * there);
    if (likeness > best.likeness) best = { place, likeness };
  }
  return best;
}
