import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { parseEnv } from "node:util";
import { runInNewContext } from "node:vm";
import { composeVariables } from "../../scripts/lib/env-example.js";
import { allSettings } from "../../src/config/schema.js";
import { loadSettings } from "../../src/config/settings.js";
import { SHUTDOWN_MS } from "../../src/wiring/leave.js";
import {
  type Compose,
  composeFile,
  composeFileWith,
  copiedBy,
  hasHealthCheck,
  makeSecrets,
  mountedFiles,
  PROJECT,
  type PublishedPort,
  seconds,
  type Service,
  textOf,
  variablesOf,
} from "../support/compose-file.js";

const BUNDLED = "compose.yaml";
const ON_PBX = "asterisk-config/freepbx/compose.yaml";
/** What a service may say here; a word that is no key of the specification, or a new one, is looked at twice. */
const KEYS = new Set(
  `build image pull_policy profiles depends_on entrypoint env_file environment secrets extra_hosts ports networks network_mode volumes tmpfs user
  command init read_only cap_drop security_opt logging restart healthcheck stop_grace_period cpu_shares deploy ulimits`.split(
    /\s+/,
  ),
);
const SECRET_NAME = /PASSWORD|SECRET|TOKEN(?!S)|_URI|_KEYS?\b/;
const LOOPBACK = "127.0.0.1";
/** Of the bundle; all but the first one with the profile several. */
const CONTROLLERS = ["controller", "controller-2", "controller-3", "controller-4"];

/** What an administrator writes into .env, over .env.example. */
const WRITTEN = {
  SIP_USER: "8000",
  SIP_DOMAIN: "pbx.example",
  LLM_BASE_URL: "http://host.docker.internal:8000/v1",
  LLM_MODEL: "a-model",
  SPEECH_BASE_URL: "http://speech.example/v1",
  TIMEZONE: "Europe/Berlin",
  ASTERISK_EXTERNAL_ADDRESS: "192.0.2.10",
};
const DOT_ENV = { ...(parseEnv(textOf(".env.example")) as Record<string, string>), ...WRITTEN };

describe("the compose files", () => {
  const files = [BUNDLED, ON_PBX].map((file) => ({ file, compose: composeFile(file) }));
  let folder: string;
  let secrets: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "compose-"));
    secrets = path.join(folder, "secrets");
    makeSecrets(secrets, "the extension's", "mongodb,several,monitoring");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("name secrets that scripts/make-secrets makes, and no other files that are not there", () => {
    const made = readdirSync(secrets, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    for (const { compose } of files) {
      for (const [name, { file }] of Object.entries(compose.secrets)) {
        assert.equal(file, `./secrets/${name}`);
        assert.ok(made.includes(name), name);
      }
      for (const [name, service] of services(compose)) {
        for (const secret of service.secrets ?? []) assert.ok(compose.secrets[secret], `${name}: ${secret}`);
        for (const file of mountedFiles(service)) assert.ok(existsSync(path.join(PROJECT, file)), `${name}: ${file}`);
      }
    }
    assert.deepEqual(Object.keys(composeFile(BUNDLED).secrets).sort(), made.sort());
  });

  it("refer to nets, volumes and services that they declare", () => {
    for (const { file, compose } of files) {
      for (const [name, service] of services(compose)) {
        for (const net of service.networks ?? []) assert.ok(net in (compose.networks ?? {}), `${file} ${name}: ${net}`);
        for (const volume of (service.volumes ?? []).map((each) => each.split(":")[0] ?? "")) {
          assert.ok(volume.startsWith("./") || volume in (compose.volumes ?? {}), `${file} ${name}: ${volume}`);
        }
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          const dependency = compose.services[other];
          assert.ok(dependency, `${file} ${name}: ${other}`);
          if (condition === "service_healthy")
            assert.ok(hasHealthCheck(dependency, compose), `${file}: ${other} has none`);
        }
      }
    }
  });

  it("give every service as little as it can do with", () => {
    for (const { file, compose } of files) {
      for (const [name, service] of services(compose)) {
        const about = `${file}: ${name}`;
        for (const key of Object.keys(service)) assert.ok(KEYS.has(key), `${about}: ${key}`);
        assert.equal(service.read_only, true, about);
        assert.deepEqual(
          [service.cap_drop, service.cap_add, service.privileged],
          [["ALL"], undefined, undefined],
          about,
        );
        assert.ok(service.security_opt?.includes("no-new-privileges:true"), about);
        const once = service.healthcheck?.disable === true;
        assert.equal(service.restart, once ? "on-failure:20" : "unless-stopped", about);
        assert.ok(service.logging?.options["max-size"] && service.logging.options["max-file"], about);
        assert.ok(service.deploy?.resources.limits.memory, about);
        assert.ok(once || hasHealthCheck(service, compose), about);
        assert.match(service.image ?? "", /:v?\d+\.\d+\.\d+(-cpu)?$/, about);
      }
    }
    const { version } = JSON.parse(textOf("package.json")) as { version: string };
    for (const { compose } of files) {
      const built = services(compose).flatMap(([, { build, image }]) => (build ? [image ?? ""] : []));
      assert.ok(built.length > 0 && built.every((image) => image.endsWith(`:${version}`)), built.join());
    }
  });

  it("hold no secret and no default for one", () => {
    for (const { file, compose } of files) {
      for (const [name, { environment = {} }] of services(compose)) {
        for (const [variable, value] of Object.entries(environment)) {
          if (!SECRET_NAME.test(variable) || value === "") continue;
          assert.match(variable, /_FILE$/, `${file} ${name}`);
          assert.match(value, /^\/run\/secrets\/[a-z_]+$/, `${file} ${name} ${variable}`);
          const secret = value.slice("/run/secrets/".length);
          assert.ok(compose.services[name]?.secrets?.includes(secret), `${file} ${name}: ${secret}`);
        }
      }
      for (const name of variablesOf(file)) assert.doesNotMatch(name, SECRET_NAME, file);
    }
  });

  it("publish to the network what the PBX sends to, and nothing else", () => {
    const { services: all } = composeFileWith(BUNDLED, WRITTEN);
    const published = Object.fromEntries(
      Object.entries(all).flatMap(([name, { ports }]) => (ports ? [[name, ports.map(address)]] : [])),
    );
    assert.deepEqual(published, {
      controller: [`${LOOPBACK}:8080/tcp`],
      "controller-2": [`${LOOPBACK}:8081/tcp`],
      "controller-3": [`${LOOPBACK}:8082/tcp`],
      "controller-4": [`${LOOPBACK}:8083/tcp`],
      asterisk: ["5160/udp", "31000-31099/udp"],
      grafana: [`${LOOPBACK}:3000/tcp`],
    });
    const {
      ASTERISK_SIP_PORT: sip,
      ASTERISK_RTP_START: first,
      ASTERISK_RTP_END: last,
    } = all.asterisk?.environment ?? {};
    assert.deepEqual(published.asterisk, [`${sip}/udp`, `${first}-${last}/udp`]);
    assert.equal(composeFileWith(ON_PBX, WRITTEN).services.controller?.environment?.HOST, LOOPBACK);
  });

  it("let each reach only those it works with", () => {
    const { services: all, networks = {} } = composeFile(BUNDLED);
    const on = (net: string) => Object.keys(all).filter((name) => all[name]?.networks?.includes(net));
    assert.deepEqual(on("telephony"), [...CONTROLLERS, "asterisk"]);
    assert.deepEqual(on("storage"), [...CONTROLLERS, "mongodb"]);
    assert.deepEqual(on("models"), [...CONTROLLERS, "llm", "llm-model", "speech", "speech-models"]);
    assert.deepEqual(on("monitoring"), [...CONTROLLERS, "prometheus", "grafana"]);
    assert.deepEqual(on("dashboards"), ["grafana"]);
    assert.deepEqual([networks.storage?.internal, networks.monitoring?.internal], [true, true]);
  });

  it("give the controller settings that it takes, and warn of nothing", () => {
    const bundled = settingsFrom(BUNDLED);
    assert.deepEqual(bundled.warnings, []);
    const { ari, ami, sip, http, general, store } = bundled.settings;
    assert.deepEqual([ari.url, ari.user, ari.app], ["http://asterisk:8088", "attendant", "attendant"]);
    assert.deepEqual([ami?.host, ami?.port], ["asterisk", 5038]);
    assert.deepEqual([sip?.user, sip?.password, sip?.domain], ["8000", "the extension's", "pbx.example"]);
    assert.deepEqual([http.host, http.port, http.apiKeys.length], ["0.0.0.0", 8080, 2]);
    assert.deepEqual([general.dataDir, general.metricsPrefix, general.timezone], ["/data", "service", "Europe/Berlin"]);
    const way = new URL(store.mongodbUri ?? "");
    assert.deepEqual(
      [way.hostname, way.username, way.searchParams.get("authSource")],
      ["mongodb", "attendant", "admin"],
    );
    assert.equal(bundled.settings.webhooks.allowPrivate, false);

    const onPbx = settingsFrom(ON_PBX);
    assert.equal(onPbx.settings.store.mongodbUri, undefined);
    assert.deepEqual(onPbx.warnings, []);
    assert.equal(onPbx.settings.webhooks.allowPrivate, false);
    assert.deepEqual([onPbx.settings.sip, onPbx.settings.ami], [undefined, undefined]);
    assert.deepEqual([onPbx.settings.ari.url, onPbx.settings.http.host], ["http://127.0.0.1:8088", LOOPBACK]);
  });

  it("give Asterisk settings that its configuration is rendered from, and the same as the controller", async () => {
    const { environment = {} } = composeFileWith(BUNDLED, DOT_ENV).services.asterisk ?? {};
    const rendered = await render(path.join(folder, "etc"), inFolder(environment, secrets));
    assert.equal(rendered.stderr, "");
    const pjsip = readFileSync(path.join(folder, "etc/pjsip.conf"), "utf8");
    assert.match(pjsip, /^external_media_address = 192\.0\.2\.10$/m);
    assert.match(pjsip, /^local_net = 172\.29\.80\.0\/24$/m);
    for (const file of ["http.conf", "manager.conf"]) {
      assert.match(readFileSync(path.join(folder, "etc", file), "utf8"), /^permit = 172\.29\.80\.0\/24$/m, file);
    }
    const { settings } = settingsFrom(BUNDLED);
    assert.match(
      readFileSync(path.join(folder, "etc/ari.conf"), "utf8"),
      new RegExp(`^\\[${settings.ari.user}\\]$`, "m"),
    );
    assert.equal(Number(environment.MAX_CALL_SECONDS), settings.calls.maxSeconds);
    const ports = Number(environment.ASTERISK_RTP_END) - Number(environment.ASTERISK_RTP_START) + 1;
    assert.ok(ports >= 2 * settings.calls.maxConcurrent, `${ports} ports`);
    for (const { compose } of files) {
      const grace = seconds(compose.services.controller?.stop_grace_period ?? "");
      assert.ok(grace >= SHUTDOWN_MS / 1_000 + 15, `${grace} s`);
    }
  });

  it("start what answers calls, and what a profile asks for; the controller whether its store is there or not", () => {
    const byProfile: Record<string, string[]> = {};
    for (const [name, { profiles = [""] }] of services(composeFile(BUNDLED))) {
      for (const profile of profiles) (byProfile[profile] ??= []).push(name);
    }
    assert.deepEqual(byProfile, {
      "": ["controller", "asterisk"],
      several: CONTROLLERS.slice(1),
      mongodb: ["mongodb"],
      local: ["llm", "llm-model", "speech", "speech-models"],
      monitoring: ["prometheus", "grafana"],
    });
    for (const { compose } of files) {
      const dependencies = CONTROLLERS.map((name) => compose.services[name]?.depends_on ?? {}).flatMap(
        Object.entries<{
          condition: string;
          required?: boolean;
        }>,
      );
      for (const [name, { condition, required = true }] of dependencies) {
        assert.equal(condition, "service_started");
        assert.equal(required, compose.services[name]?.profiles === undefined, name);
      }
    }
  });

  it("build what they start from what is in the folder, whenever they start it", () => {
    const built = files.flatMap(({ compose }) => services(compose).filter(([, { build }]) => build));
    assert.equal(built.length, 3);
    for (const [name, { build, pull_policy }] of built) {
      assert.deepEqual([build?.pull, pull_policy], [true, "build"], name);
    }
  });

  it("start further controllers from the image of the first one, and differing from it in nothing but what has to", () => {
    const { services: all } = composeFileWith(BUNDLED, { ...DOT_ENV, ARI_APP: "calls" });
    const differ = new Set(["build", "pull_policy", "profiles", "environment", "ports", "volumes"]);
    const common = (service?: Service) => Object.entries(service ?? {}).filter(([key]) => !differ.has(key));
    const [first, ...others] = CONTROLLERS.map((name) => all[name]);
    for (const [at, other] of others.entries()) {
      assert.deepEqual(common(other), common(first));
      assert.deepEqual(other?.environment, { ...first?.environment, ARI_APP: `calls-${at + 2}` });
      assert.deepEqual([other?.build, other?.pull_policy], [undefined, "never"]);
    }
  });

  it("make the controller a user of MongoDB who may use its own database only", () => {
    const { environment = {}, secrets: given = [], volumes = [] } = composeFile(BUNDLED).services.mongodb ?? {};
    assert.equal(environment.MONGO_INITDB_ROOT_USERNAME, "root");
    const [script = ""] = volumes.flatMap(
      (volume) => /^(\.\/.*):\/docker-entrypoint-initdb\.d\/.*\.js:ro$/.exec(volume)?.[1] ?? [],
    );
    const users: unknown[] = [];
    const databases: string[] = [];
    const db = {
      getSiblingDB: (name: string) => (databases.push(name), { createUser: (user: unknown) => users.push(user) }),
    };
    const readFile = (file: string) => readFileSync(path.join(secrets, path.basename(file)), "utf8");
    runInNewContext(textOf(script), { db, require: () => ({ readFileSync: readFile }) });
    const way = new URL(settingsFrom(BUNDLED).settings.store.mongodbUri ?? "");
    assert.deepEqual(databases, [way.searchParams.get("authSource")]);
    const roles = [{ role: "readWrite", db: way.pathname.slice(1) }];
    assert.deepEqual(JSON.parse(JSON.stringify(users)), [{ user: way.username, pwd: way.password, roles }]);
    // It reads a secret that the service is given, and the controller knows no other.
    assert.ok(given.includes(/secrets\/(\w+)/.exec(textOf(script))?.[1] ?? "none"));
    assert.ok(!composeFile(BUNDLED).services.controller?.secrets?.includes("mongodb_root_password"));
  });

  it("let webhooks go to private addresses where .env says so", () => {
    for (const file of [BUNDLED, ON_PBX]) {
      assert.equal(settingsFrom(file, { WEBHOOK_ALLOW_PRIVATE: "true" }).settings.webhooks.allowPrivate, true, file);
    }
  });

  it("keep what the controller keeps in a volume", () => {
    for (const { file, compose } of files) {
      const { environment = {}, volumes = [] } = compose.services.controller ?? {};
      assert.ok(volumes.includes(`data:${environment.DATA_DIR}`), file);
    }
    const { services: bundled } = composeFile(BUNDLED);
    const kept = CONTROLLERS.map((name) => bundled[name]?.volumes?.join());
    assert.deepEqual(kept, ["data:/data", "data-2:/data", "data-3:/data", "data-4:/data"]);
    assert.ok(composeFile(BUNDLED).services.mongodb?.volumes?.includes("mongodb:/data/db"));
    assert.match(textOf("Dockerfile"), /install -d -o node -g node -m 700 \/data$/m);
  });

  it("use variables that are settings of the controller or explained at the top", () => {
    const known = new Set(allSettings().map(({ name }) => name));
    const explained = new Set(composeVariables().map(({ name }) => name));
    const used = [BUNDLED, ON_PBX, "compose/several.env"].flatMap(variablesOf);
    assert.deepEqual(
      used.filter((name) => !known.has(name) && !explained.has(name)),
      [],
    );
    assert.deepEqual(
      [...explained].filter((name) => !used.includes(name) || known.has(name)),
      [],
    );
  });

  function settingsFrom(file: string, further: Readonly<Record<string, string>> = {}) {
    const { environment = {} } = composeFileWith(file, { ...DOT_ENV, ...further }).services.controller ?? {};
    const readFile = (name: string) => readFileSync(path.join(secrets, path.basename(name)), "utf8");
    const ofProfiles = parseEnv(textOf("compose/mongodb.env")) as Record<string, string>;
    const env = { ...DOT_ENV, ...(file === BUNDLED && ofProfiles), ...environment };
    return loadSettings(env, { readFile, hostTimeZone: environment.TZ ?? "" });
  }
});

describe("the images", () => {
  it("are built from files that are there and that the engine is sent", () => {
    for (const dockerfile of ["Dockerfile", "asterisk-config/Dockerfile"]) {
      const sources = copiedBy(dockerfile);
      assert.ok(sources.length > 1);
      for (const source of sources) {
        assert.ok(existsSync(path.join(PROJECT, path.dirname(dockerfile), source)), `${dockerfile}: ${source}`);
      }
    }
    const sent = textOf(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"));
    assert.deepEqual(sent.map((line) => line.slice(1)).sort(), [...new Set(copiedBy("Dockerfile"))].sort());
    assert.match(textOf(".dockerignore"), /^\*$/m);
    for (const script of ["render", "entrypoint"]) {
      assert.ok(statSync(path.join(PROJECT, "asterisk-config", script)).mode & 0o111, script);
    }
  });

  it("come from pinned versions and do not run as root", () => {
    assert.match(textOf("Dockerfile"), /^ARG NODE=node:\d+\.\d+\.\d+-[a-z]+-slim$/m);
    assert.match(textOf("Dockerfile"), /^USER node$[^]*^CMD \["node", "dist\/src\/main\.js"\]$/m);
    const asterisk = textOf("asterisk-config/Dockerfile");
    assert.match(asterisk, /^FROM debian:forky-slim$/m);
    const uid = /^USER (\d+):\1$/m.exec(asterisk)?.[1] ?? "none";
    assert.match(asterisk, new RegExp(`useradd --system --uid ${uid} `));
    const folder = composeFile(BUNDLED).services.asterisk?.tmpfs?.find((each) => each.startsWith("/run/asterisk:"));
    // That user may write there; naming it as the owner is beyond Podman.
    assert.match(folder ?? "", /,mode=1777,nosuid,nodev,noexec$/);
  });
});

function services(compose: Compose): [string, Service][] {
  return Object.entries(compose.services);
}

/** `address:port/protocol` of a published port, without the address when it is every one. */
function address(port: PublishedPort): string {
  if (typeof port === "string") {
    const [published, target = ""] = port.split(":");
    assert.equal(target.split("/")[0], published, "SIP and SDP carry the number: it has to be the same on both sides");
    return target;
  }
  return `${port.host_ip ? `${port.host_ip}:` : ""}${port.published}/${port.protocol ?? "tcp"}`;
}

function inFolder(environment: Readonly<Record<string, string>>, secrets: string): Record<string, string> {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace("/run/secrets", secrets)]));
}

function render(folder: string, settings: Record<string, string>): Promise<{ stderr: string }> {
  const env = { PATH: process.env.PATH, ...settings };
  return new Promise((resolve) => {
    execFile(path.join(PROJECT, "asterisk-config/render"), [folder], { env }, (_, __, stderr) => resolve({ stderr }));
  });
}
