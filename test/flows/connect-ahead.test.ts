import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBackend } from "../../src/backends/openai.js";
import { createChatModel } from "../../src/language/chat-model.js";
import { startDistantServer } from "../support/distant-server.js";
import { startTalk } from "../support/fakes/talk.js";
import { streamCompletion } from "../support/http-server.js";

const HANDSHAKE_MS = 300;

before(() => (process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"));
after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);

test("connections are opened when a call arrives and when the caller begins to speak, not on every frame", async (t) => {
  let seenTo = 0;
  const { talk } = await startTalk(t, { connectAhead: () => seenTo++, greeted: false });
  assert.equal(seenTo, 1, "while the greeting is spoken");
  await talk.hearsAll();
  await talk.pauses(5_000);
  assert.equal(seenTo, 1, "nothing is to be asked in silence");
  await talk.speaks();
  assert.ok(seenTo > 1, "there will be something to ask");
  talk.stt.next("What time is it?");
  talk.model.next("Noon.");
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Noon."]);
  assert.ok(seenTo <= 5, `${seenTo} times in one question`);
});

test("a model server that hung up between two questions is reconnected while the second is spoken", async (t) => {
  const asked: number[] = [];
  await using server = await startDistantServer(HANDSHAKE_MS, (_request, response) => {
    asked.push(performance.now());
    streamCompletion(response, [{ content: "Noon." }]);
  });
  const backend = createBackend({ baseUrl: server.url, timeoutMs: 5_000 });
  t.after(() => backend.close());
  const model = createChatModel({ backend, model: "far" });
  const connectAhead = () => backend.connectAhead();
  const { talk } = await startTalk(t, { model, connectAhead, realTimers: true });
  const waited: number[] = [];
  for (const question of ["first", "second"]) {
    server.hangUp();
    await server.has(0);
    talk.stt.next(`${question} question`);
    await talk.speaks();
    if (question === "second") await server.has(1);
    const silentAt = performance.now();
    await talk.pauses();
    while (asked.length === waited.length) await talk.settles();
    waited.push((asked.at(-1) ?? 0) - silentAt);
    while (talk.line.queuedMs === 0) await talk.settles();
    await talk.hearsAll();
  }
  assert.ok((waited[0] ?? 0) >= HANDSHAKE_MS, "nobody had been there before");
  assert.equal(server.opened, 2, "the second question found a connection whose handshake was over");
});
