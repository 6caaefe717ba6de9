import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  ASSISTANT_EXTENSION,
  type Bed,
  bundledAsteriskPlace,
  CALLEES,
  everyFile,
  PROJECT,
  recognise,
  says,
  type ScriptedModel,
  type SetupBed,
  type SpeechServer,
  startBed,
  startCallees,
  startScriptedModel,
  startSpeechServer,
  Telephone,
} from "../support/index.js";

const USER = "ari-attendant-asterisk";
const isUserThere = () => spawnSync("id", [USER]).status === 0;

describe("scripts/setup --way own-asterisk beside a PBX", { timeout: 900_000 }, () => {
  let bed: Bed;
  let place: Omit<SetupBed, "pbx">;
  let speech: SpeechServer;
  let model: ScriptedModel;
  const environment = (): Record<string, string> => ({
    SIP_USER: ASSISTANT_EXTENSION,
    SIP_DOMAIN: "127.0.0.1",
    SIP_PORT: String(bed.pbx.sipPort),
    SIP_PASSWORD: bed.pbx.passwords.get(ASSISTANT_EXTENSION) ?? "",
    TTS_VOICE: "rms",
    FILLER_AFTER_MS: "0",
  });
  const options = () => [
    ...["--yes", "--way", "own-asterisk"],
    ...[speech.port, model.port].flatMap((port) => ["--host", `127.0.0.1:${port}`]),
  ];

  before(async () => {
    speech = await startSpeechServer();
    model = await startScriptedModel({ conversation: "demo" });
    bed = await startBed();
    await bed.assistantAsterisk.kill();
    place = await bundledAsteriskPlace();
  });
  after(async () => {
    for (const part of [place, bed, model, speech]) await part?.[Symbol.asyncDispose]();
  });

  it("installs nothing on a dry run, and says what it would install", async () => {
    const { report, told } = await place.setup([...options(), "--dry-run"], environment());
    assert.deepEqual(report.faults, [], told);
    assert.match(told, /This would install Asterisk in /);
    assert.deepEqual([await everyFile(place.etc), isUserThere()], [[], false]);
  });

  it("installs an Asterisk, which registers as the extension and places a call", async () => {
    await using _callees = await startCallees(bed.pbx);
    const { report, told, ms } = await place.setup([...options(), "--call", CALLEES.saysYes.number], environment());
    assert.deepEqual(report.faults, [], told);
    assert.deepEqual([report.running?.call?.status, report.running?.call?.answer], ["completed", "yes"]);
    process.stderr.write(`# own-asterisk: ${(ms / 1000).toFixed(1)} s from nothing to an answered call\n`);
  });

  it("answers a call to the extension", async () => {
    await using phone = await Telephone.connect(bed.pbx);
    await using caller = await phone.dial(ASSISTANT_EXTENSION);
    const greeted = await caller.hearsSilence({ forMs: 1_000 });
    const question = await caller.say(await says("how much is seven times six"));
    const answered = await caller.hearsSilence({ forMs: 1_000, after: Math.max(greeted, question.to) });
    assert.match(await recognise(caller.recording().assistant.subarray(question.to, answered)), /forty two/);
  });

  it("runs as its own system user, without modules that it does not load", async () => {
    const uid = Number(execFileSync("id", ["-u", USER], { encoding: "utf8" }));
    const home = join(place.etc, "root/var/lib/ari-attendant-asterisk");
    assert.equal((await lstat(join(home, "etc/pjsip.conf"))).uid, uid);
    assert.match(execFileSync("ps", ["-o", "args", "-u", String(uid)], { encoding: "utf8" }), /asterisk .*-f/);
    const [machine = ""] = (await readdir(join(place.etc, "root/usr/lib"))).filter((name) =>
      name.endsWith("-linux-gnu"),
    );
    const modules = await readdir(join(place.etc, "root/usr/lib", machine, "asterisk/modules"));
    const configuration = await readFile(join(PROJECT, "asterisk-config/templates/modules.conf"), "utf8");
    const loaded = [...configuration.matchAll(/^load = (\S+)$/gm)].map(([, name]) => name);
    assert.deepEqual(modules.sort(), loaded.sort());
  });

  it("changes nothing the second time", async () => {
    const { report, told } = await place.setup(options(), environment());
    assert.deepEqual([report.faults, report.changed], [[], []], told);
  });

  it("removes root and user on undo", async () => {
    const { report, told } = await place.setup(["--undo"]);
    assert.deepEqual(report.faults, [], told);
    assert.deepEqual([await everyFile(place.etc), isUserThere()], [[], false]);
  });
});
