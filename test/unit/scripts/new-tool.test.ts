import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { builtInTools } from "../../../tools/index.js";
import { PROJECT } from "../../support/compose-file.js";

/** Runs a program as somebody at a terminal does; what this test runs under stays out of it. */
function run(program: string, given: string[], environment: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const options = { encoding: "utf8", cwd: PROJECT, env: { ...env, ...environment }, timeout: 30_000 } as const;
  const { status, stdout, stderr } = spawnSync(program, given, options);
  return { status, stdout, stderr };
}

describe("scripts/new-tool", () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "new-tool-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const newTool = (...given: string[]) => run("scripts/new-tool", given, { TOOLS_DIR: folder });

  it("says what it does", () => {
    const { status, stdout } = newTool("--help");
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: scripts\/new-tool NAME/);
  });

  it("writes a tool and its test into TOOLS_DIR", () => {
    const { status, stdout } = newTool("TIDE_TIMES");
    assert.equal(status, 0);
    assert.match(stdout, /wrote .*tide-times\.mjs\nwrote .*tide-times\.test\.mjs/);
    assert.deepEqual(readdirSync(folder).sort(), ["node_modules", "tide-times.mjs", "tide-times.test.mjs"]);
    assert.doesNotMatch(readFileSync(path.join(folder, "tide-times.test.mjs"), "utf8"), /my.tool/i);
  });

  it("whose test passes by itself", () => {
    const { status, stdout } = run(process.execPath, ["--test", folder]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /# pass 1/);
  });

  it("which the service takes and runs", () => {
    const file = path.join(folder, "tide-times.mjs");
    const { status, stdout } = run("scripts/check-tool", [file, "--run", '{"name":"Ada"}']);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^TIDE_TIMES: Greets.*\n {2}name \(string, required\)/);
    assert.match(stdout, /"message": "(Hello|Good morning), Ada\."/);
  });

  it("touches nothing that is there", () => {
    const { status, stderr } = newTool("TIDE_TIMES");
    assert.equal(status, 64);
    assert.match(stderr, /tide-times\.mjs exists already/);
  });

  const refused: [name: string, reason: RegExp][] = [
    ["tide-times", /UPPERCASE_WITH_UNDERSCORES, such as TIDE_TIMES\n/],
    ["../EVIL", /UPPERCASE_WITH_UNDERSCORES, such as EVIL\n/],
    ["9", /UPPERCASE_WITH_UNDERSCORES\n/],
    ["A".repeat(65), /UPPERCASE_WITH_UNDERSCORES/],
  ];
  for (const [name, reason] of refused) {
    it(`refuses ${name.slice(0, 20)} as a name`, () => {
      const { status, stderr } = newTool(name);
      assert.equal(status, 64);
      assert.match(stderr, reason);
    });
  }

  it("refuses the names of the assistant's own tools", () => {
    const weather = {
      stationId: undefined,
      apiToken: undefined,
      baseUrl: "",
      units: "metric",
      language: "en",
    } as const;
    for (const { name } of builtInTools({ timeStyle: "spoken", weather })) {
      assert.match(newTool(name).stderr, /is the name of a built-in tool/, name);
    }
  });
});

describe("scripts/check-tool", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "check-tool-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const check = (content: string, ...more: string[]) => {
    const file = path.join(folder, "mine.mjs");
    writeFileSync(file, content);
    return run("scripts/check-tool", [file, ...more]);
  };

  it("says what is wrong with a file", () => {
    const wrong: [content: string, words: RegExp][] = [
      ["export default {", /mine\.mjs is rejected: SyntaxError: .*mine\.mjs:1/],
      [`export default { name: "CALC", description: "d", execute() {} };`, /another tool is named CALC/],
    ];
    for (const [content, words] of wrong) {
      const { status, stderr } = check(content);
      assert.equal(status, 1);
      assert.match(stderr, words);
    }
  });

  it("says what is wrong with what a tool does", () => {
    const { status, stderr } = check(
      `export default { name: "A", description: "d", execute: () => "x" };`,
      "--run",
      "{}",
    );
    assert.equal(status, 1);
    assert.match(stderr, /A: it returned a string instead of/);
  });
});

describe("the example tools", () => {
  it("pass their tests", () => {
    const { status, stdout } = run(process.execPath, ["--test", "examples/tools"]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /# pass 5/);
  });

  it("are taken by the service, and say which settings they lack", () => {
    const { status, stdout } = run("scripts/check-tool", ["examples/tools/house.mjs"]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /disabled: HOUSE_URL and HOUSE_TOKEN and HOUSE_THINGS must be set\./);
  });
});
