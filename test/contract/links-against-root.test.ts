import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test, type TestContext } from "node:test";
import { envFileIn, namedFileReader } from "../../src/config/own-environment.js";
import { ASSISTANTS_CHECK } from "../../src/doctor/checks/assistants.js";
import { setUpAs } from "../../src/doctor/dialplan-loaded.js";
import { openInstallation } from "../../src/doctor/installation.js";
import { restAccessOf } from "../../src/doctor/rest-access.js";
import { asOwnerOf, readAsOwner } from "../../src/kernel/act-as.js";
import { locate } from "../../src/kernel/path-owner.js";
import { Scope } from "../../src/kernel/scope.js";
import { applyChanges, whyNotWritable } from "../../src/setup/apply.js";
import { giveFolder, makeFolder, readState, removeFolder, writeState } from "../../src/setup/files.js";
import { openJournal } from "../../src/setup/journal.js";
import { planUndo, undoFiles } from "../../src/setup/undo.js";
import { backUp, restore } from "../../src/storage/backup/backup.js";
import { openStore } from "../../src/storage/open-store.js";
import { FULL } from "../support/form.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { call } from "./store-samples.js";

/** The service's user, or Asterisk's: no one of this machine. */
const OTHER = 54_321;
const ROUNDS = FULL ? 1_000 : 100;
/** Between two links of the race against a whole script, ms. */
const REST_MS = [0, 30, 300, 100, 1_000];
const SECRET = "only root reads this";
const options = { skip: process.getuid?.() === 0 ? false : "needs root, who plays the other user" };

/** A folder of the other user's, and one of root's that holds a secret. */
function place(t: TestContext) {
  const base = mkdtempSync(join(tmpdir(), "attendant-root-"));
  chmodSync(base, 0o755);
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const [theirs, vault] = [join(base, "theirs"), join(base, "vault")];
  mkdirSync(theirs, { mode: 0o700 });
  chownSync(theirs, OTHER, OTHER);
  mkdirSync(vault, { mode: 0o755 });
  writeFileSync(join(vault, "x.conf"), SECRET, { mode: 0o600 });
  const look = (path: string) => {
    const { uid, gid, mode, ino, size } = statSync(path);
    return { uid, gid, mode, ino, size };
  };
  const state = () => [look(vault), readdirSync(vault), look(join(vault, "x.conf"))];
  const before = state();
  return { base, theirs, vault, expectUntouched: () => assert.deepEqual(state(), before) };
}

/**
 * Has the other user put a link in the place of something of theirs and take it away again, for as long as it lives.
 *
 * @param restMs how long at most all is well in between: a program that looks many times would never come to write
 */
async function flip(path: string, target: string, restMs = 0): Promise<AsyncDisposable> {
  const script = `
    const { renameSync, symlinkSync, unlinkSync } = require("node:fs");
    const [path, target, restMs] = process.argv.slice(1);
    const rest = (ms) => ms > 0 && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const quietly = (act) => { try { act(); } catch {} };
    process.stdout.write("on");
    for (;;) {
      quietly(() => renameSync(path, path + ".aside"));
      quietly(() => symlinkSync(target, path));
      quietly(() => unlinkSync(path));
      quietly(() => renameSync(path + ".aside", path));
      rest(restMs * Math.random());
    }`;
  const child = spawn(process.execPath, ["-e", script, path, target, String(restMs)], {
    uid: OTHER,
    gid: OTHER,
    cwd: "/",
  });
  await once(child.stdout, "data");
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

const theirFolder = (path: string) => {
  mkdirSync(path, { mode: 0o755 });
  chownSync(path, OTHER, OTHER);
  return path;
};
const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined; // What was in the way is theirs to take away.
  }
};

test(
  "a path of root's is followed as it is; from the first folder of another user on, it counts as theirs",
  options,
  (t) => {
    const { base, theirs, vault } = place(t);
    const ids = (path: string) => locate(path).owners.map(({ uid }) => uid);
    assert.deepEqual([ids(vault), ids(join(theirs, "a/b"))], [[], [OTHER]]);
    symlinkSync(vault, join(theirs, "link"));
    lchownSync(join(theirs, "link"), OTHER, OTHER);
    assert.deepEqual(locate(join(theirs, "link/x.conf")).path, join(vault, "x.conf"));
    assert.deepEqual(ids(join(theirs, "link/x.conf")), [OTHER, OTHER]);
    symlinkSync(theirs, join(base, "mine"));
    assert.deepEqual(ids(join(base, "mine/new")), [OTHER]);
    symlinkSync("loop", join(base, "loop"));
    assert.throws(() => locate(join(base, "loop")), /more than 40/);
  },
);

test("root is root again after acting as another user, also when that failed", options, async (t) => {
  const { theirs } = place(t);
  const self = () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
  const before = self();
  assert.equal(
    asOwnerOf(theirs, () => process.geteuid?.()),
    OTHER,
  );
  assert.throws(() =>
    asOwnerOf(theirs, () => {
      throw new Error("failed");
    }),
  );
  await assert.rejects(asOwnerOf(theirs, () => Promise.reject(new Error("failed"))));
  assert.deepEqual(self(), before);
});

test("no race of links has root write, read, give away or remove in a folder of its own", options, async (t) => {
  const { theirs, vault, expectUntouched } = place(t);
  const folder = theirFolder(join(theirs, "etc"));
  const own = { mode: 0o640, uid: OTHER, gid: OTHER };
  const write = () => writeState(join(folder, "x.conf"), { ...own, bytes: "ours" });
  write();
  assert.equal(readState(join(folder, "x.conf"))?.bytes, "ours", "what is theirs to have is written");
  await using _racing = await flip(folder, vault);
  for (let round = 0; round < ROUNDS; round++) {
    attempt(write);
    attempt(() => (makeFolder(join(folder, "made"), 0o700), giveFolder(join(folder, "made"), own)));
    attempt(() => giveFolder(folder, own));
    assert.notEqual(
      attempt(() => readState(join(folder, "x.conf"))?.bytes),
      SECRET,
    );
    attempt(() => removeFolder(join(folder, "made")));
    attempt(() => removeFolder(folder));
    attempt(() => asOwnerOf(theirs, () => mkdirSync(folder)));
  }
  expectUntouched();
});

test("settings of another user make root read no file that this user may not read", options, (t) => {
  const { theirs, vault } = place(t);
  writeFileSync(join(vault, "keys"), "a-key-that-root-alone-reads", { mode: 0o600 });
  writeFileSync(join(theirs, ".env"), `API_KEYS_FILE=${join(vault, "keys")}\n`);
  chownSync(join(theirs, ".env"), OTHER, OTHER);
  assert.throws(() => restAccessOf(theirs, {}, []), /API_KEYS_FILE: cannot be read \(EACCES/);
  assert.match(namedFileReader(vault)(join(vault, "keys")), /root-alone/);
  const env = { ...process.env, SYSTEM_PROMPT: undefined, SYSTEM_PROMPT_FILE: undefined };
  writeFileSync(join(theirs, ".env"), `SYSTEM_PROMPT_FILE=${join(vault, "x.conf")}\n`);
  const listed = spawnSync(resolve("scripts/ari-attendant"), ["settings"], { cwd: theirs, encoding: "utf8", env });
  assert.match(listed.stdout + listed.stderr, /SYSTEM_PROMPT_FILE.*cannot be read/s);
  assert.ok(!`${listed.stdout}${listed.stderr}`.includes(SECRET));
});

test("an assistants file of another user makes root read no key that this user may not read", options, async (t) => {
  const { theirs, vault } = place(t);
  await using scope = new Scope("test");
  const checked = async (key: string) => {
    writeFileSync(join(theirs, ".env"), `MODEL_KEY_LARGE_FILE=${key}\n`);
    chownSync(join(theirs, ".env"), OTHER, OTHER);
    const needs = { folder: theirs, given: { DATA_DIR: theirs }, version: "0.1.0", log: quietLog, scope };
    return await ASSISTANTS_CHECK.look(openInstallation(needs), scope.signal);
  };
  const large = "{ url: 'http://127.0.0.1:9/v1', model: big, key_env: MODEL_KEY_LARGE }";
  writeFileSync(join(theirs, "assistants.yaml"), `backends: { large: ${large} }\nassistants: {}\n`);
  writeFileSync(join(theirs, "key"), "sk-own");
  assert.equal((await checked(join(theirs, "key"))).state, "good", "what is theirs to read is read");
  assert.match((await checked(join(vault, "x.conf"))).detail, /MODEL_KEY_LARGE, which is not set/);
});

test("no race of links has setup write or take back anything in a folder of root's", options, async (t) => {
  const { base, theirs, vault, expectUntouched } = place(t);
  const folder = theirFolder(join(theirs, "etc"));
  const path = join(folder, "x.conf");
  const after = { bytes: "ours", mode: 0o640, uid: OTHER, gid: OTHER };
  const setUp = () => {
    const journal = openJournal(join(base, "journal"));
    const files = [{ path, before: readState(path), after, shown: "name" as const }];
    whyNotWritable({ folders: [], files });
    applyChanges({ folders: [{ ...after, path: join(folder, "made"), isOurs: true }], files }, journal, {});
  };
  const takeBack = () => {
    const journal = openJournal(join(base, "journal"));
    undoFiles(planUndo(journal), journal);
    journal.discard();
  };
  setUp();
  assert.equal(readState(path)?.bytes, "ours", "what is theirs to have is written");
  takeBack();
  await using _racing = await flip(folder, vault);
  for (let round = 0; round < ROUNDS / 4; round++) {
    attempt(setUp);
    for (const entry of openJournal(join(base, "journal")).entries)
      if (entry.act === "write" && entry.copy)
        assert.ok(
          !readFileSync(join(base, "journal", entry.copy), "latin1").includes(SECRET),
          "root copies for nobody",
        );
    attempt(takeBack);
    attempt(() => asOwnerOf(theirs, () => mkdirSync(folder)));
  }
  expectUntouched();
});

/** The files that Asterisk has, in a folder; what it says of itself is of a program in the folder `bin`. */
function layOutAsterisk(etc: string, bin: string): void {
  mkdirSync(bin, { mode: 0o755 });
  const asterisk = `#!/bin/sh\n[ "$1" = -V ] && echo "Asterisk 22.10.1" && exit 0\necho "Unable to connect" >&2\nexit 1\n`;
  writeFileSync(join(bin, "asterisk"), asterisk, { mode: 0o755 });
  const files = {
    "asterisk.conf": `[directories]\nastetcdir => ${etc}\n`,
    "http.conf": "[general]\nenabled = yes\nbindaddr = 127.0.0.1\n",
    "ari.conf": "[general]\nenabled = yes\n",
    "extensions.conf": "[from-internal]\nexten => 201,1,Dial(PJSIP/201)\n",
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(etc, name), text);
    chownSync(join(etc, name), OTHER, OTHER);
  }
}

test("no race of links has scripts/setup as a whole touch or show anything of root's", options, async (t) => {
  const { base, theirs, vault } = place(t);
  const etc = theirFolder(join(theirs, "etc"));
  layOutAsterisk(etc, join(base, "bin"));
  // What is read through a link would be shown in the difference, or copied for --undo.
  for (const name of ["http.conf", "ari.conf", "extensions.conf"])
    writeFileSync(join(vault, name), `[general]\n; ${SECRET}\n`, { mode: 0o600 });
  const kept = () => readdirSync(vault).map((name) => [name, readFileSync(join(vault, name), "latin1")]);
  const before = kept();
  const folder = join(base, "installation");
  mkdirSync(folder, { mode: 0o700 });
  const servers = { LLM_BASE_URL: "http://127.0.0.1:9/v1", LLM_MODEL: "m", SPEECH_BASE_URL: "http://127.0.0.1:9/v1" };
  const env = { PATH: `${join(base, "bin")}:${process.env.PATH}`, HOME: process.env.HOME, ...servers };
  const setup = (...given: string[]) => {
    const places = ["--config-dir", etc, "--folder", folder];
    const { stdout, stderr } = spawnSync(resolve("scripts/setup"), [...places, ...given], { env, encoding: "utf8" });
    assert.ok(!`${stdout}${stderr}`.includes(SECRET), stdout + stderr);
    return stdout + stderr;
  };
  const way = ["--way", "asterisk", "--number", "7000", "--context", "from-internal", "--yes"];
  const done = setup(...way);
  assert.ok(existsSync(join(etc, "attendant_http.conf")), done);
  setup("--undo");
  assert.deepEqual(readdirSync(etc).sort(), ["ari.conf", "asterisk.conf", "extensions.conf", "http.conf"]);
  const [written, said, targets] = [new Set<string>(), [] as string[], [etc, join(etc, "http.conf")]];
  for (let round = 0; round < ROUNDS / 30; round++) {
    const target = targets[round % targets.length] ?? etc;
    const to = target === etc ? vault : join(vault, "http.conf");
    await using _racing = await flip(target, to, REST_MS[round % REST_MS.length]);
    const told = setup(...way);
    said.push(told.trim().split("\n").at(-1)?.slice(0, 160) ?? "");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const path = join(folder, name);
      if (statSync(path).isFile()) assert.ok(!readFileSync(path, "latin1").includes(SECRET), name);
      written.add(name);
    }
    setup("--undo");
  }
  t.diagnostic(said.join("\n"));
  assert.ok(written.has(".env"), `nothing was ever written: ${said.join("; ")}`);
  assert.deepEqual(kept(), before);
});

test(
  "no race of links has the doctor, setup or who asks for a key take a word of root's folder",
  options,
  async (t) => {
    const { theirs, vault } = place(t);
    const folder = theirFolder(join(theirs, "attendant"));
    const [key, ofRoot] = ["their-own-key-of-sixteen", "a-key-that-root-alone-reads"];
    const own = (name: string, text: string) => {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      chownSync(join(folder, name), OTHER, OTHER);
    };
    own(".env", `API_KEYS=${key}\n`);
    own("keys", `${key}\n`);
    for (const [name, text] of [
      [".env", `API_KEYS=${ofRoot}\n`],
      ["keys", `${ofRoot}\n`],
    ] as const)
      writeFileSync(join(vault, name), text, { mode: 0o600 });
    for (const each of [vault, folder]) {
      mkdirSync(join(each, "data/setup"), { recursive: true });
      writeFileSync(join(each, "data/setup/journal.jsonl"), '{"act":"begin","at":"","answers":{"root":"/theirs"}}\n');
    }
    assert.equal(restAccessOf(folder, {}, []).key, key, "what is theirs is read");
    await using _racing = await flip(folder, vault);
    for (let round = 0; round < ROUNDS; round++) {
      for (const read of [() => envFileIn(folder), () => readAsOwner(join(folder, "keys"))])
        assert.ok(!attempt(read)?.includes(ofRoot));
      assert.equal(setUpAs(folder), undefined, "root does nothing that somebody else wrote down for it");
      if (round % 50 === 0) assert.notEqual(attempt(() => restAccessOf(folder, {}, []))?.key, ofRoot);
    }
  },
);

async function storeIn(dataDir: string): Promise<void> {
  await using store = await openStore({
    now: Date.now,
    mongodbUri: undefined,
    dataDir,
    report: () => {},
    log: quietLog,
  });
  await store.saveCall(call("a"));
}

test(
  "a backup holds what its owner could read, and a restore changes what its owner could change",
  options,
  async (t) => {
    const { base, theirs, vault, expectUntouched } = place(t);
    const place2 = { dataDir: theirs, mongodbUri: undefined };
    await asOwnerOf(theirs, storeIn);
    const backup = join(base, "backup");
    await backUp(place2, backup);
    assert.equal(statSync(backup).uid, 0);
    await restore(backup, place2, true);
    const owners = readdirSync(theirs, { recursive: true }).map((name) => statSync(join(theirs, String(name))).uid);
    assert.deepEqual([...new Set(owners)], [OTHER], "what is put back is the service's");

    symlinkSync(join(vault, "x.conf"), join(theirs, "controller-id"));
    await backUp(place2, join(base, "another"));
    assert.ok(!existsSync(join(base, "another/controller-id")));
    await using _racing = await flip(join(theirs, "store"), vault);
    for (let round = 0; round < 30; round++) {
      const made = join(base, `raced-${round}`);
      await backUp(place2, made).catch(() => {});
      if (existsSync(made))
        for (const name of readdirSync(made)) assert.ok(!readFileSync(join(made, name), "latin1").includes(SECRET));
      await restore(backup, place2, true).catch(() => {});
    }
    expectUntouched();
  },
);

test("a backup is made and put back where root alone may enter the folder above", options, async (t) => {
  const { base } = place(t);
  if (spawnSync("unshare", ["--mount", "true"]).status !== 0) return t.skip("needs mount namespaces");
  const closed = join(base, "private");
  mkdirSync(closed, { mode: 0o700 });
  const data = theirFolder(join(closed, "data"));
  chmodSync(closed, 0o755);
  await asOwnerOf(data, storeIn);
  chmodSync(closed, 0o700);
  const run = (program: string, ...given: string[]) =>
    spawnSync(resolve("scripts", program), given, {
      cwd: base,
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: data },
    });
  const made = run("backup", join(base, "backup"));
  assert.deepEqual([made.status, made.stderr], [0, ""]);
  assert.match(made.stdout, /1 calls/);
  const back = run("restore", join(base, "backup"), "--replace");
  assert.deepEqual([back.status, back.stderr], [0, ""]);
  assert.ok(back.stdout.includes(`is in ${data}/store-before-`), back.stdout);
  assert.equal(statSync(join(data, "store/attendant.sqlite")).uid, OTHER);
  return undefined;
});
