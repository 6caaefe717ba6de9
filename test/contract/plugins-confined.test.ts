import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { promisify } from "node:util";
import { PROJECT } from "../support/compose-file.js";
import { startHttpServer } from "../support/http-server.js";
import { programArgs } from "../support/program.js";

const PROGRAM = join(PROJECT, "test/contract/hostile-plugin.ts");
/** What a plugin is for. */
const NEEDS: Readonly<Record<string, string>> = {
  "read its own folder": "got its own",
  "use a package in its folder": "got a package",
  "ask the network": "got here",
  "use a socket": "got connected",
};
/** Refused by other means than the permission model's. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "open a database": "ERR_UNKNOWN_BUILTIN_MODULE",
  "load native code": "ERR_DLOPEN_DISABLED",
  "take permissions back": "got none",
  "see a secret of the service": "got none",
};

interface Outcome {
  readonly tried: Readonly<Record<string, string>>;
  readonly message: string;
  readonly after: string;
  readonly trusted: number;
}

/** Has a Node load the hostile plugin. */
async function tryAll(node: string): Promise<Outcome> {
  await using server = await startHttpServer((response) => void response.end("here"));
  const command = programArgs(PROGRAM, server.url);
  const { stdout } = await promisify(execFile)(node, command, { cwd: PROJECT, timeout: 30_000 });
  return JSON.parse(stdout) as Outcome;
}

describe("a hostile plugin on Node 24", { timeout: 120_000 }, () => {
  let outcome: Outcome;

  before(async () => {
    const script = join(PROJECT, "scripts/lib/node-24");
    outcome = await tryAll(execFileSync(script, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim());
  });

  it("is refused everything but what a plugin is for", () => {
    assert.ok(Object.keys(outcome.tried).length > 25, `${Object.keys(outcome.tried).length} attempts`);
    for (const [what, came] of Object.entries(outcome.tried)) {
      assert.equal(came, NEEDS[what] ?? OTHERWISE[what] ?? "ERR_ACCESS_DENIED", what);
    }
  });

  it("goes on being used, and so do others", () => {
    assert.deepEqual([outcome.message, outcome.after], ["Tried.", "Hello."]);
  });

  it("is not said to be trusted", () => assert.equal(outcome.trusted, 0));
});

describe("plugins on a Node before 24", { skip: Number(process.versions.node.split(".")[0]) >= 24 }, () => {
  it("are said to be trusted code, once, and can do what the service's user may", async () => {
    const { trusted, tried } = await tryAll(process.execPath);
    assert.equal(trusted, 1);
    assert.equal(tried["read a file elsewhere"], "got KEY=value\n");
  });
});
