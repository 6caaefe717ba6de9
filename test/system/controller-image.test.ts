import assert from "node:assert/strict";
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { freePort, makeInstanceFolder, PROJECT, textOf, until } from "../support/index.js";

const run = promisify(execFile);
const DOCKERFILE = textOf("Dockerfile");
/** What the packages may take in it, MB; as installed they take 144. */
const PACKAGES_MB = 70;
/** The user `node` of Node's images. */
const USER = 1000;
const KEY = "0123456789abcdef0123";

/** The JSON array behind an instruction of the Dockerfile. */
function commandOf(instruction: RegExp): string[] {
  return JSON.parse(instruction.exec(DOCKERFILE)?.[1] ?? "[]") as string[];
}

describe("the image of the controller, as far as it can be built without an engine", { timeout: 120_000 }, () => {
  let root: string;
  let outside: string;
  let inside: string;
  let port: string;
  let controller: ChildProcess;
  const log: string[] = [];

  before(async () => {
    root = execFileSync(path.join(PROJECT, "scripts/lib/asterisk-root"), { encoding: "utf8" }).trim();
    ({ outside, inside } = await makeInstanceFolder(root, "controller"));
    await chmod(outside, 0o711);
    const app = path.join(outside, "app");
    await mkdir(path.join(app, "node_modules"), { recursive: true });
    const node = execFileSync(path.join(PROJECT, "scripts/lib/node-24"), { encoding: "utf8" }).trim();
    await cp(node, path.join(outside, "node"));
    for (const file of ["dist", "package.json", "LICENSE"]) {
      assert.match(DOCKERFILE, new RegExp(`^COPY .*\\b${file}\\b`, "m"));
      await cp(path.join(PROJECT, file), path.join(app, file), { recursive: true });
    }
    // As `npm ci --omit=dev` leaves them.
    const listed = await run("npm", ["ls", "--all", "--omit=dev", "--parseable"], { cwd: PROJECT });
    const top = listed.stdout.split("\n").filter((line) => /^[^]*\/node_modules\/(@[^/]+\/)?[^/]+$/.test(line));
    const folders = top.filter((line) => line.split("/node_modules/").length === 2);
    const packages = new Set(folders.map((folder) => `node_modules/${folder.split("/node_modules/")[1]}`));
    await run("cp", ["--archive", "--parents", ...packages, app], { cwd: PROJECT });
    assert.match(DOCKERFILE, /npm ci --omit=dev .*&& \.\/prune-modules node_modules/);
    await run(path.join(PROJECT, "scripts/lib/prune-modules"), [path.join(app, "node_modules")]);
    await mkdir(path.join(outside, "data"), { mode: 0o700 });
    await chown(path.join(outside, "data"), USER, USER);
    await writeFile(path.join(outside, "ari_password"), "a-password\n", { mode: 0o444 });
    port = String(await freePort());
    controller = inContainer(commandOf(/^CMD (\[.*\])$/m));
    for (const stream of [controller.stdout, controller.stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => log.push(line));
    }
    await until("it to listen", () => Promise.resolve(log.some((line) => line.includes('"http_listening"'))));
  });

  after(async () => {
    controller?.kill("SIGKILL");
    if (outside) await rm(outside, { recursive: true, force: true });
  });

  /** Runs what the Dockerfile says with its user, without any power, and with the environment of compose.yaml. */
  function inContainer(command: readonly string[]): ChildProcess {
    const words = command.map((word) =>
      word === "node" ? `${inside}/node` : word.replace(/^dist\//, `${inside}/app/dist/`),
    );
    const identity = ["--reuid", String(USER), "--regid", String(USER), "--clear-groups", "--no-new-privs"];
    const powers = ["--bounding-set=-all", "--inh-caps=-all", "--pdeathsig", "KILL"];
    const env = {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      NODE_ENV: "production",
      DATA_DIR: `${inside}/data`,
      HOST: "127.0.0.1",
      PORT: port,
      API_KEYS: KEY,
      ARI_URL: "http://127.0.0.1:9",
      ARI_PASSWORD_FILE: `${inside}/ari_password`,
      LLM_BASE_URL: "http://127.0.0.1:9/v1",
      LLM_MODEL: "none",
      SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
      TZ: "Europe/Berlin",
    };
    return spawn("chroot", [root, "setpriv", ...identity, ...powers, ...words], { env });
  }

  it("starts with its production packages alone, and says that it is alive by the image's health check", async () => {
    const [code] = (await once(inContainer(commandOf(/^HEALTHCHECK [^]*?CMD (\[.*\])$/m)), "exit")) as [number];
    assert.equal(code, 0, log.join("\n"));
    const health = await fetch(`http://127.0.0.1:${port}/health`, { headers: { "x-api-key": KEY } });
    const { status, checks } = (await health.json()) as { status: string; checks: { store: { ok: boolean } } };
    assert.deepEqual([status, checks.store.ok], ["degraded", true]);
  });

  it("has packages without what only developers need, and each of them loads", async () => {
    const { stdout: size } = await run("du", ["-sm", path.join(outside, "app/node_modules")]);
    assert.ok(Number.parseInt(size, 10) <= PACKAGES_MB, size);
    const imports = execFileSync("grep", [
      "-rhoE",
      '(from|import\\()\\s*"[@a-z][^"]*"',
      path.join(outside, "app/dist/src"),
    ]);
    const names = new Set([...String(imports).matchAll(/"([^"]+)"/g)].map(([, name]) => name));
    const packages = [...names].filter((name) => !name?.startsWith("node:"));
    assert.ok(packages.length > 20, packages.join());
    const script = packages.map((name) => `await import("${name}");\n`).join("");
    await writeFile(path.join(outside, "app/load.mjs"), script, { mode: 0o444 });
    const loading = inContainer(["node", `${inside}/app/load.mjs`]);
    let faults = "";
    loading.stderr?.on("data", (text) => (faults += String(text)));
    const [code] = (await once(loading, "close")) as [number];
    assert.equal(code, 0, faults);
    for (const asset of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
      assert.equal((await fetch(`http://127.0.0.1:${port}/docs/${asset}`)).status, 200);
    }
  });

  it("writes into its folder and nowhere else", async () => {
    const wanted = ["-xdev", "-uid", String(USER), "-not", "-path", `${outside}/data*`];
    assert.equal((await run("find", [root, ...wanted])).stdout, "");
  });

  it("leaves with 0 when it is asked to", async () => {
    const left = once(controller, "exit");
    controller.kill("SIGTERM");
    assert.deepEqual(await left, [0, null]);
  });
});
