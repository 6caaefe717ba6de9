import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { parseEnv } from "node:util";
import { loadSettings } from "../../src/config/settings.js";
import { textOf } from "../support/compose-file.js";
import { ANSWERS, type ComposeInstallation, composeInstallation } from "../support/compose-installation.js";

const BUNDLED = "compose.yaml";
const BACK_ENDS = {
  LLM_BASE_URL: "http://llm.example/v1",
  LLM_MODEL: "a-model",
  SPEECH_BASE_URL: "http://speech.example/v1",
};
const EVERYTHING = { ...ANSWERS, ...BACK_ENDS };
const ALWAYS = ["asterisk", "controller"];
const EXAMPLE = parseEnv(textOf(".env.example")) as Record<string, string>;

/** The settings of a controller as Compose hands them over, its secrets from the folder. */
function settingsIn(installation: ComposeInstallation, name = "controller") {
  const { status, stderr, services } = installation.config();
  assert.equal(status, 0, stderr);
  const given = Object.entries(services[name]?.environment ?? {});
  const secret = (file: string) => path.join(installation.folder, "secrets", path.basename(file));
  return loadSettings(Object.fromEntries(given.map(([variable, value]) => [variable, value ?? undefined])), {
    readFile: (file) => readFileSync(secret(file), "utf8"),
    hostTimeZone: "UTC",
  });
}

describe("docker compose config", () => {
  it("takes every choice of profiles, and starts what belongs to them", () => {
    const ofProfile = {
      local: ["llm", "llm-model", "speech", "speech-models"],
      mongodb: ["mongodb"],
      monitoring: ["grafana", "prometheus"],
      several: ["controller-2", "controller-3", "controller-4"],
    };
    for (const profiles of [
      [],
      ["local"],
      ["mongodb"],
      ["monitoring"],
      ["local", "mongodb", "monitoring"],
      ["mongodb", "several"],
      ["local", "mongodb", "several", "monitoring"],
    ] as const) {
      using installation = composeInstallation(BUNDLED);
      installation.write({ ...EXAMPLE, ...EVERYTHING, COMPOSE_PROFILES: profiles.join() });
      assert.equal(installation.makeSecrets().status, 0);
      const { status, stderr, services } = installation.config();
      assert.deepEqual([status, stderr], [0, ""], profiles.join());
      assert.deepEqual(
        Object.keys(services).sort(),
        [...ALWAYS, ...profiles.flatMap((name) => ofProfile[name])].sort(),
      );
    }
  });

  it("gives each of several controllers an application and a volume of its own, and Asterisk their number", () => {
    const [, shown = ""] = /^```\n(COMPOSE_PROFILES=[^]*?)```$/m.exec(textOf("docs/scaling.md")) ?? [];
    const asShown = parseEnv(shown) as Record<string, string>;
    assert.equal(asShown.COMPOSE_PROFILES, "mongodb,several");
    using installation = composeInstallation(BUNDLED);
    installation.write({ ...EXAMPLE, ...EVERYTHING, ...asShown, ARI_APP: "calls" });
    assert.equal(installation.makeSecrets().status, 0);
    const { services } = installation.config();
    const names = Object.keys(services).filter((name) => name.startsWith("controller"));
    const settings = names.map((name) => settingsIn(installation, name));
    assert.deepEqual(
      settings.map((each) => each.settings.ari.app),
      ["calls", "calls-2", "calls-3", "calls-4"],
    );
    assert.deepEqual(
      settings.flatMap(({ warnings }) => warnings),
      [],
    );
    assert.equal(new Set(settings.map((each) => each.settings.store.mongodbUri)).size, 1);
    const places = names.map((name) => services[name]?.volumes?.[0]?.source);
    const ports = names.map((name) => services[name]?.ports?.map((port) => `${port.host_ip}:${port.published}`).join());
    assert.deepEqual(places, ["data", "data-2", "data-3", "data-4"]);
    assert.deepEqual(ports, ["127.0.0.1:8080", "127.0.0.1:8081", "127.0.0.1:8082", "127.0.0.1:8083"]);
    const { environment = {} } = services.asterisk ?? {};
    assert.deepEqual([environment.ASTERISK_CONTROLLERS, environment.ARI_APP], [String(names.length), "calls"]);
    const carried = settings.reduce((sum, each) => sum + each.settings.calls.maxConcurrent, 0);
    assert.ok(Number(environment.ASTERISK_RTP_END) - Number(environment.ASTERISK_RTP_START) + 1 >= 2 * carried);
  });

  it("tells Asterisk and Prometheus of fewer controllers where .env does, and of one without the profile", () => {
    using installation = composeInstallation(BUNDLED);
    const fewer = { ...EVERYTHING, ASTERISK_CONTROLLERS: "3" };
    const monitored = (profiles: string) => {
      installation.write({ ...fewer, COMPOSE_PROFILES: profiles });
      assert.equal(installation.makeSecrets().status, 0);
      const { asterisk, prometheus } = installation.config().services;
      return [asterisk, prometheus].map((each) => each?.environment?.ASTERISK_CONTROLLERS);
    };
    assert.deepEqual(monitored("mongodb,several,monitoring"), ["3", "3"]);
    assert.deepEqual(monitored("mongodb,monitoring"), [undefined, undefined]);
    installation.write({ ...fewer, COMPOSE_PROFILES: "mongodb,several,monitoring" });
    installation.override("services: { controller-4: { deploy: { replicas: 0 } } }\n");
    assert.equal(installation.config().services["controller-4"]?.deploy?.replicas, 0);
  });

  it("starts several controllers with a MongoDB that they share, and not without", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write({ ...EVERYTHING, COMPOSE_PROFILES: "several" });
    const { status, stderr } = installation.makeSecrets();
    assert.equal(status, 1);
    assert.match(stderr, /COMPOSE_PROFILES=several: several controllers need a shared MongoDB\./);
    assert.match(stderr, /COMPOSE_PROFILES=mongodb,several into \.env/);
    assert.match(installation.config().stderr, /secrets\/made-by-make-secrets\/several\.env not found/);
    writeFileSync(path.join(installation.folder, "secrets/mongodb_uri"), "mongodb://db.example/calls\n");
    assert.equal(installation.makeSecrets().status, 0);
    for (const name of ["controller", "controller-4"]) {
      assert.equal(settingsIn(installation, name).settings.store.mongodbUri, "mongodb://db.example/calls", name);
    }
  });

  it("needs four answers where the models are on the machine, and no address of theirs", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write({ ...EXAMPLE, ...ANSWERS, COMPOSE_PROFILES: "local" });
    installation.makeSecrets();
    const { settings, warnings } = settingsIn(installation);
    assert.deepEqual(warnings, []);
    assert.deepEqual([settings.llm.baseUrl, settings.stt.baseUrl], ["http://llm:11434/v1", "http://speech:8000/v1"]);
    const { services } = installation.config();
    assert.deepEqual(services["llm-model"]?.environment?.LLM_MODEL, settings.llm.model);
    for (const name of ["stt", "tts"] as const) {
      const variable = `${name.toUpperCase()}_MODEL`;
      assert.equal(services["speech-models"]?.environment?.[variable], settings[name].model);
    }
    assert.equal(services.llm?.environment?.OLLAMA_CONTEXT_LENGTH, String(settings.llm.contextTokens));
  });

  it("lets .env choose other models and addresses than the profile's", () => {
    using installation = composeInstallation(BUNDLED);
    const own = { LLM_MODEL: "qwen3:8b", LLM_CONTEXT_TOKENS: "4096", SPEECH_BASE_URL: "http://speech.example/v1" };
    installation.write({ ...ANSWERS, ...own, COMPOSE_PROFILES: "local" });
    installation.makeSecrets();
    const { settings } = settingsIn(installation);
    assert.deepEqual([settings.llm.model, settings.llm.baseUrl], ["qwen3:8b", "http://llm:11434/v1"]);
    assert.equal(settings.stt.baseUrl, own.SPEECH_BASE_URL);
    const { services } = installation.config();
    assert.equal(services["llm-model"]?.environment?.LLM_MODEL, "qwen3:8b");
    assert.equal(services.llm?.environment?.OLLAMA_CONTEXT_LENGTH, "4096");
  });

  it("names all that is missing at once, and what is there", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write(EXAMPLE);
    const { status, stderr } = installation.config();
    assert.equal(status, 1);
    for (const name of Object.keys(EVERYTHING)) assert.match(stderr, new RegExp(`\\b${name}=MISSING`), name);
    for (const [name, value] of Object.entries({ ...ANSWERS, LLM_BASE_URL: "" })) {
      installation.write({ ...EVERYTHING, [name]: "" });
      const said = installation.config();
      assert.equal(said.status, 1, name);
      const words = /fill in \.env: (.*)/.exec(said.stderr)?.[1] ?? said.stderr;
      assert.match(words, new RegExp(`\\b${name}=MISSING`));
      for (const other of Object.keys(EVERYTHING))
        if (other !== name) assert.doesNotMatch(words, new RegExp(`\\b${other}=MISSING`));
      assert.ok(value === "" || !words.includes(value));
    }
  });

  it("starts nothing without the secrets, or with those of other profiles", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write(EVERYTHING);
    assert.match(installation.config().stderr, /secrets\/made-by-make-secrets\/default\.env not found/);
    installation.makeSecrets();
    assert.equal(installation.config().status, 0);
    installation.write({ ...EVERYTHING, COMPOSE_PROFILES: "mongodb" });
    assert.match(installation.config().stderr, /secrets\/made-by-make-secrets\/mongodb\.env not found/);
    installation.makeSecrets();
    assert.match(settingsIn(installation).settings.store.mongodbUri ?? "", /^mongodb:\/\/attendant:.*@mongodb:27017\//);
  });

  it("keeps an installation that had MongoDB from beginning with an empty store", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write({ ...EVERYTHING, COMPOSE_PROFILES: "mongodb" });
    installation.makeSecrets();
    // As it was before there were profiles.
    rmSync(path.join(installation.folder, "secrets/made-by-make-secrets"), { recursive: true });
    installation.write(EVERYTHING);
    const { status, stderr } = installation.makeSecrets();
    assert.equal(status, 1);
    assert.match(stderr, /write COMPOSE_PROFILES=mongodb into \.env/);
    assert.notEqual(installation.config().status, 0);
    const [from = "", to = ""] = /mv (\S+) (\S+)$/m.exec(stderr)?.slice(1) ?? [];
    writeFileSync(to, readFileSync(from));
    rmSync(from);
    assert.equal(installation.makeSecrets().status, 0);
    assert.equal(settingsIn(installation).settings.store.mongodbUri, undefined);
  });

  it("keeps using your own MongoDB, without the profile", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write(EVERYTHING);
    installation.makeSecrets();
    const file = path.join(installation.folder, "secrets/mongodb_uri");
    rmSync(file);
    writeFileSync(file, "mongodb://db.example/calls\n");
    installation.makeSecrets();
    assert.equal(settingsIn(installation).settings.store.mongodbUri, "mongodb://db.example/calls");
  });

  it("knows no profile that there is not", () => {
    using installation = composeInstallation(BUNDLED);
    installation.write({ ...EVERYTHING, COMPOSE_PROFILES: "local,mongo" });
    const { status, stderr } = installation.makeSecrets();
    assert.equal(status, 1);
    assert.match(stderr, /there is no profile mongo; the profiles are local mongodb monitoring several/);
  });

  it("finds COMPOSE_PROFILES where make-secrets finds it, however it is written", () => {
    for (const line of [
      "COMPOSE_PROFILES=local # here",
      'COMPOSE_PROFILES="local"',
      "export COMPOSE_PROFILES='local'",
    ]) {
      using installation = composeInstallation(BUNDLED);
      installation.write(
        `${Object.entries(EVERYTHING)
          .map((each) => `${each.join("=")}\n`)
          .join("")}${line}\n`,
      );
      assert.equal(installation.makeSecrets().status, 0, line);
      assert.deepEqual([installation.config().status, installation.config().stderr], [0, ""], line);
    }
  });

  it("reads a $ in .env as the beginning of a name, unless it stands in single quotes", () => {
    for (const [written, read] of [
      ["a-$ecret-key-0123456789", "a--key-0123456789"],
      ["'a-$ecret-key-0123456789'", "a-$ecret-key-0123456789"],
      ["a-$$ecret-key-0123456789", "a-$ecret-key-0123456789"],
    ] as const) {
      using installation = composeInstallation(BUNDLED);
      installation.write({ ...EVERYTHING, LLM_API_KEY: written });
      installation.makeSecrets();
      assert.equal(settingsIn(installation).settings.llm.apiKey, read, written);
    }
  });

  it("tells which of its own values is wrong", () => {
    for (const [name, value, words] of [
      ["ASTERISK_RTP_END", "many", /many/],
      ["ASTERISK_SIP_PORT", "99999", /99999/],
    ] as const) {
      using installation = composeInstallation(BUNDLED);
      installation.write({ ...EVERYTHING, [name]: value });
      installation.makeSecrets();
      const { status, stderr } = installation.config();
      assert.notEqual(status, 0, name);
      assert.match(stderr, words);
    }
  });

  it("takes the file for a PBX's own Asterisk", () => {
    using installation = composeInstallation("asterisk-config/freepbx/compose.yaml");
    installation.write({ ...EXAMPLE, ...EVERYTHING });
    installation.makeSecrets();
    const { status, stderr, services } = installation.config();
    assert.deepEqual([status, stderr, Object.keys(services)], [0, "", ["controller"]]);
    assert.equal(settingsIn(installation).settings.sip, undefined);
  });
});
