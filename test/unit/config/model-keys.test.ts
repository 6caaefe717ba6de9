import assert from "node:assert/strict";
import { test } from "node:test";
import { modelKeyIn, modelKeysIn } from "../../../src/config/model-keys.js";
import { pluginEnvironment } from "../../../src/config/plugin-environment.js";

const ENVIRONMENT = {
  MODEL_KEY_LARGE: " sk-large ",
  MODEL_KEY_SMALL_FILE: "/run/small",
  MODEL_KEY_LOST_FILE: "/run/lost",
  MODEL_KEY_EMPTY: "",
  ARI_PASSWORD: "s3cret",
};
const readFile = (path: string) => {
  if (path === "/run/small") return "sk-small\n";
  throw new Error("ENOENT");
};
const keyIn = (variable: string) => modelKeyIn(ENVIRONMENT, variable, readFile);

test("a key is in a variable or in its file", () => {
  assert.deepEqual(["MODEL_KEY_LARGE", "MODEL_KEY_SMALL"].map(keyIn), ["sk-large", "sk-small"]);
  assert.deepEqual(["MODEL_KEY_LOST", "MODEL_KEY_EMPTY", "MODEL_KEY_NONE"].map(keyIn), [
    undefined,
    undefined,
    undefined,
  ]);
});

test("no other variable is a key", () => {
  for (const variable of ["ARI_PASSWORD", "MODEL_KEY_", "model_key_large", "MODEL_KEY_LARGE ", "constructor", ""]) {
    assert.equal(keyIn(variable), undefined, variable);
  }
});

test("a key for a model called FILE is no path of a file", () => {
  const environment = { MODEL_KEY_FILE: "sk-file", MODEL_KEY_FILE_FILE: "/run/small" };
  assert.deepEqual(modelKeysIn(environment, readFile), ["sk-file"]);
  assert.deepEqual(pluginEnvironment(environment), {});
});

test("all keys are known, so that the log can mask them", () => {
  assert.deepEqual(modelKeysIn(ENVIRONMENT, readFile), ["sk-large", "sk-small"]);
});
