import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";
import { loadSettings } from "../../src/config/settings.js";
import type { ConversationResources } from "../../src/conversation/conversation.js";
import { createConversationResources } from "../../src/wiring/conversation-resources.js";
import { pause } from "../../src/kernel/deadline.js";
import { Scope } from "../../src/kernel/scope.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import { createHealth } from "../../src/observability/health.js";
import { createLog } from "../../src/observability/log.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { startRealtimeServer } from "../support/backends/realtime-server.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { answerJson, beginEvents, startHttpServer } from "../support/http-server.js";

/** How the server answers real work; it lists its models whatever becomes of that. */
type Work = (response: ServerResponse, path: string) => void;

const works: Work = (response, path) => {
  if (path.endsWith("/audio/transcriptions")) return answerJson(response, { text: "" });
  if (path.endsWith("/audio/speech")) {
    return void response.writeHead(200, { "content-type": "audio/pcm" }).end(Buffer.alloc(4_800, 1));
  }
  const send = beginEvents(response);
  send({ choices: [{ index: 0, delta: { content: "Okay." }, finish_reason: "stop" }] });
  response.end("data: [DONE]\n\n");
};
const outOfMemory: Work = (response) => answerJson(response, { error: { message: "out of memory" } }, 500);
const noSuchModel: Work = (response) => answerJson(response, { error: { message: "no such model" } }, 404);
const refusesKey: Work = (response) => answerJson(response, { error: "Unauthorized" }, 401);
const hangs: Work = () => {};

/** Between two looks: the real ones take ten seconds. */
const PERIODS = { firstMs: 50, maxMs: 200 };

const BACKENDS = ["stt", "llm", "tts"] as const;

/** What conversations are held with, with one server for all three back ends. */
async function startResources(t: TestContext, work: Work, environment: Record<string, string> = {}) {
  const server = await startHttpServer((response, { path }) => {
    if (path.endsWith("/models")) answerJson(response, { data: [] });
    else work(response, path);
  });
  const scope = new Scope("process");
  const dataDir = await mkdtemp(join(tmpdir(), "recovery-"));
  t.after(async () => {
    scope.end();
    await scope.closed;
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const lines: { event: string; msg: string; data?: { check?: string } }[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (line) => lines.push(JSON.parse(line)) });
  const untried = { ok: false, detail: "untried" };
  const health = createHealth({ now: Date.now, log, checks: { stt: untried, llm: untried, tts: untried } });
  const { settings } = loadSettings({
    SPEECH_BASE_URL: server.url,
    LLM_BASE_URL: server.url,
    LLM_MODEL: "any",
    LLM_TOOL_PROTOCOL: "native",
    DATA_DIR: dataDir,
    ARI_PASSWORD: "secret",
    ...environment,
  });
  const resources = createConversationResources({
    settings,
    phrases: DEFAULT_PHRASES_BY_LANGUAGE,
    toolbox: createToolbox([], { timeoutMs: 1_000 }),
    metrics: createMetrics({ prefix: "test", node: false }),
    health,
    log,
    scope,
    now: Date.now,
    periods: PERIODS,
  });
  const asked = (what: string) => server.received.filter(({ path }) => path.endsWith(what)).length;
  const until = async (condition: () => boolean, ms = 20_000) => {
    for (const end = performance.now() + ms; !condition(); await pause(20, scope.signal)) {
      assert.ok(performance.now() < end, `it did not come to be: ${JSON.stringify(health.checks)}`);
    }
  };
  const failures = (name: string) =>
    lines.filter(({ event, data }) => event === "check_failed" && data?.check === name);
  return { resources, health, lines, failures, asked, until, setWork: (next: Work) => void (work = next) };
}

async function understand({ openRecogniser }: ConversationResources, signal: AbortSignal): Promise<void> {
  await using scope = new Scope("call");
  const speech = { samples: new Int16Array(16_000), startedAt: 0, endedAt: 800, silentMs: 200 };
  await openRecogniser({ scope, log: quietLog }).transcribe([speech], signal);
}

const REQUESTS: readonly [
  (typeof BACKENDS)[number],
  string,
  (resources: ConversationResources, signal: AbortSignal) => unknown,
][] = [
  ["stt", "/transcriptions", (resources, signal) => understand(resources, signal)],
  ["llm", "/completions", async ({ model }, signal) => drain(model.stream([], [], signal))],
  ["tts", "/speech", async ({ tts }, signal) => drain(tts.synthesise("Anything.", signal))],
];

test("each back end does a little real work at the start, and nothing more while it works", async (t) => {
  const { health, asked, until } = await startResources(t, works);
  await until(() => health.status === "healthy", 5_000);
  const { signal } = new AbortController();
  await pause(5 * PERIODS.maxMs, signal); // more than a poll
  assert.equal(asked("/transcriptions"), 1);
  assert.equal(asked("/completions"), 1);
  assert.equal(asked("/models"), 0);
});

const wrong: readonly [what: string, work: Work, details: Readonly<Record<(typeof BACKENDS)[number], RegExp>>][] = [
  [
    "does not know this model",
    noSuchModel,
    {
      stt: /\(HTTP 404\): no such model; see STT_MODEL\./,
      llm: /\(HTTP 404\): no such model; see LLM_MODEL\./,
      tts: /\(HTTP 404\): no such model; see TTS_MODEL and TTS_VOICE\./,
    },
  ],
  [
    "refuses the key",
    refusesKey,
    { stt: /see STT_API_KEY or SPEECH_API_KEY/, llm: /see LLM_API_KEY/, tts: /see TTS_API_KEY or SPEECH_API_KEY/ },
  ],
  [
    "hangs at every request",
    hangs,
    {
      stt: /sent nothing .* see STT_BASE_URL/,
      llm: /sent nothing .* see LLM_BASE_URL/,
      tts: /sent nothing .* see TTS_/,
    },
  ],
];
for (const [what, work, details] of wrong) {
  test(`a server that lists its models and ${what} is not healthy, and the log gives the reason once`, async (t) => {
    const environment = {
      LLM_TOOL_PROTOCOL: "auto",
      BACKEND_TIMEOUT_MS: "500",
    };
    const { health, failures, asked, until, setWork } = await startResources(t, work, environment);
    assert.equal(health.status, "degraded", "not before it is proven");
    await until(() => BACKENDS.every((name) => details[name].test(health.checks[name]?.detail ?? "")), 5_000);
    const before = asked("/transcriptions");
    await until(() => asked("/transcriptions") > before);
    for (const name of BACKENDS) {
      assert.equal(health.ok(name), false);
      assert.equal(failures(name).length, 1, name);
      assert.match(failures(name)[0]?.msg ?? "", details[name]);
    }
    setWork(works);
    await until(() => health.status === "healthy");
  });
}

test("a server that lists its models and fails at every request stays away until one succeeds", async (t) => {
  const { resources, health, asked, until, setWork } = await startResources(t, works);
  await until(() => health.status === "healthy", 5_000);
  setWork(outOfMemory);
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
  setWork(works);
  await until(() => health.status === "healthy");
});

test("a model server without tools is reported in one log line, found by the requests that also test the model", async (t) => {
  const { health, lines, asked, until } = await startResources(t, works, { LLM_TOOL_PROTOCOL: "auto" });
  await until(() => health.ok("llm"), 5_000);
  const told = lines.filter(({ event }) => event === "tool_protocol");
  assert.equal(told.length, 1);
  assert.match(
    told[0]?.msg ?? "",
    /text protocol: the model was told to call a tool and did not; for function calling set another LLM_MODEL/,
  );
  assert.equal(asked("/completions"), 2, "one with a tool, one that forces it");
});

test("how tools are called is detected again after a failure, even if a retry succeeded", async (t) => {
  const { resources, health, lines, until, setWork } = await startResources(t, works, { LLM_TOOL_PROTOCOL: "auto" });
  await until(() => health.ok("llm"), 5_000);
  let failed = false;
  setWork((response, path) => {
    const fails = !failed && path.endsWith("/completions");
    failed ||= fails;
    (fails ? outOfMemory : works)(response, path);
  });
  await drain(resources.model.stream([{ role: "user", content: "Hello?" }], [], new AbortController().signal));
  await until(() => lines.filter(({ event }) => event === "tool_protocol").length === 2);
});

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const REALTIME = { STT_MODE: "realtime" };

test("a server without a realtime mode is reported with its replacement; callers do not notice", async (t) => {
  const { health, resources, until } = await startResources(t, works, REALTIME);
  await until(() => health.ok("stt") && health.checks.stt_realtime !== undefined, 5_000);
  assert.equal(health.status, "degraded");
  assert.match(
    health.checks.stt_realtime?.detail ?? "",
    /^The realtime speech-to-text server at \S+ .*HTTP 200.*STT_MODE.*\. Utterances are sent as a whole instead\.$/,
  );
  assert.ok(resources.isAvailable("stt"));
  await understand(resources, new AbortController().signal);
});

test("a realtime server counts as healthy once it has recognised something", async (t) => {
  await using server = await startRealtimeServer(() => "", { onUpdate: () => {} });
  const { health, resources, until } = await startResources(t, works, { ...REALTIME, STT_BASE_URL: server.url });
  await until(() => health.checks.stt_realtime?.ok === false, 8_000);
  assert.match(health.checks.stt_realtime?.detail ?? "", /did not open a session within 5000 ms/);
  server.manners = {};
  await until(() => health.ok("stt_realtime"));
  assert.equal(health.ok("stt"), false, "it has nothing else");
  assert.ok(resources.isAvailable("stt"), "words can be had all the same");
});
