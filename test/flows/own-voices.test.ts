import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { spokenIn } from "../../src/calls/assistant/assistant.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";
import { EMPTY_DIRECTORY } from "../../src/directory/directory.js";
import { loadSettings } from "../../src/config/settings.js";
import type { ConversationResources } from "../../src/conversation/conversation.js";
import { pause } from "../../src/kernel/deadline.js";
import { Scope } from "../../src/kernel/scope.js";
import { createHealth } from "../../src/observability/health.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import { serveAssistants } from "../../src/wiring/assistants.js";
import { createConversationResources } from "../../src/wiring/conversation-resources.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { switchboardFrom } from "../support/fakes/fake-switchboard.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { answerJson, startHttpServer, streamCompletion } from "../support/http-server.js";
import { textOfOutputs } from "../support/text-of-outputs.js";

const FILE = `
backends:
  large: { model: big, key_env: MODEL_KEY_LARGE }
  gone: { model: gone }
assistants:
  anna: { voice: anna, speed: 1.5, language: de, backend: large }
  broken: { voice: ghost, backend: gone }
  plain: {}
`;
/** Voices and models that the server knows, and the loudness by which each voice is recognised. */
const VOICES: Readonly<Record<string, number>> = { alloy: 10, anna: 20 };

/** The engines of assistants, before a server that knows some voices and models. */
async function startAssistants(t: TestContext, { file: text = FILE, voice = "alloy", knowsProbabilities = true } = {}) {
  const voices: Record<string, number> = { ...VOICES };
  const models = new Set(["small", "big"]);
  const server = await startHttpServer((response, { path, body }) => {
    if (path.endsWith("/transcriptions")) {
      const isRefused = !knowsProbabilities && /verbose_json/.test(body.toString("latin1"));
      if (isRefused) return answerJson(response, { error: { message: "no such response_format" } }, 400);
      return answerJson(response, { text: "" });
    }
    const { voice = "", model = "" } = JSON.parse(body.toString("latin1")) as { voice?: string; model?: string };
    if (path.endsWith("/speech")) {
      const loudness = voices[voice];
      if (loudness === undefined) return answerJson(response, { error: { message: `no voice ${voice}` } }, 400);
      return void response.writeHead(200, { "content-type": "audio/pcm" }).end(Buffer.alloc(4_800, loudness));
    }
    if (!models.has(model)) return answerJson(response, { error: { message: `no model ${model}` } }, 404);
    streamCompletion(response, [{ content: `I am ${model}.` }]);
  });
  const scope = new Scope("process");
  const folder = await mkdtemp(join(tmpdir(), "own-voices-"));
  await writeFile(join(folder, "assistants.yaml"), text);
  t.after(async () => {
    scope.end();
    await scope.closed;
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const health = createHealth({ now: Date.now, log: quietLog, checks: {} });
  const environment = { MODEL_KEY_LARGE: "sk-large-0123456789" };
  const { settings } = loadSettings({
    SPEECH_BASE_URL: server.url,
    LLM_BASE_URL: server.url,
    LLM_MODEL: "small",
    TTS_VOICE: voice,
    LLM_TOOL_PROTOCOL: "native",
    DATA_DIR: folder,
    ARI_PASSWORD: "secret",
  });
  const toolbox = createToolbox([], { timeoutMs: 1_000 });
  const toolset = { toolbox, callerTools: toolbox, load: () => Promise.resolve(), warnOfUnknownNames: () => {} };
  const shared = { settings, health, log: quietLog, scope, now: Date.now };
  const resources = createConversationResources({
    ...{
      ...shared,
      phrases: DEFAULT_PHRASES_BY_LANGUAGE,
      toolbox,
      metrics: createMetrics({ prefix: "test", node: false }),
    },
    periods: { firstMs: 50, maxMs: 200 },
  });
  const { assistants, file, inLanguage } = serveAssistants({
    ...{ ...shared, phrases: DEFAULT_PHRASES_BY_LANGUAGE, filesFolder: folder, resources, toolset, environment },
    inUse: { directory: EMPTY_DIRECTORY },
    switchboardOf: switchboardFrom(new FakeDialler()),
  });
  await file.load();
  const assistant = (id: string) => assistants.find(id) ?? assert.fail(id);
  const of = (id: string) => assistant(id).resources;
  const until = async (condition: () => boolean) => {
    for (const end = performance.now() + 20_000; !condition(); await pause(20, scope.signal)) {
      assert.ok(performance.now() < end, `it did not come to be: ${JSON.stringify(health.checks)}`);
    }
  };
  const asked = (path: string, words: RegExp) =>
    server.received.filter((each) => each.path.endsWith(path) && words.test(each.body.toString("latin1")));
  return { of, assistant, inLanguage, file, health, voices, models, until, asked, signal: scope.signal };
}

/** By its loudness, the voice that says a sentence. */
async function voiceOf({ tts }: ConversationResources, sentence: string, signal: AbortSignal): Promise<string> {
  const heard: number[] = [];
  for await (const chunk of tts.synthesise(sentence, signal)) heard.push(...chunk.subarray(100, 200));
  const loudness = Math.round((heard[50] ?? 0) / 257);
  return Object.entries({ ...VOICES, ghost: 30 }).find(([, each]) => each === loudness)?.[0] ?? `loudness ${loudness}`;
}

async function hear({ openRecogniser }: ConversationResources, signal: AbortSignal): Promise<void> {
  await using call = new Scope("call");
  const speech = { samples: new Int16Array(16_000), startedAt: 0, endedAt: 800, silentMs: 200 };
  await openRecogniser({ scope: call, log: quietLog }).transcribe([speech], signal);
}

const modelOf = ({ model }: ConversationResources, signal: AbortSignal) =>
  textOfOutputs(model.stream([{ role: "user", content: "Who are you?" }], [], signal));

test("an assistant speaks with its own voice, thinks with its own model, and hears its own language", async (t) => {
  const { of, asked, health, until, signal } = await startAssistants(t);
  assert.equal(await voiceOf(of("anna"), "Good day.", signal), "anna");
  assert.equal(await voiceOf(of("plain"), "Good day.", signal), "alloy");
  assert.equal(await modelOf(of("anna"), signal), "I am big.");
  assert.equal(await modelOf(of("plain"), signal), "I am small.");
  const [said] = asked("/speech", /"anna".*Good day/);
  assert.match(String(said?.body), /"speed":1\.5/);
  const keys = asked("/completions", /"big"/).map(({ headers }) => headers.authorization);
  assert.deepEqual([...new Set(keys)], ["Bearer sk-large-0123456789"]);
  await hear(of("anna"), signal);
  assert.equal(asked("/transcriptions", /name="language"\r\n\r\nde\r\n/).length, 1);
  await until(() => health.ok("tts") && health.ok("llm"));
});

test("what the recogniser of a language has learned of its server stays, for other assistants and over a reload", async (t) => {
  const file = "assistants: { berlin: { language: de-DE }, wien: { language: de-AT }, own: { language: en-GB } }\n";
  const { of, file: served, asked, signal } = await startAssistants(t, { file, knowsProbabilities: false });
  const refused = (language: string) =>
    asked("/transcriptions", new RegExp(`name="language"\r\n\r\n${language}\r\n`)).filter(({ body }) =>
      /verbose_json/.test(body.toString("latin1")),
    ).length;
  await hear(of("berlin"), signal);
  await hear(of("wien"), signal);
  await hear(of("own"), signal);
  const english = refused("en");
  await served.replace(file.replace("own:", "plain: {}, own:"));
  await hear(of("berlin"), signal);
  await hear(of("own"), signal);
  assert.deepEqual([refused("de"), refused("en")], [1, english]);
});

test("each assistant's own model reads its prompt before a caller's words", async (t) => {
  const { of, asked, until, signal } = await startAssistants(t);
  await modelOf(of("anna"), signal);
  await modelOf(of("plain"), signal);
  for (const id of ["anna", "plain"]) of(id).readAhead([{ role: "system", content: `You are ${id}.` }]);
  await until(() => asked("/completions", /You are anna/).length + asked("/completions", /You are plain/).length === 2);
  const [anna] = asked("/completions", /You are anna/);
  const [plain] = asked("/completions", /You are plain/);
  const bodies = [anna, plain].map((request) => JSON.parse(String(request?.body)) as Record<string, unknown>);
  assert.deepEqual(
    bodies.map(({ model, max_tokens: limit }) => [model, limit]),
    [
      ["big", 1],
      ["small", 1],
    ],
  );
});

test("an unknown voice and an unknown model cost no call, and health names them until they are known", async (t) => {
  const { of, health, voices, models, until, asked, signal } = await startAssistants(t);
  assert.equal(await voiceOf(of("broken"), "Good day.", signal), "alloy");
  assert.equal(await modelOf(of("broken"), signal), "I am small.");
  await until(() => /ghost.*gone|gone.*ghost/.test(health.checks.assistants?.detail ?? ""));
  assert.match(
    health.checks.assistants?.detail ?? "",
    /The voice ghost of the assistant broken does not work, so the service's own is used instead: .*no voice ghost/,
  );
  assert.ok(!health.ok("assistants") && health.ok("tts") && health.ok("llm"), "the service's own work");
  assert.ok(of("broken").isAvailable("llm") && of("broken").isAvailable("tts"));
  assert.ok(asked("/speech", /"ghost"/).length < 20, "phrases are not asked of a voice that is away");
  voices.ghost = 30;
  models.add("gone");
  await until(() => health.ok("assistants"));
  assert.equal(await voiceOf(of("broken"), "Good day.", signal), "ghost");
  assert.equal(await modelOf(of("broken"), signal), "I am gone.");
});

test("a voice that leaves the file is not watched any more, and its fault is forgotten", async (t) => {
  const { file, health, until, asked, signal } = await startAssistants(t);
  await until(() => !health.ok("assistants"));
  await file.replace("assistants: { plain: {} }\n");
  await until(() => health.ok("assistants"));
  const before = asked("/speech", /"ghost"/).length;
  await pause(1_000, signal); // Five probes.
  assert.ok(asked("/speech", /"ghost"/).length - before <= 1);
  assert.ok(health.ok("assistants"));
});

test("an assistant has the voice of its language, unless it has its own; another language has its own again", async (t) => {
  const file = "assistants: { berlin: { language: de-AT }, own: { language: de, voice: ghost }, plain: {} }\n";
  const { of, assistant, voices, signal } = await startAssistants(t, { file, voice: "alloy, de: anna" });
  voices.ghost = 30;
  const spoken = async (id: string, language: string) =>
    voiceOf(spokenIn(assistant(id), language).resources, "Good day.", signal);
  assert.equal(await voiceOf(of("berlin"), "Good day.", signal), "anna");
  assert.deepEqual([await spoken("berlin", "de"), await spoken("berlin", "en")], ["anna", "alloy"]);
  assert.deepEqual([await spoken("own", "de"), await spoken("own", "en")], ["ghost", "ghost"]);
  assert.deepEqual([await spoken("plain", "de"), await spoken("plain", "en")], ["anna", "alloy"]);
});

test("health names a voice of another language that does not work; a reload ends that of an assistant", async (t) => {
  const file = "assistants: { plain: {} }\n";
  const started = await startAssistants(t, { file, voice: "alloy, de: ghost, fr: phantom" });
  const { assistant, inLanguage, health, voices, until, asked, signal } = started;
  const before = assistant("plain");
  assert.equal(await voiceOf(spokenIn(before, "de").resources, "Good day.", signal), "alloy");
  await until(() => /The voice ghost of the assistant plain does/.test(health.checks.assistants?.detail ?? ""));
  assert.equal(await voiceOf(inLanguage("fr").resources, "Good day.", signal), "alloy");
  await until(() => /The voice phantom of the service does/.test(health.checks.assistants?.detail ?? ""));

  await started.file.replace("assistants: { plain: { name: Berg } }\n");
  assert.doesNotMatch(health.checks.assistants?.detail ?? "", /ghost/);
  assert.match(health.checks.assistants?.detail ?? "", /phantom/);
  assert.equal(await voiceOf(spokenIn(before, "de").resources, "Good day.", signal), "alloy");
  const probed = asked("/speech", /"ghost"/).length;
  const others = asked("/speech", /"phantom"/).length;
  await until(() => asked("/speech", /"phantom"/).length > others + 3);
  assert.ok(asked("/speech", /"ghost"/).length - probed <= 1, "nothing asks for a voice that no call will use");
  voices.phantom = 50;
  await until(() => health.ok("assistants"));
});
