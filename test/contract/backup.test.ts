import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { controllerId } from "../../src/storage/controller-id.js";
import { openStore } from "../../src/storage/open-store.js";
import { openSqlite } from "../../src/storage/sqlite/database.js";
import { STORE_MIGRATIONS } from "../../src/storage/sqlite/schema.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { occurrence, schedule } from "./schedule-samples.js";
import { withSchedulingService } from "./scheduling-service.js";
import { call, delivery, endedCall, said, THEN } from "./store-samples.js";

async function run(program: "backup" | "restore", given: readonly string[], environment: Record<string, string> = {}) {
  // Not where the service runs: a path of its own is none of theirs.
  const [script, cwd] = [resolve("scripts", program), tmpdir()];
  const child = spawn(script, given, { cwd, env: { PATH: process.env.PATH, ...environment } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

const open = (dataDir: string, mongodbUri?: string) =>
  openStore({ now: Date.now, mongodbUri, dataDir, report: () => {}, log: quietLog });

/** A call with all that belongs to it, acknowledged. */
async function write(store: Awaited<ReturnType<typeof open>>, id: string): Promise<void> {
  await store.saveCall(call(id));
  await store.saveTranscript(id, [said("hello")]);
  await store.addDelivery(delivery(id, { callId: id }));
  await store.saveCall(endedCall(id, THEN));
}

async function expectWritten(store: Awaited<ReturnType<typeof open>>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    assert.deepEqual(await store.findCall(id), endedCall(id, THEN));
    assert.deepEqual(await store.findTranscript(id), [said("hello")]);
    assert.ok(await store.findDelivery(id));
  }
}

/** Writes calls for as long as something takes. */
async function underLoad<T>(store: Awaited<ReturnType<typeof open>>, act: () => Promise<T>): Promise<T> {
  let isRunning = true;
  const load = (async () => {
    for (let i = 0; isRunning; i++) await write(store, `during-${i}`);
  })();
  try {
    return await act();
  } finally {
    isRunning = false;
    await load;
  }
}

const names = (prefix: string) => Array.from({ length: 60 }, (_, i) => `${prefix}-${i}`);

test("both programs say what they do, and what was wrong with the way they were asked", async () => {
  for (const program of ["backup", "restore"] as const) {
    const help = await run(program, ["--help"]);
    assert.deepEqual(
      [help.code, help.stdout.split("\n")[0]?.startsWith(`Usage: scripts/${program} FOLDER`)],
      [0, true],
    );
    for (const given of [[], ["a", "b"], ["a", "--what"]]) assert.equal((await run(program, given)).code, 64);
  }
});

describe("a backup of the embedded store", () => {
  test("made under load has all that was acknowledged before, and is put back somewhere else", async () => {
    await using place = await temporaryFolder();
    const [from, to, folder] = [join(place.path, "from"), join(place.path, "to"), join(place.path, "backup")];
    const id = controllerId(from);
    {
      await using store = await open(from);
      await store.addSchedule(schedule("s"));
      await store.addOccurrence(occurrence("s", THEN));
      await Promise.all(names("before").map((each) => write(store, each)));
      const made = await underLoad(store, () => run("backup", [folder, "--json"], { DATA_DIR: from }));
      assert.equal(made.code, 0, made.stderr);
      const { counts, kind, files } = JSON.parse(made.stdout);
      assert.equal(kind, "embedded");
      assert.ok(counts.calls >= 60 && counts.schedules === 1 && counts.occurrences === 1, made.stdout);
      assert.deepEqual(Object.keys(files).sort(), ["controller-id", "store.sqlite"]);
      await write(store, "after");
    }
    assert.deepEqual((await readdir(from)).sort(), ["controller-id", "store"], "the copy was moved away");
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const file of await readdir(folder)) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file);

    const began = Date.now();
    const done = await run("restore", [folder], { DATA_DIR: to });
    assert.equal(done.code, 0, done.stderr);
    assert.equal(await readFile(join(to, "controller-id"), "utf8"), id);
    await using restored = await open(to);
    await expectWritten(restored, names("before"));
    assert.equal(await restored.findCall("after"), undefined);
    const unknown = await restored.unknownBefore();
    assert.ok(unknown >= began && unknown <= Date.now(), "what was due before is not rung");
    assert.deepEqual(await restored.findSchedule("s"), schedule("s"));
  });

  test("can be made while no service runs, and of a store whose files were deleted under a service", async () => {
    await using place = await temporaryFolder();
    const [from, cold, rescued] = [join(place.path, "from"), join(place.path, "cold"), join(place.path, "rescued")];
    {
      await using store = await open(from);
      await write(store, "a");
    }
    assert.equal((await run("backup", [cold], { DATA_DIR: from })).code, 0);
    {
      await using store = await open(from);
      await write(store, "b");
      await rm(join(from, "store"), { recursive: true });
      const made = await run("backup", [rescued], { DATA_DIR: from });
      assert.equal(made.code, 0, made.stderr);
    }
    assert.equal((await run("restore", [rescued], { DATA_DIR: from })).code, 0);
    await using store = await open(from);
    await expectWritten(store, ["a", "b"]);
  });

  test("is refused, and nothing changed, where it is damaged, too new, or in somebody's way", async () => {
    await using place = await temporaryFolder();
    const [from, folder] = [join(place.path, "from"), join(place.path, "backup")];
    const environment = { DATA_DIR: from };
    const refused = async (words: RegExp, given: readonly string[], other: Record<string, string> = environment) => {
      const { code, stderr } = await run("restore", given, other);
      assert.deepEqual([code, words.test(stderr)], [1, true], stderr);
    };
    {
      await using store = await open(from);
      await write(store, "a");
      assert.equal((await run("backup", [folder], environment)).code, 0);
      assert.equal((await run("backup", [folder], environment)).code, 1, "there is one already");
      await write(store, "b");
      await refused(/There is already a store.* --replace/, [folder]);
      await refused(/is open in another process/, [folder, "--replace"]);
      await refused(/leave|set MONGODB_URI|embedded store/, [folder], { ...environment, MONGODB_URI: "mongodb://h/d" });
      await expectWritten(store, ["a", "b"]);
    }
    await refused(/is not a backup/, [place.path]);
    const copy = join(folder, "store.sqlite");
    const whole = await readFile(copy);
    await writeFile(copy, Buffer.concat([whole.subarray(0, 5_000), Buffer.from("x"), whole.subarray(5_001)]));
    await refused(/store\.sqlite in .* is damaged: its checksum/, [folder, "--replace"]);
    await writeFile(copy, whole);
    const about = join(folder, "manifest.json");
    const manifest = await readFile(about, "utf8");
    await writeFile(about, manifest.replace("store.sqlite", "../backup/store.sqlite"));
    await refused(/is not a backup/, [folder, "--replace"]);
    for (const part of ["null", '{"format":1}', '{"format":1,"files":null,"counts":{}}']) {
      await writeFile(about, part);
      await refused(/is not a backup: manifest\.json is incomplete/, [folder, "--replace"]);
    }
    await writeFile(about, manifest);

    const done = await run("restore", [folder, "--replace", "--json"], environment);
    assert.equal(done.code, 0, done.stderr);
    const { moved_to: movedTo } = JSON.parse(done.stdout);
    assert.ok((await readdir(movedTo)).includes("attendant.sqlite"));
    {
      await using store = await open(from);
      await expectWritten(store, ["a"]);
      assert.equal(await store.findCall("b"), undefined);
    }

    const later = join(place.path, "later");
    const migrations = [...STORE_MIGRATIONS, "CREATE TABLE later (a ANY) STRICT"];
    await (await openSqlite({ path: join(from, "store", "attendant.sqlite"), migrations }))[Symbol.asyncDispose]();
    assert.equal((await run("backup", [later], environment)).code, 0);
    await refused(/made by a later version/, [later], { DATA_DIR: join(place.path, "new") });
  });
});

test("a restore moves a damaged store aside, and what was left of one that was deleted", async () => {
  await using place = await temporaryFolder();
  const [from, folder] = [join(place.path, "from"), join(place.path, "backup")];
  const environment = { DATA_DIR: from };
  const file = join(from, "store", "attendant.sqlite");
  {
    await using store = await open(from);
    await write(store, "a");
  }
  assert.equal((await run("backup", [folder], environment)).code, 0);
  const expectRestored = async () => {
    const done = await run("restore", [folder, "--replace"], environment);
    assert.equal(done.code, 0, done.stderr);
    const missing: number[] = [];
    await using store = await openStore({
      now: Date.now,
      mongodbUri: undefined,
      dataDir: from,
      report: () => {},
      onMissing: (writes) => missing.push(writes),
      log: quietLog,
    });
    await expectWritten(store, ["a"]);
    assert.deepEqual(missing, []);
  };
  await writeFile(file, "this is no database".repeat(500));
  await expectRestored();

  await rm(file);
  await writeFile(`${file}-mark`, "00000000000000009999\n");
  const refused = await run("restore", [folder], environment);
  assert.deepEqual([refused.code, /the remains of one/.test(refused.stderr)], [1, true], refused.stderr);
  await expectRestored();
});

test("a copy is found by whoever knows DATA_DIR by another path, and one that nobody took away goes", async () => {
  await using place = await temporaryFolder();
  const [from, folder] = [join(place.path, "from"), join(place.path, "backup")];
  {
    await using store = await open(from);
    await write(store, "a");
  }
  const left = `copy-${randomUUID()}.sqlite`;
  await writeFile(join(from, left), "what somebody said");
  await writeFile(join(from, "copy-of-mine.sqlite"), "");
  await using store = await open(relative(process.cwd(), from));
  assert.ok(!(await readdir(from)).includes(left));
  assert.ok((await readdir(from)).includes("copy-of-mine.sqlite"));
  const made = await run("backup", [folder], { DATA_DIR: from });
  assert.equal(made.code, 0, made.stderr);
  await expectWritten(store, ["a"]);
});

test("a service that names another file than a copy of its own is not believed", async () => {
  await using place = await temporaryFolder();
  const precious = join(place.path, "precious");
  await writeFile(precious, "keep me");
  const dataDir = join(place.path, "data");
  await mkdir(dataDir);
  const server = createServer((socket) => void socket.end(JSON.stringify({ path: precious, file: "../precious" })));
  server.listen(join(dataDir, "backup.sock"));
  await once(server, "listening");
  try {
    assert.equal((await run("backup", [join(place.path, "backup")], { DATA_DIR: dataDir })).code, 1);
    assert.equal(await readFile(precious, "utf8"), "keep me");
  } finally {
    server.close();
  }
});

const mongo = await findMongo();

for (const kind of ["embedded", "mongodb"] as const) {
  const skip = kind === "mongodb" && typeof mongo === "string" ? mongo : false;
  test(
    `what has rung since a backup is not rung again on another machine, what comes later is (${kind})`,
    { skip },
    async () => {
      await using server = kind === "mongodb" && typeof mongo !== "string" ? await mongo.open() : undefined;
      await using place = await temporaryFolder();
      const machine = (name: string) => ({ dataDir: join(place.path, name), uri: server?.freshDatabase() });
      const [here, there] = [machine("here"), machine("there")];
      const environment = ({ dataDir, uri }: typeof here) => ({ DATA_DIR: dataDir, ...(uri && { MONGODB_URI: uri }) });
      const folder = join(place.path, "backup");
      const [soon, later] = [Date.now(), Date.now() + 600_000];
      {
        await using store = await open(here.dataDir, here.uri);
        await store.addSchedule(schedule("soon", { nextAt: soon }));
        await store.addSchedule(schedule("later", { nextAt: later }));
        const made = await run("backup", [folder], environment(here));
        assert.equal(made.code, 0, made.stderr);
        await withSchedulingService(store, soon, async ({ rung, due }) => {
          await due("soon", soon);
          assert.deepEqual(rung, ["soon"]);
        });
      }
      const done = await run("restore", [folder], environment(there));
      assert.equal(done.code, 0, done.stderr);
      await using store = await open(there.dataDir, there.uri);
      await withSchedulingService(store, later, async ({ rung, writtenOff, due }) => {
        await due("soon", soon);
        await due("later", later);
        assert.deepEqual(rung, ["later"]);
        assert.match(writtenOff.get("soon") ?? "", /restored from a backup/);
      });
    },
  );
}

test(
  "a backup of MongoDB is put back into an empty database, and into no other",
  {
    skip: typeof mongo === "string" ? mongo : false,
  },
  async () => {
    if (typeof mongo === "string") return;
    await using server = await mongo.open();
    await using place = await temporaryFolder();
    const [from, to] = [server.freshDatabase(), server.freshDatabase()];
    const dataDir = join(place.path, "data");
    const folder = join(place.path, "backup");
    {
      await using store = await open(dataDir, from);
      await store.addSchedule(schedule("s"));
      await Promise.all(names("before").map((each) => write(store, each)));
      const made = await underLoad(store, () =>
        run("backup", [folder, "--json"], { DATA_DIR: dataDir, MONGODB_URI: from }),
      );
      assert.equal(made.code, 0, made.stderr);
      assert.ok(JSON.parse(made.stdout).counts.calls >= 60, made.stdout);
    }
    const again = await run("restore", [folder], { DATA_DIR: dataDir, MONGODB_URI: from });
    assert.deepEqual([again.code, /is not empty/.test(again.stderr)], [1, true], again.stderr);
    const uriFile = join(place.path, "uri");
    await writeFile(uriFile, `${to}\n`);
    const began = Date.now();
    const done = await run("restore", [folder], { DATA_DIR: dataDir, MONGODB_URI_FILE: uriFile });
    assert.equal(done.code, 0, done.stderr);
    await using restored = await open(dataDir, to);
    await expectWritten(restored, names("before"));
    assert.deepEqual(await restored.findSchedule("s"), schedule("s"));
    assert.ok((await restored.unknownBefore()) >= began);
  },
);
