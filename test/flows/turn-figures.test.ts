import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnFigures } from "../../src/records/call-record.js";
import { calls } from "../support/fakes/fake-model.js";
import { passing } from "../support/fakes/requests.js";
import { realVoice, speechOf } from "../support/scenarios/real-voice.js";
import { startVirtualCall, type VirtualCall } from "../support/scenarios/virtual-call.js";
import { calc } from "../../tools/calc.js";
import { atLevel } from "../support/listening/sounds.js";

const REPLY = "It costs ten dollars, and takes three days. There is nothing else to pay.";

/** What the caller of a call said last: what is recognised, however often it is asked for. */
const saidIn = new WeakMap<VirtualCall, string>();

/** A call with quick back ends whose greeting has been heard. */
async function start(): Promise<VirtualCall> {
  const call = await startVirtualCall({ seed: 1, tts: realVoice(100, "slt"), tools: [calc] });
  call.talk.stt.script = () => [passing(100), saidIn.get(call) ?? ""];
  call.talk.model.script = () => [passing(100), REPLY];
  await call.clock.runsUntil(() => call.talk.transcript.entries.length > 0, 10_000);
  await call.clock.runs(500);
  return call;
}

/** The caller says this; time goes by until they have. */
async function says(call: VirtualCall, text: string): Promise<void> {
  const { clock, track } = call;
  saidIn.set(call, text);
  const samples = atLevel(speechOf(text, "slt"), -26);
  track.add({ at: track.ms, samples, text });
  await clock.runs(samples.length / 16);
}

function metric({ talk }: VirtualCall, name: string): Promise<number> {
  return talk.metric(name);
}

/** How the last reply went, once it is over. */
async function figures({ talk, clock }: VirtualCall): Promise<TurnFigures> {
  const replied = () => talk.transcript.entries.at(-1);
  await clock.runsUntil(() => replied()?.who === "assistant" && talk.transcript.entries.length > 2, 15_000);
  const last = replied();
  assert.ok(last?.who === "assistant" && last.turn);
  return last.turn;
}

function isAbout(ms: number | undefined, expected: number): void {
  assert.ok(ms !== undefined && Math.abs(ms - expected) <= 60, `${ms} ms and not some ${expected}`);
}

test("a reply's record shows when each step happened, and that it was prepared ahead", async () => {
  const call = await start();
  await says(call, "what time is it");
  const { endpointMs, recognisedMs, firstTokenMs, firstWordMs, firstSampleMs, firstSoundMs, ...durations } =
    await figures(call);
  const { sttMs, llmMs, ttsMs, queueMs, ...rest } = durations;
  isAbout(recognisedMs, 300);
  isAbout(firstWordMs, 400);
  isAbout(endpointMs, 560);
  isAbout(firstSoundMs, 560);
  isAbout(sttMs, 100);
  isAbout(firstTokenMs, 400);
  isAbout(llmMs, 100);
  isAbout(firstSampleMs, 400 + (ttsMs ?? NaN));
  isAbout(queueMs, 0);
  assert.deepEqual(rest, { rounds: 1, ahead: true });
  assert.equal(await metric(call, "endpoint_wait_seconds_count"), 1);
  assert.equal(await metric(call, "endpoint_wait_seconds_sum"), (endpointMs ?? 0) / 1000);
  await call.end();
});

test("a reply's record shows the tools that ran for it, and its tokens", async () => {
  const call = await start();
  call.talk.model.usage = { inputTokens: 700, outputTokens: 20 };
  call.talk.model.script = (messages) =>
    messages.at(-1)?.role === "tool" ? [passing(100), REPLY] : [passing(100), calls("CALC", { expression: "6*7" })];
  await says(call, "what is six times seven");
  const { rounds, inputTokens, outputTokens, tools, firstTokenMs = NaN, firstWordMs, endpointMs } = await figures(call);
  assert.deepEqual([rounds, inputTokens, outputTokens], [2, 1400, 40]);
  const [tool, ...others] = tools ?? [];
  assert.deepEqual([tool?.name, tool?.status, others], ["CALC", "SUCCESS", []]);
  isAbout(tool?.atMs, Math.max(firstTokenMs, endpointMs ?? NaN)); // A tool does nothing before it is certain.
  isAbout(firstWordMs, (tool?.atMs ?? NaN) + (tool?.ms ?? NaN) + 100);
  await call.end();
});

test("a reply's record shows how many replies were withdrawn before it", async () => {
  const call = await start();
  await says(call, "I would like to know");
  await call.clock.runs(600);
  await says(call, "what it costs");
  assert.equal((await figures(call)).withdrawn, 1);
  assert.equal(await metric(call, "cut_ins_total"), 0);
  await call.end();
});

test("a backchannel is recorded with the reply it was said over, and the pause it caused", async () => {
  const call = await start();
  await says(call, "what time is it");
  await call.clock.runs(1_200);
  await says(call, "right");
  const { overlaps, pausedMs = 0, interrupted } = await figures(call);
  assert.deepEqual([overlaps, interrupted], [{ listening: 1 }, undefined]);
  assert.ok(pausedMs > 100 && pausedMs < 1_500, `${pausedMs} ms`);
  assert.equal(await metric(call, "reply_pause_seconds_count"), 1);
  await call.end();
});

test("an interruption is recorded with the reply it was said over", async () => {
  const call = await start();
  await says(call, "what time is it");
  await call.clock.runs(2_000);
  await says(call, "please wait a moment");
  const { overlaps, interrupted } = await figures(call);
  assert.deepEqual([overlaps, interrupted], [{ words: 1 }, true]);
  assert.equal(await metric(call, "barge_ins_total"), 1);
  assert.equal(await metric(call, "cut_ins_total"), 0, "they have heard some of it");
  await call.end();
});

test("a premature reply is counted, and the caller is waited for longer", async () => {
  const call = await start();
  await says(call, "when do you open today");
  await call.clock.runs(700);
  const goesOnAt = call.played.length;
  await says(call, "on Sundays that is");
  assert.equal((await figures(call)).interrupted, true);
  const overWordsMs = call.played.slice(goesOnAt).filter(Boolean).length * 20;
  assert.ok(overWordsMs > 0 && overWordsMs <= 150, `${overWordsMs} ms of the reply were heard over their words`);
  await call.clock.runsUntil(() => call.talk.transcript.entries.length >= 5, 20_000);
  assert.equal(await metric(call, "cut_ins_total"), 1);
  await says(call, "what time is it");
  await call.clock.runsUntil(() => call.talk.transcript.entries.length >= 7, 20_000);
  const last = call.talk.transcript.entries.at(-1);
  assert.ok(last?.who === "assistant" && (last.turn?.endpointMs ?? 0) > 640, JSON.stringify(last));
  await call.end();
});
