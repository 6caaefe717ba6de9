import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  ARI_OFF,
  everyFile,
  layOutAsFreePbx,
  PROJECT,
  type SetupBed,
  startSetupBed,
  withExtension,
} from "../support/index.js";

/** What nobody here has to answer: the service is not started. */
const BACK_ENDS = {
  LLM_BASE_URL: "http://127.0.0.1:9/v1",
  LLM_MODEL: "none",
  SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
};
const NUMBER = "8000";
/** An address by which other machines would come. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;
const options = OUTSIDE === undefined ? { skip: "this machine has no address but its own" } : { timeout: 180_000 };

describe("scripts/setup on a FreePBX 17 as it comes", options, () => {
  let bed: SetupBed;

  before(async () => {
    bed = await startSetupBed(layOutAsFreePbx);
    for (const [name, change] of Object.entries(ARI_OFF)) await bed.pbx.instance.edit(name, change);
    await bed.pbx.instance.cli("module reload res_ari.so");
  });
  after(() => bed?.[Symbol.asyncDispose]());

  const setUp = () => bed.setup(["--yes", "--number", NUMBER], BACK_ENDS);
  const env = async () => readFile(join(bed.folder, ".env"), "utf8");
  const password = async () => /^ARI_PASSWORD=(\S+)$/m.exec(await env())?.[1] ?? "";

  /** What ARI answers at an address of this machine to the service's user, and to FreePBX's own. */
  async function statusesAt(address: string, ofService: string): Promise<readonly number[]> {
    const users = [`attendant:${ofService}`, `kwnqzhxplvrd:${bed.pbx.ari.password}`];
    const url = `http://${address}:${new URL(bed.pbx.ari.url).port}`;
    const asked = ["/ari/channels", "/ARI/channels", "/%61ri/channels", "//ari/channels", "/media/0123"].flatMap(
      (path) =>
        users.map(async (user) => {
          const authorization = `Basic ${Buffer.from(user).toString("base64")}`;
          const answer = await fetch(`${url}${path}`, { headers: { authorization } });
          await answer.body?.cancel();
          return answer.status;
        }),
    );
    return Promise.all(asked);
  }

  async function expectShut(step: string): Promise<void> {
    const statuses = await statusesAt(OUTSIDE ?? "", await password().catch(() => ""));
    assert.ok(
      statuses.every((status) => [403, 404].includes(status)),
      `${step}: ${statuses.join()}`,
    );
  }

  it("keeps ARI for this machine at every step, whatever FreePBX and its administrator do between", async () => {
    const untouched = await everyFile(bed.etc);
    await expectShut("before");

    const first = await setUp();
    assert.deepEqual([first.report.done, first.report.faults], [true, []], first.told);
    assert.match(first.report.notes.join(), /reserve 8000 in FreePBX: Admin → Custom Extensions/);
    assert.match(first.told, /^Call it: 8000\nConsole: .*\nNext: /m);
    assert.equal((await statusesAt("127.0.0.1", await password()))[0], 200);
    await expectShut("set up");

    await bed.pbx.instance.cli("core reload");
    await expectShut("reloaded by FreePBX");

    await appendFile(join(bed.folder, ".env"), "LOG_LEVEL=debug\n");
    const back = await bed.setup(["--undo"]);
    assert.deepEqual(back.report.faults, [], back.told);
    assert.deepEqual(await everyFile(bed.etc), untouched);
    assert.match(await env(), /^LOG_LEVEL=debug$/m);
    await expectShut("taken back");

    const again = await setUp();
    assert.deepEqual([again.report.done, again.report.faults], [true, []], again.told);
    await expectShut("set up again");
  });

  it("setup and doctor report an extension that FreePBX gets later with its number", async () => {
    assert.match(await bed.pbx.instance.cli(`core show hint ${NUMBER}`), /Custom:attendant/);
    assert.match((await dialplan()).detail, /^Stasis\(attendant\) is in attendant-/);
    await bed.pbx.instance.edit("extensions_additional.conf", (text) => withExtension(text, NUMBER));
    await bed.pbx.instance.cli("dialplan reload");
    const { state, detail } = await dialplan();
    assert.equal(state, "fault");
    assert.match(
      detail,
      /^8000 is in "from-internal-custom" \(.*attendant_extensions\.conf:\d+\), which takes the call, and in "ext-local" \(.*extensions_additional\.conf:\d+\), which does not\.$/,
    );
    const { report } = await setUp();
    assert.match(report.faults.join(), /8000 is taken at .*extensions_additional\.conf:\d+/);
    await expectShut("with an extension of that number");
  });

  /** What the doctor says of the dialplan. */
  function dialplan(): Promise<{ readonly state: string; readonly detail: string }> {
    return new Promise((resolve, reject) => {
      const ran = { cwd: bed.folder, env: { PATH: process.env.PATH }, timeout: 120_000 };
      execFile(join(PROJECT, "scripts/doctor"), ["--json"], ran, (_error, stdout, stderr) => {
        if (!stdout.startsWith("{")) return reject(new Error(stderr));
        const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] };
        resolve(
          checks.find(({ name }) => name === "dialplan") ?? assert.fail("the doctor did not look at the dialplan"),
        );
      });
    });
  }
});
