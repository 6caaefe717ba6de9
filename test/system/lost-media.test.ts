import assert from "node:assert/strict";
import { test } from "node:test";
import { Scope } from "../../src/kernel/scope.js";
import { type AriEvent, channelEvent } from "../../src/telephony/asterisk/ari/ari-events.js";
import { findChannel, isInApplication } from "../../src/telephony/asterisk/ari/channels.js";
import { LiveChannels } from "../../src/telephony/asterisk/ari/live-channels.js";
import { isReturning, withoutReturn } from "../../src/telephony/asterisk/media/lost-media.js";
import { type MediaChannel, openMediaChannel } from "../../src/telephony/asterisk/media/media-channel.js";
import { ariConnected, startBed, Telephone } from "../support/index.js";

const APP = "attendant";
/** Cause of a media channel whose socket breaks, and with which we hand a caller over. */
const LOST = "16";
const WITHIN_MS = 10_000;

test("the loss of the media takes a caller back, unless they are being handed over", async () => {
  await using bed = await startBed();
  const asterisk = bed.assistantAsterisk.ari;
  await using process = new Scope("process");
  const ari = await ariConnected(asterisk, process, { app: APP });
  const live = new LiveChannels();
  await using telephone = await Telephone.connect(bed.pbx);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const started = (test: (event: AriEvent) => boolean) =>
    new Promise<string>((resolve) =>
      ari.onEvent((event) => event.type === "StasisStart" && test(event) && resolve(event.channel?.id ?? "")),
    );
  const arrives = started(({ args }) => args?.[0] === "8000");
  const dialling = telephone.dial("8000");
  const caller = await arrives;
  await ari.invoke("channels", "answer", { channelId: caller }, signal);
  await dialling;

  const needs = { ari, app: APP, asteriskUrl: asterisk.url, live, channelId: caller, onFrame: () => {} };
  async function isLost({ id }: MediaChannel): Promise<void> {
    const gone = channelEvent(ari, "ChannelDestroyed", id, signal);
    await ari.invoke("channels", "hangup", { channelId: id, reason_code: LOST }, signal);
    await gone;
  }
  await using call = process.child("call");
  const handedOver = await openMediaChannel(needs, call.child("media"), signal);
  await withoutReturn({ ari, live }, [caller], async () => {
    await isLost(handedOver);
    return true;
  });
  const channel = await findChannel(ari, caller, signal);
  assert.ok(channel && isInApplication(channel, APP) && channel.dialplan.context === "attendant");

  const comesBack = started(({ args }) => isReturning(args));
  await isLost(await openMediaChannel(needs, call.child("media"), signal));
  assert.equal(await comesBack, caller);
});
