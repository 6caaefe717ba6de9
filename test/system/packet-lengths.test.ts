import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Controller, FULL, says, Softphone, startWorld, type World } from "../support/index.js";

const GREETED = "How can I help you?";
const QUESTION = "how much is seven times six";

/** The usual form has the 30 ms of a FRITZ!Box; the full one shorter and longer ones, too. */
const PACKETS_MS = FULL ? [20, 10, 30, 40, 50, 60] : [30];
const PASSWORD = "packets";

/** A telephone of the PBX for each: it is the PBX's answer that tells a telephone how much to pack. */
const endpoints = PACKETS_MS.map(
  (ms) => `
[ptime${ms}]
type = auth
auth_type = digest
username = ptime${ms}
password = ${PASSWORD}
[ptime${ms}]
type = endpoint
auth = ptime${ms}
context = phones
disallow = all
allow = g722:${ms}
direct_media = no
media_address = 127.0.0.1
bind_rtp_to_media_address = yes
`,
);

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld({
    change: (files) => void files.set("pjsip.conf", `${files.get("pjsip.conf")}${endpoints.join("")}`),
  });
  controller = await world.startController();
});
after(() => world[Symbol.asyncDispose]());

// The PBX passes packets on as they come, as the telephones of a FRITZ!Box reach the assistant with 30 ms in each.
for (const packetMs of PACKETS_MS) {
  test(`every word from a telephone that packs ${packetMs} ms into a packet is understood`, async () => {
    const { sipPort } = world.bed.pbx;
    const account = { sipPort, extension: `ptime${packetMs}`, password: PASSWORD, codecs: ["G722/16000/1"] };
    await using softphone = await Softphone.start({ ...account, packetMs });
    await softphone.dial("8000");
    await softphone.hears(GREETED, "rms");
    const from = controller.lines.length;
    await softphone.say(await says(QUESTION));
    const { data } = await controller.logged("stt_result", () => true, { from });
    assert.equal(data?.text, QUESTION);
  });
}
