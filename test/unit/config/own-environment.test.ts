import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withCredentials } from "../../../src/config/own-environment.js";

const FOLDER = "/run/credentials/ari-attendant.service";
const withThose = (names: string[], env: Record<string, string> = {}) =>
  withCredentials({ CREDENTIALS_DIRECTORY: FOLDER, ...env }, (folder) => (folder === FOLDER ? names : []));

describe("systemd's credentials", () => {
  it("are the files of the settings whose names they have", () => {
    const env = withThose(["ari_password", "api_keys"]);
    assert.equal(env.ARI_PASSWORD_FILE, `${FOLDER}/ari_password`);
    assert.equal(env.API_KEYS_FILE, `${FOLDER}/api_keys`);
    assert.equal(withThose(["model_key_large"]).MODEL_KEY_LARGE_FILE, `${FOLDER}/model_key_large`);
  });

  it("stand behind a file that the environment names, and before one that it leaves empty", () => {
    assert.equal(withThose(["ari_password"], { ARI_PASSWORD_FILE: "/own" }).ARI_PASSWORD_FILE, "/own");
    assert.equal(withThose(["ari_password"], { ARI_PASSWORD_FILE: " " }).ARI_PASSWORD_FILE, `${FOLDER}/ari_password`);
  });

  it("are let alone when they are no setting's, or one's that cannot be a file", () => {
    const given = { CREDENTIALS_DIRECTORY: FOLDER };
    assert.deepEqual(withThose(["metrics_key", "llm_model", "ARI_PASSWORD"]), given);
  });

  it("are not looked for where there are none", () => {
    const env = { ARI_USER: "attendant" };
    assert.equal(withCredentials(env), env);
  });
});
