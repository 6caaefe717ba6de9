import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as passing } from "node:timers/promises";
import { watchRealtime } from "../../src/engines/recognition.js";
import { createHealth } from "../../src/observability/health.js";
import { createLog } from "../../src/observability/log.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import { recogniseInRealtime } from "../../src/speech/recognise-in-realtime.js";
import { createTranscriptionSessions } from "../../src/speech/transcription-session.js";
import { delta, type RealtimeManners, startRealtimeServer } from "../support/backends/realtime-server.js";
import { startTalk } from "../support/fakes/talk.js";

const KEY = "sk-a-secret-that-nobody-may-see";

/** A call with a realtime server that understands these words, one commit after the other, and a fake batch behind it. */
async function startCall(t: TestContext, words: string[], manners: RealtimeManners = {}) {
  const server = await startRealtimeServer(() => words.shift() ?? "", manners);
  const lines: string[] = [];
  const log = createLog({ level: "debug", transcripts: false, sink: (line) => lines.push(line) });
  const metrics = createMetrics({ prefix: "test", node: false });
  const health = createHealth({ now: Date.now, log, checks: {} });
  const settings = { baseUrl: server.url, apiKey: KEY, timeoutMs: 5_000, model: "a-model" };
  const sessions = createTranscriptionSessions(settings, () => {});
  const { talk } = await startTalk(t, {
    realTimers: true,
    recogniser: ({ stt, scope }) =>
      recogniseInRealtime({
        scope,
        open: sessions.open,
        isAvailable: () => health.ok("stt_realtime"),
        otherwise: recogniseInBatch(stt),
        watch: watchRealtime({ metrics, health }, log),
      }),
  });
  const until = async (what: string, condition: () => boolean) => {
    for (let i = 0; i < 500 && !condition(); i++) await passing(10);
    assert.ok(condition(), what);
  };
  t.after(async () => {
    talk.scope.end();
    await talk.scope.closed;
    await server[Symbol.asyncDispose]();
  });
  await until("a session stands before the first word", () =>
    server.received.some(({ type }) => type === "session.update"),
  );
  await passing(20);
  const counted = async (name: string) => {
    const { body } = await metrics.render();
    return Number(
      body
        .split("\n")
        .find((line) => line.startsWith(`test_${name} `))
        ?.split(" ")
        .at(-1) ?? 0,
    );
  };
  return { talk, server, until, health, lines, counted };
}

test("a question is answered from the words of the session", async (t) => {
  const { talk, server, until, counted } = await startCall(t, ["what time is it"]);
  talk.model.next("It is noon.");
  await talk.asks();
  await until("the model is asked", () => talk.model.requests.length === 1);
  assert.equal(talk.history.at(-1), "user what time is it");
  assert.equal(talk.stt.requests.length, 0);
  assert.equal(await counted('stt_realtime_texts_total{from="session"}'), 1);
  talk.line.leaves();
  await until("the session ends with the call", () => server.open() === 0);
});

test("a session that breaks during a question loses no word: the call continues in batch mode, and logs it", async (t) => {
  const { talk, until, health, lines, counted } = await startCall(t, [], {
    onCommit: ({ socket }) => socket.terminate(),
  });
  talk.stt.next("what time is it");
  talk.model.next("It is noon.");
  await talk.asks();
  await until("the model is asked", () => talk.model.requests.length === 1);
  assert.equal(talk.history.at(-1), "user what time is it");
  const told = /closed the connection .*Utterances are sent as a whole instead\./;
  assert.match(health.checks.stt_realtime?.detail ?? "", told);
  assert.equal(health.checks.stt_realtime?.ok, false);
  assert.match(lines.find((line) => line.includes('"stt_realtime_failed"')) ?? "", told);
  assert.equal(await counted('stt_realtime_sessions_total{outcome="failed"}'), 1);
  assert.equal(await counted('stt_realtime_texts_total{from="batch"}'), 1);
  assert.ok(lines.every((line) => !line.includes(KEY)));

  await talk.hearsAll();
  talk.stt.next("and where are you");
  await talk.asks();
  await until("the model is asked again", () => talk.model.requests.length === 2);
  assert.equal(talk.history.at(-1), "user and where are you");
});

test("words over a reply end it while they are being spoken", async (t) => {
  let isOver = false;
  const { talk, until } = await startCall(t, ["count to three", "stop counting"], {
    onAppend: ({ send }) => isOver && send(delta("item_2", "stop ")),
  });
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await until("the model is asked", () => talk.model.requests.length === 1);
  await until("it is speaking", () => talk.line.queuedMs > 0);
  await talk.hears(1_500);
  isOver = true;
  await talk.speaks(550); // No gap yet, and not so long that they are asked about without one.
  await until("it falls silent", () => talk.line.queuedMs === 0);
  assert.deepEqual([talk.heard.at(-1), talk.stt.requests.length], ["Two. –", 0]);
});
