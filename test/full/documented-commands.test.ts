import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { withDeadline } from "../../src/kernel/deadline.js";
import {
  examplesIn,
  FakeAsterisk,
  freePort,
  PROJECT,
  shortTone,
  startScriptedModel,
  startSpeechServer,
  temporaryFolder,
} from "../support/index.js";

const PAGES = ["docs/install.md", "README.md"];

/** Blocks that are not run here, by what they begin with, and why. */
const NOT_RUN: readonly (readonly [begins: RegExp, reason: string])[] = [
  [/^\.\/scripts\/demo/, "demo.test.ts runs the demo, and scripts/test runs this"],
  [/^git clone … \/opt\/attendant && cd/, "needs a PBX: setup.test.ts and setup-freepbx.test.ts run scripts/setup"],
  [/^LLM_BASE_URL=.* scripts\/setup/, "needs a key of a provider: setup.test.ts gives answers in this way"],
  [/^git clone … attendant && cd/, "needs an engine for containers: compose.yaml of the workflows runs it"],
  [/^git clone … \/opt\/ari-attendant/, "needs systemd as process 1: systemd.test.ts reads the unit"],
];
/** From the sources alone: packages are fetched, and everything is built. */
const INSTALL_MS = 600_000;
const STEP_MS = 60_000;
const MARK = "--- variables ---";

type Variables = Readonly<Record<string, string>>;

interface Step {
  readonly variables: Variables;
  readonly output: string;
}

/** Runs a block as a reader does, in a folder; what it exports is there for the next one. */
async function run(text: string, folder: string, variables: Variables, ms = STEP_MS): Promise<Step> {
  const script = `${text}\necho '${MARK}'; env -0`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  const options = { cwd: folder, env, timeout: ms, maxBuffer: 16 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], options);
  const [before = "", after = ""] = stdout.split(`${MARK}\n`);
  const pairs = after.split("\0").filter(Boolean);
  const names = /^(ATTENDANT_URL|API_KEY)=/;
  return {
    output: before,
    variables: Object.fromEntries(
      pairs.filter((each) => names.test(each)).map((each) => each.split(/=(.*)/s).slice(0, 2)),
    ),
  };
}

/** The files of the repository as they are in the working tree, and nothing that was installed or built. */
async function cleanCopy(folder: string): Promise<void> {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: PROJECT });
  const tar = execFileSync("tar", ["--null", "--files-from=-", "--ignore-failed-read", "-cf", "-"], {
    ...{ cwd: PROJECT, input: list, maxBuffer: 256 * 1024 * 1024 },
  });
  execFileSync("tar", ["-xf", "-"], { cwd: folder, input: tar });
}

async function blocks(): Promise<readonly string[]> {
  const all = await Promise.all(PAGES.map((page) => examplesIn(page)));
  return all.flat().flatMap(({ language, text }) => (language === "sh" ? [text] : []));
}

/** Starts the service with the printed command, and waits until it answers. */
async function startPrinted(command: string, folder: string, url: string): Promise<AsyncDisposable> {
  const child = spawn("bash", ["-c", command], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = exited.then(() => assert.fail(`the service ended:\n${said}`));
  ended.catch(() => {});
  const answers = withDeadline(STEP_MS, undefined, "the service", async (signal) => {
    while (
      !(await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  await Promise.race([answers, ended]);
  return {
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await exited;
    },
  };
}

describe(`each command of ${PAGES.join(" and ")}`, () => {
  it("is run below, or has a reason why it is not", async () => {
    const printed = await blocks();
    for (const [begins, reason] of NOT_RUN)
      assert.ok(
        printed.some((text) => begins.test(text)),
        `${begins}: ${reason}`,
      );
  });

  it("works as it is printed, one after the other, in a clone in which nothing is installed", async (t) => {
    const [install = "", ...steps] = (await blocks()).filter((text) => !NOT_RUN.some(([begins]) => begins.test(text)));
    await using folder = await temporaryFolder();
    await using asterisk = await FakeAsterisk.start();
    await using speech = await startSpeechServer();
    await using model = await startScriptedModel();
    speech.speakAs(shortTone);
    const begun = performance.now();
    await cleanCopy(folder.path);
    const [prepare = "", start = ""] = install.split(/^(?=npm start)/m);
    await run(prepare, folder.path, {}, INSTALL_MS);
    t.diagnostic(`installed and built in ${Math.round((performance.now() - begun) / 1000)} s`);

    // The four that the page names, and what keeps this apart from others on the machine.
    const port = await freePort();
    const example = await readFile(join(folder.path, ".env"), "utf8");
    for (const name of ["ARI_PASSWORD", "LLM_BASE_URL", "LLM_MODEL"])
      assert.match(example, new RegExp(`^${name}=$`, "m"));
    const answers = { ARI_PASSWORD: asterisk.password, LLM_BASE_URL: model.url, LLM_MODEL: "scripted" };
    const others = { SPEECH_BASE_URL: speech.url, ARI_URL: asterisk.credentials.url, PORT: String(port) };
    const lines = Object.entries({ ...answers, ...others }).map(([name, value]) => `${name}=${value}\n`);
    await appendFile(join(folder.path, ".env"), lines.join(""));
    await mkdir(join(folder.path, "data"), { recursive: true });
    await using _service = await startPrinted(start, folder.path, `http://127.0.0.1:${port}`);

    let variables: Variables = {};
    for (const step of steps) {
      const printed = step.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`);
      const { output, variables: exported } = await run(printed, folder.path, variables);
      const id = /"call_id": ?"([^"]+)"/.exec(output)?.[1];
      assert.doesNotMatch(output, /"type": ?"about:blank"|"status": ?[45]\d\d/, `${step}\n${output}`);
      variables = { ...variables, ...exported, ...(id !== undefined && { CALL_ID: id }) };
      t.diagnostic(`${step.split("\n")[0]}: ${output.trim().split("\n").at(-1)?.slice(0, 100)}`);
    }
  });
});
