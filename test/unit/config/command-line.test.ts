import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { commandOf } from "../../../src/config/command-line.js";
import { allSettings } from "../../../src/config/schema.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { programArgs } from "../../support/program.js";

const PROJECT = new URL("../../../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", PROJECT), "utf8")) as { version: string };

/** Runs the program with no setting at all. */
function run(args: readonly string[], cwd: string | URL = PROJECT, more: Record<string, string> = {}) {
  const program = programArgs("src/main.ts", ...args);
  const env = { PATH: process.env.PATH, ...more };
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the program, without a setting", () => {
  it("tells how it is used", () => {
    const { status, stdout, stderr } = run(["--help"]);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /^Usage: node dist\/src\/main\.js/m);
  });

  it("names what is missing and the next command where nothing is configured, with no stack trace", async () => {
    await using folder = await temporaryFolder();
    const { status, stderr } = run([], folder.path);
    assert.equal(status, 78);
    assert.match(stderr, /^The settings have 4 faults:\n {2}LLM_BASE_URL: must be set: /);
    assert.ok(stderr.includes(`There is no .env in ${folder.path}. Run scripts/setup, `), stderr);
    assert.match(stderr, /\nBy hand: cp \.env\.example \.env, and fill in the lines that are not commented out\.\n$/);
    assert.doesNotMatch(stderr, /^ +at /m);
  });

  for (const [what, text, words] of [
    ["is a folder", undefined, /\n {2}\S+\/\.env is a folder, .*: remove it, and cp \.env\.example \.env\n$/],
    [
      "is UTF-16",
      Buffer.from("\ufeffLLM_MODEL=x\n", "utf16le"),
      /\n {2}\.env is written in UTF-16.*save it as UTF-8\n$/,
    ],
    ["has a line without =", "LLM_MODEL: x\n", /\n {2}Line 1 of \.env is not read: NAME=value is expected\n$/],
  ] as const) {
    it(`names a .env that ${what} as what may be the cause`, async () => {
      await using folder = await temporaryFolder();
      if (text === undefined) mkdirSync(join(folder.path, ".env"));
      else writeFileSync(join(folder.path, ".env"), text);
      const { status, stderr } = run([], folder.path);
      assert.deepEqual([status, /\nThis may be why:\n/.test(stderr), words.test(stderr)], [78, true, true], stderr);
    });
  }

  it("reads the .env that systemd passes on", async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, "dotenv"), "PORT=eighty # ours\n");
    const { stderr } = run([], tmpdir(), { CREDENTIALS_DIRECTORY: folder.path, PORT: "8080" });
    assert.match(stderr, /^ {2}PORT: expected .*eighty/m);
    assert.doesNotMatch(stderr, /There is no \.env/);
  });

  it("tells its version", () => {
    assert.deepEqual(run(["--version"]), { status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("refuses an option that it does not have, with a hint", () => {
    const { status, stdout, stderr } = run(["--port", "8080"]);
    assert.deepEqual([status, stdout], [64, ""]);
    assert.match(stderr, /^ari-attendant: .*--port/);
    assert.match(stderr, /Settings are environment variables.*--help/);
  });
});

describe("the command line", () => {
  it("helps with the settings that are needed, and with where the others are", () => {
    const command = commandOf(["-h"], "1.2.3");
    assert.ok(command.kind === "show");
    const { text } = command;
    for (const { name } of allSettings().filter(({ required }) => required)) {
      assert.match(text, new RegExp(`^  ${name} `, "m"));
    }
    for (const told of ["1.2.3", ".env.example", "docs/settings.md", "README.md", "/docs", "SIGHUP"]) {
      assert.ok(text.includes(told), told);
    }
    assert.ok(text.split("\n").every(({ length }) => length <= 140));
  });

  it("serves without options, and refuses all that it does not know", () => {
    assert.deepEqual(commandOf([], "1"), { kind: "serve" });
    for (const args of [["--help=yes"], ["start"], ["-x"], ["--verbose"], ["8080"]]) {
      assert.equal(commandOf(args, "1").kind, "refuse", args.join(" "));
    }
  });
});
