import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const RENDER = fileURLToPath(new URL("../../../asterisk-config/render", import.meta.url));
const PAGE = fileURLToPath(new URL("../../../docs/scaling.md", import.meta.url));
const FREEPBX = fileURLToPath(new URL("../../../asterisk-config/freepbx/extensions_custom.conf", import.meta.url));
/** What answers calls, and what they wait in for their controller, where there is one; without comments. */
const ONE_CONTROLLER = [
  "exten = call,1,Set(TIMEOUT(absolute)=3660)",
  'same = n,GotoIf($["${CALLERID(num-pres):0:6}" != "prohib"]?shown)',
  "same = n,Set(CALLERID(num)=anonymous)",
  "same = n,Set(CALLERID(name)=)",
  "same = n(shown),Stasis(attendant,${DIALLED})",
  "same = n,Hangup(42)",
];
const WAITS_FOR_IT = [
  "exten = call,1,Set(TRIES=15)",
  "same = n,Wait(0.2)",
  "same = n(look),Stasis(attendant,,returning)",
  'same = n,GotoIf($["${STASISSTATUS}" != "FAILED"]?over)',
  "same = n,Set(TRIES=$[${TRIES} - 1])",
  "same = n,GotoIf($[${TRIES} < 0]?over)",
  "same = n,Playtones(425/150,0/850)",
  "same = n,Wait(1)",
  "same = n,StopPlaytones()",
  "same = n,Goto(look)",
  "same = n(over),Playback(SOUND)",
  "same = n,Hangup(42)",
];
const REQUIRED = { ARI_USER: "a", ARI_PASSWORD: "ari;secret", AMI_USER: "m", AMI_PASSWORD: "ami-secret" };
const EXTENSION = { SIP_USER: "8000", SIP_PASSWORD: 's;e\\c"r=>e@SIP_USER@t', SIP_DOMAIN: "pbx.example" };
const BEHIND_NAT = { ASTERISK_EXTERNAL_ADDRESS: "192.0.2.10", ASTERISK_LOCAL_NET: "172.29.80.0/24" };

describe("the configuration of the assistant's Asterisk", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "asterisk-config-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const rendered = (file: string) => readFile(path.join(folder, "etc", file), "utf8");

  const confFiles = async () => (await readdir(path.join(folder, "etc"))).filter((name) => name.endsWith(".conf"));

  it("is readable by its owner only", async () => {
    assert.equal((await render(folder, { ...REQUIRED, ...EXTENSION })).code, 0);
    for (const file of await readdir(path.join(folder, "etc"))) {
      assert.equal((await stat(path.join(folder, "etc", file))).mode & 0o077, 0, file);
    }
  });

  it("holds a secret of any characters", async () => {
    await render(folder, { ...REQUIRED, ...EXTENSION });
    assert.match(await rendered("pjsip.conf"), /^password = s\\;e\\c"r=>e@SIP_USER@t$/m);
    assert.match(await rendered("ari.conf"), /^password = ari\\;secret$/m);
  });

  it("takes a secret from a file", async () => {
    const file = path.join(folder, "secret");
    await writeFile(file, "from a file\n");
    const { ARI_PASSWORD: _, ...others } = REQUIRED;
    assert.equal((await render(folder, { ...others, ARI_PASSWORD_FILE: file })).code, 0);
    assert.match(await rendered("ari.conf"), /^password = from a file$/m);
  });

  it("leaves nothing unfilled", async () => {
    await render(folder, { ...REQUIRED, ...EXTENSION, SIP_PASSWORD: "x", SIP_TRANSPORT: "tls" });
    for (const file of await confFiles()) {
      const text = await rendered(file);
      assert.doesNotMatch(text, /@[A-Z_]+@|^;@/m, file);
    }
    assert.match(await rendered("pjsip.conf"), /^verify_server = yes$/m);
  });

  it("permits SIP from the PBX only, if its address is known", async () => {
    const address = { ...REQUIRED, ...EXTENSION, SIP_DOMAIN: "192.0.2.7" };
    for (const [settings, permitted] of [
      [address, "192.0.2.7"],
      [{ ...address, SIP_DOMAIN: "[2001:db8::7]" }, "2001:db8::7"],
      [{ ...address, ...BEHIND_NAT }, "192.0.2.7,172.29.80.0/24"],
      [{ ...address, ASTERISK_SIP_PERMIT: "192.0.2.8,198.51.100.0/24" }, "192.0.2.8,198.51.100.0/24"],
      [{ ...address, ASTERISK_SIP_PERMIT: "any" }, undefined],
      // It may be another address tomorrow.
      [{ ...address, SIP_DOMAIN: "pbx.example" }, undefined],
      [{ ...address, SIP_DOMAIN: "pbx.example", ASTERISK_SIP_PERMIT: "192.0.2.9" }, "192.0.2.9"],
    ] as const) {
      assert.deepEqual(await render(folder, settings), { code: 0, stderr: "" });
      const [, found] =
        /^type = acl\ndeny = 0\.0\.0\.0\/0,::\/0\npermit = (.*)$/m.exec(await rendered("pjsip.conf")) ?? [];
      assert.equal(found, permitted);
    }
    assert.match(await rendered("modules.conf"), /^load = res_pjsip_acl\.so$/m);
  });

  it("permits ARI, media and AMI to the controller only", async () => {
    for (const [given, permitted] of [
      [undefined, "127.0.0.1,::1"],
      ["172.29.80.0/24", "172.29.80.0/24"],
    ] as const) {
      await render(folder, { ...REQUIRED, ...(given && { ASTERISK_CONTROLLER_PERMIT: given }) });
      const lines = `deny = 0.0.0.0/0,::/0\npermit = ${permitted}\n`;
      assert.ok((await rendered("http.conf")).includes(`[/]\ntype = restriction\n${lines}`));
      assert.ok((await rendered("manager.conf")).includes(lines));
    }
    const { stderr } = await render(folder, { ...REQUIRED, ASTERISK_CONTROLLER_PERMIT: "anybody" });
    assert.match(stderr, /^ {2}ASTERISK_CONTROLLER_PERMIT: /m);
  });

  it("encrypts sound where SIP is, and goes without only where that is asked for", async () => {
    for (const [settings, encrypted, optional] of [
      [{}, false, false],
      [{ ASTERISK_SRTP: "optional" }, false, false],
      [{ SIP_TRANSPORT: "tls" }, true, false],
      [{ SIP_TRANSPORT: "tls", ASTERISK_SRTP: "optional" }, true, true],
    ] as const) {
      await render(folder, { ...REQUIRED, ...EXTENSION, ...settings });
      const pjsip = await rendered("pjsip.conf");
      assert.equal(/^media_encryption = sdes$/m.test(pjsip), encrypted);
      assert.equal(/^media_encryption_optimistic = yes$/m.test(pjsip), optional);
    }
  });

  it("leads every call to the one controller there is, and waits for that one, unless there are several", async () => {
    const dialplans: string[] = [];
    for (const settings of [REQUIRED, { ...REQUIRED, ASTERISK_CONTROLLERS: "1" }]) {
      assert.deepEqual(await render(folder, settings), { code: 0, stderr: "" });
      dialplans.push(await rendered("extensions.conf"));
    }
    assert.equal(dialplans[0], dialplans[1]);
    const sound = path.join(folder, "etc/sounds/attendant-away");
    const [, attendant = "", waiting = ""] = (dialplans[0] ?? "")
      .replace(/^;.*\n/gm, "")
      .split(/^\[attendant\]\n|\n\[attendant-lost\][^]*\[attendant-wait\]\n/m);
    assert.equal(attendant, `${ONE_CONTROLLER.join("\n")}\n`);
    assert.equal(waiting, `${WAITS_FOR_IT.join("\n").replace("SOUND", sound)}\n`);
  });

  it("passes no withheld number on, be it to one controller or several, or on FreePBX", async () => {
    const asks = '"${CALLERID(num-pres):0:6}" != "prohib"';
    const hides = ["n,Set(CALLERID(num)=anonymous)", "n,Set(CALLERID(name)=)"];
    const stepsOf = (dialplan: string, context: string) => {
      const [, after = ""] = dialplan.split(`[${context}]\n`);
      const [steps = ""] = after.split(/^\[/m);
      return [...steps.matchAll(/^ ?same =>? (.*)$/gm)].map(([, step = ""]) => step);
    };
    const onFreePbx = stepsOf(await readFile(FREEPBX, "utf8"), "attendant-call");
    // What an inbound route of FreePBX found, before it set the presentation to allowed.
    assert.equal(onFreePbx[0], `n,GotoIf($[${asks} & "\${CALLINGNUMPRES_SV:0:6}" != "prohib"]?shown)`);
    const dialplans = [onFreePbx];
    for (const controllers of ["1", "2"]) {
      await render(folder, { ...REQUIRED, ASTERISK_CONTROLLERS: controllers });
      const steps = stepsOf(await rendered("extensions.conf"), "attendant");
      assert.equal(steps[0], `n,GotoIf($[${asks}]?shown)`);
      dialplans.push(steps);
    }
    for (const steps of dialplans) {
      assert.deepEqual(steps.slice(1, 3), hides);
      assert.match(steps[3] ?? "", /^n\(shown\),/);
      assert.ok(steps.findIndex((step) => step.includes("Stasis(")) >= 3);
    }
  });

  it("names as many applications as there may be controllers, and refuses a number that cannot be", async () => {
    assert.equal((await render(folder, { ...REQUIRED, ARI_APP: "calls", ASTERISK_CONTROLLERS: "16" })).code, 0);
    const dialplan = await rendered("extensions.conf");
    assert.match(dialplan, /^same = n,Set\(ATTENDANT_APP=calls-\$\{NUMBER\}\)$/m);
    assert.match(dialplan, /% 16 \+ 1\]/);
    assert.doesNotMatch(dialplan, /Stasis\(calls|@[A-Z_]+@|^;@/m);
    for (const number of ["0", "17", "two"]) {
      const { code, stderr } = await render(folder, { ...REQUIRED, ASTERISK_CONTROLLERS: number });
      assert.equal(code, 78);
      assert.match(stderr, new RegExp(`^  ASTERISK_CONTROLLERS: .*from 1 to 16, given '${number}'$`, "m"));
    }
  });

  it("offers calls to three controllers in turn, by the command on the page about them", async () => {
    const [, settings = ""] = /^(ARI_USER=[^]*?) asterisk-config\/render /m.exec(await readFile(PAGE, "utf8")) ?? [];
    const environment = Object.fromEntries(settings.split(/[\s\\]+/).map((each) => each.split("=")));
    assert.equal((await render(folder, environment)).code, 0);
    const dialplan = await rendered("extensions.conf");
    const [, inTurn = ""] = /^\[attendant\]\n([^]*?)\n\[/m.exec(dialplan) ?? [];
    assert.match(dialplan, /Playback\(\/etc\/asterisk\/sounds\/attendant-away\)/);
    assert.match(inTurn, /TIMEOUT\(absolute\)=1860/);
    assert.match(inTurn, /Set\(NUMBER=\$\[\$\{NUMBER\} % 3 \+ 1\]\)/);
    const [, waits = ""] = /^\[attendant-wait\]\n([^]*)$/m.exec(dialplan) ?? [];
    const ofOthers = waits.split("\n").filter((line) => !line.startsWith(";"));
    const from = ofOthers.findIndex((line) => line.includes("?wait)"));
    const to = ofOthers.findIndex((line) => line.includes("(wait)"));
    assert.equal(to - from, 7, "the lines to leave out without a shared store");
  });

  it("has no registration when the Asterisk is the PBX itself", async () => {
    assert.equal((await render(folder, REQUIRED)).code, 0);
    assert.doesNotMatch(await rendered("pjsip.conf"), /^type = (?!global$)/m);
  });

  it("names every fault at once, without showing a secret", async () => {
    const faulty = { SIP_USER: "80 00", SIP_DOMAIN: "pbx:5060", ARI_PASSWORD: "two\nlines", AMI_USER: "general" };
    const { code, stderr } = await render(folder, faulty);
    assert.equal(code, 78);
    for (const name of [...Object.keys(faulty), "SIP_PASSWORD", "ARI_USER", "AMI_PASSWORD"]) {
      assert.match(stderr, new RegExp(`^  ${name}: `, "m"));
    }
    assert.doesNotMatch(stderr, /two|lines\n/);
  });

  it("refuses a value that would become further lines of configuration", async () => {
    const { code, stderr } = await render(folder, { ...REQUIRED, ...EXTENSION, SIP_PASSWORD: "x\n[pbx]" });
    assert.equal(code, 78);
    assert.match(stderr, /SIP_PASSWORD: contains a line break/);
  });
});

function render(folder: string, settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(RENDER, [path.join(folder, "etc")], { env }, (error, _stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stderr });
    });
  });
}
