import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { after, before, describe, it } from "node:test";
import {
  ASSISTANT_EXTENSION,
  CALLEES,
  type Callees,
  everyFile,
  freePort,
  ownAsteriskPlace,
  PROJECT,
  recognise,
  says,
  type ScriptedModel,
  type SetupBed,
  type SetupRun,
  type SpeechServer,
  startBed,
  startCallees,
  startScriptedModel,
  startSetupBed,
  startSpeechServer,
  Telephone,
  type Typed,
  FULL,
  layOutAsFreePbx,
} from "../support/index.js";

const run = promisify(execFile);
/** A person's telephone at the PBX, where somebody says yes. */
const OWN_TELEPHONE = CALLEES.saysYes.number;
/** The PBX of the bed sends numbers that begin with 8 to telephones that register. */
const NUMBER = "7000";
/** Keys of a terminal: the answer is done; what stands there goes. */
const [ENTER, CLEAR] = ["\r", "\u0015"];

/** `TEST_FORM=full`: a call on the Asterisk of one's own, too. */

let speech: SpeechServer;
let model: ScriptedModel;

before(async () => {
  speech = await startSpeechServer();
  model = await startScriptedModel({ conversation: "demo" });
});
after(async () => {
  await speech?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

/** Where the servers are; which voice its recogniser understands best nothing tells. Fillers would be taken for replies. */
function backEnds(of = speech) {
  const options = [of.port, model.port].flatMap((port) => ["--host", `127.0.0.1:${port}`]);
  return { options, environment: { TTS_VOICE: "rms", FILLER_AFTER_MS: "0" } };
}

function assertUnderstood({ report, told, ms }: SetupRun, way: string): void {
  assert.deepEqual(report.faults, [], told);
  assert.deepEqual([report.done, report.way, report.questions], [true, way, 0]);
  assert.deepEqual([report.running?.call?.status, report.running?.call?.answer], ["completed", "yes"]);
  process.stderr.write(`# ${way}: ${(ms / 1000).toFixed(1)} s to an answered, understood call, no question asked\n`);
}

/** What it says at the end, and the README's next command, work as they stand. */
async function expectOnePath({ told, report }: SetupRun, folder: string): Promise<void> {
  assert.match(told, new RegExp(`^Call it: ${NUMBER}$`, "m"));
  const [, url = "", login = ""] = /^Console: (\S+)\/console\/#login=(\S+) /m.exec(told) ?? [];
  const { stdout: key } = await run(join(PROJECT, "scripts/ari-attendant"), ["key"], { cwd: folder });
  const logIn = () => fetch(`${url}/console/login`, { method: "POST", headers: { authorization: `Once ${login}` } });
  const answers = [await logIn(), await logIn()];
  assert.deepEqual(await answers[0]?.json(), { key: key.trim() });
  assert.equal(answers[1]?.status, 401);
  const placed = await fetch(`${report.running?.url}/call`, { headers: { "X-API-Key": key.trim() } });
  assert.equal(placed.status, 200);
}

// In the full form each starts a service on port 8080, so they go one after the other.
describe("beside each other", { concurrency: !FULL }, () => {
  describe("scripts/setup on FreePBX's own Asterisk", { concurrency: 1, timeout: 360_000 }, () => {
    let bed: SetupBed;
    let callees: Callees;
    let untouched: readonly string[];
    /** The doctor is to find fault with it; the others have theirs meanwhile. */
    let ownSpeech: SpeechServer;

    before(async () => {
      ownSpeech = await startSpeechServer();
      bed = await startSetupBed(layOutAsFreePbx);
      callees = await startCallees(bed.pbx);
      untouched = await everyFile(bed.etc);
    });
    after(async () => {
      await callees?.[Symbol.asyncDispose]();
      await bed?.[Symbol.asyncDispose]();
      await ownSpeech?.[Symbol.asyncDispose]();
    });

    const options = () => ["--yes", "--number", NUMBER, ...backEnds(ownSpeech).options];

    it("shows what it would do, and does nothing, on a dry run", async () => {
      const { report, told } = await bed.setup([...options(), "--dry-run"], backEnds(ownSpeech).environment);
      assert.deepEqual(report.faults, [], told);
      assert.match(told, /^\+#tryinclude attendant_extensions\.conf$/m);
      assert.match(told, /^\+password = \*{8}$/m);
      assert.deepEqual(await everyFile(bed.etc), untouched);
      assert.deepEqual(await everyFile(bed.folder), []);
    });

    it("comes from nothing to a call that is answered and understood", async () => {
      const first = await bed.setup([...options(), "--call", OWN_TELEPHONE], backEnds(ownSpeech).environment);
      assertUnderstood(first, "freepbx");
      const env = await readFile(join(bed.folder, ".env"), "utf8");
      for (const name of ["ARI_PASSWORD", "API_KEYS"]) {
        const [, value = ""] = new RegExp(`^${name}=(\\S+)$`, "m").exec(env) ?? [];
        assert.ok(value.length >= 32 && !first.told.includes(value), name);
      }
      assert.equal((await stat(join(bed.folder, ".env"))).mode & 0o777, 0o600);

      await expectOnePath(first, bed.folder);
    });

    it("has its number called from the PBX's telephones", async () => {
      await using phone = await Telephone.connect(bed.pbx);
      const caller = await phone.dial(NUMBER);
      const greeted = await caller.hearsSilence({ forMs: 1_000 });
      const question = await caller.say(await says("how much is seven times six"));
      const answered = await caller.hearsSilence({ forMs: 1_000, after: Math.max(greeted, question.to) });
      const reply = caller.recording().assistant.subarray(question.to, answered);
      assert.match(await recognise(reply), /forty two/);
      await caller.hangUp();
    });

    it("changes nothing the second time, and says so", async () => {
      const was = [await everyFile(bed.etc), await stat(join(bed.folder, ".env"))];
      const { report, told } = await bed.setup(options(), backEnds(ownSpeech).environment);
      assert.deepEqual([report.done, report.changed, report.faults], [true, [], []], told);
      assert.match(told, /no file is changed/);
      assert.deepEqual([await everyFile(bed.etc), await stat(join(bed.folder, ".env"))], was);
    });

    it("fails when the doctor finds a fault: says which, and places no call", async () => {
      ownSpeech.hearAs(async () => "nothing of what was said");
      try {
        const { code, report, told } = await bed.setup(
          [...options(), "--call", OWN_TELEPHONE],
          backEnds(ownSpeech).environment,
        );
        assert.deepEqual([code, report.done, report.running?.call], [1, false, undefined], told);
        assert.match(report.faults.join("\n"), /^scripts\/doctor: Speech to text understands the voice: /m);
      } finally {
        ownSpeech.hearAs(undefined);
      }
    });

    it("reverts nothing while a file has been changed by others, and names it", async () => {
      const file = join(bed.etc, "extensions_custom.conf");
      const written = await readFile(file);
      await appendFile(file, "; mine\n");
      const { code, report } = await bed.setup(["--undo"]);
      assert.equal(code, 1);
      assert.match(report.faults.join(), /extensions_custom\.conf has been changed since/);
      await writeFile(file, written);
    });

    it("takes all of it back: every file is as it was, and the service is gone", async () => {
      const { report, told } = await bed.setup(["--undo"]);
      assert.deepEqual(report.faults, [], told);
      assert.deepEqual(await everyFile(bed.etc), untouched);
      assert.ok(!(await everyFile(bed.folder)).some((line) => /^\.env|^data\/setup/.test(line)));
      assert.match(await bed.pbx.instance.cli("dialplan show attendant"), /no existence of 'attendant'/);
    });

    it("asks a person at a terminal, and changes nothing when they say no, and everything when they say yes", async () => {
      const { options: hosts, environment } = backEnds(ownSpeech);
      const questions = (last: string): Typed[] => [
        [/How should calls reach the assistant\?/, ENTER],
        [/Number that telephones dial to reach the assistant/, `${CLEAR}${NUMBER}${ENTER}`],
        [/Change these \d+ files\?/, last],
      ];
      const refused = await bed.setupAtTerminal(hosts, questions("n"), environment);
      assert.equal(refused.code, 1, refused.shown);
      assert.match(refused.shown, /nothing was changed, because you declined/);
      assert.deepEqual(await everyFile(bed.etc), untouched);

      const done = await bed.setupAtTerminal(hosts, questions("y"), environment);
      assert.equal(done.code, 0, done.shown);
      assert.match(
        await readFile(join(bed.etc, "attendant_extensions.conf"), "utf8"),
        new RegExp(`exten => ${NUMBER},`),
      );
      assert.match(await bed.pbx.instance.cli("dialplan show attendant"), /attendant-call,call,1/);
      assert.ok(!(await bed.setup(["--undo"])).report.faults.length);
      assert.deepEqual(await everyFile(bed.etc), untouched);
    });
  });

  describe("scripts/setup on an Asterisk of one's own", { timeout: 120_000 }, () => {
    it("turns HTTP on where it is off, has ARI answer, and leaves every file as it was when it is taken back", async () => {
      await using bed = await startSetupBed((files) => {
        files.set("ari.conf", (files.get("ari.conf") ?? "").replaceAll("\n", "\r\n"));
        files.set("extensions.conf", (files.get("extensions.conf") ?? "").trimEnd());
      });
      await bed.pbx.instance.edit("http.conf", (text) => text.replace("enabled = yes", "enabled = no"));
      await bed.pbx.instance.cli("module reload http");
      const untouched = await everyFile(bed.etc);
      const { options, environment } = backEnds();
      const prepared = await bed.setup(
        ["--yes", "--way", "asterisk", "--context", "phones", "--number", NUMBER, ...options],
        environment,
      );
      assert.deepEqual(prepared.report.faults, [], prepared.told);
      assert.match(await readFile(join(bed.etc, "ari.conf"), "latin1"), /\r\n#tryinclude attendant_ari\.conf\r\n$/);
      // What a call comes by then is what it comes by with FreePBX's files.
      if (FULL) {
        await using _callees = await startCallees(bed.pbx);
        assertUnderstood(await bed.setup(["--yes", "--call", OWN_TELEPHONE], environment), "asterisk");
      }
      const { report, told } = await bed.setup(["--undo"]);
      assert.deepEqual(report.faults, [], told);
      assert.deepEqual(await everyFile(bed.etc), untouched);
    });
  });

  describe("scripts/setup as an extension beside a PBX", { timeout: 120_000 }, () => {
    it("registers an Asterisk of its own, calls, and leaves nothing when it is taken back", async () => {
      await using beside = await startBed();
      await beside.assistantAsterisk.kill();
      await using callees = await startCallees(beside.pbx);
      await using own = await ownAsteriskPlace();
      const untouched = await everyFile(own.etc);
      const { options, environment } = backEnds();
      const pbx = {
        SIP_USER: ASSISTANT_EXTENSION,
        SIP_DOMAIN: "127.0.0.1",
        SIP_PORT: String(beside.pbx.sipPort),
        SIP_PASSWORD: beside.pbx.passwords.get(ASSISTANT_EXTENSION) ?? "",
        PORT: String(await freePort()), // Both would take 8080.
      };
      const first = await own.setup(["--yes", "--way", "extension", "--call", OWN_TELEPHONE, ...options], {
        ...environment,
        ...pbx,
      });
      assertUnderstood(first, "extension");
      assert.ok(!first.told.includes(pbx.SIP_PASSWORD));
      assert.equal(callees.calls.length, 1);
      const { report, told } = await own.setup(["--undo"]);
      assert.deepEqual(report.faults, [], told);
      assert.deepEqual(await everyFile(own.etc), untouched);
    });
  });
});
