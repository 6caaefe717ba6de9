import assert from "node:assert/strict";
import { copyFile, mkdir, open, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.js";
import { expectAll, writeUntilKilled } from "./store-killed.js";
import { call } from "./store-samples.js";

const fileIn = (place: TemporaryFolder, suffix = "") => join(place.path, "store", `attendant.sqlite${suffix}`);

/** Opens the store of a folder. `said` is what the log has of it, `missing` how many writes it lacks. */
async function opened(place: TemporaryFolder) {
  const reports: { ok: boolean; detail: string | undefined }[] = [];
  const errors: string[] = [];
  const missing: number[] = [];
  let told = () => {};
  const store = await openStore({
    now: Date.now,
    mongodbUri: undefined,
    dataDir: place.path,
    report(ok, detail) {
      reports.push({ ok, detail });
      told();
    },
    onMissing: (writes) => void missing.push(writes),
    log: { ...quietLog, error: (event: string) => void errors.push(event) },
  });
  return {
    store,
    errors,
    missing,
    last: () => reports.at(-1),
    async until(ok: boolean): Promise<string> {
      const late = AbortSignal.timeout(10_000);
      while (reports.at(-1)?.ok !== ok) {
        late.throwIfAborted();
        await new Promise<void>((resolve) => (told = resolve));
      }
      return reports.at(-1)?.detail ?? "";
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** Size of a page of the database, in bytes. */
const PAGE = 4096;

/** Overwrites a page in the middle, from its header on: bytes of a text would be a change, and no damage. */
async function scratch(path: string): Promise<void> {
  const { size } = await stat(path);
  await using file = await open(path, "r+");
  await file.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, Math.floor(size / 2 / PAGE) * PAGE);
}

const DAMAGES: Readonly<Record<string, (place: TemporaryFolder) => Promise<void>>> = {
  deleted: (place) => rm(fileIn(place, "-wal")),
  cut: async (place) => truncate(fileIn(place, "-wal"), Math.floor((await stat(fileIn(place, "-wal"))).size / 2)),
  damaged: (place) => scratch(fileIn(place, "-wal")),
  "left behind by a deleted database": (place) => rm(fileIn(place)),
};

describe("an embedded store that knows less than it acknowledged", () => {
  for (const [how, damage] of Object.entries(DAMAGES)) {
    test(`says so when its write-ahead log was ${how}, and is not well for as long as the process lives`, async () => {
      await using place = await temporaryFolder();
      await writeUntilKilled(["opened", place.path], 150);
      const before = Date.now();
      await damage(place);
      {
        await using short = await opened(place);
        assert.match(
          await short.until(false),
          /lacks at least the last \d+ writes that it had acknowledged.* scripts\/restore/,
        );
        assert.deepEqual(short.errors, ["store_shorter"]);
        assert.ok((short.missing[0] ?? 0) > 5, String(short.missing));
        await short.store.check(AbortSignal.timeout(5_000));
        await short.store.saveCall(call("after"));
        assert.equal(short.last()?.ok, false, "it works, and is not well");
        const unknown = await short.store.unknownBefore();
        assert.ok(unknown >= before && unknown <= Date.now());
      }
      await using next = await opened(place);
      await next.until(true);
      assert.deepEqual([next.errors, next.missing], [[], []], "told once");
      assert.ok((await next.store.unknownBefore()) >= before, "what was due before may have rung, for good");
      assert.ok(await next.store.findCall("after"));
    });
  }

  test("says so when an older file was put in its place", async () => {
    await using place = await temporaryFolder();
    {
      await using first = await opened(place);
      await first.store.saveCall(call("a"));
    }
    await copyFile(fileIn(place), fileIn(place, ".old"));
    {
      await using second = await opened(place);
      for (const id of ["b", "c"]) await second.store.saveCall(call(id));
    }
    await rename(fileIn(place, ".old"), fileIn(place));
    await using short = await opened(place);
    assert.ok((short.missing[0] ?? 0) >= 2);
  });

  test("is not cried about after a kill, nor after a power cut that took the mark's last second", async () => {
    await using place = await temporaryFolder();
    const acknowledged = await writeUntilKilled(["opened", place.path], 150);
    const mark = fileIn(place, "-mark");
    const count = Number(await readFile(mark, "utf8"));
    assert.ok(count >= 20, `${count} commits are marked, of several writes each`);
    assert.equal((await stat(mark)).mode & 0o777, 0o600);
    await truncate(mark, 0);
    await using store = await opened(place);
    await store.until(true);
    assert.deepEqual([store.errors, store.missing], [[], []]);
    assert.equal(await store.store.unknownBefore(), 0);
    await expectAll(store.store, acknowledged);
  });
});

test("a damaged database is refused, with the way out", async () => {
  await using place = await temporaryFolder();
  {
    await using first = await opened(place);
    await Promise.all(Array.from({ length: 300 }, (_, i) => first.store.saveCall(call(`call-${i}`))));
  }
  await scratch(fileIn(place));
  await assert.rejects(opened(place), { code: "store_unavailable", message: /is damaged\..* scripts\/restore/ });
});

const REMOVALS: Readonly<Record<string, (place: TemporaryFolder) => Promise<void>>> = {
  "its file deleted": (place) => rm(fileIn(place)),
  "its write-ahead log deleted": (place) => rm(fileIn(place, "-wal")),
  "its folder deleted": (place) => rm(join(place.path, "store"), { recursive: true }),
  "another file put in its place": async (place) => {
    await copyFile(fileIn(place), fileIn(place, ".copy"));
    await rename(fileIn(place, ".copy"), fileIn(place));
  },
};

describe("an embedded store that is running", () => {
  for (const [what, remove] of Object.entries(REMOVALS)) {
    test(`notices ${what} within seconds, and acknowledges nothing more`, async () => {
      await using place = await temporaryFolder();
      await using running = await opened(place);
      await running.until(true);
      await running.store.saveCall(call("before"));
      await remove(place);
      const began = performance.now();
      assert.match(
        await running.until(false),
        /was deleted or replaced while the service was running.*scripts\/backup/,
      );
      assert.ok(performance.now() - began < 5_000, "without anybody writing");
      await assert.rejects(running.store.saveCall(call("after")), { name: "WaitsInMemory" });
      await assert.rejects(running.store.addCall(call("asked for")), { code: "store_unavailable" });
      await mkdir(join(place.path, "store"), { recursive: true });
    });
  }

  test("acknowledges nothing into files that have just been deleted", async () => {
    await using place = await temporaryFolder();
    await using running = await opened(place);
    await running.until(true);
    await rm(fileIn(place));
    await assert.rejects(running.store.addCall(call("a")), /was deleted or replaced/);
  });
});
