import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Controller, says, Softphone, SOFTPHONE_EXTENSIONS, startWorld, type World } from "../support/index.js";

const GREETED = "How can I help you?";
const QUESTION = "how much is seven times six";

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController();
});
after(() => world[Symbol.asyncDispose]());

// The PBX passes packets on as they come, as the telephones of a FRITZ!Box reach the assistant with 30 ms in each.
for (const packetMs of [20, 10, 30, 40, 50, 60]) {
  test(`every word from a telephone that packs ${packetMs} ms into a packet is understood`, async () => {
    const { sipPort, passwords } = world.bed.pbx;
    const [extension] = SOFTPHONE_EXTENSIONS;
    const account = { sipPort, extension, password: passwords.get(extension) ?? "", codecs: ["G722/16000/1"] };
    await using softphone = await Softphone.start({ ...account, packetMs });
    await softphone.dial("8000");
    await softphone.hears(GREETED, "rms");
    const from = controller.lines.length;
    await softphone.say(await says(QUESTION));
    const { data } = await controller.logged("stt_result", () => true, { from });
    assert.equal(data?.text, QUESTION);
  });
}
