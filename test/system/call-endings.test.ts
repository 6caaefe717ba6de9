import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  CALL_ENDINGS,
  Controller,
  FORBIDDEN,
  FORWARDED,
  nothingLeftIn,
  RestClient,
  startWorld,
  type World,
} from "../support/index.js";

/** Longer than any of them takes. */
const RING_SECONDS = 15;

describe("calls without an answer", { concurrency: true, timeout: 120_000 }, () => {
  let world: World;
  let registered: Controller;
  let onPbx: Controller;

  before(async () => {
    world = await startWorld();
    const { pbx } = world.bed;
    const { SPEECH_BASE_URL = "", LLM_BASE_URL = "", LLM_MODEL = "" } = world.settings;
    registered = await Controller.start(world.settings);
    onPbx = await Controller.start({
      ...{ SPEECH_BASE_URL, LLM_BASE_URL, LLM_MODEL, DIAL_CONTEXT: "phones" },
      ...{ ARI_URL: pbx.ari.url, ARI_USER: pbx.ari.user, ARI_PASSWORD: pbx.ari.password },
    });
    for (const controller of [registered, onPbx]) {
      await controller.healthUntil(({ sip_registered, checks }) => sip_registered && checks.asterisk?.ok === true);
    }
  });
  after(async () => {
    try {
      if (registered) await nothingLeftIn(world.bed.assistantAsterisk.ari, 10_000);
    } finally {
      await Promise.all([registered, onPbx].map((controller) => controller?.[Symbol.asyncDispose]()));
      await world?.[Symbol.asyncDispose]();
    }
  });

  async function called(controller: Controller, number: string) {
    const rest = new RestClient(() => controller.url);
    const { body } = await rest.placeCall({ extension: number, message: "Hello.", ring_timeout: RING_SECONDS });
    const { status, error } = await rest.callOver(String(body.call_id), 60_000);
    return `${status}: ${error}`;
  }

  for (const [what, { number, ...said }] of Object.entries(CALL_ENDINGS)) {
    for (const way of ["registered", "dialplan"] as const) {
      it(`${what} (${way})`, async () => {
        const shown = await called(way === "registered" ? registered : onPbx, number);
        assert.ok(shown.startsWith(`${said[way].outcome}: ${said[way].error}`), shown);
      });
    }
  }

  it("a forward is not followed into the assistant itself, and the number is named", async () => {
    const shown = await called(registered, FORWARDED.number);
    assert.equal(
      shown,
      `failed: The number is forwarded to ${FORWARDED.to}. Forwards are not followed: call ${FORWARDED.to} directly.`,
    );
    assert.ok(!registered.lines.some(({ event, data }) => event === "call_start" && data?.direction === "inbound"));
  });

  it("a call that is not allowed", async () => {
    assert.equal(await called(registered, FORBIDDEN.number), "failed: The PBX does not allow this call (SIP 403).");
  });
});
