import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Ending } from "../../src/kernel/ending.js";
import { Scope } from "../../src/kernel/scope.js";
import { LiveChannels } from "../../src/telephony/asterisk/ari/live-channels.js";
import { openMediaChannel } from "../../src/telephony/asterisk/media/media-channel.js";
import { FULL, ariConnected, nothingLeftIn, startBed } from "../support/index.js";

/**
 * How many media channels come and go; `MEDIA_CHANNELS=100000` is for a night. Asterisk got stuck within 3,935 of them, which
 * the full form is for; the usual one sees that none is left.
 */
const CHANNELS = Number(process.env.MEDIA_CHANNELS ?? (FULL ? 20_000 : 1_000));
const AT_A_TIME = 12;
/** One lasts for up to so long, ms; that of a caller who hangs up at once ends while it is being made or its socket opened. */
const LASTS_MS = 20;
const EARLY_MS = 8;
const EARLY_SHARE = 0.3;
const GONE_MS = 5_000;

test("media channels that come and go at once leave none behind, and Asterisk able to make more", async (t) => {
  await using bed = await startBed();
  const asterisk = bed.assistantAsterisk.ari;
  await using process = new Scope("process");
  const ari = await ariConnected(asterisk, process, { app: "media" });
  const needs = { ari, app: "media", asteriskUrl: asterisk.url, live: new LiveChannels(), channelId: "nobody" };
  let begun = 0;
  let opened = 0;
  let slowestMs = 0;
  let fault: unknown;

  async function comeAndGo(): Promise<void> {
    await using call = process.child("call");
    const ended = () => call.end(new Ending("hung_up"));
    if (Math.random() < EARLY_SHARE) setTimeout(ended, Math.random() * EARLY_MS);
    const asked = performance.now();
    try {
      await openMediaChannel({ ...needs, onFrame: () => {} }, call, call.signal);
    } catch (error) {
      if (call.ending?.kind === "hung_up") return;
      throw error;
    }
    opened++;
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    await wait(Math.random() * LASTS_MS);
    ended();
  }

  async function keepCalling(): Promise<void> {
    while (begun < CHANNELS && fault === undefined) {
      begun++;
      await comeAndGo().catch((error: unknown) => (fault ??= error));
    }
  }

  const began = performance.now();
  await Promise.all(Array.from({ length: AT_A_TIME }, keepCalling));
  const seconds = (performance.now() - began) / 1000;
  t.diagnostic(
    `${begun} media channels in ${seconds.toFixed(1)} s, ${opened} opened, within ${slowestMs.toFixed(0)} ms at most`,
  );
  assert.equal(fault, undefined, `after ${begun}: ${String(fault)}`);
  assert.ok(opened > begun / 2, `${opened} of ${begun} were opened`);
  await nothingLeftIn(asterisk, GONE_MS);
});
