import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, it, test } from "node:test";
import { WebSocket } from "ws";
import { createBackend } from "../../src/backends/openai.js";
import { Scope } from "../../src/kernel/scope.js";
import { createTextToSpeech } from "../../src/speech/synthesise.js";
import { createTranscriptionSessions } from "../../src/speech/transcription-session.js";
import { createSpeechToText } from "../../src/speech/transcribe.js";
import { writeWav } from "../../src/audio/wav.js";
import { shareCores } from "../../src/speech-server/cores.js";
import { createHearing } from "../../src/speech-server/hearing.js";
import type { Model } from "../../src/speech-server/model.js";
import { startSpeechServer } from "../../src/speech-server/server.js";
import { createSpeaking } from "../../src/speech-server/speaking.js";
import { activity, recogniser, voice } from "../unit/speech-server/fake-engine.js";

/** The speech server over an engine that is a fake, with the service's own clients. */
const KEY = "a-key-that-is-long-enough";
const { signal: alive } = new AbortController();
const SECOND = 16_000;

const model = (name: string, use: Model["use"], form: Model["form"]): Model => ({
  ...{ name, use, form, languages: ["en"], licence: "MIT", files: {} },
});

interface Given {
  readonly key?: string;
  /** Where there is speech in a sound, in samples: beginning and length of each stretch. */
  readonly speech?: readonly (readonly [number, number])[];
  readonly voices?: readonly string[];
}

async function start({ key, speech = [[0, SECOND]], voices = ["anna"] }: Given = {}) {
  const cores = shareCores(2, 4);
  const native = { recogniser: recogniser(), voice: voice(["One.", "Two.", "Three."]) };
  const server = await startSpeechServer({
    ...{ host: "127.0.0.1", port: 0, key, cores },
    recogniser: model("ears", "recogniser", "moonshine"),
    voices: voices.map((name) => model(name, "voice", "piper")),
    hearing: createHearing(native.recogniser, () => activity(speech), cores),
    speaking: createSpeaking(new Map(voices.map((name) => [name, native.voice])), cores),
  });
  return Object.assign(server, { native });
}

const wav = (samples: Int16Array) => new File([writeWav([samples]) as Uint8Array<ArrayBuffer>], "a.wav");

async function post(url: string, fields: Record<string, string | File>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(`${url}/audio/transcriptions`, { method: "POST", body, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown> & { error?: { message: string } },
  };
}

const say = (url: string, body: unknown) =>
  fetch(`${url}/audio/speech`, { method: "POST", body: JSON.stringify(body) });

const realtime = (url: string, autoPong: boolean) =>
  new WebSocket(`${url.replace("http", "ws")}/realtime`, { autoPong });

describe("the speech server", () => {
  it("gives the service's client the words of a sound", async () => {
    await using server = await start();
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
    const stt = createSpeechToText({ backend, model: "ears", language: "en" });
    assert.equal(await stt.transcribe(new Int16Array(3 * SECOND), alive), "words of 1250 ms");
    backend.close();
  });

  it("gives the service's client a sentence after the other", async () => {
    await using server = await start();
    const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
    const tts = createTextToSpeech({ backend, model: "anna", voice: "anna" });
    let samples = 0;
    for await (const { length } of tts.synthesise("One. Two. Three.", alive)) samples += length;
    assert.ok(Math.abs(samples - 3 * SECOND) < 20, `${samples}`);
    backend.close();
  });

  it("gives the service's realtime session words while they are spoken, and at the commit", async () => {
    await using server = await start();
    await using scope = new Scope("call");
    let tell = (_: string) => {};
    const partial = new Promise<string>((resolve) => (tell = resolve));
    const sessions = createTranscriptionSessions({ baseUrl: server.url, model: "ears", timeoutMs: 5_000 }, () => {});
    const session = await sessions.open(scope, (words) => tell(words));
    session.append(new Int16Array(SECOND));
    while (server.native.recogniser.asked.length < 1) await new Promise((soon) => setImmediate(soon));
    session.append(new Int16Array(SECOND));
    assert.match(await partial, /^words of/);
    assert.match(await session.commit(), /^words of 1\d{3} ms$/);
    session.append(new Int16Array(SECOND));
    session.clear();
    assert.equal(await session.commit(), "");
  });

  it("refuses a realtime session in a language that it does not know", async () => {
    await using server = await start();
    const open = async (language: string) => {
      await using scope = new Scope("call");
      const settings = { baseUrl: server.url, model: "ears", timeoutMs: 5_000, language };
      await createTranscriptionSessions(settings, () => {}).open(scope, () => {});
    };
    await open("en-GB");
    await assert.rejects(() => open("de-CH"), /language: this recogniser knows en, given 'de'/);
    const socket = realtime(server.url, true);
    await once(socket, "message");
    socket.send('{"type":"session.update","session":{"input_audio_transcription":{"language":"de"}}}');
    const [answer] = await once(socket, "message");
    assert.match(String(answer), /"error".*given 'de'/);
    socket.terminate();
  });

  it("says of noise that it is no speech", async () => {
    await using server = await start({ speech: [] });
    const { body } = await post(server.url, { file: wav(new Int16Array(SECOND)), response_format: "verbose_json" });
    assert.equal(body.text, "");
    const [segment] = body.segments as { no_speech_prob: number }[];
    assert.ok((segment?.no_speech_prob ?? 0) > 0.9);
  });

  it("takes an empty recording for silence", async () => {
    await using server = await start();
    const { status, body } = await post(server.url, { file: wav(new Int16Array(0)) });
    assert.deepEqual([status, body], [200, { text: "" }]);
  });

  test("names the field that is wrong", async () => {
    await using server = await start();
    const file = wav(new Int16Array(SECOND));
    const faults: readonly (readonly [Record<string, string | File>, RegExp])[] = [
      [{ model: "ears" }, /^file: expected a WAV file/],
      [{ file: new File(["no sound"], "a.wav") }, /^file: expected a WAV file/],
      [{ file, response_format: "srt" }, /^response_format: expected json, text, verbose_json, given 'srt'/],
      [{ file, language: "de-CH" }, /^language: this recogniser knows en, given 'de'/],
    ];
    for (const [fields, message] of faults) {
      const { status, body } = await post(server.url, fields);
      assert.equal(status, 400);
      assert.match(body.error?.message ?? "", message);
    }
    const texts: readonly (readonly [unknown, RegExp])[] = [
      [{ input: "…" }, /input: expected a text with words/],
      [{ input: "a".repeat(5_000) }, /input: at most 4096 characters, given 5000/],
      [{ input: "hi", response_format: "mp3" }, /response_format: only pcm and wav/],
      [{ input: "hi", speed: 9 }, /speed: expected a number/],
      [[], /expected a JSON object/],
    ];
    for (const [body, message] of texts) {
      const answer = await say(server.url, body);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), message);
    }
  });

  it("takes any name for its only voice, and names the voices where there are several", async () => {
    await using one = await start();
    assert.equal((await say(one.url, { input: "hi", voice: "alloy" })).status, 200);
    await using two = await start({ voices: ["anna", "berta"] });
    assert.equal((await say(two.url, { input: "hi", voice: "berta" })).status, 200);
    const answer = await say(two.url, { input: "hi", voice: "alloy" });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /voice: expected anna, berta, given 'alloy'/);
  });

  it("stops speaking for a client that has gone", async () => {
    await using server = await start();
    const gone = new AbortController();
    const answer = await fetch(`${server.url}/audio/speech`, {
      ...{ method: "POST", signal: gone.signal },
      body: JSON.stringify({ input: "One. Two. Three.", response_format: "pcm" }),
    });
    assert.equal(answer.headers.get("content-type"), "audio/pcm;rate=24000;channels=1");
    gone.abort();
    await server.native.voice.done;
    const health = await fetch(new URL("/health", server.url));
    assert.equal(health.status, 200);
  });

  it("refuses a body that is too long", async () => {
    await using server = await start();
    const answer = await say(server.url, { input: "a".repeat(70_000) });
    assert.equal(answer.status, 413);
  });

  it("asks for the key that it has, but for its health", async () => {
    await using server = await start({ key: KEY });
    const status = async (authorization: string) =>
      (await fetch(`${server.url}/models`, { headers: { authorization } })).status;
    assert.deepEqual([await status("Bearer wrong"), await status(`Bearer ${KEY}`)], [401, 200]);
    assert.equal((await fetch(new URL("/health", server.url))).status, 200);
    const backend = createTranscriptionSessions({ baseUrl: server.url, model: "ears", timeoutMs: 5_000 }, () => {});
    await using scope = new Scope("call");
    await assert.rejects(
      backend.open(scope, () => {}),
      /rejected the key \(HTTP 401\)/,
    );
  });

  it(
    "closes a connection whose realtime session it refuses, even if the client does not",
    { timeout: 20_000 },
    async () => {
      await using server = await start({ key: KEY });
      const { port } = new URL(server.url);
      const client = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      const upgrade =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: YQ==";
      client.write(`GET /v1/realtime HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`);
      let answer = "";
      client.setEncoding("utf8").on("data", (text: string) => (answer += text));
      await once(client, "end");
      assert.match(answer, /^HTTP\/1\.1 401 .*wrong key/s);
      // Only a connection that is closed rejects what is sent.
      const rejected = once(client, "error");
      const sending = setInterval(() => client.write("…"), 1);
      await rejected.finally(() => clearInterval(sending));
      client.destroy();
    },
  );

  it("does not answer a page in a browser on this machine", async () => {
    await using server = await start();
    const answer = await fetch(`${server.url}/models`, { headers: { origin: "https://elsewhere.example" } });
    assert.equal(answer.status, 403);
  });

  it("ends a realtime session that no longer answers, and none that does", { timeout: 20_000 }, async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    await using server = await start();
    const [dead, alive] = [realtime(server.url, false), realtime(server.url, true)];
    await Promise.all([once(dead, "message"), once(alive, "message")]);
    t.mock.timers.tick(20_000);
    await Promise.all([once(dead, "ping"), once(alive, "ping")]);
    alive.send("{}"); // It is answered after the pong.
    await once(alive, "message");
    t.mock.timers.tick(20_000);
    await Promise.all([once(dead, "close"), once(alive, "ping")]);
    assert.equal(alive.readyState, alive.OPEN);
    alive.terminate();
  });

  it("ends a realtime session that does not read what it is sent", { timeout: 20_000 }, async () => {
    await using server = await start();
    const socket = realtime(server.url, true);
    await once(socket, "message");
    socket.pause();
    const update = JSON.stringify({ type: "session.update", session: { prompt: "a".repeat(500_000) } });
    const closed = once(socket, "close");
    socket.on("error", () => {});
    for (let n = 0; n < 60; n++) socket.send(update);
    while (socket.bufferedAmount > 0 && socket.readyState === socket.OPEN)
      await new Promise((soon) => setImmediate(soon));
    socket.resume();
    await closed;
  });

  it("refuses more bodies than it can answer soon, before they are sent", { timeout: 20_000 }, async () => {
    await using server = await start();
    const sound = wav(new Int16Array(SECOND));
    const headers = { expect: "100-continue", "content-type": "multipart/form-data; boundary=b" };
    const open = Array.from({ length: 18 }, () =>
      request(`${server.url}/audio/transcriptions`, { method: "POST", headers }),
    );
    for (const each of open) each.on("error", () => {}).flushHeaders();
    await Promise.all(open.map((each) => once(each, "continue")));
    const refused = await post(server.url, { file: sound });
    assert.deepEqual(
      [refused.status, refused.body.error?.message],
      [503, "all cores are busy, and many requests wait"],
    );
    assert.equal((await say(server.url, { input: "One." })).status, 200, "speech is counted by itself");
    for (const each of open) each.destroy();
    while ((await post(server.url, { file: sound })).status === 503);
  });

  it("lists its models and voices", async () => {
    await using server = await start();
    const models = (await (await fetch(`${server.url}/models`)).json()) as { data: { id: string; task: string }[] };
    assert.deepEqual(
      models.data.map(({ id, task }) => [id, task]),
      [
        ["ears", "automatic-speech-recognition"],
        ["anna", "text-to-speech"],
      ],
    );
    assert.deepEqual(await (await fetch(`${server.url}/audio/voices`)).json(), { voices: ["anna"] });
    assert.equal((await fetch(`${server.url}/chat/completions`, { method: "POST" })).status, 404);
  });
});
