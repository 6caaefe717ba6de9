import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { SCOPES } from "../../../src/config/api-keys.js";
import { loadSettings } from "../../../src/config/settings.js";
import { makeSecrets, PROJECT } from "../../support/compose-file.js";

const REQUIRED = {
  LLM_BASE_URL: "http://llm/v1",
  LLM_MODEL: "m",
  SPEECH_BASE_URL: "http://speech/v1",
  ARI_PASSWORD: "secret",
};

describe("scripts/make-secrets", () => {
  let folder: string;

  before(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "secrets-")), "made");
  });
  after(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  const make = (sipPassword?: string) => makeSecrets(folder, sipPassword, "mongodb");
  const files = () =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const content = (name: string) => readFileSync(path.join(folder, name), "utf8");

  it("makes them where there is no .env yet, and does not end without a word", () => {
    const alone = mkdtempSync(path.join(tmpdir(), "secrets-"));
    const made = path.join(alone, "secrets");
    const { COMPOSE_PROFILES: _, ...env } = process.env;
    const script = path.join(PROJECT, "scripts/make-secrets");
    const { status, stderr } = spawnSync(script, ["--without-extension", made], { env, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.ok(readdirSync(made).includes("ari_password"));
    rmSync(alone, { recursive: true });
  });

  it("says what it cannot make", () => {
    const { status, stderr } = make();
    assert.equal(status, 1);
    assert.match(stderr, /still missing: .*sip_password/);
  });

  it("makes long secrets that differ, in a folder that only its owner enters", () => {
    const names = ["ari_password", "ami_password", "metrics_key", "grafana_admin_password"];
    const made = [...names, "mongodb_root_password", "mongodb_password"].map(content);
    assert.equal(new Set(made).size, made.length);
    for (const secret of made) assert.match(secret, /^[A-Za-z0-9_-]{32}\n$/);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    // Whatever user a container runs as has to be able to read them.
    for (const name of files()) assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o444, name);
  });

  it("lets Prometheus in with a key of its own", () => {
    const keys = content("api_keys").trim().split("\n");
    assert.equal(keys.length, 2);
    assert.equal(keys[1], `prometheus:metrics:${content("metrics_key").trim()}`);
    assert.match(keys[0] ?? "", /^[A-Za-z0-9_-]{32}$/);
  });

  it("takes from Prometheus' key what it could do before there were scopes, and says so, once", () => {
    const [own = "", scoped = ""] = content("api_keys").trim().split("\n");
    const key = content("metrics_key").trim();
    rmSync(path.join(folder, "api_keys"));
    writeFileSync(path.join(folder, "api_keys"), `${own}\n${key}\ncrm:call:another-key-0123456789\n`);
    const { stderr } = make();
    assert.match(stderr, /the key of Prometheus had all scopes; it can now only read the metrics/);
    const kept = [own, "crm:call:another-key-0123456789", scoped];
    assert.deepEqual(content("api_keys").trim().split("\n"), kept);
    assert.doesNotMatch(make().stderr, /Prometheus/);
    assert.deepEqual(content("api_keys").trim().split("\n"), kept);
    const { settings } = loadSettings({ ...REQUIRED, API_KEYS: content("api_keys") });
    assert.deepEqual(
      settings.http.apiKeys.map(({ name, scopes }) => [name, scopes.length]),
      [
        [undefined, SCOPES.length],
        ["crm", 1],
        ["prometheus", 1],
      ],
    );
  });

  it("leaves alone what else an administrator lets that key do", () => {
    const before = content("api_keys");
    const wider = before.replace("prometheus:metrics:", "prometheus:metrics+read:");
    rmSync(path.join(folder, "api_keys"));
    writeFileSync(path.join(folder, "api_keys"), wider);
    make();
    assert.equal(content("api_keys"), wider);
  });

  it("leads the controller to MongoDB with the password that MongoDB is made with", () => {
    const uri = `mongodb://attendant:${content("mongodb_password").trim()}@mongodb:27017/attendant?authSource=admin\n`;
    assert.equal(content("mongodb_uri"), uri);
  });

  it("keeps those two together, whichever of them is lost or changed", () => {
    const place = (name: string) => path.join(folder, name);
    const password = content("mongodb_password");
    const uri = content("mongodb_uri");
    for (const lost of ["mongodb_password", "mongodb_uri"]) {
      rmSync(place(lost));
      make();
      assert.deepEqual([content("mongodb_password"), content("mongodb_uri")], [password, uri], lost);
    }
    rmSync(place("mongodb_password"));
    writeFileSync(place("mongodb_password"), "another-one\n");
    make();
    assert.equal(content("mongodb_uri"), uri.replace(password.trim(), "another-one"));
  });

  it("leaves the way to a MongoDB of one's own as it is", () => {
    const own = "mongodb+srv://me:secret@cluster.example/calls";
    rmSync(path.join(folder, "mongodb_uri"));
    writeFileSync(path.join(folder, "mongodb_uri"), own, { mode: 0o444 });
    make();
    assert.equal(content("mongodb_uri"), own);
  });

  it("touches nothing that is there, and prints no secret", () => {
    const first = make("hunter 2");
    assert.equal(first.status, 0);
    const before = files().map((name) => [name, content(name)]);
    const again = make();
    assert.equal(again.status, 0);
    assert.deepEqual(
      files().map((name) => [name, content(name)]),
      before,
    );
    for (const output of [first.stdout, first.stderr, again.stdout, again.stderr]) {
      for (const [, secret = ""] of before) assert.ok(!output.includes(secret.trim()));
    }
  });

  it("makes nothing of MongoDB's where calls are kept in the embedded store", () => {
    const other = path.join(path.dirname(folder), "embedded");
    assert.equal(makeSecrets(other, "the extension's", "").status, 0);
    const made = readdirSync(other);
    assert.ok(!made.includes("mongodb_password") && !made.includes("mongodb_root_password"), made.join());
    // Compose mounts it all the same.
    assert.equal(readFileSync(path.join(other, "mongodb_uri"), "utf8"), "");
  });

  it("misses no secret of an extension where none is wanted, and makes nothing ready that needs one", () => {
    const other = path.join(path.dirname(folder), "on-the-pbx");
    const script = path.join(PROJECT, "scripts/make-secrets");
    const made = spawnSync(script, ["--without-extension", other], {
      env: { PATH: process.env.PATH, COMPOSE_PROFILES: "" },
      encoding: "utf8",
    });
    assert.equal(made.status, 0, made.stderr);
    assert.doesNotMatch(made.stderr, /sip_password/);
    const files = readdirSync(other);
    assert.ok(files.includes("ari_password") && files.includes("api_keys"), files.join());
    assert.ok(!files.includes("sip_password") && !files.includes("made-by-make-secrets"), files.join());
  });
});
