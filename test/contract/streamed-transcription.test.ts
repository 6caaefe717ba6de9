import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { createBackend } from "../../src/backends/openai.js";
import { createSpeechToText } from "../../src/speech/transcribe.js";
import { type Answer, answerJson, beginEvents, startHttpServer } from "../support/http-server.js";
import { speechToTextContract } from "./speech-to-text.contract.js";

/** Transcriptions whose words are sent as server-sent events, as OpenAI's interface has them, and servers that do otherwise. */

const WORDS = "What time is it?";
const LOUD = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 10)));

const isStreamed = (body: Buffer) => /name="stream"\r\n\r\ntrue/.test(body.toString("latin1"));
const delta = (text: string) => ({ type: "transcript.text.delta", delta: text });
const done = (text: string) => ({ type: "transcript.text.done", text });

function sendsWords(response: ServerResponse, words = WORDS): void {
  const send = beginEvents(response);
  for (const word of words.split(/(?=\s)/)) if (word) send(delta(word));
  send(done(words));
  response.end();
}

speechToTextContract("a server that sends words as it finds them", async () => {
  let open = 0;
  const server = await startHttpServer((response, { body }) => {
    open++;
    response.on("close", () => open--);
    const isLoud = body.includes(Buffer.from(LOUD.buffer, 4_000, 200));
    sendsWords(response, isLoud ? WORDS : "");
  });
  const made = (url: string) =>
    createSpeechToText({ backend: createBackend({ baseUrl: url, timeoutMs: 5_000 }), model: "any", stream: true });
  return {
    recogniser: made(server.url),
    unreachable: made("http://127.0.0.1:1"),
    utterance: { samples: LOUD, words: /time is it/ },
    open: () => open,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});

/** Asks twice; a request that is not for events is answered as it should be. */
async function asksTwice(answer: Answer) {
  await using server = await startHttpServer((response, request) =>
    isStreamed(request.body) ? answer(response, request) : answerJson(response, { text: WORDS }),
  );
  const adapted: string[] = [];
  const recogniser = createSpeechToText({
    backend: createBackend({ baseUrl: server.url, timeoutMs: 500 }),
    model: "any",
    stream: true,
    onAdapted: (what) => adapted.push(what),
  });
  const soFar: string[] = [];
  const { signal } = new AbortController();
  const texts = [
    await recogniser.transcribe(LOUD, signal, (text) => soFar.push(text)),
    await recogniser.transcribe(LOUD, signal),
  ];
  return { texts, soFar, adapted, asked: server.received.map(({ body }) => (isStreamed(body) ? "events" : "whole")) };
}

test("words are told of as they come", async () => {
  const { texts, soFar, asked } = await asksTwice((response) => sendsWords(response));
  assert.deepEqual(texts, [WORDS, WORDS]);
  assert.deepEqual(soFar, ["What", "What time", "What time is", "What time is it?"]);
  assert.deepEqual(asked, ["events", "events"]);
});

test("a server that answers in one piece all the same, as with whisper-1, is asked once", async () => {
  const { texts, soFar, asked } = await asksTwice((response) => answerJson(response, { text: WORDS }));
  assert.deepEqual([texts, soFar, asked], [[WORDS, WORDS], [], ["events", "events"]]);
});

test("events that nobody knows, and pieces of no text, are passed over", async () => {
  const { texts } = await asksTwice((response) => {
    const send = beginEvents(response);
    for (const event of [null, 5, {}, { type: "new.thing", delta: "no" }, { type: "transcript.text.delta", delta: 1 }])
      send(event);
    sendsRest(send, response);
  });
  assert.deepEqual(texts, [WORDS, WORDS]);
});

function sendsRest(send: (event: unknown) => void, response: ServerResponse): void {
  send(done(WORDS));
  response.end();
}

const REFUSALS = [400, 404, 415, 422, 501];
const HOSTILE: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    REFUSALS.map((status): [string, Answer] => [
      `refuses it with ${status}`,
      (response) => answerJson(response, { error: { message: "stream is not supported" } }, status),
    ]),
  ),
  "ends before all words are there": (response) => {
    beginEvents(response)(delta("What time"));
    response.end();
  },
  "breaks the connection off": (response) => {
    beginEvents(response)(delta("What time"));
    setTimeout(() => response.destroy(), 50);
  },
  "sends garbage": (response) => {
    beginEvents(response)("{what");
    response.end();
  },
  "sends chunks of a completion": (response) => {
    const send = beginEvents(response);
    send({ object: "transcription.chunk", choices: [{ delta: { content: "What" } }] });
    send("[DONE]");
    response.end();
  },
  "sends a text that is none": (response) => {
    beginEvents(response)({ type: "transcript.text.done", text: 7 });
    response.end();
  },
  "says in an event that it has failed": (response) => {
    beginEvents(response)({ error: { message: "out of memory" } });
    response.end();
  },
  "never ends, and sends nothing more": (response) => beginEvents(response)(delta("What")),
  "never ends": (response) => {
    const send = beginEvents(response);
    const more = setInterval(() => send(delta("la ")), 5);
    response.on("close", () => clearInterval(more));
  },
  "sends more than anybody says": (response) => {
    const send = beginEvents(response);
    for (let i = 0; i < 6_000; i++) send(delta("la "));
    response.end();
  },
};
for (const [what, answer] of Object.entries(HOSTILE)) {
  test(`a server that ${what} costs no word, and is asked for all of them at once from then on`, async () => {
    const { texts, asked, adapted } = await asksTwice(answer);
    assert.deepEqual(texts, [WORDS, WORDS]);
    assert.deepEqual(asked, ["events", "whole", "whole"]);
    assert.deepEqual(adapted, ["texts are requested as a whole"]);
  });
}

for (const status of [401, 429, 500]) {
  test(`a failure that has nothing to do with it, HTTP ${status}, is told of at once`, async () => {
    await assert.rejects(
      asksTwice((response) => answerJson(response, { error: "no" }, status)),
      { code: "stt_failed" },
    );
  });
}
