import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { ASSISTANTS_CHECK } from "../../../src/doctor/checks/assistants.js";
import { openInstallation } from "../../../src/doctor/installation.js";
import { Scope } from "../../../src/kernel/scope.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

it("refuses a file of assistants that the service would not read", async () => {
  await using folder = await temporaryFolder();
  await using scope = new Scope("test");
  const file = join(folder.path, "assistants.yaml");
  const given = { DATA_DIR: folder.path };
  const installation = openInstallation({ folder: folder.path, given, version: "0.1.0", log: quietLog, scope });
  const look = () => ASSISTANTS_CHECK.look(installation, scope.signal);
  assert.match((await look()).detail, /no file of assistants/);
  writeFileSync(file, "assistants: {}\n");
  assert.equal((await look()).state, "good");
  truncateSync(file, 5_000_000);
  await assert.rejects(look(), /the file has more than 1000000 characters/);
});
