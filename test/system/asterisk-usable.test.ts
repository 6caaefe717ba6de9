import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import {
  AriClient,
  AsteriskInstance,
  type Bed,
  Controller,
  freePort,
  nothingLeftIn,
  pbxConfiguration,
  PROJECT,
  rtpRange,
  secret,
  startBed,
} from "../support/index.js";

/** Within this, /health and the log name what is wrong, ms. */
const NAMED_MS = 15_000;
/** Of back ends nothing is needed here. */
const NO_BACKENDS = {
  LLM_BASE_URL: "http://127.0.0.1:9/v1",
  LLM_MODEL: "none",
  SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
};

/** Waits until it is said what is wrong, in /health and in one line of the log. */
async function named(controller: Controller, event: string, pattern: RegExp, from = 0): Promise<void> {
  const isNamed = (detail = "") => pattern.test(detail);
  await controller.healthUntil(
    ({ checks: { asterisk } }) => asterisk?.ok === false && isNamed(asterisk.detail),
    NAMED_MS,
  );
  const line = await controller.logged(event, ({ msg }) => isNamed(msg), { ms: NAMED_MS, from });
  assert.deepEqual([line.level, line.data?.code], ["ERROR", "asterisk_not_usable"]);
  assert.equal((await fetch(`${controller.url}/health/ready`)).status, 503);
}

async function usable(controller: Controller): Promise<string> {
  const { checks } = await controller.healthUntil(({ checks: { asterisk } }) => asterisk?.ok === true);
  return checks.asterisk?.detail ?? "";
}

describe("the Asterisk that comes with the controller", { timeout: 120_000 }, () => {
  let bed: Bed;
  let controller: Controller;

  before(async () => {
    bed = await startBed();
    controller = await Controller.start({ ...bed.settings, ...NO_BACKENDS });
  });
  after(async () => {
    await controller?.[Symbol.asyncDispose]();
    await bed?.[Symbol.asyncDispose]();
  });

  it("is usable once it has carried a call to ourselves, of which nothing stays", async (t) => {
    assert.match(await usable(controller), /^Asterisk carried a test call, \d+ ms there and back$/);
    const { ts, data } = await controller.logged("asterisk_loopback");
    const loopMs = Number(data?.loop_ms);
    assert.ok(loopMs > 0, `${loopMs} ms`);
    const connected = await controller.logged("asterisk_connected");
    t.diagnostic(`the loop took ${loopMs} ms; usable ${Date.parse(ts) - Date.parse(connected.ts)} ms after connecting`);
    await nothingLeftIn(bed.assistantAsterisk.ari, 10_000);
    const metrics = await (await fetch(`${controller.url}/metrics`)).text();
    assert.match(metrics, /^# TYPE \S*asterisk_strays_total counter$/m);
    assert.doesNotMatch(metrics, /asterisk_strays_total\S* [1-9]/, "it was removed by itself, not by the sweep");
    assert.equal(
      controller.lines.some(({ event }) => event === "call_start"),
      false,
    );
  });

  it("has a caller whom the controller cannot serve fail over at the PBX", async () => {
    await using caller = await AriClient.connect(bed.pbx.ari, "caller");
    await bed.assistantAsterisk.cli("module unload chan_websocket.so");
    const limit = AbortSignal.timeout(NAMED_MS);
    const over = caller.next("1700000000.1", "ChannelDestroyed", limit);
    const from = controller.lines.length;
    await caller.request("POST", "/channels", { endpoint: "PJSIP/8000", app: "caller", channelId: "1700000000.1" });
    assert.equal((await over).tech_cause, 503);
    await controller.logged("call_returned", () => true, { from });
  });

  it("is missed when the media driver is gone, and used again when that is back", async () => {
    await named(controller, "asterisk_away", /has not loaded chan_websocket\.so: .*"module load chan_websocket\.so"/);
    const from = controller.lines.length;
    await bed.assistantAsterisk.cli("module load chan_websocket.so");
    await usable(controller);
    await controller.logged("asterisk_loopback", () => true, { from });
  });
});

describe("an administrator's own Asterisk", { timeout: 120_000 }, () => {
  it("is not usable without a timer, and nothing piles up in it", async () => {
    await using own = await startOwn((files) =>
      files.set("modules.conf", (files.get("modules.conf") ?? "").replace(/^load = res_timing.*$/m, "")),
    );
    await using controller = await startController(own);
    await named(controller, "asterisk_away", /has not loaded res_timing_timerfd\.so/);
    await nothingLeftIn(own.ari, 0);
  });

  it("is not usable where the controller may not reach the media", async () => {
    await using own = await startOwn((files) =>
      append(files, "http.conf", "[/media]\ntype = restriction\ndeny = 0.0.0.0/0"),
    );
    await using controller = await startController(own);
    await named(controller, "asterisk_loopback_failed", /media socket closed .*403.*http\.conf lets .* reach \/media/);
    await nothingLeftIn(own.ari, 10_000);
  });

  it("has a caller whom the controller cannot serve go on in its dialplan", async () => {
    await using own = await startOwn((files) =>
      files.set(
        "extensions.conf",
        "[from-internal]\nexten = 8000,1,Stasis(attendant,8000)\n same = n,Answer()\n same = n,Wait(60)\n",
      ),
    );
    await using controller = await startController(own);
    await usable(controller);
    await using caller = await AriClient.connect(own.ari, "caller");
    await own.cli("module unload chan_websocket.so");
    const answered = caller.next("1700000000.1", "StasisStart", AbortSignal.timeout(NAMED_MS));
    const endpoint = "Local/8000@from-internal/n";
    await caller.request("POST", "/channels", { endpoint, app: "caller", channelId: "1700000000.1" });
    await answered;
    await controller.logged("call_returned");
    await caller.request("DELETE", "/channels/1700000000.1");
  });
});

function append(files: Map<string, string>, name: string, text: string): void {
  files.set(name, `${files.get(name) ?? ""}${text}\n`);
}

function startController({ ari: { url, user, password } }: AsteriskInstance): Promise<Controller> {
  return Controller.start({ ...NO_BACKENDS, ARI_URL: url, ARI_USER: user, ARI_PASSWORD: password });
}

async function startOwn(change: (files: Map<string, string>) => void): Promise<AsteriskInstance> {
  const root = execFileSync(path.join(PROJECT, "scripts/lib/asterisk-root"), { encoding: "utf8" }).trim();
  const httpPort = await freePort();
  const ari = { url: `http://127.0.0.1:${httpPort}`, user: "attendant", password: secret() };
  const sip = { sipPort: await freePort(), sipAddress: "127.0.0.1", rtp: rtpRange(), extensions: new Map() };
  return AsteriskInstance.start({
    name: "own",
    root,
    ari,
    configure: async ({ outside, inside }) => {
      const access = { httpPort, ariUser: ari.user, ariPassword: ari.password };
      const files = await pbxConfiguration({ ...sip, ...access, folder: inside });
      change(files);
      for (const [name, text] of files) await writeFile(path.join(outside, "etc", name), text);
    },
  });
}
