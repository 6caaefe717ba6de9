import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { askForCopy, offerCopies } from "../../../src/storage/backup/online-copy.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const isCopy = (name: string) => name.startsWith("copy-");

/** A service that gives copies, each as soon as `made` lets it. */
async function offering({ takenWithinMs = 60_000, made = Promise.resolve() } = {}) {
  const place = await temporaryFolder();
  const copyTo = async (path: string) => {
    await made;
    await writeFile(path, "what was said");
  };
  const offered = await offerCopies({ dataDir: place.path, copyTo, log: quietLog, takenWithinMs });
  return {
    dataDir: place.path,
    copies: async () => (await readdir(place.path)).filter(isCopy),
    close: () => offered[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await offered[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

describe("copies of the store that are not fetched", () => {
  it("are three at most", async () => {
    await using service = await offering();
    const asked: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) asked.push(await askForCopy(service.dataDir));
    assert.deepEqual(
      (await service.copies()).sort(),
      asked
        .slice(2)
        .map((path) => String(path).slice(service.dataDir.length + 1))
        .sort(),
    );
  });

  it("are gone after their time", async () => {
    await using service = await offering({ takenWithinMs: 20 });
    await askForCopy(service.dataDir);
    const late = performance.now() + 5_000;
    while ((await service.copies()).length > 0 && performance.now() < late) {
      await new Promise((next) => setTimeout(next, 10));
    }
    assert.deepEqual(await service.copies(), []);
  });

  it("are gone with the service", async () => {
    await using service = await offering();
    await askForCopy(service.dataDir);
    await service.close();
    assert.deepEqual(await service.copies(), []);
  });
});

it("at most four copies are waited for, and further requests are refused", async () => {
  let made = () => {};
  await using service = await offering({ made: new Promise<void>((resolve) => (made = resolve)) });
  const asked = Array.from({ length: 6 }, () => text(connect(join(service.dataDir, "backup.sock"))));
  const refused = await Promise.race(asked);
  assert.match(refused, /"error":"Other copies are in progress/);
  made();
  const answers = await Promise.all(asked);
  assert.equal(answers.filter((answer) => answer.includes('"file"')).length, 4);
});
