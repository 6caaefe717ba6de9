import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createAssistantsFile } from "../../../src/assistants/assistants-file.js";
import { createVersions } from "../../../src/assistants/versions.js";
import { readNamedFile } from "../../../src/config/own-environment.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const NOW = Date.parse("2026-06-01T08:00:00Z");
const ONE = "assistants: { one: {} } # the first\n";
const TWO = "assistants: { one: {}, two: {} }\n";

async function fileIn(t: TestContext, text?: string) {
  const folder = await mkdtemp(join(tmpdir(), "assistants-file-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "assistants.yaml");
  if (text !== undefined) await writeFile(path, text);
  const used: string[] = [];
  const reports: (string | undefined)[] = [];
  const file = createAssistantsFile({
    ...{ folder, environment: {}, readFile: readNamedFile, timeZone: "UTC", log: quietLog, now: () => NOW },
    onDefinitions: async ({ all }) => void used.push([...all.keys()].join()),
    report: (ok, detail) => void reports.push(ok ? "ok" : detail),
  });
  return { file, folder, path, used, reports };
}

test("without a file there are no assistants, and nothing is reported", async (t) => {
  const { file, used, reports } = await fileIn(t);
  await file.load();
  assert.deepEqual([used, reports], [[""], []]);
  assert.equal((await file.read()).text, "");
});

test("a file that is removed takes its assistants with it", async (t) => {
  const { file, path, used, reports } = await fileIn(t, ONE);
  await file.load();
  await rm(path);
  await file.load();
  assert.deepEqual(
    [used, reports],
    [
      ["one", ""],
      ["ok", "ok"],
    ],
  );
});

test("a replaced file is used at once, keeps its permissions, and leaves its text as a version", async (t) => {
  const { file, folder, path, used } = await fileIn(t, ONE);
  await chmod(path, 0o640);
  await file.load();
  const { revision } = await file.read();
  await file.replace(TWO, revision);
  assert.equal(await readFile(path, "utf8"), TWO);
  assert.equal((await stat(path)).mode & 0o777, 0o640);
  assert.deepEqual(used, ["one", "one,two"]);
  assert.deepEqual([...file.definitions.all.keys()], ["one", "two"]);
  const [version, ...others] = await file.versions.list();
  assert.equal(version?.replacedAt, NOW);
  assert.deepEqual(others, []);
  assert.equal(await file.versions.read(version?.id ?? ""), ONE);
  assert.deepEqual(
    (await readdir(folder)).sort(),
    ["assistants-versions", "assistants.yaml"],
    "nothing unfinished stays",
  );
});

test("a file that was edited meanwhile is not overwritten", async (t) => {
  const { file, path } = await fileIn(t, ONE);
  const { revision } = await file.read();
  await writeFile(path, `${ONE}# edited by hand\n`);
  await assert.rejects(file.replace(TWO, revision), { code: "assistants_changed" });
  assert.match(await readFile(path, "utf8"), /by hand/);
});

test("of two replacements of one text at once, the second is refused", async (t) => {
  const { file, path } = await fileIn(t, ONE);
  const { revision } = await file.read();
  const [first, second] = await Promise.allSettled([
    file.replace(TWO, revision),
    file.replace("assistants: {}", revision),
  ]);
  assert.deepEqual([first?.status, second?.status], ["fulfilled", "rejected"]);
  assert.equal(await readFile(path, "utf8"), TWO);
});

test("a file that is a link stays one", async (t) => {
  const { file, folder, path } = await fileIn(t);
  await writeFile(join(folder, "elsewhere.yaml"), ONE);
  await symlink("elsewhere.yaml", path);
  await file.replace(TWO);
  assert.equal(await readFile(join(folder, "elsewhere.yaml"), "utf8"), TWO);
});

test("a file that cannot be written is told with the way out, and nothing changes", async (t) => {
  const { file, path, used } = await fileIn(t);
  await rm(join(path, ".."), { recursive: true });
  await assert.rejects(file.replace(TWO), { code: "assistants_not_stored", message: /must be able to write in/ });
  assert.deepEqual(used, []);
});

test("the latest twenty versions are kept, and no other file can be read as one", async (t) => {
  const { folder } = await fileIn(t, ONE);
  let now = 1_000;
  const versions = createVersions(join(folder, "versions"), () => now++);
  for (let at = 0; at < 25; at++) await versions.keep(`text ${at}`);
  const kept = await versions.list();
  assert.equal(kept.length, 20);
  assert.deepEqual([kept[0]?.replacedAt, kept.at(-1)?.replacedAt], [1_024, 1_005]);
  assert.equal(await versions.read(kept[0]?.id ?? ""), "text 24");
  for (const id of ["../assistants.yaml", "..", "", "0000000001000-000000000000"]) {
    assert.equal(await versions.read(id), undefined);
  }
});
