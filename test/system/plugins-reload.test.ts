import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { ALONE, Controller, type LogLine, saying, toolSource } from "../support/index.js";

interface ToolBody {
  readonly name: string;
  readonly enabled: boolean;
  readonly disabled_reason?: string;
}

/** Tools over REST need neither an Asterisk nor a back end. */
const SETTINGS = { ...ALONE, TIDES_TOKEN: "of-the-tides" };

const BUILD = fileURLToPath(new URL("../../dist/src/plugins/worker/worker.mjs", import.meta.url));
const forms = [
  { form: "run from its sources", built: false, skip: false },
  { form: "as it is built", built: true, skip: existsSync(BUILD) ? false : "it is not built: npm run build" },
];

for (const { form, built, skip } of forms) {
  describe(`plugins of the service, ${form}`, { skip }, () => {
    let dataDir: string;
    let tools: string;
    let service: Controller;

    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), "plugins-"));
      tools = join(dataDir, "tools");
      await mkdir(tools);
      const slow = `console.log("begun"); await new Promise((resolve) => setTimeout(resolve, 1500)); return { status: "SUCCESS", message: "old" };`;
      await writeFile(
        join(tools, "tides.mjs"),
        saying("TIDES", `"High, with " + process.env.TIDES_TOKEN + process.env.ARI_PASSWORD`),
      );
      await writeFile(join(tools, "slow.mjs"), toolSource("SLOW", slow));
      await writeFile(join(tools, "broken.mjs"), "export default {\n");
      service = await Controller.start({ ...SETTINGS, DATA_DIR: dataDir }, { built });
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    });

    const list = async (query = "") => (await (await fetch(`${service.url}/tools${query}`)).json()) as ToolBody[];
    const use = async (name: string) => {
      const response = await fetch(`${service.url}/tools/${name}/execute`, { method: "POST" });
      return (await response.json()) as { success: boolean; message: string; detail?: string };
    };
    /** Has the folder loaded anew. */
    const reload = async (): Promise<LogLine> => {
      const from = service.lines.length;
      process.kill(service.pid, "SIGHUP");
      return service.logged("plugins_loaded", () => true, { from });
    };

    it("are available from the start, next to the assistant's own", async () => {
      const names = (await list()).map(({ name }) => name);
      assert.ok(names.includes("TIDES") && names.includes("DATETIME"), names.join());
      assert.ok(!names.includes("BROKEN"));
      assert.equal((await use("tides")).message, "High, with of-the-tidesundefined");
    });

    it("that are rejected appear in the log, and in the complete list", async () => {
      const line = service.lines.find(({ event }) => event === "plugin_refused");
      assert.match(line?.msg ?? "", /^broken\.mjs: SyntaxError/);
      const broken = (await list("?include_disabled=true")).find(({ name }) => name === "BROKEN");
      assert.equal(broken?.enabled, false);
      assert.match(broken?.disabled_reason ?? "", /broken\.mjs was rejected: SyntaxError/);
      assert.match((await use("BROKEN")).detail ?? "", /broken\.mjs was rejected/);
    });

    it("are replaced on SIGHUP while one of them runs", async () => {
      const running = use("SLOW");
      await service.logged("plugin_output", ({ msg }) => msg === "begun");
      await writeFile(join(tools, "slow.mjs"), saying("SLOW", `"new"`));
      await writeFile(join(tools, "broken.mjs"), saying("MENDED", `"Whole again."`));
      await rm(join(tools, "tides.mjs"));
      const { data } = await reload();
      assert.deepEqual(data?.refused, []);
      const names = (await list("?include_disabled=true")).map(({ name }) => name);
      assert.ok(names.includes("MENDED") && !names.includes("TIDES") && !names.includes("BROKEN"), names.join());
      assert.equal((await use("SLOW")).message, "new");
      assert.equal((await running).message, "old");
    });

    it("are replaced by the command, which distinguishes the service from other processes with its folder open", async () => {
      const bystander = spawn("sleep", ["600"], {
        stdio: ["ignore", openSync(join(dataDir, "store/attendant.sqlite"), "r"), "ignore"],
      });
      const command = (folder: string) =>
        spawnSync("scripts/ari-attendant", ["reload"], { encoding: "utf8", env: { ...process.env, DATA_DIR: folder } });
      try {
        const from = service.lines.length;
        const { status, stdout, stderr } = command(dataDir);
        assert.deepEqual([status, stderr], [0, ""]);
        assert.match(stdout, new RegExp(`process ${service.pid}\\)`));
        await service.logged("plugins_loaded", () => true, { from });
        assert.equal(bystander.exitCode ?? bystander.signalCode, null);
        const elsewhere = command(tools);
        assert.equal(elsewhere.status, 1);
        assert.match(elsewhere.stderr, /^reload: no running service of this user has .*store open/);
      } finally {
        bystander.kill("SIGKILL");
      }
    });

    it("end with the service", async () => {
      assert.equal(await service.stop(), 0);
      assert.deepEqual(service.noise, []);
    });
  });
}
