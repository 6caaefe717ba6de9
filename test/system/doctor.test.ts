import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { examineChain } from "../../src/doctor/chain.js";
import type { Diagnosis, Result } from "../../src/doctor/check.js";
import { openInstallation } from "../../src/doctor/installation.js";
import { Scope } from "../../src/kernel/scope.js";
import {
  addFaultyExtensions,
  AriClient,
  BROKEN_SETUPS,
  type BrokenSetup,
  Controller,
  FakeAsterisk,
  freePort,
  type Ground,
  quietLog,
  says,
  upsampleTo24kHz,
  type ScriptedModel,
  type SpeechServer,
  startAssistant,
  startBed,
  type Bed,
  startFront,
  startMute,
  startScriptedModel,
  startSpeechServer,
} from "../support/index.js";

/** So many set-ups at a time: some have an Asterisk of their own. */
const AT_A_TIME = 4;
const ALL_MS = 90_000;
const ALL = process.env.DOCTOR_MATRIX === "full";
const TEST_MS = 300_000;

describe("the doctor", { timeout: TEST_MS }, () => {
  const parts: AsyncDisposable[] = [];
  const kept = <T extends AsyncDisposable>(part: T): T => {
    parts.unshift(part);
    return part;
  };
  let bed: Bed;
  let speech: SpeechServer;
  /** Says the sentence at once, and knows it by its length. */
  let quick: SpeechServer;
  let model: ScriptedModel;
  let settings: Readonly<Record<string, string>>;

  before(async () => {
    bed = kept(await startBed({ change: addFaultyExtensions }));
    speech = kept(await startSpeechServer());
    quick = kept(await startSpeechServer());
    model = kept(await startScriptedModel({ conversation: "demo" }));
    const spoken = upsampleTo24kHz(await says("What time is it?"));
    const length = (spoken.length * 16) / 24;
    quick.speakAs(() => spoken);
    quick.hearAs((samples) => (Math.abs(samples.length / length - 1) < 0.04 ? "what time is it" : "uh"));
    settings = {
      ...bed.settings,
      LLM_BASE_URL: model.url,
      LLM_MODEL: "scripted",
      SPEECH_BASE_URL: quick.url,
      TTS_VOICE: "rms",
    };
  });
  after(async () => {
    for (const part of parts) await part[Symbol.asyncDispose]();
  });

  async function examined(given: Readonly<Record<string, string>>, folder: string): Promise<Diagnosis> {
    await using scope = new Scope("doctor");
    const own = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()) };
    const installation = openInstallation({
      folder,
      given: { ...own, ...given },
      version: "0.1.0",
      log: quietLog,
      scope,
    });
    return await examineChain(installation, AbortSignal.timeout(ALL_MS));
  }

  it("finds a set-up that works all good, with the service stopped and with it running, whose application stays its", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "attendant-doctor-"));
    const real = { ...settings, SPEECH_BASE_URL: speech.url };
    const begun = performance.now();
    const stopped = await examined(real, folder);
    t.diagnostic(`stopped: ${Math.round(performance.now() - begun)} ms`);
    assert.deepEqual(blamed(stopped), []);
    assert.deepEqual(stopped.results.filter(({ state }) => state !== "good").map(shown), []);

    await using controller = await Controller.start({ ...real, PORT: String(await freePort()) });
    await controller.healthy();
    const again = performance.now();
    const running = await examined({ ...real, PORT: new URL(controller.url).port }, folder);
    t.diagnostic(`running: ${Math.round(performance.now() - again)} ms`);
    assert.deepEqual(blamed(running), []);
    const unlooked = running.results.filter(({ state }) => state !== "good").map(({ name }) => name);
    assert.deepEqual(unlooked, ["asterisk-sessions"]);
    assert.match(running.results.find(({ name }) => name === "ari-application")?.detail ?? "", /The service on .* has/);
    assert.deepEqual(
      controller.lines.filter(({ event }) => /application_taken|asterisk_away/.test(event)),
      [],
    );
    await rm(folder, { recursive: true });
  });

  describe("names what is wrong, and what to do, and blames nothing else", { concurrency: AT_A_TIME }, () => {
    for (const setup of BROKEN_SETUPS) {
      const skip = setup.isSlow && !ALL && "slow, and like others: DOCTOR_MATRIX=full tries it";
      it(setup.what, { skip }, async (t) => {
        const made: AsyncDisposable[] = [];
        const folder = await mkdtemp(join(tmpdir(), "attendant-doctor-"));
        try {
          const broken = await setup.breakIt(groundOf(folder, made));
          const begun = performance.now();
          const diagnosis = await examined({ ...settings, ...broken }, folder);
          t.diagnostic(`${Math.round(performance.now() - begun)} ms`);
          assertBlames(diagnosis, setup);
        } finally {
          for (const each of made.reverse()) await each[Symbol.asyncDispose]();
          await rm(folder, { recursive: true });
        }
      });
    }
  });

  it("tells of a running service what only that knows: a PBX with no codec in common", async () => {
    const assistant = await startAssistant(bed.pbx, { SIP_USER: "8005", SIP_PASSWORD: "secret-of-8005" });
    const folder = await mkdtemp(join(tmpdir(), "attendant-doctor-"));
    try {
      const given = { ...settings, ...assistant.settings };
      await using controller = await Controller.start({ ...given, PORT: String(await freePort()) });
      await controller.healthy();
      for (const number of ["1006", "1001"]) {
        const body = JSON.stringify({ extension: number, message: "Good morning." });
        await fetch(`${controller.url}/call`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
      }
      await controller.logged("sip_codec_refused");
      const { results } = await examined({ ...given, PORT: new URL(controller.url).port }, folder);
      const faults = results.filter(({ state }) => state === "fault");
      assert.deepEqual(
        faults.map(({ name }) => name),
        ["service"],
      );
      assert.match(faults[0]?.detail ?? "", /common audio format/);
    } finally {
      await assistant.asterisk[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    }
  });

  function groundOf(folder: string, made: AsyncDisposable[]): Ground {
    const keep = <T extends AsyncDisposable>(each: T): T => {
      made.push(each);
      return each;
    };
    return {
      settings,
      speechUrl: quick.url.replace(/\/v1$/, ""),
      modelUrl: model.url.replace(/\/v1$/, ""),
      folder,
      keep,
      async assistant(further) {
        const assistant = await startAssistant(bed.pbx, further);
        keep(assistant.asterisk);
        return assistant;
      },
      front: async (target, manner) => keep(await startFront(target, manner)).url,
      mute: async () => keep(await startMute()).port,
      client: (asterisk, app) => AriClient.connect(asterisk.asterisk.ari, app),
      async asteriskOf(version) {
        const fake = keep(await FakeAsterisk.start());
        fake.version = version;
        const { url, user, password } = fake.credentials;
        return { ARI_URL: url, ARI_USER: user, ARI_PASSWORD: password };
      },
    };
  }
});

const shown = ({ name, state, detail }: Result) => `${name} ${state}: ${detail}`;
const blamed = ({ results }: Diagnosis) =>
  results.filter(({ state }) => state === "fault" || state === "advice").map(shown);

function assertBlames(diagnosis: Diagnosis, { link, works, says, remedy }: BrokenSetup): void {
  const found = diagnosis.results.filter(({ state }) => state === "fault" || state === "advice");
  assert.deepEqual(
    found.map(({ name, state }) => `${name} ${state}`),
    [`${link} ${works ? "advice" : "fault"}`],
    blamed(diagnosis).join("\n"),
  );
  assert.match(found[0]?.detail ?? "", says);
  assert.match(found[0]?.remedy ?? "", remedy);
  assert.equal(diagnosis.ok, works === true);
  // What was not looked at says because of what.
  for (const { state, because = [], detail } of diagnosis.results) {
    if (state === "unchecked") assert.ok(because.length === 0 || because.includes(link) || link === "settings", detail);
  }
}
