import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { commandOf } from "../../../src/config/command-line.js";
import { allSettings } from "../../../src/config/schema.js";
import { programArgs } from "../../support/program.js";

const PROJECT = new URL("../../../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", PROJECT), "utf8")) as { version: string };

/** Runs the program with no setting at all. */
function run(...args: string[]) {
  const program = programArgs("src/main.ts", ...args);
  const env = { PATH: process.env.PATH };
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: PROJECT, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the program, without a setting", () => {
  it("tells how it is used", () => {
    const { status, stdout, stderr } = run("--help");
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /^Usage: node dist\/src\/main\.js/m);
  });

  it("tells its version", () => {
    assert.deepEqual(run("--version"), { status: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("refuses an option that it does not have, with a hint", () => {
    const { status, stdout, stderr } = run("--port", "8080");
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
