// needs: quiet

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { FRAME_SAMPLES, samplesIn } from "../../src/audio/pcm.js";
import { Ending } from "../../src/kernel/ending.js";
import { Scope } from "../../src/kernel/scope.js";
import type { IncomingCall } from "../../src/telephony/incoming-call.js";
import type { Line } from "../../src/telephony/line.js";
import { attachToAsterisk } from "../../src/telephony/asterisk/asterisk.js";
import {
  type Bed,
  cameThrough,
  quietLog,
  startBed,
  sweep,
  Telephone,
  type TelephoneCall,
  voicedStretches,
  withoutGaps,
} from "../support/index.js";

/** From pausing to the last sound at the telephone: a frame under way in each of the two Asterisks, and one between them. */
const SILENT_WITHIN_MS = 60;
const PLAYED_MS = 2_000;
/** The line may lose a frame of its own, and by nothing else is a sample beside its place, ms. */
const LINES_OWN_MS = 20;
const NEARLY_MS = 0.1;
/** How much like itself each frame is at the far end of G.722, the first and the last apart; one beside its place is not. */
const LIKENESS = 0.98;
/** Of its hundred frames all but the one that the line may lose. */
const NEARLY_ALL = 0.98;

let bed: Bed;
let phone: Telephone;
let controller: Scope;
let onCall: (call: IncomingCall) => void;

before(async () => {
  bed = await startBed();
  controller = new Scope("process");
  await new Promise<void>((resolve) => {
    const reportAsterisk = (ok: boolean) => ok && resolve();
    const asterisk = { ari: bed.assistantAsterisk.ari, app: "attendant", ami: undefined };
    const further = { log: quietLog, scope: controller, connection: controller, reportAsterisk };
    const reports = { reportRegistration: () => {}, reportSip: () => {} };
    attachToAsterisk({ ...asterisk, ...further, ...reports }).open((call) => onCall(call));
  });
  phone = await Telephone.connect(bed.pbx);
});
after(async () => {
  await phone?.[Symbol.asyncDispose]();
  await controller?.[Symbol.asyncDispose]();
  await bed?.[Symbol.asyncDispose]();
});

test("a pause is silence at the telephone at once, and afterwards it goes on at the very sample", async (t) => {
  const sound = sweep(PLAYED_MS);
  const withoutEdges = sound.subarray(FRAME_SAMPLES, -FRAME_SAMPLES);
  let lostMs = 0;
  for (const [playedMs, pausedMs] of [
    [300, 200],
    [711, 1_000],
    [1_307, 120],
  ] as const) {
    await using call = await called();
    await call.line.play(sound);
    const mark = call.line.mark();
    await call.hears();
    await wait(playedMs);
    const pausedAt = call.telephone.length;
    call.line.pause();
    await wait(pausedMs);
    const resumedAt = call.telephone.length;
    call.line.resume();
    assert.equal(await mark, true);
    await call.telephone.hearsSilence({ forMs: 300, after: resumedAt });

    const heard = call.telephone.recording().assistant;
    const silentAt = voicedStretches(heard.subarray(0, resumedAt)).at(-1)?.to ?? 0;
    const [again] = voicedStretches(heard, { after: resumedAt });
    const { share, asideMs } = cameThrough(withoutGaps(heard), withoutEdges, LIKENESS);
    lostMs += asideMs;
    t.diagnostic(
      `silent ${ms(silentAt - pausedAt)} ms after pausing, heard again ${ms((again?.from ?? 0) - resumedAt)} ms after ` +
        `resuming; ${(100 * share).toFixed(1)} % of the frames came, ${asideMs.toFixed(1)} ms aside`,
    );
    assert.ok(silentAt - pausedAt <= samplesIn(SILENT_WITHIN_MS), `${ms(silentAt - pausedAt)} ms`);
    assert.ok(share >= NEARLY_ALL, `${share} of the frames came`);
    assert.ok(asideMs < NEARLY_MS || Math.abs(asideMs - LINES_OWN_MS) < NEARLY_MS, `${asideMs} ms aside`);
  }
  assert.ok(lostMs < LINES_OWN_MS + NEARLY_MS, `${lostMs} ms were lost or came twice`);
});

test("what is flushed while it is paused is never heard, and what is played then is", async () => {
  await using call = await called();
  await call.line.play(sweep(PLAYED_MS));
  const gone = call.line.mark();
  await call.hears();
  call.line.pause();
  const silentAt = await call.telephone.hearsSilence({ forMs: 300 });
  call.line.flush();
  assert.equal(await gone, false);
  const next = sweep(400);
  await call.line.play(next);
  assert.equal(await call.line.mark(), true);
  await call.telephone.hearsSilence({ forMs: 300, after: silentAt });
  const heard = call.telephone.recording().assistant.subarray(silentAt);
  assert.deepEqual(
    voicedStretches(heard, { pauseMs: 20 }).map(({ from, to }) => Math.abs(to - from - next.length) <= samplesIn(10)),
    [true],
  );
  const { share, asideMs } = cameThrough(withoutGaps(heard), next.subarray(FRAME_SAMPLES, -FRAME_SAMPLES), LIKENESS);
  assert.ok(share >= NEARLY_ALL && asideMs < NEARLY_MS, `${share} of the frames came, ${asideMs} ms aside`);
});

test("a caller can hang up while it is paused, and all waits end", async () => {
  await using call = await called();
  await call.line.play(sweep(PLAYED_MS));
  const mark = call.line.mark();
  await call.hears();
  call.line.pause();
  await call.telephone.hangUp();
  assert.equal(await mark, false);
  assert.equal(Ending.ofSignal(call.line.signal)?.kind, "hung_up");
});

interface Called extends AsyncDisposable {
  readonly line: Line;
  readonly telephone: TelephoneCall;
  /** Waits until the telephone hears the line. */
  hears(): Promise<unknown>;
}

async function called(): Promise<Called> {
  const answered = new Promise<Line>((resolve, reject) => (onCall = (call) => call.answer().then(resolve, reject)));
  const [telephone, line] = await Promise.all([phone.dial("8000"), answered]);
  return {
    line,
    telephone,
    hears: () => telephone.hears(),
    [Symbol.asyncDispose]: async () => void (await telephone.hangUp()),
  };
}

function ms(samples: number): string {
  return (samples / 16).toFixed(1);
}
