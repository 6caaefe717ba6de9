import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { modelsIn, readModel } from "../../../src/speech-server/model.js";
import { readPiperConfig, writeDescribedVoice } from "../../../src/speech-server/piper-voice.js";
import type { SpeechEngine } from "../../../src/speech-server/engine.js";
import { loadRecogniser, tokensOfTokenizer, tokensOfVoice } from "../../../src/speech-server/load-models.js";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { recogniser } from "./fake-engine.js";

describe("a model's description", () => {
  const read = (value: unknown) => readModel("mine", JSON.stringify(value), "/models/mine/model.json");

  it("names form, languages and files", () => {
    const files = { voice: "a.onnx", config: "a.onnx.json", card: "MODEL_CARD" };
    const model = read({ form: "piper", languages: ["de"], files });
    assert.equal(model.use, "voice");
    assert.deepEqual(model.files, { voice: "a.onnx", config: "a.onnx.json" });
    assert.equal(model.licence, "unknown");
  });

  it("says what is wrong with it", () => {
    assert.throws(() => read({ form: "vosk" }), /\/models\/mine\/model\.json: form: expected moonshine/);
    assert.throws(() => read({ form: "piper", files: { voice: "a" } }), /files\.config: expected the name of a file/);
    assert.throws(() => read({ form: "silero", files: { activity: "../../etc/passwd" } }), /files\.activity/);
    assert.throws(() => read({ form: "silero", languages: "de" }), /languages/);
    assert.throws(() => readModel("mine", "{", "model.json"), /expected JSON/);
  });

  it("is missing where there is no folder of models yet", () => {
    assert.deepEqual(modelsIn("/nowhere/at/all"), []);
  });
});

describe("a table of tokens", () => {
  it("has the bytes of each token of a tokenizer in base64", () => {
    const vocab = { "<unk>": 0, "▁hello": 1, "<0x0A>": 2 };
    const text = tokensOfTokenizer(JSON.stringify({ model: { vocab }, added_tokens: [{ id: 4, content: "<<ST>>" }] }));
    const decoded = text
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [token = "", id] = line.split(" ");
        return [Buffer.from(token, "base64").toString(), id];
      });
    assert.deepEqual(decoded, [
      ["<unk>", "0"],
      [" hello", "1"],
      ["\n", "2"],
      ["<3>", "3"],
      ["<<ST>>", "4"],
    ]);
  });

  it("is written again if a power failure left it empty, and then stays as it is", async () => {
    await using folder = await temporaryFolder();
    const [tokenizer, tokens] = ["tokenizer.json", "tokens.txt"].map((name) => join(folder.path, "mine", name)) as [
      string,
      string,
    ];
    await mkdir(join(folder.path, "mine"));
    await writeFile(tokenizer, '{"model":{"vocab":{"a":0}}}');
    await writeFile(tokens, "");
    const files = { encoder: "a.onnx", decoder: "b.onnx", tokenizer: "tokenizer.json" };
    const model = readModel("mine", JSON.stringify({ form: "moonshine", files }), "model.json");
    const engine = { OfflineRecognizer: { createAsync: async () => recogniser() } } as unknown as SpeechEngine;
    const load = async () => {
      await loadRecogniser(model, { engine, folder: folder.path, threads: 1 });
      return { text: await readFile(tokens, "utf8"), file: (await stat(tokens)).ino };
    };
    const first = await load();
    assert.equal(first.text, "YQ== 0\n");
    assert.deepEqual(await load(), first);
  });

  it("has the phonemes of a voice, a space among them", () => {
    assert.equal(tokensOfVoice({ "^": [1], " ": [3] }), "^ 1\n  3\n");
  });
});

describe("a Piper voice", () => {
  const config = {
    audio: { sample_rate: 22_050 },
    espeak: { voice: "de" },
    num_speakers: 1,
    phoneme_id_map: { a: [1] },
  };

  it("is refused without espeak-ng's phonemes", () => {
    assert.throws(() => readPiperConfig(JSON.stringify({ ...config, espeak: {} })), /espeak\.voice/);
  });

  it("gets its configuration at its end, as fields of the model, once", async () => {
    await using folder = await temporaryFolder();
    const [from, to] = [join(folder.path, "a.onnx"), join(folder.path, "voice.onnx")];
    await writeFile(from, "weights");
    await writeDescribedVoice(from, to, readPiperConfig(JSON.stringify(config)));
    await writeDescribedVoice(from, to, readPiperConfig(JSON.stringify(config)));
    const bytes = await readFile(to);
    assert.equal(bytes.subarray(0, 7).toString(), "weights");
    const first = "model_type";
    const field = [0x72, 2 + first.length + 2 + "vits".length, 0x0a, first.length, ...Buffer.from(first)];
    assert.deepEqual([...bytes.subarray(7, 7 + field.length)], field);
    assert.equal(bytes.toString("latin1").match(/sample_rate/g)?.length, 1);
  });
});
