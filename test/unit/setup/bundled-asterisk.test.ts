import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import type { Facts } from "../../../src/setup/facts.js";
import { type Journal, openJournal } from "../../../src/setup/journal.js";
import { type SetupOptions, setupOptions } from "../../../src/setup/options.js";
import { installAsterisk } from "../../../src/setup/bundled-asterisk.js";
import type { SetupNeeds } from "../../../src/setup/setup-run.js";
import { takeBack } from "../../../src/setup/take-back.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** Replaces the program that installs Asterisk: creates a folder with one file. */
const MAKES = '#!/bin/sh\nmkdir -p "$1/usr" && echo made >"$1/usr/file" && echo changed\n';
const FAILS = "#!/bin/sh\necho 'own-asterisk: debootstrap failed' >&2\nexit 1\n";

/** A machine without a bundled Asterisk, on which creating and removing its user is only recorded. */
function machine(folder: string, program = MAKES, args: readonly string[] = ["--yes"]) {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  put(join(folder, "project/scripts/lib/own-asterisk"), program);
  put(join(folder, "bin/id"), "#!/bin/sh\nexit 1\n");
  put(join(folder, "bin/userdel"), `#!/bin/sh\necho "$@" >>${folder}/removed\n`);
  const told: string[] = [];
  const journal: Journal = openJournal(join(folder, "data/setup"));
  const options: SetupOptions = setupOptions(args);
  const path = `${join(folder, "bin")}:${process.env.PATH}`;
  const needs: SetupNeeds = {
    options,
    project: join(folder, "project"),
    environment: { PATH: path },
    asker: undefined,
    tell: (text) => void told.push(text),
    signal: new AbortController().signal,
  };
  const root = join(folder, "var/asterisk/root");
  const place = { root, configDir: "/etc", path };
  const install = (facts: Partial<Facts> = {}) =>
    installAsterisk(needs, { isRoot: true, ...facts } as Facts, place, journal);
  return { root, told, journal, install, undo: () => takeBack(needs, journal, join(folder, ".env")) };
}

describe("the bundled Asterisk", () => {
  it("is installed in its root, and undo removes it with its user and folders", async () => {
    await using folder = await temporaryFolder();
    const { root, install, undo } = machine(folder.path);
    assert.deepEqual([(await install()).fault, (await install()).isChanged], [undefined, true]);
    assert.ok(existsSync(join(root, "usr/file")));
    assert.deepEqual((await undo()).faults, []);
    assert.ok(!existsSync(join(folder.path, "var")));
    assert.equal(readFileSync(join(folder.path, "removed"), "utf8"), "ari-attendant-asterisk\n");
  });

  it("is removed by undo after an interrupted installation", async () => {
    await using folder = await temporaryFolder();
    const { root, install, undo, journal } = machine(folder.path, FAILS);
    assert.match(
      (await install()).fault ?? "",
      /Asterisk could not be installed in .*: own-asterisk: debootstrap failed/,
    );
    mkdirSync(join(root, "half"), { recursive: true });
    assert.deepEqual((await undo()).faults, []);
    assert.ok(!existsSync(join(folder.path, "var")));
    assert.equal(journal.entries.length, 0);
  });

  it("does not overwrite a folder that this installation did not create", async () => {
    await using folder = await temporaryFolder();
    const { root, install, undo } = machine(folder.path);
    mkdirSync(root, { recursive: true });
    assert.match((await install()).fault ?? "", /already exists and does not belong to this installation: .*--root/);
    await undo();
    assert.ok(existsSync(root));
  });

  it("is only announced by a dry run", async () => {
    await using folder = await temporaryFolder();
    const { root, install, told, journal } = machine(folder.path, MAKES, ["--dry-run"]);
    assert.equal((await install()).fault, undefined);
    assert.match(told.join(), new RegExp(`would install Asterisk in ${root}`));
    assert.deepEqual([existsSync(root), journal.entries.length], [false, 0]);
  });

  it("requires root before it creates anything", async () => {
    await using folder = await temporaryFolder();
    const { root, install } = machine(folder.path);
    assert.match((await install({ isRoot: false })).fault ?? "", /run this as root/);
    assert.ok(!existsSync(root));
  });
});
