import assert from "node:assert/strict";
import { test } from "node:test";
import { BackendFailure } from "../../../src/backends/openai.js";
import { decorated } from "../../../src/engines/engines.js";
import { retried } from "../../../src/engines/retries.js";
import type { LanguageModel } from "../../../src/language/ports.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { FakeVoice } from "../../support/fakes/fake-voice.js";

/** How often a model is asked whose every request fails with this status. */
async function requestsFor(status: number | undefined): Promise<number> {
  let asked = 0;
  const failing: LanguageModel = {
    stream: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => {
          asked++;
          return Promise.reject(new BackendFailure("llm_failed", "No.", status));
        },
      }),
    }),
  };
  const others = { stt: new FakeSpeechToText(), tts: new FakeVoice() };
  const { llm } = decorated(
    { ...others, llm: failing },
    retried(() => true),
  );
  await assert.rejects(
    async () => {
      for await (const _ of llm.stream([], [], new AbortController().signal));
    },
    { code: "llm_failed" },
  );
  return asked;
}

test("what a server has refused is not asked for again; what it could not do is, twice", async () => {
  const asked = await Promise.all([400, 401, 404, 422, 429, 500, 503, undefined].map(requestsFor));
  assert.deepEqual(asked, [1, 1, 1, 1, 3, 3, 3, 3]);
});

test("an answer that breaks off before there was anything to be heard is asked for again", async () => {
  let asked = 0;
  const model: LanguageModel = {
    async *stream() {
      yield { kind: "text", text: "\n" };
      if (++asked === 1) throw new BackendFailure("llm_failed", "No.", 500);
      yield { kind: "text", text: "Hello." };
    },
  };
  const others = { stt: new FakeSpeechToText(), tts: new FakeVoice() };
  const { llm } = decorated(
    { ...others, llm: model },
    retried(() => true),
  );
  const texts = [];
  for await (const part of llm.stream([], [], new AbortController().signal))
    if (part.kind === "text") texts.push(part.text);
  assert.deepEqual(texts, ["\n", "\n", "Hello."]);
});
