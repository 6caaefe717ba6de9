import assert from "node:assert/strict";
import { test } from "node:test";
import { samplesIn } from "../../src/audio/pcm.js";
import { IDLE_MS } from "../support/fakes/talk.js";
import { passing } from "../support/fakes/requests.js";
import { FULL } from "../support/form.js";
import { NOISES } from "../support/listening/noises.js";
import { atLevel, concat, fan, generate, silence } from "../support/listening/sounds.js";
import { speechOf } from "../support/scenarios/real-voice.js";
import { recognise } from "../support/scenarios/recogniser.js";
import { startVirtualCall, type VirtualCallOptions } from "../support/scenarios/virtual-call.js";

const LASTS_MS = 112_000;
const MAX_REQUESTS = 8;
/** From the end of what is said in a call to the end of the call, over the idle time that it takes twice, at most, ms. */
const SLACK_MS = 4_000;
const RECOGNISED_MS = 300;
const CALLER_DBFS = -26;
const QUESTION = "When do you open on Saturday";

const fax = concat(
  generate(500, -20, (i) => Math.sin((2 * Math.PI * 1_100 * i) / 16_000)),
  silence(3_000),
);
/** Each piece is composed once. */
const pieces: Int16Array[] = [];
const music = (ms: number) => lasting(ms, (seed) => (pieces[seed] ??= NOISES.music(seed)));
const SOUNDS: Readonly<Record<string, () => Int16Array>> = {
  "a fax machine": () => lasting(LASTS_MS, () => fax),
  "hold music": () => music(LASTS_MS),
  "a fan": () => concat(silence(1_000), fan(LASTS_MS, -22)),
  "a door that bangs": () => lasting(LASTS_MS, (seed) => concat(NOISES.door(seed), silence(2_000))),
};

for (const [at, [name, make]] of Object.entries(SOUNDS).entries()) {
  const ways = ["adaptive", "sequential"] as const;
  for (const turnTaking of FULL ? ways : [ways[at % 2] ?? "adaptive"]) {
    test(`${name} is asked whether it is there, then hears a goodbye${turnTaking === "adaptive" ? "" : "; no reply is prepared ahead"}`, async () => {
      const call = await startSounding(make(), { turnTaking });
      const from = call.now;
      await call.clock.runsUntil(() => call.ended() !== "still going on", LASTS_MS);
      const lastedMs = call.now - from;
      assert.equal(call.ended(), "idle");
      assert.deepEqual(call.talk.heard, ["Welcome.", "Are you still there?", "Farewell."]);
      assert.ok(lastedMs >= 2 * IDLE_MS - SLACK_MS && lastedMs <= 2 * IDLE_MS + SLACK_MS, `after ${lastedMs} ms`);
      const { length } = call.talk.stt.requests;
      assert.ok(length <= MAX_REQUESTS, `${length} transcriptions`);
      await call.end();
    });
  }
}

test("hold music is transcribed less and less often during a long idle time", async () => {
  const call = await startSounding(music(LASTS_MS), { idleTimeoutMs: 2 * LASTS_MS });
  await call.clock.runs(LASTS_MS);
  const { length } = call.talk.stt.requests;
  assert.ok(length > 1 && length <= MAX_REQUESTS, `${length} transcriptions`);
  await call.end();
});

for (const behind of ["after it", "over it"]) {
  test(`a caller who speaks after a minute of music is answered at once, ${behind}`, async () => {
    const musicMs = behind === "after it" ? 60_000 : 90_000;
    const call = await startSounding(atLevel(music(musicMs), -40), { idleTimeoutMs: LASTS_MS });
    const { talk, track, clock } = call;
    await clock.runs(61_000);
    const samples = atLevel(speechOf(QUESTION, "slt"), CALLER_DBFS);
    const endsAt = track.ms + samples.length / samplesIn(1);
    track.add({ at: track.ms, samples, text: QUESTION });
    await clock.runsUntil(() => talk.model.requests.length > 0 && track.ms > endsAt, 10_000);
    assert.ok(talk.history.includes(`user ${QUESTION}`), String(talk.history));
    assert.ok(track.ms - endsAt <= 2_000, `asked ${track.ms - endsAt} ms after their last word`);
    await call.end();
  });
}

test("a caller who talks for longer than the idle time is not asked whether they are there", async () => {
  const call = await startSounding(silence(0), { turnTaking: "sequential" });
  const { talk, track, clock } = call;
  const story = "and then we went to the station and bought a ticket and waited for the train which was late";
  const samples = atLevel(speechOf(story, "rms"), CALLER_DBFS);
  const lastsMs = samples.length / samplesIn(1);
  const from = track.ms;
  const times = Math.ceil((IDLE_MS * 1.6) / lastsMs);
  for (let i = 0; i < times; i++) track.add({ at: from + i * lastsMs, samples, text: story });
  await clock.runs(times * lastsMs);
  assert.ok(times * lastsMs > IDLE_MS);
  assert.deepEqual(talk.heard, ["Welcome."]);
  await call.end();
});

/** A call in which something sounds from shortly after the greeting on, and the recogniser finds what is truly said. */
async function startSounding(sound: Int16Array, options: Partial<VirtualCallOptions>) {
  const call = await startVirtualCall({ seed: 1, ...options });
  call.talk.stt.script = (samples) => [passing(RECOGNISED_MS), recognise(samples, call.track)];
  await call.clock.runs(2_000);
  call.track.add({ at: call.now, samples: sound });
  return call;
}

/** One such sound after the other. */
function lasting(ms: number, make: (seed: number) => Int16Array): Int16Array {
  const parts: Int16Array[] = [];
  let length = 0;
  for (let seed = 1; length < samplesIn(ms); seed++) {
    const part = make(seed);
    parts.push(part);
    length += part.length;
  }
  return concat(...parts);
}
