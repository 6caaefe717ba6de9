import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HELP, speechOptions } from "../../../src/speech-server/options.js";

describe("options of ari-attendant speech", () => {
  it("listens on this machine only", () => {
    const { host, port, languages } = speechOptions([]);
    assert.deepEqual([host, port, languages], ["127.0.0.1", 8890, []]);
  });

  it("takes several languages, without their regions", () => {
    assert.deepEqual(speechOptions(["--language", "de-CH", "--language", "en", "--language", "DE"]).languages, [
      "de",
      "en",
    ]);
  });

  it("says which option is wrong", () => {
    assert.throws(() => speechOptions(["--port", "80o0"]), /--port: expected a number/);
    assert.throws(() => speechOptions(["--port", "65536"]), /--port/);
    assert.throws(() => speechOptions(["--mirror", "ftp://a"]), /--mirror: expected an address/);
    assert.throws(() => speechOptions(["--language", "german language"]), /--language: expected a language/);
    assert.throws(() => speechOptions(["--host", "a b"]), /--host/);
    assert.throws(() => speechOptions(["--speed"]), /--speed/);
  });

  it("has each option in its help", () => {
    const names = ["language", "recogniser", "voice", "list", "fetch-only", "models", "mirror", "host", "port", "json"];
    for (const name of names) assert.match(HELP, new RegExp(`--${name}\\b`));
  });
});
