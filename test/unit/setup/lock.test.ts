import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { lock } from "../../../src/setup/lock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

describe("the lock of a set-up", () => {
  it("keeps a second run out while the first is at work, and leaves nothing", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, ".setup.lock");
    const unlock = lock(path);
    assert.throws(() => lock(path), new RegExp(`another run is in progress here \\(process ${process.pid}\\)`));
    assert.deepEqual(readdirSync(folder.path), [".setup.lock"]);
    unlock();
    lock(path)();
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("is taken from a run that died: its id may be another process's by now, or it wrote nothing", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, ".setup.lock");
    for (const left of ["", String(process.pid), `${process.pid} 1`, "999999999 1", "999999999"]) {
      writeFileSync(path, left);
      lock(path)();
      assert.deepEqual(readdirSync(folder.path), [], left);
    }
  });
});
