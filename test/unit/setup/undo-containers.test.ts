import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { applyChanges } from "../../../src/setup/apply.js";
import { bringUp } from "../../../src/setup/bring-up.js";
import type { Facts } from "../../../src/setup/facts.js";
import { openJournal } from "../../../src/setup/journal.js";
import { setupOptions } from "../../../src/setup/options.js";
import type { Plan } from "../../../src/setup/plan.js";
import { takeBack } from "../../../src/setup/take-back.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** Has Docker Compose. */
const HAS_COMPOSE = '#!/bin/sh\ntest "$*" = "compose version" && exit\n';
/** Says which command it got in which folder, and does nothing without the settings. */
const DOCKER = `${HAS_COMPOSE}echo "$PWD $*" >>"$0.log"\ntest -e .env || { echo "no .env" >&2; exit 1; }\n`;
const NO_DAEMON = `${HAS_COMPOSE}echo 'no daemon' >&2\nexit 1\n`;

const PLACE = { root: "", configDir: "/etc/asterisk", path: undefined };

/** A folder where setup has written `.env` for a way. */
function installation(folder: string, docker: string | undefined, way = "compose") {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  if (docker !== undefined) {
    writeFileSync(join(bin, "docker"), docker);
    chmodSync(join(bin, "docker"), 0o755);
  }
  const project = join(folder, "project");
  mkdirSync(project);
  const settings = join(project, ".env");
  const journal = openJournal(join(project, "data/setup"));
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const after = { bytes: "SIP_USER=8000\n", mode: 0o600, ...own };
  applyChanges({ files: [{ path: settings, before: undefined, after, shown: "name" }], folders: [] }, journal, { way });
  const told: string[] = [];
  const needs = {
    options: setupOptions(["--undo"]),
    project,
    environment: { PATH: docker === undefined ? bin : `${bin}:${process.env.PATH}` },
    asker: undefined,
    tell: (text: string) => void told.push(text),
    signal: new AbortController().signal,
  };
  return {
    needs,
    journal,
    told,
    project,
    isUndone: () => !existsSync(settings),
    commands: () => (existsSync(join(bin, "docker.log")) ? readFileSync(join(bin, "docker.log"), "utf8") : ""),
    undo: async () => (await takeBack(needs, journal, settings)).faults.join("\n"),
  };
}

describe("undoing a set-up of containers", () => {
  it("knows of containers whose start was broken off", async () => {
    await using folder = await temporaryFolder();
    const { needs, journal, project } = installation(folder.path, NO_DAEMON);
    const facts = { hasSystemd: false, project, folder: project, file: () => undefined } as unknown as Facts;
    const work = { facts, way: "compose", place: PLACE, plan: { env: {} } as Plan, journal, isChanged: true } as const;
    const { faults } = await bringUp({ ...work, needs: { ...needs, options: setupOptions(["--start"]) } });
    assert.deepEqual(faults, ["docker compose up: no daemon"]);
    assert.deepEqual(journal.entries.at(-1), { act: "containers", isUp: true });
  });

  it("removes the containers while the settings are still there, whoever started them", async () => {
    for (const isRecorded of [true, false]) {
      await using folder = await temporaryFolder();
      const { journal, undo, commands, project, isUndone, told } = installation(folder.path, DOCKER);
      if (isRecorded) journal.add({ act: "containers", isUp: true });
      assert.equal(await undo(), "");
      assert.equal(commands(), `${project} compose down\n`);
      assert.ok(isUndone());
      assert.match(told.join("\n"), /volumes, with calls and schedules, are kept/);
      assert.doesNotMatch(told.join("\n"), /docker compose down/);
    }
  });

  it("undoes nothing if they cannot be removed", async () => {
    await using folder = await temporaryFolder();
    const { undo, isUndone, journal } = installation(folder.path, NO_DAEMON);
    assert.equal(await undo(), "docker compose down: no daemon. Nothing was undone");
    assert.ok(!isUndone());
    assert.ok(journal.entries.length > 0);
  });

  it("has nothing to remove where Docker has no Compose, unless it was used here", async () => {
    const words = "docker: 'compose' is not a docker command.";
    const withoutCompose = `#!/bin/sh\necho "${words}" >&2\nexit 1\n`;
    await using folder = await temporaryFolder();
    const { undo, isUndone } = installation(folder.path, withoutCompose);
    assert.equal(await undo(), "");
    assert.ok(isUndone());
    await using other = await temporaryFolder();
    const used = installation(other.path, withoutCompose);
    used.journal.add({ act: "containers", isUp: true });
    assert.equal(await used.undo(), `docker compose down: ${words}. Nothing was undone`);
    assert.ok(!used.isUndone());
  });

  it("goes on where it was interrupted after that", async () => {
    await using folder = await temporaryFolder();
    const { journal, undo, commands, isUndone } = installation(folder.path, DOCKER);
    journal.add({ act: "containers", isUp: true });
    journal.add({ act: "containers", isUp: false });
    assert.equal(await undo(), "");
    assert.equal(commands(), "");
    assert.ok(isUndone());
  });

  it("needs no Docker where nothing was started, nor for another way", async () => {
    await using folder = await temporaryFolder();
    const without = installation(folder.path, undefined);
    assert.equal(await without.undo(), "");
    assert.ok(without.isUndone());
    await using other = await temporaryFolder();
    const { undo, commands } = installation(other.path, DOCKER, "extension");
    assert.equal(await undo(), "");
    assert.equal(commands(), "");
  });
});
