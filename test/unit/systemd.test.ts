import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { allSettings } from "../../src/config/schema.js";
import { REJOIN_MS } from "../../src/wiring/calling.js";
import { SHUTDOWN_MS } from "../../src/wiring/leave.js";
import { EX_CONFIG, EX_USAGE } from "../../src/kernel/exit-codes.js";
import { pageText } from "../support/markdown.js";

const UNIT = "systemd/ari-attendant.service";
const DROP_IN = "systemd/ari-attendant.service.d/extension.conf";
const USERS = "systemd/ari-attendant.sysusers";

/** The lines of a unit file: `[key, value]`. */
function linesOf(file: string): [string, string][] {
  return [...pageText(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]);
}

function valueOf(key: string): string | undefined {
  return linesOf(UNIT).find(([name]) => name === key)?.[1];
}

describe("the unit for systemd", () => {
  let folder: string;
  let unit: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "systemd-"));
    unit = path.join(folder, "ari-attendant.service");
    // Node need not be where an installation has it.
    writeFileSync(unit, pageText(UNIT).replace("ExecStart=node ", `ExecStart=${process.execPath} `));
    mkdirSync(`${unit}.d`);
    writeFileSync(path.join(`${unit}.d`, "extension.conf"), pageText(DROP_IN));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function analyze(...args: string[]) {
    return spawnSync("systemd-analyze", ["--no-pager", ...args], { encoding: "utf8" });
  }

  it("is taken by systemd without a word, with the drop-in of the extension", () => {
    const { status, stdout, stderr } = analyze("verify", "--recursive-errors=one", unit);
    assert.deepEqual([status, stdout, stderr], [0, "", ""]);
  });

  it("is as hardened as the documentation says", () => {
    const stated = scoreIn(pageText("docs/install.md"));
    const { stdout, stderr } = analyze("security", "--offline=true", unit);
    // Versions of systemd weigh a little differently.
    assert.ok(Math.abs(scoreIn(stdout) - stated) <= 0.2, `${stdout}${stderr}`);
  });

  it("starts it again unless that is of no use, and waits for its goodbyes", () => {
    assert.deepEqual([valueOf("Restart"), valueOf("RestartPreventExitStatus")], ["always", `${EX_USAGE} ${EX_CONFIG}`]);
    assert.equal(valueOf("StartLimitIntervalSec"), "0");
    assert.ok(Number(valueOf("RestartSec")) < REJOIN_MS / 1_000);
    assert.ok(Number(valueOf("TimeoutStopSec")) >= SHUTDOWN_MS / 1_000 + 15);
  });

  it("gives it secrets under the names of settings that may be files, each from where make-secrets writes it", () => {
    const credentials = [UNIT, DROP_IN].flatMap(linesOf).filter(([key]) => key === "LoadCredential");
    const names = credentials.map(([, value]) => {
      const [id, source] = value.split(":");
      assert.equal(source, `${valueOf("WorkingDirectory")}/secrets/${id}`);
      return id;
    });
    const files = allSettings().flatMap(({ name, file }) => (file ? [name.toLowerCase()] : []));
    assert.deepEqual(
      names.filter((name) => !files.includes(name ?? "")),
      [],
    );
    assert.deepEqual(names.sort(), ["ami_password", "api_keys", "ari_password", "sip_password"]);
  });

  it("has a user of its own, who alone can read the service's data", () => {
    const state = `/var/lib/${valueOf("StateDirectory")}`;
    assert.match(valueOf("Environment") ?? "", new RegExp(`\\bDATA_DIR=${state}$`));
    assert.deepEqual([valueOf("StateDirectoryMode"), valueOf("UMask")], ["0700", "0077"]);
    assert.match(pageText(USERS), new RegExp(`^u ${valueOf("User")} - ".*" ${state}$`, "m"));
    const root = path.join(folder, "root");
    mkdirSync(path.join(root, "etc"), { recursive: true });
    const made = spawnSync("systemd-sysusers", [`--root=${root}`, "-"], { input: pageText(USERS), encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    assert.match(
      readFileSync(path.join(root, "etc/passwd"), "utf8"),
      new RegExp(`^${valueOf("User")}:.*${state}:`, "m"),
    );
  });
});

function scoreIn(text: string): number {
  return Number(/exposure level\s[^\d]*(\d+\.\d)/.exec(text)?.[1]);
}
