import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readAsteriskConfig } from "../../../src/setup/asterisk-config.js";
import type { SetupAnswers } from "../../../src/setup/draft.js";
import { readEnvFile } from "../../../src/setup/env-file.js";
import type { Facts, FoundConfig } from "../../../src/setup/facts.js";
import type { FileState } from "../../../src/setup/file-state.js";
import { makePlan, type Plan } from "../../../src/setup/plan.js";
import { OWN_FILES } from "../../../src/setup/plan-on-pbx.js";
import { OWN_SPEECH } from "../../../src/setup/own-speech.js";
import { planTools } from "../../../src/setup/plan-tools.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const ASTERISK_USER = { mode: 0o640, uid: 105, gid: 106 };
const BACK_ENDS = {
  LLM_BASE_URL: "http://127.0.0.1:11434/v1",
  LLM_MODEL: "m",
  SPEECH_BASE_URL: "http://127.0.0.1:8000/v1",
};
const SIP = { user: "8000", domain: "192.0.2.1", password: "it is $ecret; #1" };

type Texts = Readonly<Record<string, string>>;
const PLAIN: Texts = {
  "extensions.conf": "[general]\n[phones]\nexten => 2001,1,Dial(PJSIP/2001)\n",
  "http.conf": "[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = 8088\nsessionlimit = 1000\n",
  "ari.conf": "[general]\nenabled = yes\n",
};
const FREEPBX: Texts = {
  "extensions.conf": "#include extensions_additional.conf\n#include extensions_custom.conf\n",
  "extensions_additional.conf":
    "[from-internal]\ninclude => from-internal-custom\ninclude => ext-local\n[ext-local]\nexten => 2001,1,NoOp()\n",
  "extensions_custom.conf": "[from-internal-custom]\nexten => 600,1,Hangup()",
  "http.conf": "#include http_additional.conf\n#include http_custom.conf\n",
  "http_additional.conf": "[general]\nenabled=yes\nbindaddr=::\nbindport=8088\nprefix=\nsessionlimit=100\n",
  "http_custom.conf": "",
  "ari.conf":
    "[general]\n#include ari_general_additional.conf\n#include ari_general_custom.conf\n#include ari_additional.conf\n#include ari_additional_custom.conf\n",
  "ari_additional.conf": "[freepbxuser]\ntype=user\npassword=x\n",
  "ari_additional_custom.conf": "",
};

/** As FreePBX 17 comes: nobody has used ARI, and its own user has a name that it made up. */
const ARI_OFF = {
  "ari_general_additional.conf": "enabled=no\nallowed_origins=*\n",
  "ari_additional.conf": "[kwnqzhxplvrd]\ntype=user\npassword=x\npassword_format=crypt\nread_only=no\n",
};

/** The files of a machine, in memory, and what a plan makes of them. */
function machine(way: SetupAnswers["way"], texts: Texts, further: Partial<Facts> = {}, folder = "/srv/attendant") {
  const files = new Map<string, FileState>();
  const written = new Set<string>();
  for (const [name, bytes] of Object.entries(texts)) files.set(at(name), { bytes, mode: 0o664, uid: 105, gid: 106 });
  function at(name: string) {
    return name.startsWith("/") ? name : `/etc/asterisk/${name}`;
  }
  const read = (name: string) => {
    const own: readonly string[] = Object.values(OWN_FILES);
    return readAsteriskConfig(name, (each) => (own.includes(each) ? undefined : files.get(at(each))?.bytes));
  };
  const facts = (): Facts => ({
    project: PROJECT,
    folder,
    isFreePbx: way === "freepbx",
    composeVersion: "v2.24.0",
    hasSystemd: false,
    asteriskRoot: "",
    isRoot: true,
    node: "/usr/bin/node",
    asterisk: { version: "22.10.1", isRunning: true },
    config: config(),
    servers: [],
    ports: { rest: 8080, http: 8088, ownHttp: 8188, ownManager: 5138, ownSip: 5160 },
    timeZone: "Europe/Berlin",
    owner: { mode: 0o600, uid: 1000, gid: 1000 },
    env: readEnvFile(files.get(`${folder}/.env`)?.bytes ?? ""),
    given: {},
    previous: undefined,
    file: (path) => files.get(path),
    isWritten: (path) => written.has(path),
    ...further,
  });
  const config = (): FoundConfig => ({
    folder: "/etc/asterisk",
    outside: "/etc/asterisk",
    ownership: ASTERISK_USER,
    extensions: read("extensions.conf"),
    http: read("http.conf"),
    ari: read("ari.conf"),
    telephones: [],
  });
  const answers: SetupAnswers = { way, number: "8000", context: "phones", sip: SIP, backEnds: BACK_ENDS };
  const tools = planTools(PROJECT, folder, process.env.PATH);
  return {
    files,
    plan: (other: Partial<SetupAnswers> = {}) => makePlan(facts(), { ...answers, ...other }, tools),
    apply(plan: Plan) {
      for (const { path, after } of plan.files) {
        files.set(path, after);
        written.add(path);
      }
    },
    text: (name: string) => files.get(at(name))?.bytes ?? "",
  };
}

const names = (plan: Plan) => plan.files.map(({ path }) => path.replace("/etc/asterisk/", "")).sort();

describe("a plan for an Asterisk of one's own", () => {
  it("adds an include to each file, and files of its own, and leaves all else as it was", () => {
    const asterisk = machine("asterisk", PLAIN);
    const plan = asterisk.plan();
    assert.deepEqual(plan.faults, []);
    const expected = [
      "/srv/attendant/.env",
      "ari.conf",
      "attendant-away.ulaw",
      "attendant_ari.conf",
      "attendant_extensions.conf",
    ];
    assert.deepEqual(names(plan), [...expected, "extensions.conf"]);
    asterisk.apply(plan);
    for (const [name, text] of Object.entries(PLAIN)) assert.ok(asterisk.text(name).startsWith(text), name);
    assert.match(
      asterisk.text("attendant_extensions.conf"),
      /^\[phones\]\(\+\)\nexten => 8000,1,Goto\(attendant,\$\{EXTEN\},1\)$/m,
    );
    assert.match(asterisk.text("attendant_ari.conf"), /^\[general\]\(\+\)\nenabled = yes$/m);
    assert.doesNotMatch(asterisk.text("attendant_extensions.conf"), /custom\/attendant-away|from-internal/);
    assert.equal(plan.env.DIAL_CONTEXT, "phones");
  });

  it("notes a pattern that takes the number as well", () => {
    const texts = { ...PLAIN, "extensions.conf": "[phones]\nexten => _8XXX,1,NoOp()\n" };
    const { faults, notes } = machine("asterisk", texts).plan();
    assert.deepEqual(faults, []);
    assert.match(
      notes.join(),
      /the pattern _8XXX at \/etc\/asterisk\/extensions\.conf:2 takes the number 8000 as well/,
    );
  });

  it("gives its files to Asterisk's user alone, and .env to its owner alone", () => {
    const plan = machine("asterisk", PLAIN).plan();
    for (const { path, before, after } of plan.files) {
      const { mode, uid, gid } = after;
      if (path.endsWith("/.env")) assert.deepEqual({ mode, uid, gid }, { mode: 0o600, uid: 1000, gid: 1000 });
      else if (before) assert.deepEqual({ mode, uid, gid }, { mode: 0o664, uid: 105, gid: 106 }, path);
      else assert.deepEqual({ mode, uid, gid }, ASTERISK_USER, path);
    }
  });

  it("has nothing to change once it was carried out, with the same secrets", () => {
    for (const [way, texts] of [
      ["asterisk", PLAIN],
      ["freepbx", FREEPBX],
    ] as const) {
      const there = machine(way, texts);
      const plan = there.plan();
      there.apply(plan);
      assert.deepEqual(names(there.plan()), []);
      const password = plan.env.ARI_PASSWORD ?? "";
      assert.ok(password.length >= 32);
      assert.ok(there.text("attendant_ari.conf").includes(`password = ${password}\n`));
    }
  });

  it("changes one file more, and nothing else, when another number is asked for", () => {
    const there = machine("asterisk", PLAIN);
    there.apply(there.plan());
    assert.deepEqual(names(there.plan({ number: "7000" })), ["attendant_extensions.conf"]);
  });

  it("adds to files without a last line end and with those of Windows as they are, and doubles nothing", () => {
    const there = machine("asterisk", {
      ...PLAIN,
      "ari.conf": "[general]\r\nenabled = no\r\n",
      "extensions.conf": "[phones]\nexten => 1,1,NoOp()",
    });
    there.apply(there.plan());
    assert.match(
      there.text("ari.conf"),
      /^\[general\]\r\nenabled = no\r\n\r\n; [^\r\n]+\r\n#tryinclude attendant_ari\.conf\r\n$/,
    );
    assert.match(there.text("extensions.conf"), /NoOp\(\)\n\n; [^\n]+\n#tryinclude attendant_extensions\.conf\n$/);
    assert.deepEqual(names(there.plan()), []);
  });

  it("turns HTTP on for this machine alone where it is off, serves TLS alone or is not configured", () => {
    const tls = "[general]\nenabled = no\nbindaddr = 0.0.0.0\ntlsenable = yes\ntlsbindaddr = 0.0.0.0:8089\n";
    // Asterisk's HTTP server does not listen without an address, whatever "enabled" says.
    const nowhere = "[general]\nenabled = yes\nbindport = 8088\n";
    for (const http of ["[general]\nenabled = no\n", tls, "", nowhere, `${nowhere}bindaddr =\n`]) {
      const there = machine(
        "asterisk",
        { ...PLAIN, "http.conf": http },
        { ports: { rest: 8080, http: 8091, ownHttp: 1, ownManager: 2, ownSip: 3 } },
      );
      const plan = there.plan();
      there.apply(plan);
      assert.match(there.text("attendant_http.conf"), /enabled = yes\nbindaddr = 127\.0\.0\.1\nbindport = 8091\n/);
      assert.match(there.text("attendant_http.conf"), http === "" ? /^\[general\]$/m : /^\[general\]\(\+\)$/m);
      // Over TLS others come to ARI as well.
      assert.equal(/restriction/.test(there.text("attendant_http.conf")), http === tls);
      assert.equal(plan.env.ARI_URL, "http://127.0.0.1:8091");
      assert.deepEqual(names(there.plan()), []);
    }
  });

  it("stays at the port where HTTP was turned on the last time, though something listens there by now", () => {
    const texts = { ...PLAIN, "http.conf": "[general]\nenabled = no\n" };
    const there = machine("asterisk", texts);
    there.apply(there.plan());
    const files = Object.fromEntries([...there.files].map(([path, { bytes }]) => [path, bytes]));
    const ports = { rest: 8081, http: 8089, ownHttp: 1, ownManager: 2, ownSip: 3 };
    const facts = { ports, previous: { way: "asterisk" }, isWritten: () => true };
    const again = machine("asterisk", files, facts).plan();
    assert.deepEqual(
      again.files.filter(({ before, after }) => before?.bytes !== after.bytes),
      [],
    );
  });

  it("goes to the address that HTTP listens on, and permits this machine to come from there", () => {
    const there = machine("asterisk", {
      ...PLAIN,
      "http.conf": "[general]\nenabled = yes\nbindaddr = 192.0.2.7\nbindport = 8089\n",
    });
    const plan = there.plan();
    there.apply(plan);
    assert.equal(plan.env.ARI_URL, "http://192.0.2.7:8089");
    assert.match(there.text("attendant_http.conf"), /^permit = 192\.0\.2\.7$/m);
    assert.match(there.text("attendant_ari.conf"), /^permit = 192\.0\.2\.7$/m);
  });

  it("keeps strangers from ARI and the media, unless others use ARI: that is left, and said", () => {
    const open = { ...PLAIN, "http.conf": "[general]\nenabled = yes\nbindaddr = 0.0.0.0\nsessionlimit = 2000\n" };
    const there = machine("asterisk", open);
    there.apply(there.plan());
    assert.match(there.text("attendant_http.conf"), /^\[\/ari\]\(attendant-here\)$/m);
    assert.doesNotMatch(there.text("attendant_http.conf"), /sessionlimit/);
    const shared = machine("asterisk", { ...open, "ari.conf": "[general]\nenabled=yes\n[other]\ntype=user\n" });
    const plan = shared.plan();
    assert.ok(!names(plan).includes("attendant_http.conf"));
    assert.match(plan.notes.join(), /others use ARI/);
  });

  it("takes them at once from settings in the environment, not only from .env", () => {
    const asterisk = machine("asterisk", PLAIN, {
      given: { MAX_CALL_SECONDS: "600", ARI_APP: "desk" },
    });
    asterisk.apply(asterisk.plan());
    const dialplan = asterisk.text("attendant_extensions.conf");
    for (const each of [/TIMEOUT\(absolute\)=660/, /Stasis\(desk,\$/]) assert.match(dialplan, each);
  });

  it("takes the longest call and the application from the settings", () => {
    const env = "MAX_CALL_SECONDS=600\nARI_APP=other\n";
    const there = machine("asterisk", { ...PLAIN, "/srv/attendant/.env": env });
    there.apply(there.plan());
    const dialplan = there.text("attendant_extensions.conf");
    for (const part of ["TIMEOUT(absolute)=660", "Stasis(other,${DIALLED})", "Stasis(other,,returning)"]) {
      assert.ok(dialplan.includes(part), part);
    }
  });
});

describe("a plan for FreePBX", () => {
  it("writes to the files that FreePBX leaves to the administrator, and to none that it generates", () => {
    const there = machine("freepbx", FREEPBX);
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    const custom = ["ari_additional_custom.conf", "extensions_custom.conf", "http_custom.conf"];
    const own = ["attendant-away.ulaw", "attendant_ari.conf", "attendant_extensions.conf", "attendant_http.conf"];
    assert.deepEqual(names(plan), ["/srv/attendant/.env", ...custom, ...own].sort());
    there.apply(plan);
    assert.match(there.text("attendant_extensions.conf"), /^\[from-internal-custom\]\(\+\)$/m);
    assert.match(there.text("attendant_http.conf"), /^\[general\]\(\+\)\n.*\nsessionlimit = 1000$/m);
    assert.equal(plan.env.DIAL_CONTEXT, undefined);
    assert.match(plan.notes.join(), /Custom Destinations/);
    assert.match(plan.notes.join(), /reserve 8000 in FreePBX: Admin → Custom Extensions/);
    assert.match(there.text("attendant_extensions.conf"), /^exten => 8000,hint,Custom:attendant$/m);
  });

  it("names what FreePBX lacks when it does not include such a file", () => {
    const { "ari.conf": _, ...without } = FREEPBX;
    assert.match(
      machine("freepbx", without).plan().faults.join(),
      /ari\.conf does not include ari_additional_custom\.conf: .*arimanager.*, or use --way own-asterisk$/,
    );
  });

  it("keeps ARI, off until then, for this machine, whatever FreePBX calls its own user", () => {
    const there = machine("freepbx", { ...FREEPBX, ...ARI_OFF });
    const plan = there.plan();
    there.apply(plan);
    assert.match(there.text("attendant_http.conf"), /^\[\/ari\]\(attendant-here\)$/m);
    assert.doesNotMatch(plan.notes.join(), /left as it is/);
    // Somebody makes a user on FreePBX's page afterwards: it was kept from others by then.
    const later = Object.fromEntries([...there.files].map(([path, { bytes }]) => [path, bytes]));
    const made = `${ARI_OFF["ari_additional.conf"]}[panel]\ntype=user\npassword=y\n`;
    const turnedOn = { "ari_general_additional.conf": "enabled=yes\n", "ari_additional.conf": made };
    const again = machine("freepbx", { ...later, ...turnedOn }, { isWritten: () => true });
    assert.deepEqual(
      again.plan().files.filter(({ path }) => path.endsWith("attendant_http.conf")),
      [],
    );
  });

  it("keeps no rule of its own where http.conf has some by now", () => {
    const there = machine("freepbx", FREEPBX);
    there.apply(there.plan());
    const later = Object.fromEntries([...there.files].map(([path, { bytes }]) => [path, bytes]));
    const byHand = `[/ari]\ntype = restriction\n${later["/etc/asterisk/http_custom.conf"]}`;
    const again = machine("freepbx", { ...later, "http_custom.conf": byHand }, { isWritten: () => true });
    const plan = again.plan();
    again.apply(plan);
    assert.doesNotMatch(again.text("attendant_http.conf"), /restriction/);
    assert.match(plan.notes.join(), /restrictions of its own/);
  });

  it("refuses the number of an extension that FreePBX has made since, and takes no hint for one", () => {
    const dialplan = (line: string) => `${FREEPBX["extensions_additional.conf"]}${line}\n`;
    const faultsWith = (line: string) =>
      machine("freepbx", { ...FREEPBX, "extensions_additional.conf": dialplan(line) })
        .plan()
        .faults.join();
    assert.match(faultsWith("exten => 8000,1,NoOp()"), /8000 is taken at .*extensions_additional\.conf:6.* in FreePBX/);
    assert.equal(faultsWith("exten => 8000,hint,Custom:desk"), "");
  });

  it("refuses a number that an extension of FreePBX has", () => {
    assert.match(
      machine("freepbx", FREEPBX).plan({ number: "2001" }).faults.join(),
      /2001 is taken at .*extensions_additional\.conf:5: .*--number/,
    );
  });
});

describe("a plan refuses, with the place and a way out", () => {
  const faults = (texts: Texts, further: Partial<Facts> = {}, other: Partial<SetupAnswers> = {}) =>
    machine("asterisk", { ...PLAIN, ...texts }, further)
      .plan(other)
      .faults.join("\n");

  it("what is there by the same name already", () => {
    const byHand = {
      "extensions.conf": "[phones]\nexten => 8000,1,Goto(attendant,8000,1)\n[attendant]\nexten => s,1,NoOp()\n",
      "ari.conf": "[attendant]\ntype=user\n",
    };
    const told = faults(byHand);
    assert.match(told, /8000 is taken at \/etc\/asterisk\/extensions\.conf:2/);
    assert.match(told, /\[attendant\] already at \/etc\/asterisk\/extensions\.conf:3/);
    assert.match(told, /user attendant already at \/etc\/asterisk\/ari\.conf:1: .*ARI_USER/);
  });

  it("FreePBX's own files, which it writes anew, whatever way is named", () => {
    const { faults, files } = machine("asterisk", FREEPBX, { isFreePbx: true }).plan({ context: "from-internal" });
    assert.match(faults.join("\n"), /FreePBX's, which overwrites .*: use --way freepbx, or --way own-asterisk$/);
    assert.ok(!files.some(({ path }) => path.startsWith("/etc/asterisk/")));
  });

  it("a context that there is not, naming those that there are", () => {
    assert.match(faults({}, {}, { context: "nowhere" }), /no context "nowhere".*--context \(phones\)/);
  });

  it("an Asterisk that is too old or missing, saying how to get a newer one, or to do without", () => {
    const old = faults({}, { asterisk: { version: "18.26.4", isRunning: true } });
    assert.match(old, /18\.26\.4 is too old.*22\.10\.1.*FreePBX 17.*--way compose/);
    assert.match(faults({}, { asterisk: undefined }), /Asterisk was not found on this machine/);
  });

  it("one that is usable with known holes is taken, and said", () => {
    const plan = machine("asterisk", PLAIN, { asterisk: { version: "22.8.0", isRunning: true } }).plan();
    assert.deepEqual(plan.faults, []);
    assert.match(plan.notes.join(), /known security holes/);
  });

  it("an Asterisk that another folder was set up on, and changes nothing", () => {
    for (const [way, texts] of [
      ["asterisk", PLAIN],
      ["freepbx", FREEPBX],
    ] as const) {
      const first = machine(way, texts);
      first.apply(first.plan());
      const asFirstLeftIt = Object.fromEntries([...first.files].map(([path, { bytes }]) => [path, bytes]));
      const { faults, files } = machine(way, asFirstLeftIt, {}, "/srv/second").plan();
      assert.match(
        faults.join("\n"),
        /attendant_extensions\.conf, .*written by another installation.*scripts\/setup --undo there first/,
      );
      assert.ok(files.every(({ path }) => path.startsWith("/srv/second/")));
    }
  });

  it("an Asterisk of its own and a unit that are another folder's", () => {
    const own = machine("extension", { "/etc/asterisk/asterisk.conf": "[directories]\n" });
    assert.match(own.plan().faults.join(), /asterisk\.conf: written by another installation/);
    const unit = "/etc/systemd/system/ari-attendant.service";
    const facts = { hasSystemd: true, project: "/opt/attendant" };
    const text = "# Written by scripts/setup; scripts/setup --undo removes it.\n";
    const units = machine("asterisk", { ...PLAIN, [unit]: text }, facts);
    assert.match(units.plan().faults.join(), /ari-attendant\.service: written by another installation/);
  });

  it("media behind a prefix, another way than before, and an Asterisk without a dialplan", () => {
    assert.match(faults({ "http.conf": "[general]\nenabled=yes\nprefix=asterisk\n" }), /prefix = asterisk/);
    assert.match(faults({}, { previous: { way: "extension" } }), /--way extension before: .*--undo/);
    assert.match(
      machine("asterisk", {}).plan().faults.join(),
      /no extensions\.conf in \/etc\/asterisk: .*--config-dir/,
    );
  });

  it("settings that the service would refuse, without showing a secret", () => {
    assert.match(faults({ "/srv/attendant/.env": "LOG_LEVEL=loud\n" }), /LOG_LEVEL.*loud/);
    const told = faults({}, { given: { LLM_API_KEY: "it's" } });
    assert.match(told, /LLM_API_KEY_FILE/);
    assert.doesNotMatch(told, /it's/);
  });
});

describe("a plan for .env", () => {
  it("has what was chosen and nothing else, where there was none", () => {
    const { files } = machine("freepbx", FREEPBX).plan();
    const written = files.find(({ path }) => path.endsWith("/.env"))?.after.bytes ?? "";
    const names = written.split("\n").flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? []);
    assert.ok(names.includes("LLM_BASE_URL") && names.includes("CALLER_ID"), written);
    assert.deepEqual(
      names.filter((name) => !readEnvFile(written)[name]),
      [],
      "left open",
    );
    assert.ok(names.length < 15, written);
  });

  it("shows the number that telephones call it by, until the administrator sets another", () => {
    const env = (text: string, number: string, previous?: string) =>
      machine(
        "freepbx",
        { ...FREEPBX, ...(text && { "/srv/attendant/.env": text }) },
        previous ? { previous: { way: "freepbx", number: previous } } : {},
      ).plan({ number }).env.CALLER_ID;
    assert.equal(env("", "8100"), "8100");
    assert.equal(env("", "desk"), "<desk>");
    assert.equal(env("CALLER_ID=8000\n", "8100", "8000"), "8100");
    assert.equal(env("CALLER_ID=Praxis\n", "8100", "8000"), "Praxis");
  });

  it("dials in the context of the telephones, until the administrator sets another", () => {
    const env = (way: "asterisk" | "freepbx", set: string, previous?: Facts["previous"]) => {
      const texts = way === "freepbx" ? FREEPBX : { ...PLAIN, "extensions.conf": "[phones]\n[house]\n" };
      const file = set === "" ? {} : { "/srv/attendant/.env": `DIAL_CONTEXT=${set}\n` };
      return machine(way, { ...texts, ...file }, { previous }).plan().env.DIAL_CONTEXT;
    };
    assert.equal(env("asterisk", ""), "phones");
    assert.equal(env("asterisk", "house", { way: "asterisk", context: "house" }), "phones");
    assert.equal(env("asterisk", "restricted", { way: "asterisk", context: "phones" }), "restricted");
    assert.equal(env("asterisk", "restricted"), "restricted");
    assert.equal(env("freepbx", "restricted", { way: "freepbx", number: "8000" }), "restricted");
  });

  describe("with another server than in the last run", () => {
    const LLM = "LLM_BASE_URL=http://old/v1\nLLM_MODEL=m\nLLM_CONTEXT_TOKENS=4096\nLLM_REASONING_EFFORT=none\n";
    const SEPARATE =
      "STT_BASE_URL=http://hears/v1\nSTT_MODEL=w\nTTS_BASE_URL=http://speaks/v1\nTTS_MODEL=k\nTTS_VOICE=v\n";
    const plan = (env: string, given: Facts["given"]) => {
      const texts = { ...FREEPBX, "/srv/attendant/.env": env };
      return machine("freepbx", texts, { given, previous: { way: "freepbx" } }).plan({ backEnds: {} });
    };

    it("uses it, although the last run found two", () => {
      const { env, notes, faults } = plan(LLM + SEPARATE, { SPEECH_BASE_URL: "http://new/v1", TTS_VOICE: "w" });
      assert.deepEqual(faults, []);
      const { SPEECH_BASE_URL, STT_BASE_URL, STT_MODEL, TTS_BASE_URL, TTS_MODEL, TTS_VOICE, LLM_MODEL } = env;
      assert.deepEqual(
        [SPEECH_BASE_URL, STT_BASE_URL, STT_MODEL, TTS_BASE_URL, TTS_MODEL, TTS_VOICE, LLM_MODEL],
        ["http://new/v1", "", "", "", "", "w", "m"],
      );
      assert.ok(notes.includes("STT_MODEL is no longer w, which belonged to http://hears/v1"), notes.join("\n"));
    });

    it("keeps nothing that was chosen with the old one, unless an administrator set it", () => {
      const given = { LLM_BASE_URL: "http://new/v1", LLM_MODEL: "n" };
      const { env } = plan(`${LLM}SPEECH_BASE_URL=http://s/v1\n`, given);
      assert.deepEqual([env.LLM_MODEL, env.LLM_CONTEXT_TOKENS, env.LLM_REASONING_EFFORT], ["n", "", ""]);
      const own = LLM.replace("4096", "16384");
      assert.equal(plan(`${own}SPEECH_BASE_URL=http://s/v1\n`, given).env.LLM_CONTEXT_TOKENS, "16384");
    });

    it("keeps each server's key from the next, and shows none", () => {
      const keys = ["LLM_API_KEY", "SPEECH_API_KEY_FILE", "STT_API_KEY", "TTS_API_KEY"];
      const text = `${LLM}SPEECH_BASE_URL=http://s/v1\n${keys.map((name) => `${name}=/of-${name}\n`).join("")}`;
      const next = { LLM_BASE_URL: "http://new/v1", LLM_MODEL: "n", SPEECH_BASE_URL: "http://t/v1" };
      const shownOf = (...[env, given]: Parameters<typeof plan>) => {
        const made = plan(env, given);
        return { left: keys.map((name) => made.env[name]), notes: made.notes.join("\n") };
      };
      const { left, notes } = shownOf(text, { ...next, TTS_API_KEY: "given" });
      assert.deepEqual(left, ["", "", "", "given"]);
      assert.match(notes, /^LLM_API_KEY is no longer set, because it belonged to http:\/\/old\/v1$/m);
      assert.match(
        notes,
        /^SPEECH_API_KEY_FILE is no longer \/of-SPEECH_API_KEY_FILE, which belonged to http:\/\/s\/v1$/m,
      );
      assert.doesNotMatch(notes, /of-(LLM|STT|TTS)_API_KEY/);
      const own = `${text}STT_BASE_URL=http://h/v1\nTTS_BASE_URL=http://p/v1\n`;
      assert.deepEqual(shownOf(own, { SPEECH_BASE_URL: "http://t/v1" }).left.slice(1), [
        "",
        "/of-STT_API_KEY",
        "/of-TTS_API_KEY",
      ]);
      assert.deepEqual(shownOf(own, { STT_BASE_URL: "http://i/v1" }).left.slice(1), [
        "/of-SPEECH_API_KEY_FILE",
        "",
        "/of-TTS_API_KEY",
      ]);
    });

    it("leaves all as it is where the server is the same, or the administrator's beside a common one", () => {
      const same = { LLM_BASE_URL: "http://old/v1/", SPEECH_BASE_URL: "http://s/v1" };
      const env = `${LLM}SPEECH_BASE_URL=http://s/v1\nSTT_BASE_URL=http://mine/v1\nSTT_MODEL=w\nTTS_VOICE=v\n`;
      const kept = plan(env, same);
      assert.doesNotMatch(kept.notes.join("\n"), /no longer/);
      const other = plan(env, { SPEECH_BASE_URL: "http://new/v1" }).env;
      assert.deepEqual([other.STT_BASE_URL, other.STT_MODEL, other.TTS_VOICE], ["http://mine/v1", "w", ""]);
    });
  });

  it("keeps what is there, and closes a file that others can read", () => {
    const there = machine("asterisk", {
      ...PLAIN,
      "/srv/attendant/.env": "LOG_LEVEL=debug\nARI_PASSWORD=kept-as-it-is\nAPI_KEYS=mine-and-long-enough\n",
    });
    const plan = there.plan();
    there.apply(plan);
    assert.deepEqual(
      [plan.env.LOG_LEVEL, plan.env.ARI_PASSWORD, plan.env.API_KEYS],
      ["debug", "kept-as-it-is", "mine-and-long-enough"],
    );
    assert.equal(there.files.get("/srv/attendant/.env")?.mode, 0o600);
    assert.match(there.text("attendant_ari.conf"), /^password = kept-as-it-is$/m);
  });

  it("leaves .env to the group that its service reads it with", () => {
    const asterisk = machine("asterisk", PLAIN);
    asterisk.apply(asterisk.plan());
    const env = asterisk.files.get("/srv/attendant/.env");
    assert.ok(env);
    for (const [mode, expected] of [
      [0o640, 0o640],
      [0o644, 0o600],
      [0o660, 0o600],
    ] as const) {
      asterisk.files.set("/srv/attendant/.env", { ...env, mode });
      const written = asterisk.plan().files.find(({ path }) => path.endsWith("/.env"));
      assert.equal(written?.after.mode ?? mode, expected);
    }
  });

  it("takes the password from the file that it names", () => {
    const there = machine("asterisk", {
      ...PLAIN,
      "/srv/attendant/.env": "ARI_PASSWORD_FILE=secrets/ari\n",
      "/srv/attendant/secrets/ari": "from-a-file\n",
    });
    const plan = there.plan();
    there.apply(plan);
    assert.deepEqual(plan.faults, []);
    assert.match(there.text("attendant_ari.conf"), /^password = from-a-file$/m);
    assert.equal(plan.env.ARI_PASSWORD, undefined);
  });

  it("moves the REST interface from a port that is taken, once", () => {
    const ports = { rest: 8083, http: 8088, ownHttp: 1, ownManager: 2, ownSip: 3 };
    const plan = machine("asterisk", PLAIN, { ports }).plan();
    assert.equal(plan.env.PORT, "8083");
    assert.match(plan.notes.join(), /port 8080 is taken/);
    assert.equal(machine("asterisk", PLAIN, { ports, previous: { way: "asterisk" } }).plan().env.PORT, undefined);
  });
});

describe("a plan for an extension", () => {
  it("writes an Asterisk of its own beside the PBX's, and its secrets into .env and nowhere else that is shown", () => {
    const there = machine("extension", {});
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    assert.match(
      plan.files.find(({ path }) => path.endsWith("/pjsip.conf"))?.after.bytes ?? "",
      /password = it is \$ecret\\; #1\n/,
    );
    assert.equal(plan.env.SIP_PASSWORD, SIP.password);
    assert.deepEqual(
      [plan.env.ARI_URL, plan.env.AMI_PORT, plan.env.ASTERISK_SIP_PORT],
      ["http://127.0.0.1:8188", "5138", "5160"],
    );
    const folders = new Set(plan.folders.map(({ path }) => path));
    for (const { path } of plan.files) if (!path.endsWith(".env")) assert.ok(folders.has(dirname(path)), path);
    // What goes whole when it is taken back has nothing in it that a person puts there.
    const whole = plan.folders.flatMap(({ path, isOurs }) => (isOurs ? [basename(path)] : []));
    assert.deepEqual(whole.sort(), ["lib", "log", "run", "spool"]);
    there.apply(plan);
    assert.deepEqual(names(there.plan()), []);
  });

  it("takes the extension's secret from the file that a setting names, and leaves it there", () => {
    const there = machine("extension", { "/run/sip": "from-a-file\n" }, { given: { SIP_PASSWORD_FILE: "/run/sip" } });
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    assert.match(
      plan.files.find(({ path }) => path.endsWith("/pjsip.conf"))?.after.bytes ?? "",
      /password = from-a-file\n/,
    );
    assert.deepEqual([plan.env.SIP_PASSWORD_FILE, plan.env.SIP_PASSWORD], ["/run/sip", undefined]);
  });

  it("takes a secret in the environment rather than that of an earlier file, and writes it there", () => {
    const settings = { "/srv/attendant/.env": "SIP_PASSWORD_FILE=secrets/sip_password\n" };
    const texts = { ...settings, "/srv/attendant/secrets/sip_password": "it's old\n" };
    const there = machine("extension", texts, { given: { SIP_PASSWORD: "new" } });
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    assert.match(plan.files.find(({ path }) => path.endsWith("/pjsip.conf"))?.after.bytes ?? "", /password = new\n/);
    there.apply(plan);
    assert.equal(there.text("/srv/attendant/secrets/sip_password"), "new\n");
    assert.deepEqual([plan.env.SIP_PASSWORD_FILE, plan.env.SIP_PASSWORD], ["secrets/sip_password", undefined]);
  });

  it("refuses a secret that is in a file of the administrator's, unless it is the same", () => {
    const settings = { "/srv/attendant/.env": "SIP_PASSWORD_FILE=/run/sip\nLLM_API_KEY_FILE=/run/key\n" };
    const texts = { ...settings, "/run/sip": "old\n", "/run/key": "key\n" };
    const plan = (given: Facts["given"]) => machine("extension", texts, { given }).plan();
    assert.deepEqual(plan({ SIP_PASSWORD: "new", LLM_API_KEY: "other" }).faults, [
      "SIP_PASSWORD is in /run/sip: change it there",
      "LLM_API_KEY is in /run/key: change it there",
    ]);
    const same = plan({ SIP_PASSWORD: "old", LLM_API_KEY: "key" });
    assert.deepEqual([same.faults, same.env.SIP_PASSWORD, same.env.LLM_API_KEY], [[], undefined, undefined]);
  });

  it("keeps a secret that .env cannot hold in a file, and finds it there the second time", () => {
    const there = machine("extension", {}, { given: { SIP_PASSWORD: "it's $#" } });
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    there.apply(plan);
    assert.equal(there.text("/srv/attendant/secrets/sip_password"), "it's $#\n");
    assert.equal(plan.env.SIP_PASSWORD_FILE, "secrets/sip_password");
    assert.deepEqual(names(there.plan()), []);
  });

  it("binds SIP to loopback where the PBX is there, and to all addresses where it is elsewhere", () => {
    const near = machine("extension", {}).plan({ sip: { ...SIP, domain: "127.0.0.1" } });
    assert.equal(near.env.ASTERISK_SIP_BIND, "127.0.0.1");
    assert.equal(machine("extension", {}).plan().env.ASTERISK_SIP_BIND, undefined);
  });

  const binds = (env: string, domain: string) => {
    const plan = machine("extension", { "/srv/attendant/.env": env }).plan({ sip: { ...SIP, domain } });
    assert.deepEqual(plan.faults, []);
    const pjsip = plan.files.find(({ path }) => path.endsWith("/pjsip.conf"))?.after.bytes ?? "";
    return { bind: /^bind = (.*):\d+$/m.exec(pjsip)?.[1], set: plan.env.ASTERISK_SIP_BIND, notes: plan.notes.join() };
  };

  it("binds SIP to all addresses when the PBX moves off this machine, unless the administrator chose another", () => {
    const moved = binds("SIP_DOMAIN=127.0.0.1\nASTERISK_SIP_BIND=127.0.0.1\n", "192.0.2.7");
    assert.deepEqual([moved.bind, moved.set], ["0.0.0.0", ""]);
    assert.match(moved.notes, /ASTERISK_SIP_BIND is no longer 127\.0\.0\.1, which was chosen for a PBX at 127/);
    assert.equal(binds("SIP_DOMAIN=127.0.0.1\nASTERISK_SIP_BIND=192.0.2.3\n", "192.0.2.7").bind, "192.0.2.3");
    assert.equal(binds("SIP_DOMAIN=192.0.2.1\nASTERISK_SIP_BIND=127.0.0.1\n", "192.0.2.7").bind, "127.0.0.1");
    assert.equal(binds("SIP_DOMAIN=192.0.2.1\n", "127.0.0.1").bind, "127.0.0.1");
  });

  it("binds SIP to IPv6 where the PBX has such an address", () => {
    assert.equal(binds("", "[::1]").bind, "[::1]");
    assert.equal(binds("", "[2001:db8::5]").bind, "[::]");
    assert.equal(binds("SIP_DOMAIN=[::1]\nASTERISK_SIP_BIND=127.0.0.1\n", "[::1]").bind, "[::1]");
  });
});

describe("a plan for containers", () => {
  it("writes .env and the secrets that compose.yaml reads, and has containers reach this machine", () => {
    const there = machine("compose", {}, { asterisk: undefined });
    const plan = there.plan();
    assert.deepEqual(plan.faults, []);
    const secrets = plan.files.filter(({ path }) => path.includes("/secrets/"));
    assert.ok(secrets.some(({ path, after }) => path.endsWith("/sip_password") && after.bytes === `${SIP.password}\n`));
    assert.deepEqual([...new Set(secrets.map(({ after }) => after.mode))], [0o444]);
    assert.deepEqual([...new Set(plan.folders.map(({ mode }) => mode))], [0o700]);
    const folders = plan.folders.map(({ path }) => path);
    for (const { path } of secrets) assert.ok(folders.includes(dirname(path)), path);
    assert.match(plan.notes.join(), /ASTERISK_EXTERNAL_ADDRESS/);
    assert.equal(there.plan({ ownAddress: "192.0.2.9" }).env.ASTERISK_EXTERNAL_ADDRESS, "192.0.2.9");
    assert.equal(plan.env.LLM_BASE_URL, "http://host.docker.internal:11434/v1");
    assert.deepEqual(
      [plan.env.SIP_PASSWORD, plan.env.ARI_PASSWORD, plan.env.TIMEZONE],
      [undefined, undefined, "Europe/Berlin"],
    );
  });
});

describe("a plan for containers where something is in the way", () => {
  const LATER = { rest: 8081, http: 8088, ownHttp: 8188, ownManager: 5138, ownSip: 5161 };

  it("refuses the loopback address as that of the PBX, naming this machine's", () => {
    for (const domain of ["127.0.0.1", "localhost", "[::1]"]) {
      const { faults, files } = machine("compose", {}).plan({ sip: { ...SIP, domain }, ownAddress: "192.0.2.9" });
      assert.match(
        faults.join(),
        /^To a container, SIP_DOMAIN=\S+ means the container itself.*at which the PBX listens, SIP_DOMAIN=192\.0\.2\.9$/,
      );
      assert.ok(!files.some(({ path }) => path.includes("/secrets/")));
    }
  });

  it("refuses a Compose that does not read compose.yaml", () => {
    const faults = (composeVersion: string | undefined) => machine("compose", {}, { composeVersion }).plan().faults;
    assert.deepEqual(faults("v2.23.3"), ["Docker Compose v2.23.3 is too old: install 2.24 or later"]);
    for (const version of ["1.29.2", "2.6.0"]) assert.equal(faults(version).length, 1, version);
    for (const version of ["v2.24.5-desktop.1", "v2.100.0", "v5.0.1", "", undefined])
      assert.deepEqual(faults(version), [], version);
  });

  it("moves to free ports the first time, and says so", () => {
    const { env, notes } = machine("compose", {}, { ports: LATER }).plan();
    assert.deepEqual([env.PORT, env.ASTERISK_SIP_PORT], ["8081", "5161"]);
    assert.match(notes.join("\n"), /port 8080 is taken: the REST interface uses 8081\nUDP port 5160 is taken: .* 5161/);
    const given = { PORT: "9000", ASTERISK_SIP_PORT: "5300" };
    const chosen = machine("compose", {}, { ports: LATER, given }).plan().env;
    assert.deepEqual([chosen.PORT, chosen.ASTERISK_SIP_PORT], ["9000", "5300"]);
    const free = machine("compose", {}).plan().env;
    assert.deepEqual([free.PORT, free.ASTERISK_SIP_PORT], [undefined, undefined]);
  });

  it("takes its own containers for no strangers", () => {
    const env = { "/srv/attendant/.env": "SIP_USER=8000\n" };
    for (const again of [
      machine("compose", {}, { ports: LATER, previous: { way: "compose" } }),
      machine("compose", env, { ports: LATER }),
    ])
      assert.deepEqual([again.plan().env.PORT, again.plan().env.ASTERISK_SIP_PORT], [undefined, undefined]);
  });

  it("does not move to a port of the further controllers", () => {
    const given = { COMPOSE_PROFILES: "mongodb,several" };
    const { faults } = machine("compose", {}, { ports: LATER, given }).plan();
    assert.deepEqual(faults, ["port 8080 is taken: set PORT in the environment to a free one, not 8081 to 8083"]);
  });
});

describe("a plan for containers with models of their own", () => {
  it("needs no servers, and has Compose's file for that profile", () => {
    const env = { "/srv/attendant/.env": "COMPOSE_PROFILES=local\n" };
    const plan = machine("compose", env).plan({ backEnds: {} });
    assert.deepEqual(plan.faults, []);
    assert.ok(plan.files.some(({ path }) => path.endsWith("/secrets/made-by-make-secrets/local.env")));
  });
});

describe("a plan for containers that was carried out", () => {
  it("has nothing to change the second time", async () => {
    await using folder = await temporaryFolder();
    const there = machine("compose", {}, {}, folder.path);
    const plan = there.plan();
    there.apply(plan);
    for (const { path } of plan.folders) mkdirSync(path);
    for (const { path, after } of plan.files) writeFileSync(path, after.bytes, "latin1");
    assert.deepEqual(names(there.plan()), []);
  });
});

describe("a plan with systemd", () => {
  it("installs a unit with a user of its own, and none out of a home folder", () => {
    const facts = { hasSystemd: true, project: "/opt/attendant" };
    const plan = machine("asterisk", PLAIN, facts, "/opt/attendant").plan();
    const [unit] = plan.files.filter(({ path }) => path === "/etc/systemd/system/ari-attendant.service");
    assert.match(
      unit?.after.bytes ?? "",
      /^EnvironmentFile=\/opt\/attendant\/\.env\nLoadCredential=dotenv:\/opt\/attendant\/\.env$/m,
    );
    assert.match(unit?.after.bytes ?? "", /^DynamicUser=yes$/m);
    const home = machine("asterisk", PLAIN, { hasSystemd: true, project: "/home/ada/attendant" }).plan();
    assert.ok(!home.files.some(({ path }) => path.includes("systemd")));
    assert.match(home.notes.join(), /in a home folder/);
  });

  it("has systemd read a secret's file, which the service itself cannot", () => {
    const facts = { hasSystemd: true, project: "/opt/attendant" };
    const settings = "ARI_PASSWORD_FILE=secrets/ari\nMODEL_KEY_LARGE_FILE=/etc/large\n";
    const env = { "/opt/attendant/.env": settings, "/opt/attendant/secrets/ari": "p\n" };
    const plan = machine("asterisk", { ...PLAIN, ...env }, facts, "/opt/attendant").plan();
    const unit = plan.files.find(({ path }) => path.endsWith("/ari-attendant.service"))?.after.bytes ?? "";
    assert.match(unit, /^LoadCredential=ari_password:\/opt\/attendant\/secrets\/ari$/m);
    assert.match(unit, /^UnsetEnvironment=ARI_PASSWORD_FILE$/m);
    assert.match(unit, /^LoadCredential=model_key_large:\/etc\/large\nUnsetEnvironment=MODEL_KEY_LARGE_FILE$/m);
  });

  it("leaves a unit that an administrator has made, and says so", () => {
    const path = "/etc/systemd/system/ari-attendant.service";
    const facts = { hasSystemd: true, project: "/opt/attendant" };
    // Its service has port 8080.
    const ports = { rest: 8081, http: 8088, ownHttp: 1, ownManager: 2, ownSip: 3 };
    const own = { ...PLAIN, [path]: "[Unit]\nDescription=mine\n" };
    const plan = machine("asterisk", own, { ...facts, ports }).plan();
    assert.ok(!plan.files.some((file) => file.path === path));
    assert.equal(plan.env.PORT, undefined);
    assert.match(plan.notes.join(), /ari-attendant\.service is your own unit/);
  });

  it("installs a unit for speech on this machine where the settings name it, with its language and no secret", () => {
    const facts = { hasSystemd: true, project: "/opt/attendant" };
    const backEnds = { ...BACK_ENDS, SPEECH_BASE_URL: OWN_SPEECH, STT_LANGUAGE: "de" };
    const plan = machine("asterisk", PLAIN, facts, "/opt/attendant").plan({ backEnds });
    const unit = plan.files.find(({ path }) => path.endsWith("/ari-attendant-speech.service"))?.after.bytes ?? "";
    assert.match(
      unit,
      /^Environment=STT_LANGUAGE=de\nExecStart=\/usr\/bin\/node \/opt\/attendant\/dist\/src\/command\.js speech$/m,
    );
    assert.match(unit, /^DynamicUser=yes$/m);
    assert.doesNotMatch(unit, /EnvironmentFile|LoadCredential|\/opt\/ari-attendant\//);
    const elsewhere = machine("asterisk", PLAIN, facts, "/opt/attendant").plan();
    assert.ok(!elsewhere.files.some(({ path }) => path.includes("speech")));
  });

  const BUNDLED_ASTERISK = { asteriskRoot: "/var/lib/ari-attendant-asterisk/root" };
  for (const [way, further] of [
    ["extension", {}],
    ["own-asterisk", BUNDLED_ASTERISK],
  ] as const) {
    it(`has units that systemd takes without a word: ${way}`, () => expectUnits(way, further));
  }

  async function expectUnits(way: SetupAnswers["way"], further: Partial<Facts>): Promise<void> {
    await using folder = await temporaryFolder();
    const facts = { hasSystemd: true, node: process.execPath, project: "/opt/attendant", ...further };
    const plan = machine(way, {}, facts).plan({ backEnds: { ...BACK_ENDS, SPEECH_BASE_URL: OWN_SPEECH } });
    const units = plan.files.filter(({ path }) => path.includes("systemd"));
    assert.deepEqual(
      units.map(({ path }) => basename(path)),
      ["ari-attendant-speech.service", "ari-attendant-asterisk.service", "ari-attendant.service"],
    );
    for (const { path, after } of units) {
      const file = join(folder.path, basename(path));
      // Asterisk, its user, and the project need not be on the machine that this is tried on.
      const text = after.bytes
        .replace("/usr/sbin/asterisk", process.execPath)
        .replace(/^(User|Group)=asterisk$/gm, "$1=root");
      writeFileSync(file, text.replace(/^Documentation=.*\n/m, ""));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--recursive-errors=no", file], {
        encoding: "utf8",
      });
      assert.deepEqual([status, stderr], [0, ""], text);
    }
  }

  it("starts the bundled Asterisk in its root, by user id, with write access to its own folder only", () => {
    const facts = { hasSystemd: true, project: "/opt/attendant", ...BUNDLED_ASTERISK };
    const plan = machine("own-asterisk", {}, { ...facts, asterisk: undefined }).plan();
    assert.deepEqual(plan.faults, []);
    const unit = plan.files.find(({ path }) => path.endsWith("-asterisk.service"))?.after.bytes ?? "";
    for (const line of [
      `RootDirectory=${BUNDLED_ASTERISK.asteriskRoot}`,
      `User=${ASTERISK_USER.uid}`,
      `Group=${ASTERISK_USER.gid}`,
      // The plus makes it a path below RootDirectory.
      "ReadWritePaths=+/etc/asterisk",
      "ProtectSystem=strict",
      "CapabilityBoundingSet=",
    ]) {
      assert.ok(
        unit.split("\n").some((each) => each.startsWith(line)),
        `${line}\n${unit}`,
      );
    }
  });
});
