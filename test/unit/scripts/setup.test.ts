import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** A clone whose `npm` and program only write down how they are called. */
async function clone(t: TestContext) {
  const folder = await temporaryFolder();
  t.after(() => folder[Symbol.asyncDispose]());
  const project = join(folder.path, "project");
  const [programs, calls] = [join(folder.path, "bin"), join(folder.path, "calls")];
  for (const each of [programs, join(project, "scripts/lib"), join(project, "src"), join(project, "tools")])
    mkdirSync(each, { recursive: true });
  for (const name of ["setup", "doctor", "lib/build-once", "lib/need-node"])
    cpSync(join("scripts", name), join(project, "scripts", name));
  const write = (path: string, name: string) =>
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >>${calls}\n`, { mode: 0o755 });
  write(join(programs, "npm"), "npm");
  write(join(project, "scripts/ari-attendant"), "ari-attendant");
  return {
    project,
    /** A symbolic link to one of its scripts, as an administrator has it in PATH. */
    linkTo(name: string) {
      const link = join(folder.path, "bin", name);
      symlinkSync(join(project, "scripts", name), link);
      return link;
    },
    /** As after `npm ci`, with sources that were not built. */
    install() {
      for (const name of ["diff", "typescript"]) mkdirSync(join(project, "node_modules", name), { recursive: true });
      mkdirSync(join(project, "dist/src"), { recursive: true });
      for (const name of ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"])
        writeFileSync(join(project, name), "{}");
      for (const name of ["src/main.ts", "dist/src/main.js", "scripts/lib/build-console.mjs"])
        writeFileSync(join(project, name), "");
    },
    run(script: string, ...args: string[]) {
      const env = { PATH: `${programs}:${process.env.PATH ?? ""}` };
      const { status, stderr } = spawnSync(script, args, { env, encoding: "utf8" });
      const called = existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
      return { status, stderr, called };
    },
  };
}

describe("scripts/setup", () => {
  it("installs nothing on a dry run, and says what is missing", async (t) => {
    const { project, run } = await clone(t);
    const { status, stderr, called } = run(join(project, "scripts/setup"), "--yes", "--dry-run");
    assert.deepEqual([status, called], [1, []]);
    assert.match(stderr, /npm packages are missing in .*\/project, .* Run npm ci/);
  });

  it("builds nothing on a dry run, and says that it would", async (t) => {
    const { project, install, run } = await clone(t);
    install();
    const { status, stderr, called } = run(join(project, "scripts/setup"), "--dry-run");
    assert.deepEqual([status, called], [0, ["ari-attendant setup --dry-run"]]);
    assert.match(stderr, /would build first/);
  });

  it("installs and builds otherwise", async (t) => {
    const { project, install, run } = await clone(t);
    assert.match(run(join(project, "scripts/setup")).called.join(), /^npm ci .*,ari-attendant setup/);
    install();
    assert.match(run(join(project, "scripts/setup")).called.slice(2).join(), /^npm run --silent build/);
  });

  it("reinstalls what another version of the project needs, and nothing for what was left out on purpose", async (t) => {
    const { project, install, run } = await clone(t);
    install();
    const calls = (lock: object, installed: object) => {
      writeFileSync(join(project, "package-lock.json"), JSON.stringify({ packages: lock }));
      writeFileSync(join(project, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
      return run(join(project, "scripts/setup"))
        .called.splice(0)
        .filter((call) => call.startsWith("npm ci")).length;
    };
    const [old, later] = [{ "node_modules/diff": { version: "1.0.0" } }, { "node_modules/diff": { version: "1.0.1" } }];
    assert.equal(calls(old, old), 0);
    assert.equal(calls({ ...old, "node_modules/c8": { version: "1.0.0", dev: true } }, old), 0);
    assert.equal(calls(later, old), 1);
    assert.equal(calls({ ...old, "node_modules/new": { version: "1.0.0" } }, old), 2);
  });

  it("rebuilds only what has changed, whenever it was written", async (t) => {
    const { project, install, run } = await clone(t);
    install();
    const builds = () => run(join(project, "scripts/lib/build-once")).called.filter((call) => call.startsWith("npm"));
    assert.equal(builds().length, 1);
    const source = join(project, "src/main.ts");
    utimesSync(source, new Date(), new Date());
    assert.equal(builds().length, 1);
    writeFileSync(source, "export {};");
    assert.equal(builds().length, 2);
  });
});

describe("a script that is called by a symbolic link elsewhere", () => {
  it("works in its own project", async (t) => {
    const { install, linkTo, run } = await clone(t);
    install();
    assert.deepEqual(run(linkTo("setup"), "--undo").called, ["ari-attendant setup --undo"]);
    assert.deepEqual(run(linkTo("doctor"), "--json").called.slice(1), ["ari-attendant doctor --json"]);
  });

  it("is found by where it is, each of them", () => {
    for (const name of readdirSync("scripts", { withFileTypes: true }).flatMap((each) =>
      each.isFile() ? [each.name] : [],
    )) {
      assert.doesNotMatch(readFileSync(join("scripts", name), "utf8"), /dirname "\$0"/, name);
    }
  });
});
