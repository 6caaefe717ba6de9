import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { SETTINGS_CHECKS } from "../../../src/doctor/checks/settings.js";
import { openInstallation } from "../../../src/doctor/installation.js";
import { Scope } from "../../../src/kernel/scope.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

it("does not take a .env that cannot be read for none, and blame what it sets", async () => {
  await using folder = await temporaryFolder();
  await using scope = new Scope("test");
  mkdirSync(join(folder.path, ".env")); // Root can read any file, and no folder.
  assert.throws(
    () => openInstallation({ folder: folder.path, given: {}, version: "0.1.0", log: quietLog, scope }),
    /\.env is a folder, .*: remove it, and cp \.env\.example \.env/,
  );
});

it("says where there is no .env, and does not check an unused Compose", async () => {
  await using folder = await temporaryFolder();
  await using scope = new Scope("test");
  const lookedAt = async (name: string) => {
    const needs = { folder: folder.path, given: { PATH: process.env.PATH }, version: "0.1.0", log: quietLog, scope };
    const check = SETTINGS_CHECKS.find((each) => each.name === name);
    return await check?.look(openInstallation(needs), scope.signal);
  };
  assert.match((await lookedAt("settings"))?.detail ?? "", new RegExp(`There is no \\.env in ${folder.path}`));

  const before = process.env.PATH;
  writeFileSync(join(folder.path, "docker"), "#!/bin/sh\necho 2.20.0\n", { mode: 0o755 });
  writeFileSync(join(folder.path, "compose.yaml"), "services: {}\n");
  process.env.PATH = `${folder.path}:${before}`;
  try {
    writeFileSync(join(folder.path, ".env"), "LOG_LEVEL=info\n");
    assert.equal((await lookedAt("compose"))?.state, "good");
    writeFileSync(join(folder.path, ".env"), "LLM_API_KEY=pa$$word-of-sixteen\n");
    assert.equal((await lookedAt("compose"))?.state, "advice");
    mkdirSync(join(folder.path, "secrets/made-by-make-secrets"), { recursive: true });
    assert.equal((await lookedAt("compose"))?.state, "fault");
    writeFileSync(join(folder.path, ".env"), "LOG_LEVEL=info\n");
    assert.match((await lookedAt("compose"))?.detail ?? "", /2\.20\.0 cannot read compose\.yaml/);
  } finally {
    process.env.PATH = before;
  }
});
