import assert from "node:assert/strict";
import { appendFile, chmod, copyFile, cp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { placeOf, placeOnMachine } from "../../../src/storage/place.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

test("a file is the same one when it was written to, moved and given other rights; a copy of it is another", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "store.sqlite");
  await writeFile(path, "one");
  const place = await placeOf(path);
  assert.ok(place);
  await appendFile(path, "two");
  await chmod(path, 0o640);
  assert.equal(await placeOf(path), place);
  const moved = join(folder.path, "moved.sqlite");
  await rename(path, moved);
  assert.equal(await placeOf(moved), place);
  await copyFile(moved, path);
  await cp(moved, join(folder.path, "kept-times.sqlite"), { preserveTimestamps: true });
  for (const copy of ["store.sqlite", "kept-times.sqlite"]) {
    assert.notEqual(await placeOf(join(folder.path, copy)), place);
  }
});

test("a file is not known to be the same after the machine was restarted, and a file that is not there has no place", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "file");
  assert.equal(await placeOf(path), undefined);
  assert.equal(await placeOnMachine(path), undefined);
  await writeFile(path, "");
  assert.match(String(await placeOnMachine(path)), new RegExp(`^[0-9a-f-]{36}:${await placeOf(path)}$`));
});
