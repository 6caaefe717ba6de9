import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CATALOGUE, firstFor } from "../../../src/speech-server/catalogue.js";
import { chooseModels } from "../../../src/speech-server/choose-models.js";
import { listedModels, listOfModels } from "../../../src/speech-server/list-models.js";
import { type Model, MODEL_FORMS } from "../../../src/speech-server/model.js";

const named = { recogniser: undefined, voices: [] };
const own: Model = {
  name: "house-voice",
  use: "voice",
  form: "piper",
  languages: ["de"],
  licence: "CC0-1.0",
  files: { voice: "a.onnx", config: "a.onnx.json" },
};

describe("the catalogue of models", () => {
  it("has a digest, a size, a licence and every file of its form for each model", () => {
    assert.ok(CATALOGUE.length > 5);
    for (const { name, form, use, licence, files } of CATALOGUE) {
      assert.equal(use, MODEL_FORMS[form].use, name);
      assert.match(licence, /^(MIT|CC0-1\.0|CC-BY-4\.0|Apache-2\.0)$/, name);
      assert.deepEqual(Object.keys(files).sort(), [...MODEL_FORMS[form].files].sort(), name);
      for (const { url, bytes, sha256 } of Object.values(files)) {
        assert.match(sha256, /^[0-9a-f]{64}$/, url);
        assert.ok(bytes > 1_000 && URL.canParse(url), url);
        assert.match(url, /\/(resolve\/[0-9a-f]{40}|raw\/v[\d.]+)\//, "a branch has other bytes some day");
      }
    }
    assert.equal(new Set(CATALOGUE.map(({ name }) => name)).size, CATALOGUE.length, "a name stands for one model");
  });

  it("keeps files of one model apart by name", () => {
    for (const { name, files } of CATALOGUE) {
      const names = Object.values(files).map(({ url }) => url.split("/").at(-1));
      assert.equal(new Set(names).size, names.length, name);
    }
  });

  it("has a recogniser and a voice for each language that it offers in full", () => {
    for (const language of ["en", "de", "fr", "es"]) {
      assert.ok(firstFor(CATALOGUE, "recogniser", [language]), language);
      assert.ok(firstFor(CATALOGUE, "voice", [language]), language);
    }
  });
});

describe("the choice of models", () => {
  it("takes the first of the language", () => {
    const { recogniser, voices } = chooseModels(named, ["en"], []);
    assert.equal(recogniser.model.name, "moonshine-tiny-en");
    assert.deepEqual(
      voices.map(({ model }) => model.name),
      ["en_US-joe-medium"],
    );
  });

  it("takes one recogniser for several languages, and a voice for each", () => {
    const { recogniser, voices } = chooseModels(named, ["en", "de"], []);
    assert.equal(recogniser.model.name, "parakeet-tdt-0.6b-v3");
    assert.deepEqual(
      voices.map(({ model }) => model.name),
      ["en_US-joe-medium", "de_DE-thorsten-medium"],
    );
  });

  it("prefers a model of one's own", () => {
    const [voice] = chooseModels(named, ["de"], [own]).voices;
    assert.deepEqual(voice, { is: "there", model: own });
  });

  it("takes the model that is named, whatever its language", () => {
    const chosen = chooseModels({ recogniser: "moonshine-base-en", voices: ["house-voice"] }, ["en"], [own]);
    assert.equal(chosen.recogniser.model.name, "moonshine-base-en");
    assert.equal(chosen.voices[0]?.model.name, "house-voice");
  });

  it("says what is missing for a language without models", () => {
    assert.throws(() => chooseModels(named, ["ja"], []), /no recogniser of this kind: one for ja.*--list/s);
    assert.throws(() => chooseModels({ recogniser: undefined, voices: ["nobody"] }, ["en"], []), /nobody/);
  });
});

describe("the list of models", () => {
  it("shows sizes, licences, and what is there", () => {
    const text = listOfModels(listedModels([own]));
    assert.match(text, /parakeet-tdt-0\.6b-v3 +recogniser +671 MB +CC-BY-4\.0 +bg cs/);
    assert.match(text, /house-voice +voice +CC0-1\.0 +there +de/);
  });
});
