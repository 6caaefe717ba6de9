import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { PROJECT } from "../../support/compose-file.js";

const TOOLS = ["bash", "sh", "env", "dirname", "readlink", "sed", "grep", "uname", "cat", "realpath"];
/** Needs no Node.js: it is run where nothing but Docker is. */
const WITHOUT_NODE = ["make-secrets"];
const SCRIPTS = readdirSync(join(PROJECT, "scripts"), { withFileTypes: true })
  .filter((entry) => entry.isFile() && !WITHOUT_NODE.includes(entry.name))
  .map(({ name }) => name);
const [, MAJOR = "", MINOR = ""] =
  /"node": ">=(\d+)\.(\d+)"/.exec(readFileSync(join(PROJECT, "package.json"), "utf8")) ?? [];

let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "need-node-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A PATH with the tools of any system and these programs, each a script of shell that is given by its body. */
function path(programs: Readonly<Record<string, string>>): string {
  const place = mkdtempSync(join(folder, "bin-"));
  for (const [name, body] of Object.entries(programs)) {
    // Never by way of a link: what that leads to is the system's own program.
    writeFileSync(join(place, name), `#!/bin/sh\n${body}\n`, { mode: 0o755, flag: "wx" });
  }
  for (const tool of TOOLS.filter((each) => !Object.hasOwn(programs, each))) {
    const found = spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).stdout.trim();
    symlinkSync(found, join(place, tool));
  }
  return place;
}

function run(program: string, args: readonly string[], programs: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync(join(PROJECT, program), args, {
    cwd: folder,
    env: { PATH: path(programs) },
    encoding: "utf8",
  });
  return { status, stderr };
}

/** As an old one does: it says its version, and ends in a SyntaxError whatever it is given to run. */
const node = (version: string) =>
  `[ "$1" = --version ] && { echo v${version}; exit 0; }\necho "SyntaxError: does not provide an export named" >&2\nexit 1`;
const apt = (candidate: string) => ({
  "apt-get": "exit 1",
  "apt-cache": `echo "nodejs:"; echo "  Installed: (none)"; echo "  Candidate: ${candidate}"`,
});
const need = (programs: Readonly<Record<string, string>>, ...more: string[]) =>
  run("scripts/lib/need-node", ["doctor", ...more], programs);

describe("every script, on a system whose Node.js is too old or missing", () => {
  for (const name of SCRIPTS) {
    it(`${name} says so, and how to get one there, and does nothing else`, () => {
      const programs = { ...apt("18.20.4+dfsg-1~deb12u1"), node: node("18.20.4") };
      const old = run(`scripts/${name}`, [], programs);
      assert.equal(old.status, 1, old.stderr);
      const named = name === "ari-attendant" ? "ari-attendant" : basename(name);
      assert.match(
        old.stderr,
        new RegExp(`^${named}: Node\\.js ${MAJOR}\\.${MINOR} or later is required, but .*/node is 18\\.20\\.4\\.\n`),
      );
      assert.match(
        old.stderr,
        /^ {4}curl .*deb\.nodesource\.com\/setup_24\.x -o \S+ && bash \S+ && apt-get install -y nodejs$/m,
      );
      assert.doesNotMatch(old.stderr, /SyntaxError|not found|installing|building/);

      const none = run(`scripts/${name}`, [], apt(""));
      assert.equal(none.status, 1, none.stderr);
      assert.match(none.stderr, /is required, but it is not in PATH\.\n/);
    });
  }

  it("make-secrets needs none", () => {
    const programs = Object.fromEntries(
      ["mkdir", "chmod", "mv", "head", "base64", "tr", "tail"].map((tool) => [
        tool,
        `exec /usr/bin/env -i PATH=/usr/bin:/bin ${tool} "$@"`,
      ]),
    );
    mkdirSync(join(folder, "secrets"));
    const made = run("scripts/make-secrets", ["--without-extension", join(folder, "secrets")], programs);
    assert.deepEqual(
      [made.status, made.stderr.trim().split("\n").at(-1)],
      [0, `make-secrets: all secrets are in ${join(folder, "secrets")}`],
    );
  });
});

describe("the way to a Node.js", () => {
  it("is the system's own package where that is recent enough", () => {
    assert.match(need(apt("20.19.2+dfsg-1")).stderr, /^ {4}apt-get install -y nodejs npm$/m);
    assert.match(need(apt("24.4.0-1nodesource1")).stderr, /^ {4}apt-get install -y nodejs$/m);
    assert.match(
      need({ dnf: "exit 1" }).stderr,
      /^ {4}(curl .*rpm\.nodesource\.com\/setup_24\.x.*)?dnf install -y nodejs$/m,
    );
    assert.match(need({ apk: "exit 1" }).stderr, /^ {4}apk add nodejs npm$/m);
  });

  it("begins with curl where there is none, and pipes nothing into a shell, which takes an empty script for a good one", () => {
    const bare = need(apt("18.20.4")).stderr;
    assert.equal(bare.match(/^ {4}apt-get update && apt-get install -y curl ca-certificates$/gm)?.length, 2, bare);
    assert.doesNotMatch(bare, /\| *(ba)?sh/);
    assert.doesNotMatch(need({ ...apt("18.20.4"), curl: "exit 0" }).stderr, /install -y curl/);
    assert.match(need({}).stderr, /curl is needed/);
  });

  it("leaves FreePBX the one that it runs on", () => {
    const { stderr } = need({ ...apt("18.20.4"), node: node("18.20.4"), fwconsole: "exit 0", curl: "exit 0" });
    assert.match(stderr, /FreePBX depends on/);
    assert.match(stderr, /\/opt\/node/);
    assert.doesNotMatch(stderr, /apt-get|nodesource/);
  });

  it("is nodejs.org where there is neither a known package manager nor a build", () => {
    assert.match(need({ uname: "echo riscv64" }).stderr, /https:\/\/nodejs\.org\/en\/download .*riscv64/);
    assert.match(need({ uname: "echo aarch64" }).stderr, /linux-arm64\.tar\.gz/);
  });

  it("is asked for below what package.json names, and not from there on", () => {
    for (const [version, status] of [
      [`${MAJOR}.${Number(MINOR) - 1}.9`, 1],
      [`${MAJOR}.${MINOR}.0`, 0],
      [`${Number(MAJOR) + 1}.0.0`, 0],
      [`${MAJOR}.100.0`, 0],
      ["8.17.0", 1],
      ["nonsense", 1],
    ] as const) {
      assert.equal(need({ node: node(version) }).status, status, version);
    }
    const broken = need({ node: "exit 127" });
    assert.deepEqual([broken.status, /node is not working\./.test(broken.stderr)], [1, true], broken.stderr);
  });

  it("includes npm where packages are to be installed", () => {
    const recent = { node: node(`${MAJOR}.${MINOR}.0`) };
    assert.deepEqual([need(recent).status, need({ ...recent, npm: "exit 0" }, "npm").status], [0, 0]);
    const { status, stderr } = need(recent, "npm");
    assert.deepEqual([status, /npm is required .*apt-get install npm/.test(stderr)], [1, true], stderr);
  });
});

it("npm start says what to run where nothing has been built, in place of a module that is not found", () => {
  const project = mkdtempSync(join(folder, "project-"));
  mkdirSync(join(project, "scripts/lib"), { recursive: true });
  copyFileSync(join(PROJECT, "scripts/lib/need-build"), join(project, "scripts/lib/need-build"));
  const { status, stderr } = spawnSync(join(project, "scripts/lib/need-build"), { encoding: "utf8" });
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `start: nothing is built in ${project} yet: npm ci && npm run build, or scripts/setup, which does both\n`,
  );
});

describe("an option that a script does not have", () => {
  for (const [script, ...args] of [
    ["demo", "--opne"],
    ["demo", "--recording"],
    ["demo", "--once", "more"],
    ["make-secrets", "--forec"],
    ["make-secrets", "--sip-password-from"],
    ["site", "--sevre"],
  ] as const) {
    it(`${script} ${args.join(" ")} is told in a sentence before anything is done`, () => {
      const { status, stderr } = run(`scripts/${script}`, args, {});
      assert.equal(status, 64);
      assert.match(stderr, new RegExp(`^${script}: .*--help[^\n]*\n$`));
    });
  }
});
