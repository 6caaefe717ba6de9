import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bringUp } from "../../../src/setup/bring-up.js";
import type { Facts } from "../../../src/setup/facts.js";
import { openJournal } from "../../../src/setup/journal.js";
import { setupOptions } from "../../../src/setup/options.js";
import { OWN_SPEECH } from "../../../src/setup/own-speech.js";
import type { Plan } from "../../../src/setup/plan.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const UNIT = "/etc/systemd/system/ari-attendant.service";

describe("with a unit that an administrator has written", () => {
  async function start(...args: readonly string[]) {
    await using folder = await temporaryFolder();
    const told: string[] = [];
    const text = { bytes: "[Unit]\nDescription=mine\n", mode: 0o644, uid: 0, gid: 0 };
    const facts = {
      hasSystemd: true,
      isRoot: true,
      project: folder.path,
      folder: folder.path,
      node: "/usr/bin/node",
      file: (path: string) => (path === UNIT ? text : undefined),
    } as unknown as Facts;
    const needs = {
      options: setupOptions(args),
      project: folder.path,
      environment: { PATH: "" },
      asker: undefined,
      tell: (line: string) => void told.push(line),
      signal: new AbortController().signal,
    };
    const place = { root: "", configDir: "/etc/asterisk", path: "" };
    const journal = openJournal(`${folder.path}/setup`);
    const plan = { env: { SPEECH_BASE_URL: OWN_SPEECH } as Plan["env"] } as Plan;
    const { faults } = await bringUp({ needs, facts, way: "freepbx", place, plan, journal, isChanged: true });
    return { faults, told: told.join("\n"), entries: journal.entries };
  }

  it("starts nothing beside it, and says how the service is started", async () => {
    const { faults, entries } = await start("--start");
    const expected = "systemctl restart ari-attendant, then run this again without --start and --call";
    assert.deepEqual(faults, [`ari-attendant.service is your own unit: ${expected}`]);
    assert.deepEqual(entries, []);
  });

  it("names the commands of the units where it is not to start", async () => {
    const { faults, told } = await start();
    assert.deepEqual(faults, []);
    const commands = ["enable --now ari-attendant-speech.service", "restart ari-attendant.service"];
    assert.match(told, new RegExp(commands.map((each) => `systemctl ${each}`).join("\\n +")));
    assert.doesNotMatch(told, /main\.js|--start/);
  });
});
