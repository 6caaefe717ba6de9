import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { describe, it, type TestContext } from "node:test";
import { loadSettings } from "../../../src/config/settings.js";
import { listenersOn } from "../../../src/kernel/listeners.js";
import { runningCheck } from "../../../src/doctor/checks/running-controller.js";
import type { Installation } from "../../../src/doctor/installation.js";
import { runningController } from "../../../src/doctor/running-controller.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const KEY = "a-key-of-the-service-0123456789";
const NOBODY = 65_534;

/** What a service of ours seems to say, with the key it was shown. */
const SERVICE = `
  require("node:http").createServer((request, response) => {
    const shown = { shown: { ok: true, detail: String(request.headers["x-api-key"]) } };
    response.end(JSON.stringify({ status: "healthy", version: "1", active_calls: 0, checks: shown }));
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

/** What is found of a service that this user runs. */
async function foundOf(t: TestContext, uid: number, dataDir: string) {
  const child = spawn(process.execPath, ["-e", SERVICE], { uid, cwd: "/", stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [port] = await once(createInterface({ input: child.stdout }), "line");
  const { settings } = loadSettings({
    LLM_BASE_URL: "http://llm/v1",
    LLM_MODEL: "m",
    SPEECH_BASE_URL: "http://speech/v1",
    ARI_PASSWORD: "secret",
    API_KEYS: KEY,
    DATA_DIR: dataDir,
    PORT: String(port),
  });
  const { signal } = new AbortController();
  return await runningController(settings, signal);
}

/** The key that somebody is shown who runs as this user. */
async function shownTo(t: TestContext, uid: number, dataDir: string): Promise<string | undefined> {
  return (await foundOf(t, uid, dataDir))?.checks.shown?.detail;
}

describe("who listens on a port", () => {
  it("is told by the user, at any address of either protocol, and only when they listen", async (t) => {
    const server = createServer().listen(0, "::1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    assert.deepEqual(listenersOn(port), [process.getuid?.()]);
    const row = (state: string) =>
      `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n   0: 0100007F:1F90 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 1 1 0\n`;
    assert.deepEqual(listenersOn(8080, [row("0A"), row("01")]), [1000]);
    assert.deepEqual(listenersOn(8081, [row("0A")]), []);
  });

  it("is shown the API key when it is ours, and not when another user has taken the port", async (t) => {
    await using data = await temporaryFolder();
    assert.equal(await shownTo(t, process.getuid?.() ?? 0, data.path), KEY);
    assert.equal(process.getuid?.(), 0, "another user can be played by root alone");
    assert.equal(await shownTo(t, NOBODY, data.path), "undefined");
  });

  it("is warned of when it is root, and not where root only passes on what a container's port is sent", async (t) => {
    assert.equal(process.getuid?.(), 0, "root can be played by root alone");
    await using data = await temporaryFolder();
    const look = async (uid: number) => {
      const service = await foundOf(t, uid, data.path);
      const { signal } = new AbortController();
      return runningCheck([]).look({ service: async () => service, version: "1" } as Installation, signal);
    };
    const asRoot = await look(0);
    assert.deepEqual([asRoot.state, asRoot.detail.endsWith("runs as root.")], ["advice", true]);
    assert.equal((await look(NOBODY)).state, "good");
    chownSync(data.path, NOBODY, NOBODY);
    assert.equal((await look(0)).state, "good");
  });
});
