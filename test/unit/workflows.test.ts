import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { parse } from "yaml";
import { PROJECT, textOf } from "../support/compose-file.js";
import { composeInstallation } from "../support/compose-installation.js";

const FOLDER = ".github/workflows";
const FILES = readdirSync(path.join(PROJECT, FOLDER)).map((name) => `${FOLDER}/${name}`);

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly "timeout-minutes"?: number; readonly steps: readonly Step[] }>>;
}
const workflow = (file: string) => parse(textOf(file)) as Workflow;
const steps = (file: string) => Object.values(workflow(file).jobs).flatMap((job) => job.steps);

/** The shell of the step with this name. */
function shellOf(file: string, name: string): string {
  const found = steps(file).find((step) => step.name === name)?.run;
  assert.ok(found, `${file}: ${name}`);
  return found;
}

describe("the workflows", () => {
  it("are taken by actionlint", () => {
    const program = execFileSync(path.join(PROJECT, "scripts/lib/actionlint"), { encoding: "utf8" }).trim();
    const { status, stdout } = spawnSync(program, ["-no-color", ...FILES], { cwd: PROJECT, encoding: "utf8" });
    assert.deepEqual([status, stdout], [0, ""]);
  });

  it("use actions of an exact version, may do nothing unless a job says so, and end", () => {
    for (const file of FILES) {
      for (const { uses } of steps(file)) {
        if (uses) assert.match(uses, /^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/, file);
      }
      assert.ok(
        Object.values(workflow(file).permissions).every((scope) => scope === "read"),
        file,
      );
      for (const job of Object.values(workflow(file).jobs)) assert.ok(job["timeout-minutes"], file);
    }
  });

  it("publish under the version of package.json, and no other tag", () => {
    const shell = shellOf(`${FOLDER}/release.yaml`, "The tag is the version of package.json");
    const { version } = JSON.parse(textOf("package.json")) as { version: string };
    // The runner has jq; what it reads is held here, so that the line is.
    assert.equal(shell, 'test "v$(jq --raw-output .version package.json)" = "$GITHUB_REF_NAME"');
    assert.match(`v${version}`, /^v[0-9]+\.[0-9]+\.[0-9]+$/);
  });

  it("set an installation up that Compose takes, by the lines of the workflow themselves", () => {
    using installation = composeInstallation("compose.yaml");
    mkdirSync(path.join(installation.folder, "scripts"));
    for (const file of [".env.example", "scripts/make-secrets"]) {
      cpSync(path.join(PROJECT, file), path.join(installation.folder, file));
    }
    const shell = shellOf(`${FOLDER}/compose.yaml`, "Fill in .env");
    const { status, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", shell], {
      cwd: installation.folder,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    const config = installation.config();
    assert.deepEqual([config.status, config.stderr], [0, ""]);
    assert.deepEqual(Object.keys(config.services).sort(), [
      "asterisk",
      "controller",
      "controller-2",
      "controller-3",
      "controller-4",
      "grafana",
      "mongodb",
      "prometheus",
    ]);
  });

  it("run suites that there are against a real MongoDB", () => {
    const shell = shellOf(`${FOLDER}/compose.yaml`, "The suites of the store, against a real MongoDB");
    const files = shell.split(/\s+/).filter((word) => word.endsWith(".test.ts"));
    assert.ok(files.length >= 5);
    for (const file of files) {
      assert.ok(existsSync(path.join(PROJECT, file)), file);
      assert.match(textOf(file), /findMongo\(/, file);
    }
  });
});
