import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AriClient,
  type AriEvent,
  ASSISTANT_EXTENSION,
  AsteriskContainer,
  NotAnswered,
  Telephone,
} from "../support/index.js";
import { asInCompose, type ImageBed, startImageBed, until } from "../support/index.js";

describe("the image of the assistant's Asterisk", { timeout: 120_000 }, () => {
  let bed: ImageBed;

  before(async () => {
    bed = await startImageBed();
  });

  after(() => bed?.[Symbol.asyncDispose]());

  it("registers with the PBX", async () => {
    await until("the registration", async () =>
      /8000\/sip:8000@127\.0\.0\.1/.test(await bed.pbx.instance.cli("pjsip show contacts")),
    );
  });

  it("lets the controller in, and no client without the password", async () => {
    const answer = async (password: string) => {
      const authorization = `Basic ${Buffer.from(`${bed.ari.user}:${password}`).toString("base64")}`;
      return (await fetch(`${bed.ari.url}/ari/asterisk/info`, { headers: { authorization } })).status;
    };
    assert.deepEqual([await answer(bed.ari.password), await answer("attendant")], [200, 401]);
  });

  it("runs as a user without any power, with no secret in its environment or on its command line", async () => {
    const status = await bed.container.proc("status");
    assert.match(status, /^Uid:\t950\t950\t950\t950$/m);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    for (const set of ["Inh", "Prm", "Eff", "Bnd", "Amb"]) assert.match(status, new RegExp(`^Cap${set}:\t0+$`, "m"));
    const shown =
      (await bed.container.proc("environ")) + (await bed.container.proc("cmdline")) + bed.container.log.join("\n");
    for (const secret of Object.values(bed.secrets)) assert.ok(!shown.includes(secret));
    assert.match(await bed.container.proc("cmdline"), /^asterisk\0-f\0/);
  });

  it("writes nothing outside the folder that is in memory", async () => {
    assert.deepEqual(await bed.container.strays(), []);
  });

  it("hands a call over with the number that was dialled", async () => {
    await using controller = await AriClient.connect(bed.ari, "attendant");
    await using phone = await Telephone.connect(bed.pbx);
    const arrived = nextIncoming(controller);
    const dialling = phone.dial(ASSISTANT_EXTENSION, { signal: AbortSignal.timeout(10_000) });
    const { args, channel } = await arrived;
    assert.deepEqual([args, channel?.caller?.number], [["8000"], "2001"]);
    await controller.request("DELETE", `/channels/${channel?.id}`);
    await assert.rejects(dialling, NotAnswered);
  });

  it("lets nothing of a dialled number through that could be taken for more", async () => {
    await using controller = await AriClient.connect(bed.ari, "attendant");
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
    assert.equal(await bed.container.stop("SIGTERM"), 0);
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
    await using failing = await AsteriskContainer.run(bed.root, { environment, secrets: faulty });
    assert.equal(await failing.exited, 78);
    const named = failing.log.flatMap((line) => /^ {2}([A-Z_]+): /.exec(line)?.[1] ?? []);
    const wrong = ["SIP_USER", "SIP_DOMAIN", "SIP_TRANSPORT", "ARI_PASSWORD", "AMI_PASSWORD"];
    const nets = ["ASTERISK_LOCAL_NET", "ASTERISK_CONTROLLER_PERMIT"];
    assert.deepEqual(named.sort(), [...wrong, "ASTERISK_RTP_END", ...nets].sort());
    assert.doesNotMatch(failing.log.join("\n"), /two|lines\b|fine/);
  });

  it("refuses to run as root", async () => {
    await using failing = await AsteriskContainer.run(
      bed.root,
      { environment: asInCompose({}), secrets: bed.secrets },
      0,
    );
    assert.equal(await failing.exited, 77);
  });
});

function nextIncoming(ari: AriClient): Promise<AriEvent> {
  return new Promise((resolve) => {
    const stop = ari.onIncoming((event) => {
      stop();
      resolve(event);
    });
  });
}
