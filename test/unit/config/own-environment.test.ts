import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { ownEnvFile, withCredentials } from "../../../src/config/own-environment.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const FOLDER = "/run/credentials/ari-attendant.service";
const withThose = (names: string[], env: Record<string, string> = {}) =>
  withCredentials({ CREDENTIALS_DIRECTORY: FOLDER, ...env }, (folder) => (folder === FOLDER ? names : []));

describe("the .env of the running service", () => {
  it("gives what the environment lacks, from the service's folder", async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, ".env"), "PORT=8081 # ours\nHOST=::1\n");
    const own = ownEnvFile({ PORT: "8082", CREDENTIALS_DIRECTORY: "/nowhere" }, folder.path);
    assert.deepEqual(own, { values: { HOST: "::1" }, hasFile: true, remarks: [] });
  });

  it("wins when systemd passes it on, which has read some of its lines otherwise", async () => {
    await using folder = await temporaryFolder();
    const passedOn = [
      "\ufeffexport A=b",
      "PORT=8081 # ours",
      "WORD=`x`",
      "ARI_PASSWORD_FILE=secrets/ari",
      "API_KEYS_FILE=/k",
    ];
    writeFileSync(join(folder.path, "dotenv"), `${passedOn.join("\n")}\n`);
    writeFileSync(join(folder.path, "ari_password"), "p");
    const bySystemd = { PORT: "8081 # ours", WORD: "`x`", CREDENTIALS_DIRECTORY: folder.path };
    const { values, hasFile } = ownEnvFile(bySystemd, join(folder.path, "data"));
    assert.deepEqual(values, { A: "b", PORT: "8081", WORD: "x", API_KEYS_FILE: "/k" });
    assert.equal(hasFile, true);
  });

  it("need not be there", () => {
    const nothing = { values: {}, hasFile: false, remarks: [] };
    assert.deepEqual(ownEnvFile({}, "/nowhere"), nothing);
    assert.deepEqual(ownEnvFile({ CREDENTIALS_DIRECTORY: "" }, "/nowhere"), nothing);
  });
});

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
