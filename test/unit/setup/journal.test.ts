import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  lchownSync,
  linkSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { applyChanges, CannotWrite, type Changes, whyNotWritable } from "../../../src/setup/apply.js";
import { followLinks, isThere, partialOf, readState } from "../../../src/setup/files.js";
import { openJournal } from "../../../src/setup/journal.js";
import { planUndo, undoFiles } from "../../../src/setup/undo.js";
import { everyFile } from "../../support/setup-bed.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const OWN = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** setfacl and setfattr are not everywhere: user::rw, user:65534:rw, group::r, mask::rw, other::-, as the kernel has it. */
const SET_ATTRIBUTES = `
import os, struct, sys
entries = [(1, 6, 0xffffffff), (2, 6, 65534), (4, 4, 0xffffffff), (0x10, 6, 0xffffffff), (0x20, 0, 0xffffffff)]
acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *each) for each in entries)
os.setxattr(sys.argv[1], "system.posix_acl_access", acl)
os.setxattr(sys.argv[1], "user.note", b"mine")`;
const SHOW_ATTRIBUTES = `
import os, sys
print(oct(os.stat(sys.argv[1]).st_mode), [(each, os.getxattr(sys.argv[1], each)) for each in sorted(os.listxattr(sys.argv[1]))])`;

function attributesOf(path: string): string {
  return spawnSync("python3", ["-c", SHOW_ATTRIBUTES, path], { encoding: "utf8" }).stdout;
}

/** Whether the file system has them, and Python is there to set them. */
function hasAttributes(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "attributes-"));
  try {
    writeFileSync(join(folder, "a"), "");
    return spawnSync("python3", ["-c", SET_ATTRIBUTES, join(folder, "a")]).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function place(t: TestContext) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  const etc = join(folder.path, "etc");
  const kept = join(folder.path, "journal");
  mkdirSync(etc);
  const file = (name: string) => join(etc, name);
  writeFileSync(file("a.conf"), "a\r\nno end", { mode: 0o604 });
  chmodSync(file("a.conf"), 0o604);
  const untouched = await everyFile(etc);
  return {
    file,
    journal: () => openJournal(kept),
    keptIn: (name: string) => join(kept, name),
    /** Has files hold texts. */
    write(texts: Readonly<Record<string, string>>, folders: Changes["folders"] = []) {
      const files = Object.entries(texts).map(([name, bytes]) => {
        const before = readState(file(name));
        return { path: file(name), before, after: { mode: 0o640, ...OWN, ...before, bytes }, shown: "name" as const };
      });
      applyChanges({ files, folders }, openJournal(kept), { way: "asterisk" });
    },
    undo(keep: readonly string[] = [], settings = ".env") {
      const journal = openJournal(kept);
      const undo = planUndo(journal, keep.map(file), file(settings));
      if (undo.changedSince.length === 0) undoFiles(undo, journal);
      return undo.changedSince;
    },
    isUntouched: async () => assert.deepEqual(await everyFile(etc), untouched),
  };
}

describe("what was written", () => {
  it("is taken back: bytes, permissions, and what was not there", async (t) => {
    const { write, undo, isUntouched, file } = await place(t);
    const folder = { path: file("new"), mode: 0o750, ...OWN, isOurs: false };
    write({ "a.conf": "b\n", "new/own.conf": "own\n" }, [folder]);
    assert.equal(readFileSync(file("a.conf"), "utf8"), "b\n");
    assert.equal(statSync(file("a.conf")).mode & 0o777, 0o604);
    assert.deepEqual(undo(), []);
    await isUntouched();
  });

  it("is taken back over several runs at once", async (t) => {
    const { write, undo, isUntouched } = await place(t);
    write({ "a.conf": "1" });
    write({ "a.conf": "2", "b.conf": "2" });
    assert.deepEqual(undo(), []);
    await isUntouched();
  });

  it("stays if it was changed since, and so does all the rest", async (t) => {
    const { write, undo, file } = await place(t);
    write({ "a.conf": "ours", "b.conf": "ours" });
    writeFileSync(file("a.conf"), "theirs");
    assert.deepEqual(undo(), [file("a.conf")]);
    assert.deepEqual([readFileSync(file("a.conf"), "utf8"), readFileSync(file("b.conf"), "utf8")], ["theirs", "ours"]);
  });

  it("stays as well where that was between two runs of ours: what they wrote would be lost", async (t) => {
    const { write, undo, file } = await place(t);
    write({ "a.conf": "ours" });
    writeFileSync(file("a.conf"), "theirs");
    write({ "a.conf": "theirs and ours" });
    assert.deepEqual(undo(), [file("a.conf")]);
  });

  it("is taken back but for settings that the administrator has changed, which stay", async (t) => {
    const { write, undo, file } = await place(t);
    write({ ".env": "LOG_LEVEL=info\n", "b.conf": "ours" });
    writeFileSync(file(".env"), "LOG_LEVEL=debug\n");
    assert.deepEqual(undo(), []);
    assert.equal(readFileSync(file(".env"), "utf8"), "LOG_LEVEL=debug\n");
    assert.ok(!isThere(file("b.conf")));
    // As they were left, they go with the rest.
    const other = await place(t);
    other.write({ ".env": "LOG_LEVEL=info\n" });
    assert.deepEqual(other.undo(), []);
    await other.isUntouched();
  });

  it("is taken back but for the files that are to stay", async (t) => {
    const { write, undo, file } = await place(t);
    write({ "a.conf": "ours", "b.conf": "ours" });
    writeFileSync(file("a.conf"), "theirs");
    assert.deepEqual(undo(["a.conf"]), []);
    assert.equal(readFileSync(file("a.conf"), "utf8"), "theirs");
    assert.ok(!isThere(file("b.conf")));
  });

  it("is taken back when the run was broken off before, in and after the writing of a file", async (t) => {
    for (const stage of ["before", "in", "after"] as const) {
      const { write, undo, isUntouched, file, journal } = await place(t);
      write({ "a.conf": "ours" });
      const begun = journal().entries.filter(({ act }) => act !== "done");
      // As it is on disk when the process dies there.
      writeFileSync(
        join(journal().folder, "journal.jsonl"),
        `${begun.map((entry) => JSON.stringify(entry)).join("\n")}\n{"act":"wr`,
      );
      if (stage !== "after") writeFileSync(file("a.conf"), "a\r\nno end");
      if (stage === "in") writeFileSync(partialOf(file("a.conf")), "ou");
      assert.deepEqual(undo(), [], stage);
      await isUntouched();
    }
  });

  it("is taken back when taking it back was broken off", async (t) => {
    const { write, undo, isUntouched, file } = await place(t);
    write({ "a.conf": "1" });
    write({ "a.conf": "2", "b.conf": "2" });
    writeFileSync(file("a.conf"), "a\r\nno end");
    assert.deepEqual(undo(), []);
    await isUntouched();
  });

  it("goes on after a run that was broken off, and is taken back as one", async (t) => {
    const { write, undo, isUntouched, file } = await place(t);
    write({ "a.conf": "ours" });
    writeFileSync(file("a.conf"), "a\r\nno end"); // It died before the file had taken its place.
    write({ "a.conf": "ours" });
    assert.deepEqual(undo(), []);
    await isUntouched();
  });

  it("gets its owner back", { skip: OWN.uid !== 0 && "needs root" }, async (t) => {
    const { file, undo, journal } = await place(t);
    const before = readState(file("a.conf"));
    const files = [
      {
        path: file("a.conf"),
        before,
        after: { bytes: "x", mode: 0o640, uid: 1234, gid: 1235 },
        shown: "name" as const,
      },
    ];
    applyChanges({ files, folders: [] }, journal(), {});
    assert.deepEqual([statSync(file("a.conf")).uid, statSync(file("a.conf")).gid], [1234, 1235]);
    undo();
    assert.equal(statSync(file("a.conf")).uid, 0);
  });

  it("keeps its access list and extended attributes, and gets them back", { skip: !hasAttributes() }, async (t) => {
    const { file, write, undo } = await place(t);
    // The group may read; who is on the list, write: without the list the group would have what its mask has.
    spawnSync("python3", ["-c", SET_ATTRIBUTES, file("a.conf")]);
    const before = attributesOf(file("a.conf"));
    assert.match(before, /user\.note/);
    write({ "a.conf": "ours" });
    assert.equal(attributesOf(file("a.conf")), before);
    undo();
    assert.equal(attributesOf(file("a.conf")), before);
    assert.equal(readFileSync(file("a.conf"), "utf8"), "a\r\nno end");
  });

  it("is refused beforehand where a file has a second name, which would keep what it says", async (t) => {
    const { file } = await place(t);
    linkSync(file("a.conf"), file("b.conf"));
    const before = readState(file("a.conf"));
    const after = { bytes: "x", mode: 0o640, ...OWN };
    const change = { path: file("a.conf"), before, after, shown: "name" as const };
    assert.match(whyNotWritable({ files: [change], folders: [] }).join(), /a\.conf has 2 names \(hard links\)/);
  });

  it("goes into the file that a symbolic link leads to, and the link stays", async (t) => {
    const { file, write, undo } = await place(t);
    symlinkSync("a.conf", file("link.conf"));
    assert.equal(followLinks(file("link.conf")), file("a.conf"));
    write({ "link.conf": "through the link" });
    assert.equal(readFileSync(file("a.conf"), "utf8"), "through the link");
    assert.equal(followLinks(file("link.conf")), file("a.conf"));
    undo();
    assert.equal(readFileSync(file("a.conf"), "utf8"), "a\r\nno end");
  });

  it("has one history where its folder is reached by a link, also in a journal of before", async (t) => {
    for (const isOfBefore of [false, true]) {
      const { file, write, undo, journal, keptIn } = await place(t);
      mkdirSync(file("real"));
      symlinkSync("real", file("link"));
      write({ "link/own.conf": "1" });
      if (isOfBefore) {
        const written = readFileSync(keptIn("journal.jsonl"), "utf8");
        writeFileSync(keptIn("journal.jsonl"), written.replaceAll("/real/own.conf", "/link/own.conf"));
      }
      write({ "link/own.conf": "2" });
      for (const name of ["link/own.conf", "real/own.conf"])
        assert.deepEqual(planUndo(journal(), [file(name)]).unknown, [], name);
      assert.deepEqual(undo(), []);
      assert.ok(!isThere(file("real/own.conf")));
    }
  });

  it("does not overwrite what was written since it was planned", async (t) => {
    const { file, journal } = await place(t);
    const before = readState(file("a.conf"));
    appendFileSync(file("a.conf"), "theirs");
    const files = [
      { path: file("a.conf"), before, after: { bytes: "x", mode: 0o640, ...OWN }, shown: "name" as const },
    ];
    assert.throws(() => applyChanges({ files, folders: [] }, journal(), {}), CannotWrite);
    assert.match(readFileSync(file("a.conf"), "utf8"), /theirs$/);
  });

  it("leaves the files of others in a folder of ours, and what is to stay there", async (t) => {
    const { write, undo, file } = await place(t);
    write({ "own/a.conf": "ours" }, [{ path: file("own"), mode: 0o750, ...OWN, isOurs: false }]);
    writeFileSync(file("own/theirs.conf"), "theirs");
    writeFileSync(file("own/a.conf"), "changed");
    assert.deepEqual(undo(["own/a.conf"]), []);
    assert.deepEqual(
      ["a.conf", "theirs.conf"].map((name) => readFileSync(file(`own/${name}`), "utf8")),
      ["changed", "theirs"],
    );
  });

  it("names a file that is to stay and was never written: it may be misspelt", async (t) => {
    const { write, journal, file } = await place(t);
    write({ "a.conf": "ours" });
    assert.deepEqual(planUndo(journal(), [file("a.cnf"), file("a.conf")]).unknown, [file("a.cnf")]);
  });

  it("is written down as well behind a line that was broken off", async (t) => {
    const { write, journal } = await place(t);
    write({ "a.conf": "ours" });
    appendFileSync(join(journal().folder, "journal.jsonl"), '{"act":"star');
    journal().add({ act: "enable", unit: "a.service" });
    assert.deepEqual(journal().entries.at(-1), { act: "enable", unit: "a.service" });
  });

  it("gives a folder away that a run which was broken off had only made", async (t) => {
    const { write, journal, file } = await place(t);
    journal().add({ act: "folder", path: file("own"), isOurs: false });
    mkdirSync(file("own"), { mode: 0o700 });
    write({ "own/a.conf": "ours" }, [{ path: file("own"), mode: 0o751, ...OWN, isOurs: false }]);
    assert.equal(statSync(file("own")).mode & 0o777, 0o751);
  });

  it("gives an owner and permissions to no folder or file that a link leads to", async (t) => {
    const { write, journal, file } = await place(t);
    mkdirSync(file("roots"), { mode: 0o700 });
    journal().add({ act: "folder", path: file("own"), isOurs: false });
    symlinkSync("roots", file("own"));
    assert.throws(() => write({ "b.conf": "b" }, [{ path: file("own"), mode: 0o777, ...OWN, isOurs: false }]));
    assert.equal(statSync(file("roots")).mode & 0o777, 0o700);
  });

  it(
    "is refused where another user's link leads to what is not theirs",
    {
      skip: OWN.uid !== 0 && "needs root",
    },
    async (t) => {
      const { file } = await place(t);
      symlinkSync("a.conf", file("link.conf"));
      const before = readState(file("a.conf"));
      const change = {
        path: file("link.conf"),
        before,
        after: { mode: 0o640, ...OWN, bytes: "x" },
        shown: "name" as const,
      };
      const why = () => whyNotWritable({ files: [change], folders: [] }).join();
      assert.equal(why(), "");
      lchownSync(file("link.conf"), 1234, 1234);
      assert.match(why(), /link\.conf is a symbolic link of another user's/);
    },
  );

  it("keeps copies that only its owner can read", async (t) => {
    const { write, keptIn, journal } = await place(t);
    write({ "a.conf": "ours" });
    assert.equal(statSync(journal().folder).mode & 0o777, 0o700);
    const copies = journal().entries.flatMap((entry) => (entry.act === "write" && entry.copy ? [entry.copy] : []));
    assert.deepEqual(
      copies.map((copy) => statSync(keptIn(copy)).mode & 0o777),
      [0o600],
    );
  });

  it("is refused beforehand where a link leads nowhere", async (t) => {
    const { file } = await place(t);
    symlinkSync("gone.conf", file("link.conf"));
    const change = {
      path: file("link.conf"),
      before: undefined,
      after: { bytes: "x", mode: 0o640, ...OWN },
      shown: "name" as const,
    };
    assert.match(whyNotWritable({ files: [change], folders: [] }).join(), /link\.conf is a symbolic link to nothing/);
  });
});
