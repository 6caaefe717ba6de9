import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { withoutTelephone } from "../../../src/config/without-telephone.js";

const NEEDED = { LLM_BASE_URL: "http://127.0.0.1:1/v1", LLM_MODEL: "m", SPEECH_BASE_URL: "http://127.0.0.1:2/v1" };

test("a talk needs three settings, and nothing of telephony", () => {
  const { environment } = withoutTelephone(NEEDED, undefined, () => false);
  const { settings } = loadSettings(environment);
  assert.deepEqual(
    [settings.http.host, settings.http.port, settings.sip, settings.ami],
    ["127.0.0.1", 8080, undefined, undefined],
  );
});

test("a talk beside a service touches nothing of it: its store, its Asterisk, its address", () => {
  const service = {
    ...NEEDED,
    DATA_DIR: "/var/lib/attendant",
    HOST: "0.0.0.0",
    MONGODB_URI: "mongodb://db/attendant",
    ARI_PASSWORD_FILE: "/run/secrets/ari",
    SIP_USER: "8000",
    AMI_PASSWORD: "hidden-from-a-talk",
    API_KEYS: "0123456789abcdef",
    LOG_LEVEL: "debug",
  };
  const { environment, dataDir } = withoutTelephone(service, "8090", () => true);
  const { settings } = loadSettings(environment);
  assert.deepEqual(
    [settings.general.dataDir, settings.plugins.folder, dataDir],
    ["/var/lib/attendant/talk", "/var/lib/attendant/tools", "/var/lib/attendant"],
  );
  assert.deepEqual([settings.http.host, settings.http.port, settings.http.apiKeys.length], ["127.0.0.1", 8090, 1]);
  assert.deepEqual([settings.store.mongodbUri, settings.sip, settings.ami], [undefined, undefined, undefined]);
  assert.equal(settings.general.logLevel, "debug");
});
