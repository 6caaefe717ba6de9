import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { DEFAULT_PHRASES } from "../../src/config/phrases.js";
import { loadSettings } from "../../src/config/settings.js";
import type { ConversationResources } from "../../src/conversation/conversation.js";
import { createConversationResources } from "../../src/wiring/conversation-resources.js";
import { pause } from "../../src/kernel/deadline.js";
import { Scope } from "../../src/kernel/scope.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import { createHealth } from "../../src/observability/health.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { answerJson, beginEvents, startHttpServer } from "../support/http-server.js";

/** What conversations are held with, with a server for all three that lists its models whatever becomes of the requests. */
async function startResources(t: TestContext) {
  let works = true;
  const server = await startHttpServer((response, { path }) => {
    if (path.endsWith("/models")) return answerJson(response, { data: [] });
    if (!works) return answerJson(response, { error: { message: "out of memory" } }, 500);
    if (path.endsWith("/audio/transcriptions")) return answerJson(response, { text: "" });
    if (path.endsWith("/audio/speech")) {
      return void response.writeHead(200, { "content-type": "audio/pcm" }).end(Buffer.alloc(4_800, 1));
    }
    const send = beginEvents(response);
    send({ choices: [{ index: 0, delta: { content: "Okay." }, finish_reason: "stop" }] });
    response.end("data: [DONE]\n\n");
  });
  const scope = new Scope("process");
  const dataDir = await mkdtemp(join(tmpdir(), "recovery-"));
  t.after(async () => {
    scope.end();
    await scope.closed;
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const health = createHealth({ log: quietLog, checks: { stt: { ok: true }, llm: { ok: true }, tts: { ok: true } } });
  const { settings } = loadSettings({
    SPEECH_BASE_URL: server.url,
    LLM_BASE_URL: server.url,
    LLM_MODEL: "any",
    LLM_TOOL_PROTOCOL: "native",
    DATA_DIR: dataDir,
    ARI_PASSWORD: "secret",
  });
  const resources = createConversationResources({
    settings,
    phrases: DEFAULT_PHRASES,
    toolbox: createToolbox([], { timeoutMs: 1_000 }),
    metrics: createMetrics({ prefix: "test", node: false }),
    health,
    log: quietLog,
    scope,
  });
  const asked = (what: string) => server.received.filter(({ path }) => path.endsWith(what)).length;
  const until = async (condition: () => boolean) => {
    for (const end = performance.now() + 20_000; !condition(); await pause(20, scope.signal)) {
      assert.ok(performance.now() < end, "it did not come to be");
    }
  };
  return { resources, health, asked, until, setWorking: (value: boolean) => void (works = value) };
}

const REQUESTS: readonly [
  "stt" | "llm" | "tts",
  string,
  (resources: ConversationResources, signal: AbortSignal) => unknown,
][] = [
  ["stt", "/transcriptions", ({ stt }, signal) => stt.transcribe(new Int16Array(16_000), signal)],
  ["llm", "/completions", async ({ model }, signal) => drain(model.stream([], [], signal))],
  ["tts", "/speech", async ({ tts }, signal) => drain(tts.synthesise("Anything.", signal))],
];

test("a server that lists its models and fails at every request stays away until one succeeds", async (t) => {
  const { resources, health, asked, until, setWorking } = await startResources(t);
  await until(() => asked("/models") >= 3);
  setWorking(false);
  const { signal } = new AbortController();
  await Promise.all(REQUESTS.map(([, , ask]) => assert.rejects(async () => ask(resources, signal))));
  const before = REQUESTS.map(([, path]) => asked(path));
  await until(() => REQUESTS.every(([, path], at) => asked(path) > (before[at] ?? 0)));
  await pause(50, signal);
  assert.deepEqual(
    REQUESTS.map(([name]) => health.ok(name)),
    [false, false, false],
    "no flapping between callers",
  );
  setWorking(true);
  await until(() => health.status === "healthy");
  assert.equal(asked("/models"), 3, "its list is asked for at the start only");
});

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}
