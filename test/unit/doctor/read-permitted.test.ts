import assert from "node:assert/strict";
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { remedyFor } from "../../../src/doctor/check.js";
import { ASSISTANTS_CHECK } from "../../../src/doctor/checks/assistants.js";
import { PHRASES_CHECK } from "../../../src/doctor/checks/settings.js";
import { openInstallation } from "../../../src/doctor/installation.js";
import { readPermitted } from "../../../src/doctor/read-permitted.js";
import { Scope } from "../../../src/kernel/scope.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** The service's user: no one of this machine. */
const SERVICE = 54_321;
const options = { skip: process.getuid?.() === 0 ? false : "needs root, who plays both users" };

/** A data folder of the service's user, in one of root's. */
async function dataFolder(parentMode: number) {
  const place = await temporaryFolder();
  chmodSync(place.path, parentMode);
  const dataDir = join(place.path, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, SERVICE, SERVICE);
  return { dataDir, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

describe("the doctor as root", options, () => {
  it("finds that the service may not read a file that root may", async () => {
    await using place = await dataFolder(0o755);
    await using scope = new Scope("test");
    const given = { DATA_DIR: place.dataDir };
    const installation = openInstallation({ folder: place.dataDir, given, version: "0.1.0", log: quietLog, scope });
    writeFileSync(join(place.dataDir, "phrases.json"), "{}", { mode: 0o600 });
    writeFileSync(join(place.dataDir, "assistants.yaml"), "assistants: {}", { mode: 0o600 });
    const phrases = await PHRASES_CHECK.look(installation, scope.signal);
    assert.equal(phrases.state, "fault");
    assert.match(remedyFor(phrases, PHRASES_CHECK.remedies) ?? "", /chown/);
    await assert.rejects(ASSISTANTS_CHECK.look(installation, scope.signal), { code: "EACCES" });
    for (const name of ["phrases.json", "assistants.yaml"]) chownSync(join(place.dataDir, name), SERVICE, SERVICE);
    for (const check of [PHRASES_CHECK, ASSISTANTS_CHECK])
      assert.equal((await check.look(installation, scope.signal)).state, "good");
  });

  it("finds it in the folder of a dynamic user, too, which only root can reach, and follows no link there", async () => {
    await using place = await dataFolder(0o700);
    const own = join(place.dataDir, "own");
    writeFileSync(own, "text", { mode: 0o600 });
    assert.throws(() => readPermitted(own), { code: "EACCES" });
    chmodSync(own, 0o604);
    assert.equal(readPermitted(own), "text");
    chmodSync(own, 0o600);
    chownSync(own, SERVICE, SERVICE);
    assert.equal(readPermitted(own), "text");
    const link = join(place.dataDir, "link");
    symlinkSync("/etc/shadow", link);
    lchownSync(link, SERVICE, SERVICE);
    assert.throws(() => readPermitted(link), { code: "ELOOP" });
    assert.throws(() => readPermitted(join(place.dataDir, "none")), { code: "ENOENT" });
  });
});
