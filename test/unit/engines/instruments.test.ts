import assert from "node:assert/strict";
import { test } from "node:test";
import { BackendFailure } from "../../../src/backends/openai.js";
import { decorated, type Engines } from "../../../src/engines/engines.js";
import { type Instruments, instrumented, withoutRemarks } from "../../../src/engines/instruments.js";
import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { createHealth } from "../../../src/observability/health.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { FakeModel } from "../../support/fakes/fake-model.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { FakeVoice } from "../../support/fakes/fake-voice.js";
import { gate, STALL } from "../../support/fakes/requests.js";

function watch() {
  const metrics = createMetrics({ prefix: "test", node: false });
  const log = createLog({ level: "error", transcripts: false, sink: () => {} });
  const health = createHealth({ now: Date.now, log, checks: {} });
  const metric = async (name: string) => {
    const { body } = await metrics.render();
    const line = body.split("\n").find((each) => each.startsWith(`test_${name} `));
    return Number(line?.split(" ").at(-1) ?? 0);
  };
  return { metrics, health, metric };
}

function instrument(watching: Instruments, engines: Partial<Engines>): Engines {
  const others = { stt: new FakeSpeechToText(), llm: new FakeModel(), tts: new FakeVoice() };
  return decorated({ ...others, ...engines }, instrumented(watching));
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const { signal } = new AbortController();

test("speech-to-text is timed and reported as working", async () => {
  const { metric, ...watching } = watch();
  const stt = new FakeSpeechToText();
  stt.next("hello");
  assert.equal(await instrument(watching, { stt }).stt.transcribe(new Int16Array(320), signal), "hello");
  assert.equal(await metric("stt_latency_seconds_count"), 1);
  assert.equal(watching.health.checks.stt?.ok, true);
});

test("a failure is counted by its code and written on the board, and thrown as it was", async () => {
  const { metric, ...watching } = watch();
  const stt = new FakeSpeechToText();
  const failure = new AttendantError("stt_failed", "The server is away.");
  stt.next(failure);
  await assert.rejects(instrument(watching, { stt }).stt.transcribe(new Int16Array(320), signal), failure);
  assert.equal(await metric('backend_errors_total{backend="stt",code="stt_failed"}'), 1);
  assert.equal(await metric("stt_latency_seconds_count"), 0);
  assert.equal(watching.health.checks.stt?.ok, false);
  assert.equal(watching.health.checks.stt?.detail, "The server is away.");
});

test("streams are timed to their first piece, once, and pass everything on", async () => {
  const { metric, ...watching } = watch();
  const model = new FakeModel();
  model.next("One. ", "Two.");
  const pieces = await all(instrument(watching, { llm: model }).llm.stream([], [], signal));
  assert.deepEqual(
    pieces.map((piece) => piece.kind === "text" && piece.text),
    ["One. ", "Two."],
  );
  assert.equal(await metric("llm_latency_seconds_count"), 1);
  const chunks = await all(instrument(watching, {}).tts.synthesise("One.", signal));
  assert.equal(chunks.length, 5);
  assert.equal(await metric("tts_latency_seconds_count"), 1);
});

test("a stream that breaks off half-way is a failure of its back end", async () => {
  const { metric, ...watching } = watch();
  const voice = new FakeVoice();
  voice.script = () => [200, new AttendantError("tts_failed", "Broke off.")];
  await assert.rejects(all(instrument(watching, { tts: voice }).tts.synthesise("One.", signal)), /Broke off/);
  assert.equal(await metric('backend_errors_total{backend="tts",code="tts_failed"}'), 1);
  assert.equal(watching.health.checks.tts?.ok, false);
});

test("what we break off ourselves says nothing about the back end", async () => {
  const { metric, ...watching } = watch();
  const caller = new AbortController();
  const model = new FakeModel();
  model.next("One.", STALL);
  const reading = all(instrument(watching, { llm: model }).llm.stream([], [], caller.signal));
  const stt = new FakeSpeechToText();
  stt.next(STALL);
  const hearing = instrument(watching, { stt }).stt.transcribe(new Int16Array(320), caller.signal);
  caller.abort(new Error("the caller spoke"));
  await assert.rejects(reading, /the caller spoke/);
  await assert.rejects(hearing, /the caller spoke/);
  assert.equal(await metric('backend_errors_total{backend="llm",code="internal"}'), 0);
  assert.equal(watching.health.ok("llm"), true);
  assert.equal(watching.health.ok("stt"), true);
});

test("leaving the loop leaves the back end's stream", async () => {
  const voice = new FakeVoice();
  for await (const _ of instrument(watch(), { tts: voice }).tts.synthesise("One.", signal)) break;
  assert.equal(voice.requests[0]?.open, false);
});

test("a request that is withdrawn is counted, and says nothing about the engine", async () => {
  const { metric, ...watching } = watch();
  const stt = new FakeSpeechToText();
  stt.next(STALL);
  const withdrawal = new AbortController();
  const asked = instrument(watching, { stt }).stt.transcribe(new Int16Array(320), withdrawal.signal);
  withdrawal.abort(new Ending("interrupted", "the caller went on"));
  await assert.rejects(asked);
  assert.equal(await metric('backend_withdrawn_total{backend="stt"}'), 1);
  assert.equal(watching.health.checks.stt, undefined);
});

test("a request that times out while others are answered means overload, not absence", async () => {
  const { metric, ...watching } = watch();
  const stt = new FakeSpeechToText();
  const late = new BackendFailure("stt_failed", "It did not answer in time.", undefined, undefined, "late");
  const held = gate();
  stt.next(held, late);
  stt.next("answered");
  const { transcribe } = instrument(watching, { stt }).stt;
  const first = transcribe(new Int16Array(320), signal);
  await transcribe(new Int16Array(320), signal);
  held.open();
  await assert.rejects(first, late);
  assert.equal(watching.health.ok("stt"), true);
  assert.equal(watching.health.checks.stt?.detail, "Overloaded: It did not answer in time.");
  assert.equal(await metric('backend_errors_total{backend="stt",code="stt_failed"}'), 1);

  stt.next(late);
  await assert.rejects(transcribe(new Int16Array(320), signal), late);
  assert.equal(watching.health.ok("stt"), false, "nothing was answered meanwhile");
});

test("what is worth knowing about an engine stays on the board while it works", async () => {
  const { metric: _, ...watching } = watch();
  const stt = new FakeSpeechToText();
  const notes = { ...withoutRemarks(), remarkOn: (engine: string) => (engine === "stt" ? "Slow." : undefined) };
  const engines = decorated({ stt, llm: new FakeModel(), tts: new FakeVoice() }, instrumented(watching, notes));
  const asked = engines.stt.transcribe(new Int16Array(320), signal);
  assert.equal(notes.traffic.stt.isBusy, true);
  await asked;
  assert.equal(notes.traffic.stt.isBusy, false);
  assert.deepEqual([watching.health.ok("stt"), watching.health.checks.stt?.detail], [true, "Slow."]);
});
