import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type BackEndServer, findServers, recognise } from "../../../src/setup/back-end-servers.js";
import { backEndSettings, choicesFor } from "../../../src/setup/choose-back-ends.js";
import { startHttpServer } from "../../support/http-server.js";

/** A server by what it answers, as its documentation or its source has it; everything else is 404. */
const asked = (answers: Readonly<Record<string, unknown>>) =>
  recognise("http://box:1", (path) => {
    const answer = answers[path];
    if (answer === undefined) return Promise.resolve(undefined);
    return Promise.resolve(typeof answer === "string" ? { text: answer, json: undefined } : { text: "", json: answer });
  });
const models = (...data: readonly object[]) => ({ object: "list", data });
const named = (server: BackEndServer | undefined) => server?.models.map(({ name, use }) => `${use} ${name}`);

describe("a server is told by what it answers", () => {
  it("Ollama, with its models and without any", async () => {
    const full = await asked({
      "/api/tags": { models: [{ name: "nomic-embed-text:latest" }, { name: "qwen3:8b" }] },
      "/v1/models": models({ id: "qwen3:8b", owned_by: "library" }),
    });
    assert.deepEqual([full?.kind, named(full)], ["Ollama", ["llm qwen3:8b"]]);
    assert.match((await asked({ "/api/tags": { models: [] } }))?.hint ?? "", /ollama pull/);
  });

  it("Speaches, whose models say what they are for, and which has none at first", async () => {
    const server = await asked({
      "/v1/models": models(
        { id: "Systran/faster-distil-whisper-small.en", task: "automatic-speech-recognition" },
        { id: "speaches-ai/Kokoro-82M-v1.0-ONNX", task: "text-to-speech" },
        { id: "pyannote/x", task: "voice-activity-detection" },
      ),
    });
    const expected = ["stt Systran/faster-distil-whisper-small.en", "tts speaches-ai/Kokoro-82M-v1.0-ONNX"];
    assert.deepEqual([server?.kind, named(server)], ["Speaches", expected]);
    const empty = await asked({ "/v1/models": models(), "/openapi.json": { info: { title: "Speaches" } } });
    assert.match(empty?.hint ?? "", /curl -X POST http:\/\/box:1\/v1\/models\//);
  });

  it("this project's own, with the voice that it has loaded", async () => {
    const server = await asked({
      "/v1/models": models(
        { id: "moonshine-tiny-en", owned_by: "ari-attendant", task: "automatic-speech-recognition" },
        { id: "en_US-joe-medium", owned_by: "ari-attendant", task: "text-to-speech" },
      ),
      "/v1/audio/voices": { voices: ["en_US-joe-medium"] },
    });
    assert.equal(server?.kind, "ari-attendant speech");
    const [stt, tts] = [choicesFor("stt", [server]), choicesFor("tts", [server])];
    assert.deepEqual(backEndSettings({ ...(stt[0] && { stt: stt[0] }), ...(tts[0] && { tts: tts[0] }) }), {
      SPEECH_BASE_URL: "http://box:1/v1",
      STT_MODEL: "moonshine-tiny-en",
      TTS_MODEL: "en_US-joe-medium",
      TTS_VOICE: "en_US-joe-medium",
    });
  });

  it("vLLM, llama.cpp and LM Studio, by who owns the models and by an interface of its own", async () => {
    const kindOf = async (answers: Readonly<Record<string, unknown>>) => (await asked(answers))?.kind;
    assert.equal(await kindOf({ "/v1/models": models({ id: "m", owned_by: "vllm" }) }), "vLLM");
    assert.equal(await kindOf({ "/v1/models": models({ id: "m", owned_by: "llamacpp" }) }), "llama.cpp server");
    const studio = { "/v1/models": models({ id: "m" }), "/api/v0/models": models({ id: "m", type: "llm" }) };
    assert.equal(await kindOf(studio), "LM Studio");
    const proxy = { "/v1/models": models({ id: "m" }), "/openapi.json": { info: { title: "LiteLLM API" } } };
    assert.equal(await kindOf(proxy), "LiteLLM proxy");
  });

  it("Kokoro-FastAPI by its voices, openedai-speech by the only two names that it has", async () => {
    const kokoro = await asked({
      "/v1/models": models({ id: "tts-1" }, { id: "tts-1-hd" }, { id: "kokoro" }),
      "/openapi.json": { info: { title: "Kokoro TTS API" } },
      "/v1/audio/voices": { voices: [{ id: "af_bella", name: "af_bella" }, "af_heart"] },
    });
    assert.deepEqual(
      [kokoro?.kind, named(kokoro), kokoro?.voices],
      ["Kokoro-FastAPI", ["tts kokoro"], ["af_bella", "af_heart"]],
    );
    assert.equal((await asked({ "/v1/audio/voices": { voices: ["af_heart"] } }))?.kind, "Kokoro-FastAPI");
    const openedai = await asked({ "/v1/models": models({ id: "tts-1" }, { id: "tts-1-hd" }) });
    assert.deepEqual([openedai?.kind, named(openedai)], ["openedai-speech", ["tts tts-1"]]);
  });

  it("whisper.cpp by its page, for it lists nothing", async () => {
    const server = await asked({ "/": "<title>Whisper.cpp Server</title>" });
    assert.deepEqual([server?.kind, named(server)], ["whisper.cpp server", ["stt whisper-1"]]);
    assert.match(server?.hint ?? "", /--inference-path/);
  });

  it("an unknown one by the names of its models; another web page is not a server", async () => {
    const server = await asked({
      "/v1/models": models({ id: "whisper-large-v3" }, { id: "piper-en" }, { id: "bge-m3" }, { id: "phi" }),
    });
    assert.deepEqual([server?.kind, named(server)], ["a server", ["stt whisper-large-v3", "tts piper-en", "llm phi"]]);
    assert.equal(await asked({ "/": "<title>FreePBX</title>", "/v1/models": "not JSON" }), undefined);
    assert.equal(await asked({}), undefined);
  });

  it("over HTTP, at the named port, and none where no server listens", async () => {
    const server = await startHttpServer((response, { path }) => {
      response.statusCode = path === "/v1/models" ? 200 : 404;
      response.end(JSON.stringify(models({ id: "m", owned_by: "vllm" })));
    });
    const { host } = new URL(server.url);
    const found = await findServers([host, "127.0.0.1:9"]);
    await server[Symbol.asyncDispose]();
    assert.deepEqual(
      found.map(({ kind, baseUrl }) => [kind, baseUrl]),
      [["vLLM", `http://${host}/v1`]],
    );
  });
});

describe("what is chosen among the servers", () => {
  const server = (
    kind: string,
    uses: Readonly<Record<string, "llm" | "stt" | "tts">>,
    voices: readonly string[] = [],
  ): BackEndServer => {
    const listed = Object.entries(uses).map(([name, use]) => ({ name, use }));
    return { kind, baseUrl: `http://${kind}/v1`, models: listed, voices };
  };
  const chosen = (...servers: readonly BackEndServer[]) => {
    const first = (use: "llm" | "stt" | "tts") => choicesFor(use, servers)[0];
    const [llm, stt, tts] = [first("llm"), first("stt"), first("tts")];
    return backEndSettings({ ...(llm && { llm }), ...(stt && { stt }), ...(tts && { tts }) });
  };

  it("a model that calls tools and does not think first", () => {
    const ollama = server("Ollama", {
      "codellama:7b": "llm",
      "qwen3-coder:30b": "llm",
      "qwen3:8b": "llm",
      "llama3.2:3b": "llm",
    });
    assert.deepEqual(chosen(ollama), {
      LLM_BASE_URL: "http://Ollama/v1",
      LLM_MODEL: "qwen3:8b",
      LLM_CONTEXT_TOKENS: "4096",
      LLM_REASONING_EFFORT: "none",
    });
    assert.equal(chosen(server("vLLM", { mine: "llm" })).LLM_REASONING_EFFORT, undefined);
  });

  it("one server for both ways of speech where it has both, else one for each", () => {
    const both = server("Speaches", { "speaches-ai/Kokoro-82M": "tts", "Systran/faster-whisper-small": "stt" });
    assert.deepEqual(chosen(both), {
      SPEECH_BASE_URL: "http://Speaches/v1",
      STT_MODEL: "Systran/faster-whisper-small",
      TTS_MODEL: "speaches-ai/Kokoro-82M",
      TTS_VOICE: "af_heart",
    });
    const apart = chosen(server("whisper", { "whisper-1": "stt" }), server("Kokoro", { kokoro: "tts" }, ["bm_george"]));
    assert.deepEqual(
      [apart.SPEECH_BASE_URL, apart.STT_BASE_URL, apart.TTS_BASE_URL],
      [undefined, "http://whisper/v1", "http://Kokoro/v1"],
    );
  });

  it("nothing where there is nothing", () => {
    assert.deepEqual(chosen(), {});
  });
});
