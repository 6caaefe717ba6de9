import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import {
  ASSISTANT_EXTENSION,
  type Controller,
  FULL,
  nothingLeftIn,
  Receiver,
  RestClient,
  says,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const LIKE_OTHERS = FULL ? false : "like others, in test/flows: TEST_FORM=full";

describe("a caller whose colleague is busy", { timeout: 200_000 }, () => {
  let world: World;
  let controller: Controller;
  let receiver: Receiver;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let caller: TelephoneCall;

  before(async () => {
    world = await startWorld();
    receiver = await Receiver.start();
    folder = await temporaryFolder();
    const barbara = `{name: Barbara Busy, number: "${TEST_LINES.busy}", message_webhook: "${receiver.url}"}`;
    await writeFile(join(folder.path, "assistants.yaml"), `assistants: {}\ndirectory: [${barbara}]\n`);
    world.model.when(/tell me a/).callTool("TRANSFER", { name: "Barbara Busy" });
    controller = await world.startController({ DATA_DIR: folder.path });
  });
  afterEach(async () => {
    await caller?.hangUp().catch(() => {});
    await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback/.test(name));
  });
  after(async () => {
    await world?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  /** A caller is offered to leave a message, presses 1 and hears the invitation. */
  async function isInvited(callerId: string): Promise<void> {
    caller = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId });
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears() });
    const from = controller.lines.length;
    await caller.say(await says("tell me a joke"));
    await controller.logged("transfer_failed", () => true, { from });
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears({ after: caller.length }) });
    const at = caller.length;
    await caller.press("1");
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears({ after: at }) });
  }

  async function arrived() {
    await receiver.has(1, 30_000);
    return JSON.parse(receiver.received.splice(0)[0]?.body ?? "") as Record<string, unknown>;
  }

  test("leaves a message, which ends with silence, and is thanked", { skip: LIKE_OTHERS }, async () => {
    await isInvited("2400");
    const at = caller.length;
    await caller.say(await says("what is the weather"));
    const message = await arrived();
    assert.match(String(message.text), /weather/);
    assert.deepEqual(
      [message.event, message.to, message.caller, message.complete],
      ["message", "Barbara Busy", "2400", true],
    );
    await caller.hears({ after: at });
    const record = await new RestClient(() => controller.url).call(String(message.call_id));
    assert.equal((record as unknown as Record<string, unknown>).message_for, "Barbara Busy");
  });

  test("hangs up after the last word, and has left the message", async () => {
    await isInvited("2401");
    await caller.say(await says("what is the weather"));
    await caller.hangUp();
    const message = await arrived();
    assert.match(String(message.text), /weather/);
    assert.deepEqual([message.caller, message.complete], ["2401", false]);
  });
});
