import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AriClient,
  ASSISTANT_EXTENSION,
  asteriskRoot,
  EchoController,
  imageRoot,
  NotAnswered,
  type Pbx,
  runImage,
  SOFTPHONE_EXTENSIONS,
  startPbx,
  Telephone,
  TEST_LINES,
  until,
} from "../support/index.js";

/** Each setting has an extension of its own, so that both are at one PBX. */
const EXTENSIONS = { required: ASSISTANT_EXTENSION, optional: SOFTPHONE_EXTENSIONS[0] };

describe("the image of the assistant's Asterisk, with SIP over TLS", { timeout: 120_000 }, () => {
  let installed: string;
  let root: Awaited<ReturnType<typeof imageRoot>>;

  before(async () => {
    installed = await asteriskRoot();
    root = await imageRoot(installed);
  });
  after(() => root?.[Symbol.asyncDispose]());

  for (const [pbxHas, outcomes] of [
    [true, { required: "encrypted", optional: "encrypted" }],
    [false, { required: "refused", optional: "plain" }],
  ] as const) {
    describe(`and a PBX that has ${pbxHas ? "SRTP" : "none"}`, () => {
      let pbx: Pbx;
      let phone: Telephone;

      before(async () => {
        pbx = await startPbx(installed, { tls: { srtp: pbxHas } });
        phone = await Telephone.connect(pbx);
      });
      after(async () => {
        await phone?.[Symbol.asyncDispose]();
        await pbx?.[Symbol.asyncDispose]();
      });

      for (const setting of ["required", "optional"] as const) {
        const outcome = outcomes[setting];
        it(`with SRTP ${setting}, calls both ways are ${outcome}`, async () => {
          const extension = EXTENSIONS[setting];
          await using image = await runImage({ root: root.path, pbx, extension }, { ASTERISK_SRTP: setting });
          const isRegistered = new RegExp(`/${extension}\\b.*transport=tls`, "i");
          await until("the registration", async () =>
            isRegistered.test(await pbx.instance.cli("database show registrar/contact")),
          );
          await using controller = await EchoController.connect(image.ari);
          const called = await phone.dial(extension).then(
            async (call) => {
              const state = await encryption(pbx, extension);
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
            void encryption(pbx, extension).then(async (state) => {
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
    });
  }

  /** How the sound of the only call of that extension goes over the wire. */
  async function encryption(pbx: Pbx, extension: string): Promise<string> {
    const client = await AriClient.connect(pbx.ari, "observer");
    try {
      const channels = await client.request<{ id: string; name: string }[]>("GET", "/channels");
      const { id } = channels.find(({ name }) => name.startsWith(`PJSIP/${extension}-`)) ?? {};
      const variable = "CHANNEL(rtp,secure)";
      const { value } = await client.request<{ value: string }>("GET", `/channels/${id}/variable`, { variable });
      return value === "1" ? "encrypted" : "plain";
    } finally {
      await client[Symbol.asyncDispose]();
    }
  }
});
