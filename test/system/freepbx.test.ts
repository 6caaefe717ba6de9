import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import {
  AriClient,
  type AriEvent,
  AsteriskInstance,
  Controller,
  freePort,
  pbxConfiguration,
  PROJECT,
  rtpRange,
  secret,
} from "../support/index.js";

const SNIPPETS = path.join(PROJECT, "asterisk-config/freepbx");
/** FreePBX's own contexts, as far as they matter here, and its habit of including what it leaves to the administrator. */
const DIALPLAN = `
#include extensions_custom.conf
[from-internal]
include => from-internal-custom
[from-trunk]
exten => _X.,1,Set(FROM_DID=\${EXTEN})
 same => n,Goto(attendant,s,1)
; Callers of these numbers withhold theirs, which an inbound route of FreePBX hides.
exten => _9X,1,Set(CALLERID(num)=4917012345)
 same => n,Set(CALLERID(num-pres)=prohib_passed_screen)
 same => n,Goto(inbound-route,1)
exten => _8X,1,Set(CALLERID(num)=4917012345)
 same => n,Goto(inbound-route,1)
exten => inbound-route,1,Set(__CALLINGNUMPRES_SV=\${CALLERID(num-pres)})
 same => n,Set(CALLERID(num-pres)=allowed_not_screened)
 same => n,Goto(attendant,s,1)
[from-nowhere]
exten => x,1,Goto(attendant,s,1)
`;

describe("a PBX with what is added to it so that the controller attaches", { timeout: 60_000 }, () => {
  let pbx: AsteriskInstance;

  before(async () => {
    pbx = await startPbxWithSnippets();
  });
  after(() => pbx?.[Symbol.asyncDispose]());

  it("tells the controller which number was dialled, from inside and from outside", async () => {
    await using controller = await AriClient.connect(pbx.ari, "attendant");
    for (const [dialled, argument] of [
      ["8000@from-internal", "8000"],
      ["493012345@from-trunk", "493012345"],
      ["x@from-nowhere", "s"],
    ] as const) {
      const arrived = nextIncoming(controller);
      const endpoint = `Local/${dialled}`;
      const { id } = await controller.request<{ id: string }>("POST", "/channels", { endpoint, app: "attendant" });
      assert.deepEqual((await arrived).args, [argument], dialled);
      await controller.request("DELETE", `/channels/${id}`);
    }
  });

  it("shows the controller no number that a caller from outside withholds", async () => {
    await using controller = await AriClient.connect(pbx.ari, "attendant");
    for (const [dialled, number] of [
      ["80", "4917012345"],
      ["90", "anonymous"],
    ] as const) {
      const arrived = nextIncoming(controller);
      const endpoint = `Local/${dialled}@from-trunk`;
      const { id } = await controller.request<{ id: string }>("POST", "/channels", { endpoint, app: "attendant" });
      assert.equal((await arrived).channel?.caller?.number, number, dialled);
      await controller.request("DELETE", `/channels/${id}`);
    }
  });

  it("lets the controller serve without a registration", async () => {
    await using controller = await Controller.start({
      LLM_BASE_URL: "http://127.0.0.1:9/v1",
      LLM_MODEL: "none",
      SPEECH_BASE_URL: "http://127.0.0.1:9/v1",
      ARI_URL: pbx.ari.url,
      ARI_USER: pbx.ari.user,
      ARI_PASSWORD: pbx.ari.password,
    });
    await controller.healthUntil((health) => health.sip_registered && health.checks.asterisk?.ok === true);
    await using caller = await AriClient.connect(pbx.ari, "caller");
    await caller.request("POST", "/channels", { endpoint: "Local/8000@from-internal", app: "caller" });
    assert.equal((await controller.logged("call_start")).data?.extension, "8000");
  });

  it("keeps ARI and the media for this machine", async () => {
    for (const place of [
      "/ari/asterisk/ping",
      "/ARI/asterisk/ping",
      "/aRi/asterisk/ping",
      "/media/0123",
      "/meDIA/0123",
    ]) {
      assert.notEqual(await statusFrom("127.0.0.1", place), 403, place);
      assert.equal(await statusFrom("127.0.0.2", place), 403, place);
    }
  });

  /** The answer's status when the request comes from this address, which is not the one that is permitted. */
  function statusFrom(localAddress: string, place: string): Promise<number | undefined> {
    const authorization = `Basic ${Buffer.from(`${pbx.ari.user}:${pbx.ari.password}`).toString("base64")}`;
    return new Promise((resolve, reject) => {
      request(new URL(place, pbx.ari.url), { localAddress, headers: { authorization }, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
  }
});

async function startPbxWithSnippets(): Promise<AsteriskInstance> {
  const root = execFileSync(path.join(PROJECT, "scripts/lib/asterisk-root"), { encoding: "utf8" }).trim();
  const httpPort = await freePort();
  const ari = { url: `http://127.0.0.1:${httpPort}`, user: "attendant", password: secret() };
  const settings = {
    httpPort,
    sipPort: await freePort(),
    sipAddress: "127.0.0.1",
    rtp: rtpRange(),
    extensions: new Map(),
  };
  return AsteriskInstance.start({
    name: "own",
    root,
    ari,
    configure: async ({ outside, inside }) => {
      const etc = path.join(outside, "etc");
      const files = await pbxConfiguration({ ...settings, folder: inside, ariUser: "unused", ariPassword: secret() });
      files.set("extensions.conf", DIALPLAN);
      files.set(
        "ari.conf",
        "[general]\nenabled = yes\n#include ari_general_custom.conf\n#include ari_additional_custom.conf\n",
      );
      files.set("http.conf", `${files.get("http.conf")}#include http_custom.conf\n`);
      for (const [name, text] of files) await writeFile(path.join(etc, name), text);
      for (const name of ["extensions", "http", "ari_general"]) {
        await cp(path.join(SNIPPETS, `${name}_custom.conf`), path.join(etc, `${name}_custom.conf`));
      }
      const users = await readFile(path.join(SNIPPETS, "ari_additional_custom.conf"), "utf8");
      await writeFile(
        path.join(etc, "ari_additional_custom.conf"),
        users.replace(/^password =$/m, `password = ${ari.password}`),
      );
    },
  });
}

function nextIncoming(ari: AriClient): Promise<AriEvent> {
  return new Promise((resolve) => {
    const stop = ari.onIncoming((event) => {
      stop();
      resolve(event);
    });
  });
}
