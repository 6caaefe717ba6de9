import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { PROJECT, textOf } from "../../support/compose-file.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const LOADED = [...textOf("asterisk-config/templates/modules.conf").matchAll(/^load = (.*)$/gm)].map(
  ([, name = ""]) => name,
);
const keepModules = (folder: string) => spawnSync(path.join(PROJECT, "asterisk-config/keep-modules"), [folder]);

test("only the modules that the configuration loads are kept of an installation", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  for (const name of [...LOADED, "func_shell.so", "app_system.so", "res_ari.so.so"]) {
    writeFileSync(path.join(folder, name), "");
  }
  mkdirSync(path.join(folder, "kept"));
  assert.equal(keepModules(folder).status, 0);
  assert.deepEqual(readdirSync(folder).sort(), [...LOADED, "kept"].sort());
});

test("an installation that lacks one of them is left alone, and an image is not built of it", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  for (const name of [...LOADED.slice(1), "func_shell.so"]) writeFileSync(path.join(folder, name), "");
  assert.equal(keepModules(folder).status, 1);
  assert.equal(readdirSync(folder).length, LOADED.length);
});
