import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { makeSecrets } from "../../support/compose-file.js";

describe("scripts/make-secrets", () => {
  let folder: string;

  before(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "secrets-")), "made");
  });
  after(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  const content = (name: string) => readFileSync(path.join(folder, name), "utf8");

  it("says what it cannot make", () => {
    const { status, stderr } = makeSecrets(folder);
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
    for (const name of readdirSync(folder)) assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o444, name);
  });

  it("lets Prometheus in with a key of its own", () => {
    const keys = content("api_keys").trim().split("\n");
    assert.equal(keys.length, 2);
    assert.equal(keys[1], content("metrics_key").trim());
    assert.notEqual(keys[0], keys[1]);
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
      makeSecrets(folder);
      assert.deepEqual([content("mongodb_password"), content("mongodb_uri")], [password, uri], lost);
    }
    rmSync(place("mongodb_password"));
    writeFileSync(place("mongodb_password"), "another-one\n");
    makeSecrets(folder);
    assert.equal(content("mongodb_uri"), uri.replace(password.trim(), "another-one"));
  });

  it("leaves the way to a MongoDB of one's own as it is", () => {
    const own = "mongodb+srv://me:secret@cluster.example/calls";
    rmSync(path.join(folder, "mongodb_uri"));
    writeFileSync(path.join(folder, "mongodb_uri"), own, { mode: 0o444 });
    makeSecrets(folder);
    assert.equal(content("mongodb_uri"), own);
  });

  it("touches nothing that is there, and prints no secret", () => {
    const first = makeSecrets(folder, "hunter 2");
    assert.equal(first.status, 0);
    const before = readdirSync(folder).map((name) => [name, content(name)]);
    const again = makeSecrets(folder);
    assert.equal(again.status, 0);
    assert.deepEqual(
      readdirSync(folder).map((name) => [name, content(name)]),
      before,
    );
    for (const output of [first.stdout, first.stderr, again.stdout, again.stderr]) {
      for (const [, secret = ""] of before) assert.ok(!output.includes(secret.trim()));
    }
  });
});
