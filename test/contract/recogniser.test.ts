import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as soon, setTimeout as passing } from "node:timers/promises";
import { AttendantError } from "../../src/kernel/errors.js";
import { Scope } from "../../src/kernel/scope.js";
import type { PartialWords, SpeechToText } from "../../src/speech/ports.js";
import { recogniseInBatch } from "../../src/speech/recognise-in-batch.js";
import { recogniseInRealtime } from "../../src/speech/recognise-in-realtime.js";
import { createTranscriptionSessions } from "../../src/speech/transcription-session.js";
import {
  acknowledged,
  completed,
  delta,
  type RealtimeManners,
  startRealtimeServer,
} from "../support/backends/realtime-server.js";
import { hearAll, recogniserContract, said, WORDS } from "./recogniser.contract.js";

const KEY = "sk-a-secret-that-nobody-may-see";
const { signal: alive } = new AbortController();

/** The words of the levels that are in the sound for long enough, in their order. */
function understand(samples: Int16Array): string {
  const runs = [1_000, 2_000, 3_000].flatMap((level) => {
    const there = [...samples.keys()].filter((i) => Math.abs((samples[i] ?? 0) - level) < 50);
    return there.length > 2_000 ? [{ at: there[1_000] ?? 0, words: WORDS[level] }] : [];
  });
  return runs
    .sort((a, b) => a.at - b.at)
    .map(({ words }) => words)
    .join(" ");
}

/** Batch recognition that counts what it was asked. */
function batch() {
  const asked: Int16Array[] = [];
  let isThere = true;
  const stt: SpeechToText = {
    async transcribe(samples, signal) {
      signal.throwIfAborted();
      asked.push(samples);
      await soon();
      signal.throwIfAborted();
      if (!isThere) throw new AttendantError("stt_failed", "Nobody is there.");
      return understand(samples);
    },
  };
  return { recogniser: recogniseInBatch(stt), asked, vanish: () => void (isThere = false) };
}

async function openRealtime(manners: RealtimeManners = {}, settings: { readonly path?: string } = {}) {
  const server = await startRealtimeServer(({ samples }) => understand(samples), manners);
  const scope = new Scope("call");
  const behind = batch();
  const told = { opened: 0, failed: [] as string[], answered: 0, missed: 0, adapted: [] as string[] };
  const sessions = createTranscriptionSessions(
    {
      baseUrl: `${server.url}${settings.path ?? ""}`,
      apiKey: KEY,
      timeoutMs: 10_000,
      model: "a-model",
      language: "en-GB",
    },
    (what) => told.adapted.push(what),
  );
  let isAvailable = true;
  const recogniser = recogniseInRealtime({
    scope,
    open: sessions.open,
    isAvailable: () => isAvailable,
    otherwise: behind.recogniser,
    watch: {
      opened: () => told.opened++,
      failed: (detail) => told.failed.push(detail),
      answered: () => told.answered++,
      missed: () => told.missed++,
    },
  });
  const until = async (condition: () => boolean) => {
    for (let i = 0; i < 400 && !condition(); i++) await passing(10);
    assert.ok(condition(), JSON.stringify(told));
  };
  let at = 0;
  return {
    recogniser,
    server,
    told,
    behind,
    scope,
    until,
    ready: () => until(() => told.opened > 0),
    giveUp: () => void (isAvailable = false),
    vanish: async () => {
      behind.vanish();
      isAvailable = false;
      await server[Symbol.asyncDispose]();
      await until(() => told.failed.length > 0);
    },
    /** Somebody says what these levels stand for; resolves with what was understood. */
    async say(...levels: readonly number[]) {
      const utterance = said((at += 10_000), levels);
      hearAll(recogniser, utterance);
      recogniser.heard(utterance);
      return await recogniser.transcribe([utterance], alive);
    },
    async [Symbol.asyncDispose]() {
      scope.end();
      await scope.closed;
      await server[Symbol.asyncDispose]().catch(() => {});
    },
  };
}

recogniserContract("Batch", async () => {
  const { recogniser, vanish } = batch();
  return { recogniser, ready: async () => {}, vanish: async () => vanish(), [Symbol.asyncDispose]: async () => {} };
});

recogniserContract("A realtime session", () => openRealtime());

recogniserContract("A realtime server that is not there", async () => {
  const call = await openRealtime({ refuse: () => 404 });
  await call.until(() => call.told.failed.length > 0);
  return { ...call, ready: async () => {} };
});

async function using(t: TestContext, manners?: RealtimeManners) {
  const call = await openRealtime(manners);
  t.after(() => call[Symbol.asyncDispose]());
  return call;
}

test("the words come from the session: nothing is asked for as a whole", async (t) => {
  const call = await using(t);
  await call.ready();
  assert.equal(await call.say(1_000, 2_000), "good morning to you");
  assert.deepEqual([call.behind.asked.length, call.told.answered, call.told.missed], [0, 1, 0]);
});

test("a transcription session is requested as the protocol demands, with the key in the header alone", async (t) => {
  const call = await using(t);
  await call.ready();
  assert.deepEqual(call.server.requests, [{ path: "/v1/realtime?intent=transcription", key: `Bearer ${KEY}` }]);
  assert.deepEqual(call.server.received[0], {
    type: "session.update",
    session: {
      type: "transcription",
      audio: {
        input: {
          format: { type: "audio/pcm", rate: 24_000 },
          transcription: { model: "a-model", language: "en" },
          turn_detection: null,
        },
      },
    },
  });
});

test("only speech is sent, and a sound that came to nothing is cleared", async (t) => {
  let sent = 0;
  const call = await using(t, { onAppend: (_, samples) => (sent += samples.length) });
  await call.ready();
  await call.say(1_000);
  assert.ok(Math.abs(sent / 24 - 700) < 10, `${sent / 24} ms of 500 ms and their tail`);
  hearAll(call.recogniser, said(60_000, [1_000]));
  await call.say(2_000);
  const types = call.server.received.map(({ type }) => type.replace("input_audio_buffer.", ""));
  assert.deepEqual(
    types.filter((type) => type !== "append"),
    ["session.update", "commit", "clear", "commit"],
  );
});

test("words are reported as they come, and an utterance that goes on after a lull is sent again from its beginning", async (t) => {
  const partials: PartialWords[] = [];
  const call = await using(t, {
    onAppend: ({ send }, samples) => samples.some((sample) => sample > 1_900) && send(delta("item_2", "so far ")),
  });
  await call.ready();
  const stop = call.recogniser.onPartial((words) => partials.push(words));
  const lull = said(500, [1_000], 200);
  hearAll(call.recogniser, lull);
  await call.recogniser.transcribe([lull], alive);
  const voice = said(500, [1_000, 2_000]);
  const whole = { ...voice, samples: Int16Array.from([...lull.samples, ...voice.samples.subarray(8_000)]) };
  hearAll(call.recogniser, whole, lull);
  await call.until(() => partials.some(({ text }) => text === "so far"));
  assert.ok(partials.some(({ text }) => text === "good"));
  assert.ok(partials.every(({ startedAt }) => startedAt === 500));
  stop();
  const before = partials.length;
  call.recogniser.heard(whole);
  assert.equal(await call.recogniser.transcribe([whole], alive), "good morning to you");
  assert.equal(partials.length, before, "nobody listens any more");
});

test("a request in the middle of a word gets the words so far, and commits nothing", async (t) => {
  const call = await using(t, { onAppend: ({ send }) => send(delta("item_1", "x")) });
  await call.ready();
  let heard = 0;
  call.recogniser.onPartial(() => heard++);
  const talk = said(500, [1_000], 0);
  hearAll(call.recogniser, talk);
  await call.until(() => heard > 2);
  assert.match(await call.recogniser.transcribe([talk], alive), /^x+$/);
  assert.ok(!call.server.received.some(({ type }) => type.endsWith("commit")));
  assert.equal(call.behind.asked.length, 0);
});

test("an address that has to name the model is found out, once", async (t) => {
  const refuse = (path: string) => (path.includes("model=a-model") ? undefined : 403);
  const call = await using(t, { refuse });
  await call.ready();
  assert.equal(await call.say(1_000), "good morning");
  assert.deepEqual([call.told.adapted.length, call.told.failed], [1, []]);
});

test("a server with the older form of session is told in it not to look for ends by itself", async (t) => {
  const call = await using(t, {
    onUpdate: ({ send }) => send({ type: "session.updated", session: { turn_detection: { type: "server_vad" } } }),
  });
  await call.ready();
  assert.deepEqual(call.server.received[1], {
    type: "session.update",
    session: { turn_detection: null, input_audio_transcription: { model: "a-model", language: "en" } },
  });
});

for (const [status, says] of [
  [401, /rejected the key \(HTTP 401\); see STT_API_KEY/],
  [403, /rejected the key \(HTTP 403\)/],
  [404, /does not know this model or path \(HTTP 404\).*see STT_MODEL and STT_MODE, STT_BASE_URL/],
  [426, /rejected the request \(HTTP 426\): not today; see STT_MODE and STT_MODEL/],
  [503, /has an internal error \(HTTP 503\)/],
] as const) {
  test(`a server that answers ${status} is named, and no word is lost`, async (t) => {
    const call = await using(t, { refuse: () => status });
    assert.equal(await call.say(1_000), "good morning", "while it is being opened");
    await call.until(() => call.told.failed.length > 0);
    assert.match(call.told.failed[0] ?? "", says);
    call.giveUp();
    assert.equal(await call.say(3_000), "my number is");
    assert.equal(call.told.opened, 0);
  });
}

/** What a server does wrong once a session stands, and what is said of it; undefined where it goes on. */
const HOSTILE: readonly [what: string, manners: RealtimeManners, says: RegExp | undefined][] = [
  [
    "closes in the middle",
    { onCommit: ({ socket }) => socket.close(1011, `no more, ${KEY}`) },
    /closed the connection \(1011\): no more, \*\*\*;/,
  ],
  ["breaks the connection", { onAppend: ({ socket }) => socket.terminate() }, /closed the connection \(1006\)/],
  [
    "says that it cannot",
    { onCommit: ({ send }) => send({ type: "error", error: { message: `out of memory for ${KEY}` } }) },
    /rejected a message: out of memory for \*\*\*;/,
  ],
  [
    "refuses the commit",
    {
      onCommit: ({ send }, { eventId }) => send({ type: "error", error: { message: "too small", event_id: eventId } }),
    },
    undefined,
  ],
  [
    "does not understand this one",
    {
      onCommit({ send }, item) {
        send(acknowledged(item));
        send({
          type: "conversation.item.input_audio_transcription.failed",
          item_id: item.id,
          error: { message: "no" },
        });
      },
    },
    undefined,
  ],
  ["never completes", { onCommit: ({ send }, item) => send(acknowledged(item)) }, /sent no words within 1500 ms/],
  ["is silent", { onCommit: () => {} }, /sent no words within 1500 ms/],
  ["sends no JSON", { onCommit: ({ socket }) => socket.send("<html>") }, /sent something that is not an event/],
  ["sends a number", { onCommit: ({ socket }) => socket.send("7") }, /sent something that is not an event/],
  ["sends a huge message", { onCommit: ({ socket }) => socket.send("x".repeat(300_000)) }, /more than 256 KB/],
  [
    "floods",
    { onCommit: ({ send }) => Array.from({ length: 2_000 }, () => send({ type: "rate_limits.updated" })) },
    /sends more than can be processed/,
  ],
  [
    "sends a text that nobody can have said",
    { onCommit: ({ send }, { id }) => send(completed(id, "word ".repeat(4_000))) },
    undefined,
  ],
  ["sends no text", { onCommit: ({ send }, { id }) => send({ ...completed(id, ""), transcript: 7 }) }, undefined],
];

for (const [what, manners, says] of HOSTILE) {
  test(`no word is lost to a server that ${what}`, async (t) => {
    const call = await using(t, manners);
    await call.ready();
    assert.equal(await call.say(1_000, 2_000), "good morning to you");
    assert.equal(call.told.missed, 1);
    if (says) assert.match(call.told.failed[0] ?? "", says);
    else assert.deepEqual(call.told.failed, []);
    assert.doesNotMatch(call.told.failed.join(), new RegExp(KEY));
    call.server.manners = {};
    assert.equal(await call.say(3_000), "my number is");
  });
}

test("a session that broke is followed by another, three in all, and then by none", async (t) => {
  const call = await using(t, { onCommit: ({ socket }) => socket.terminate() });
  await call.ready();
  for (let i = 0; i < 6; i++) {
    assert.equal(await call.say(1_000), "good morning");
    await passing(60);
  }
  assert.equal(call.server.requests.length, 3);
});

test("no session is opened while realtime is known to fail", async (t) => {
  const call = await using(t, { onCommit: ({ socket }) => socket.terminate() });
  await call.ready();
  call.giveUp();
  for (let i = 0; i < 3; i++) assert.equal(await call.say(1_000), "good morning");
  assert.equal(call.server.requests.length, 1);
});

test("words are their own item's, whenever they come, and however often", async (t) => {
  const late: (() => void)[] = [];
  const call = await using(t, {
    onCommit({ send }, item, words) {
      send(acknowledged(item));
      send(delta("item_of_nobody", "intruder"));
      send(completed("item_of_nobody", "intruder"));
      const finish = () => {
        send(completed(item.id, words));
        send(completed(item.id, "said twice"));
        send(delta(item.id, "and once more"));
      };
      // The first comes after the second.
      if (late.push(finish) === 2) for (const each of late.reverse()) each();
      else if (late.length > 2) finish();
    },
  });
  await call.ready();
  const both = await Promise.all([call.say(1_000), call.say(2_000)]);
  assert.deepEqual(both, ["good morning", "to you"]);
  assert.equal(await call.say(3_000), "my number is");
  assert.equal(call.behind.asked.length, 0);
});

test("the final words count, not those that came before them", async (t) => {
  const call = await using(t, {
    onCommit({ send }, item, words) {
      send(acknowledged(item));
      send(delta(item.id, "something else"));
      send(completed(item.id, words));
    },
  });
  await call.ready();
  assert.equal(await call.say(1_000), "good morning");
});

test("partial words of cleared sound are dropped", async (t) => {
  const call = await using(t, { onAppend: ({ send }) => send(delta("item_1", "noise")) });
  await call.ready();
  const partials: PartialWords[] = [];
  hearAll(call.recogniser, said(0, [1_000]));
  await passing(50);
  call.server.manners = {};
  call.recogniser.onPartial((words) => partials.push(words));
  assert.equal(await call.say(2_000), "to you");
  assert.ok(partials.every(({ text }) => !/noise/.test(text)));
});

test("the words so far of an utterance that is over are not those of the next", async (t) => {
  let tell = () => {};
  const call = await using(t, {
    onCommit({ send }, item, words) {
      send(acknowledged(item));
      tell = () => {
        send(delta(item.id, words));
        send(completed(item.id, words));
      };
    },
  });
  await call.ready();
  const partials: PartialWords[] = [];
  call.recogniser.onPartial((words) => partials.push(words));
  const before = call.say(1_000);
  await call.until(() => call.server.received.some(({ type }) => type === "input_audio_buffer.commit"));
  hearAll(call.recogniser, said(20_000, [2_000]));
  await passing(50);
  tell();
  assert.equal(await before, "good morning");
  assert.deepEqual(partials, []);
});

test("after line time has begun anew, the words of a time are those said last", async (t) => {
  const call = await using(t);
  await call.ready();
  for (const levels of [[1_000, 2_000], [3_000]]) {
    const utterance = said(2_000, levels);
    hearAll(call.recogniser, utterance);
    call.recogniser.heard(utterance);
    const words = await call.recogniser.transcribe([utterance], alive);
    assert.equal(words, levels.map((level) => WORDS[level]).join(" "));
  }
});

test("a session with a server that takes no sound is closed", async (t) => {
  const call = await using(t);
  await call.ready();
  for (const socket of call.server.sockets()) socket.pause();
  for (let i = 0; i < 200 && call.told.failed.length === 0; i++)
    hearAll(call.recogniser, said(i * 60_000, Array(20).fill(1_000)));
  assert.match(call.told.failed[0] ?? "", /does not read what it is sent/);
});

test("a session ends with its call", async (t) => {
  const call = await using(t);
  await call.ready();
  call.scope.end();
  await call.scope.closed;
  await call.until(() => call.server.open() === 0);
  assert.deepEqual(call.told.failed, [], "nobody's fault");
});

test("a call that is over while a session opens leaves nothing", async (t) => {
  const call = await using(t, { onUpdate: () => {} });
  await call.until(() => call.server.received.length > 0);
  call.scope.end();
  await call.scope.closed;
  await call.until(() => call.server.open() === 0);
  assert.deepEqual([call.told.opened, call.told.failed], [0, []]);
});
