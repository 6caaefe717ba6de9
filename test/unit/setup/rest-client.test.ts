import assert from "node:assert/strict";
import { it } from "node:test";
import { serviceOf } from "../../../src/setup/rest-client.js";

it("asks the service where it listens", () => {
  const hosts = ["", "0.0.0.0", "::", "::1", "192.0.2.1"].map(
    (HOST) => serviceOf("asterisk", { HOST, PORT: "81" }).url,
  );
  const expected = ["127.0.0.1", "127.0.0.1", "[::1]", "[::1]", "192.0.2.1"].map((host) => `http://${host}:81`);
  assert.deepEqual(hosts, expected);
});

it("asks containers where compose.yaml has them listen, with their own keys", () => {
  const env = { HOST: "192.0.2.1", API_KEYS: "other", ATTENDANT_ADDRESS: "192.0.2.2" };
  assert.deepEqual(serviceOf("compose", env, "first\nprometheus:metrics:second\n"), {
    url: "http://192.0.2.2:8080",
    apiKey: "first",
  });
});

it("takes no digest for a key", () => {
  const keys = `me:all:sha256:${"0".repeat(64)}\nother:all:plain-key`;
  assert.equal(serviceOf("asterisk", {}, keys).apiKey, "plain-key");
});
