import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { createBackend } from "../../src/backends/openai.js";
import { createLanguageModel } from "../../src/language/create-language-model.js";
import { createTextToSpeech } from "../../src/speech/synthesise.js";
import { createSpeechToText } from "../../src/speech/transcribe.js";
import { type Behaviour, KEY, TONE_HZ } from "../support/backends/servers/documented-server.js";
import { DOCUMENTED_SERVERS } from "../support/backends/servers/documented-servers.js";
import { startHttpServer } from "../support/http-server.js";
import { textOfOutputs } from "../support/text-of-outputs.js";

/**
 * What servers of others document, replayed against the clients: what comes of it, and the sentence that an administrator
 * reads where it fails.
 */
const TOOL = { name: "CLOCK", description: "Tells the time.", parameters: { type: "object", properties: {} } } as const;
const SECOND = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 10)));
const alive = () => new AbortController().signal;

/** Of a tone, by how often it rises through zero, Hz. */
function pitchOf(samples: readonly number[]): number {
  const rises = samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length;
  return (rises * 16_000) / samples.length;
}

type Outcome = { readonly text: string } | { readonly samples: readonly number[] };

function clientOf({ of, settings }: Behaviour, baseUrl: string): () => Promise<Outcome> {
  const backend = createBackend({ baseUrl, apiKey: KEY, timeoutMs: 10_000 });
  if (of === "stt") {
    const stt = createSpeechToText({ backend, model: "whisper" });
    return async () => ({ text: await stt.transcribe(SECOND, alive()) });
  }
  if (of === "tts") {
    const tts = createTextToSpeech({ backend, model: "tts-1", voice: "alloy" });
    return async () => {
      const samples: number[] = [];
      for await (const chunk of tts.synthesise("Hello there.", alive())) samples.push(...chunk);
      return { samples };
    };
  }
  const model = createLanguageModel({ backend, model: "m", toolProtocol: "auto", contextTokens: 8_192, ...settings });
  return async () => ({
    text: await textOfOutputs(model.stream([{ role: "user", content: "Hello?" }], [TOOL], alive())),
  });
}

for (const { name, behaviours } of DOCUMENTED_SERVERS) {
  describe(name, () => {
    for (const behaviour of behaviours) {
      const { of, what, answer, reads, times = 1, requests = times, heardHz = TONE_HZ } = behaviour;
      test(`${of}: ${what}`, async () => {
        await using server = await startHttpServer(answer);
        const ask = clientOf(behaviour, server.url);
        for (let asked = 0; asked < times; asked++) {
          const outcome = await ask().catch((error: unknown) => error);
          if (reads !== undefined) {
            assert.ok(outcome instanceof Error && "code" in outcome, `it failed: ${JSON.stringify(outcome)}`);
            assert.equal(outcome.code, `${of}_failed`);
            assert.equal(outcome.message.replace(/^The .* server at http:\S+ /, ""), reads);
            assert.ok(!outcome.message.includes(KEY), "the key is told to nobody");
            continue;
          }
          if (outcome instanceof Error) throw outcome;
          const heard = outcome as Outcome;
          if ("text" in heard) assert.equal(heard.text, "Hello there.");
          else assert.ok(Math.abs(pitchOf(heard.samples) - heardHz) < 8, `${pitchOf(heard.samples)} Hz`);
        }
        assert.equal(server.received.length, requests, "requests");
      });
    }
  });
}

test("every server of the page is replayed, and every one that is replayed stands on the page", () => {
  const page = readFileSync(new URL("../../docs/backends.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| \*\*(.+?)\*\* /gm)].map(([, name]) => name);
  assert.deepEqual(
    rows,
    DOCUMENTED_SERVERS.map(({ name }) => name),
  );
});
