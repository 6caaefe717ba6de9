import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { pause, withDeadline } from "../../src/kernel/deadline.js";
import { AriClient, type AriEvent } from "../support/bed/ari-client.js";
import { AsteriskContainer } from "../support/bed/asterisk-image.js";
import { ASSISTANT_EXTENSION, type Pbx, startPbx } from "../support/bed/pbx.js";
import { freePort, rtpRange } from "../support/bed/ports.js";
import { awkwardSecret } from "../support/bed/secrets.js";
import { NotAnswered, Telephone } from "../support/bed/telephone.js";
import { composeFileWith, PROJECT } from "../support/compose-file.js";

const START_MS = 20_000;

describe("the image of the assistant's Asterisk", { timeout: 120_000 }, () => {
  const secrets = { ari_password: awkwardSecret(), ami_password: awkwardSecret(), sip_password: "" };
  let root: string;
  let pbx: Pbx;
  let container: AsteriskContainer;
  let ari: { url: string; user: string; password: string };

  before(async () => {
    root = execFileSync(path.join(PROJECT, "scripts/lib/asterisk-root"), { encoding: "utf8" }).trim();
    pbx = await startPbx(root);
    secrets.sip_password = pbx.passwords.get(ASSISTANT_EXTENSION) ?? "";
    const http = String(await freePort());
    const rtp = rtpRange();
    const environment = asInCompose({
      SIP_PORT: String(pbx.sipPort),
      ASTERISK_SIP_PORT: String(await freePort()),
      ASTERISK_RTP_START: String(rtp.start),
      ASTERISK_RTP_END: String(rtp.end),
      ASTERISK_EXTERNAL_ADDRESS: "127.0.0.1",
    });
    // Here the net is the machine's own, shared with everything else that runs on it.
    Object.assign(environment, { ASTERISK_HTTP_BIND: "127.0.0.1", ASTERISK_HTTP_PORT: http });
    Object.assign(environment, { ASTERISK_AMI_BIND: "127.0.0.1", ASTERISK_AMI_PORT: String(await freePort()) });
    Object.assign(environment, { ASTERISK_SIP_BIND: "127.0.0.1" });
    ari = { url: `http://127.0.0.1:${http}`, user: environment.ARI_USER ?? "", password: secrets.ari_password };
    container = await AsteriskContainer.run(root, { environment, secrets });
    await until("Asterisk to be healthy", () => container.healthy());
  });

  after(async () => {
    await container?.[Symbol.asyncDispose]();
    await pbx?.[Symbol.asyncDispose]();
  });

  it("registers with the PBX", async () => {
    await until("the registration", async () =>
      /8000\/sip:8000@127\.0\.0\.1/.test(await pbx.instance.cli("pjsip show contacts")),
    );
  });

  it("lets the controller in, and nobody without the password", async () => {
    const answer = async (password: string) => {
      const authorization = `Basic ${Buffer.from(`${ari.user}:${password}`).toString("base64")}`;
      return (await fetch(`${ari.url}/ari/asterisk/info`, { headers: { authorization } })).status;
    };
    assert.deepEqual([await answer(ari.password), await answer("attendant")], [200, 401]);
  });

  it("runs as a user without any power, with no secret in its environment or on its command line", async () => {
    const status = await container.proc("status");
    assert.match(status, /^Uid:\t950\t950\t950\t950$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    for (const set of ["Inh", "Prm", "Eff", "Bnd", "Amb"]) assert.match(status, new RegExp(`^Cap${set}:\t0+$`, "m"));
    const shown = (await container.proc("environ")) + (await container.proc("cmdline")) + container.log.join("\n");
    for (const secret of Object.values(secrets)) assert.ok(!shown.includes(secret));
    assert.match(await container.proc("cmdline"), /^asterisk\0-f\0/);
  });

  it("writes nothing outside the folder that is in memory", async () => {
    assert.deepEqual(await container.strays(), []);
  });

  it("hands a call over with the number that was dialled", async () => {
    await using controller = await AriClient.connect(ari, "attendant");
    await using phone = await Telephone.connect(pbx);
    const arrived = nextIncoming(controller);
    const dialling = phone.dial(ASSISTANT_EXTENSION, { signal: AbortSignal.timeout(10_000) });
    const { args, channel } = await arrived;
    assert.deepEqual([args, channel?.caller?.number], [["8000"], "2001"]);
    await controller.request("DELETE", `/channels/${channel?.id}`);
    await assert.rejects(dialling, NotAnswered);
  });

  it("lets nothing of a dialled number through that could be taken for more", async () => {
    await using controller = await AriClient.connect(ari, "attendant");
    for (const [number, argument] of [
      ["+49*30#1", "+49*30#1"],
      ["door-1.a_b", "door-1.a_b"],
      ["80,evil,${ARI_PASSWORD})x", "80evilARI_PASSWORDx"],
    ] as const) {
      const arrived = nextIncoming(controller);
      const endpoint = `Local/${number}@from-pbx`;
      const local = await controller.request<{ id: string }>("POST", "/channels", { endpoint, app: "attendant" });
      assert.deepEqual((await arrived).args, [argument], number);
      await controller.request("DELETE", `/channels/${local.id}`);
    }
  });

  it("leaves when it is asked to", async () => {
    const asked = performance.now();
    assert.equal(await container.stop("SIGTERM"), 0);
    assert.ok(performance.now() - asked < 5_000);
  });

  it("names every setting that is wrong, shows no secret, and exits with 78", async () => {
    const environment = asInCompose({
      SIP_USER: "80 00",
      SIP_DOMAIN: "pbx:5060",
      SIP_TRANSPORT: "pigeon",
      ASTERISK_RTP_END: "many",
      ATTENDANT_SUBNET: "here",
    });
    const faulty = { ari_password: "two\nlines", ami_password: "", sip_password: "fine" };
    await using failing = await AsteriskContainer.run(root, { environment, secrets: faulty });
    assert.equal(await failing.exited, 78);
    const named = failing.log.flatMap((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1] ?? []);
    const wrong = ["SIP_USER", "SIP_DOMAIN", "SIP_TRANSPORT", "ARI_PASSWORD", "AMI_PASSWORD"];
    assert.deepEqual(named.sort(), [...wrong, "ASTERISK_RTP_END", "ASTERISK_LOCAL_NET"].sort());
    assert.doesNotMatch(failing.log.join("\n"), /two|lines\b|fine/);
  });

  it("refuses to run as root", async () => {
    await using failing = await AsteriskContainer.run(root, { environment: asInCompose({}), secrets }, 0);
    assert.equal(await failing.exited, 77);
  });
});

/** The environment of the service as compose.yaml gives it, `.env` holding these. */
function asInCompose(dotEnv: Readonly<Record<string, string>>): Record<string, string> {
  const usual = { SIP_USER: "8000", SIP_DOMAIN: "127.0.0.1", TIMEZONE: "UTC", ASTERISK_EXTERNAL_ADDRESS: "127.0.0.1" };
  return { ...composeFileWith("compose.yaml", { ...usual, ...dotEnv }).services.asterisk?.environment };
}

function nextIncoming(ari: AriClient): Promise<AriEvent> {
  return new Promise((resolve) => {
    const stop = ari.onIncoming((event) => {
      stop();
      resolve(event);
    });
  });
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  await withDeadline(START_MS, undefined, what, async (signal) => {
    while (!(await holds())) await pause(100, signal);
  });
}
