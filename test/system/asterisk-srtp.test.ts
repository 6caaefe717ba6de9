import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  AriClient,
  ASSISTANT_EXTENSION,
  EchoController,
  NotAnswered,
  Telephone,
  TEST_LINES,
} from "../support/index.js";
import { type ImageBed, startImageBed, until } from "../support/index.js";

describe("the image of the assistant's Asterisk, with SIP over TLS", { timeout: 120_000 }, () => {
  for (const [pbxHas, setting, outcome] of [
    [true, "required", "encrypted"],
    [false, "required", "refused"],
    [false, "optional", "plain"],
    [true, "optional", "encrypted"],
  ] as const) {
    it(`with SRTP ${setting}, and a PBX that has ${pbxHas ? "it" : "none"}, calls both ways are ${outcome}`, async () => {
      await using bed = await startImageBed({ tls: { srtp: pbxHas } }, { ASTERISK_SRTP: setting });
      await until("the registration", async () =>
        /transport=tls/i.test(await bed.pbx.instance.cli("database show registrar/contact")),
      );
      await using controller = await EchoController.connect(bed.ari);
      await using phone = await Telephone.connect(bed.pbx);
      const called = await phone.dial(ASSISTANT_EXTENSION).then(
        async (call) => {
          const state = await encryption(bed);
          await call.hangUp();
          return state;
        },
        (error: unknown) => (error instanceof NotAnswered && error.techCause === 488 ? "refused" : String(error)),
      );
      assert.equal(called, outcome);

      const channelId = "placed";
      const destroyed = controller.ari.next(channelId, "ChannelDestroyed", AbortSignal.timeout(10_000));
      let placed = "refused";
      const stop = controller.ari.onChannel(channelId, ({ type }) => {
        if (type !== "StasisStart") return;
        void encryption(bed).then(async (state) => {
          placed = state;
          await controller.ari.request("DELETE", `/channels/${channelId}`);
        });
      });
      const endpoint = `PJSIP/${TEST_LINES.silent}@pbx`;
      await controller.ari.request("POST", "/channels", { channelId, endpoint, app: "attendant", timeout: "5" });
      const { tech_cause: sip } = await destroyed;
      stop();
      assert.deepEqual([placed, sip], [outcome, outcome === "refused" ? 488 : undefined]);
    });
  }

  /** How the sound of the PBX's only call goes over the wire. */
  async function encryption({ pbx }: ImageBed): Promise<string> {
    const client = await AriClient.connect(pbx.ari, "observer");
    try {
      const channels = await client.request<{ id: string; name: string }[]>("GET", "/channels");
      const { id } = channels.find(({ name }) => name.startsWith("PJSIP/8000-")) ?? {};
      const variable = "CHANNEL(rtp,secure)";
      const { value } = await client.request<{ value: string }>("GET", `/channels/${id}/variable`, { variable });
      return value === "1" ? "encrypted" : "plain";
    } finally {
      await client[Symbol.asyncDispose]();
    }
  }
});
