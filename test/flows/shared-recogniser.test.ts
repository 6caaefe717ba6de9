import assert from "node:assert/strict";
import { mock, test, type TestContext } from "node:test";
import { FRAME_MS, msOf } from "../../src/audio/pcm.js";
import { createLatency } from "../../src/speech/latency.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import { passing } from "../support/fakes/requests.js";
import { PHRASES, startTalk, type Talk } from "../support/fakes/talk.js";
import { atLevel } from "../support/listening/sounds.js";
import { type CallerTrack, createCallerTrack } from "../support/scenarios/caller-track.js";
import { realVoice, speechOf } from "../support/scenarios/real-voice.js";
import { recognise } from "../support/scenarios/recogniser.js";
import {
  createSingleFileServer,
  type OnWithdrawal,
  type SingleFileServer,
} from "../support/scenarios/single-file-server.js";
import { startVirtualCall } from "../support/scenarios/virtual-call.js";

const QUESTIONS = [
  ["What does it cost to have it sent", "Please tell me when you are open"],
  ["I would rather talk to a person please", "What does it cost to have it sent"],
  ["Please tell me when you are open", "I would rather talk to a person please"],
  ["I would like to know", "I would like to know"],
] as const;
/** How much later than the first the second caller begins, ms. */
const APART_MS = [0, 400, 1_200, 300] as const;
/** Said after a pause, in the last round. */
const REST = { afterMs: 900, text: "what it costs to have it sent" };

interface Caller {
  readonly talk: Talk;
  readonly track: CallerTrack;
}

/** @returns when it ends, ms of the call */
function say(track: CallerTrack, text: string, at: number): number {
  const samples = atLevel(speechOf(text, "rms"), -26);
  track.add({ at, samples, text });
  return at + msOf(samples);
}

function served({ talk, track }: Caller, server: SingleFileServer): void {
  talk.stt.script = (_samples, signal) => [server.serve(signal), recognise(_samples, track)];
  talk.model.script = () => [passing(300), "That is a good question."];
}

/** Two callers of a recogniser that serves one request at a time, which both ask at about the same time. */
async function twoCallers(takesMs: number, onWithdrawal: OnWithdrawal) {
  const server = createSingleFileServer(takesMs, onWithdrawal);
  const latency = createLatency();
  for (let i = 0; i < 2; i++) latency.count(takesMs); // As the probes at the start.
  const recogniser = ({ stt }: { readonly stt: Talk["stt"] }) => recogniseInBatch(stt, latency);
  const options = { tts: realVoice(100, "slt"), phrases: { ...PHRASES, greetings: ["Good morning."] }, recogniser };
  const cleanups: (() => unknown)[] = [];
  const callers: Caller[] = [];
  let most = 0;
  const call = await startVirtualCall({
    ...options,
    seed: 1,
    onFrame() {
      const [, other] = callers;
      other?.talk.line.plays(FRAME_MS);
      other?.talk.line.says(other.track.next());
      for (const { talk } of callers) most = Math.max(most, talk.stt.requests.filter(({ open }) => open).length);
      return [];
    },
  });
  const context = { mock, after: (clean: () => unknown) => void cleanups.push(clean) };
  const { talk, conversation } = await startTalk(context as unknown as TestContext, {
    ...options,
    ...{ thinkAhead: true, monitored: true, clockRuns: true, greeted: false },
  });
  callers.push(call, { talk, track: createCallerTrack(2) });
  for (const caller of callers) served(caller, server);
  const isQuiet = () => callers.every(({ talk: { line } }) => line.queuedMs === 0);

  await call.clock.runs(3_000);
  for (const [round, asked] of QUESTIONS.entries()) {
    for (const [at, { track }] of callers.entries()) {
      const from = say(track, asked[at] ?? "", track.ms + at * (APART_MS[round] ?? 0));
      if (round === QUESTIONS.length - 1) say(track, REST.text, from + REST.afterMs);
    }
    const before = callers.map((each) => each.talk.model.requests.length);
    await call.clock.runs(2_000);
    await call.clock.runsUntil(
      () => callers.every((each, at) => each.talk.model.requests.length > (before[at] ?? 0)),
      20_000,
    );
    await call.clock.runs(3_000);
    await call.clock.runsUntil(isQuiet, 20_000);
    await call.clock.runs(1_000);
  }
  const said = callers.map((each) =>
    each.talk.transcript.entries.flatMap((entry) => (entry.who === "caller" ? [entry.text] : [])).join(" "),
  );
  talk.line.leaves();
  await conversation.catch(() => {});
  await call.end();
  for (const clean of cleanups) await clean();
  return { said, most };
}

for (const takesMs of [1_000, 2_500]) {
  for (const manner of ["computes", "drops"] as const) {
    test(`two calls on a recogniser of ${takesMs / 1_000} s that ${manner} what is withdrawn lose no words, and each has one request`, async () => {
      const { said, most } = await twoCallers(takesMs, manner);
      assert.deepEqual(
        said,
        [0, 1].map((at) => [...QUESTIONS.map((asked) => asked[at]), REST.text].join(" ")),
      );
      assert.equal(most, 1);
    });
  }
}
