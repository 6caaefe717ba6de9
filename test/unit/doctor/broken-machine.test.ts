import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { MACHINE_LINKS } from "../../../src/doctor/chain.js";
import type { Diagnosis } from "../../../src/doctor/check.js";
import { examine } from "../../../src/doctor/examine.js";
import { openInstallation } from "../../../src/doctor/installation.js";
import { Scope } from "../../../src/kernel/scope.js";
import { assertBlames, blamed } from "../../support/broken-judgement.js";
import { BROKEN_SETUPS, type Ground, startMute } from "../../support/broken-setups.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

/** Servers are not asked here. */
const SETTINGS = {
  ...{ ARI_PASSWORD: "secret-of-ari", LLM_BASE_URL: "http://127.0.0.1:9/v1", LLM_MODEL: "scripted" },
  ...{ SPEECH_BASE_URL: "http://127.0.0.1:9/v1", PORT: "0" },
};
const LOOK_MS = 20_000;

async function examined(given: Readonly<Record<string, string>>, folder: string): Promise<Diagnosis> {
  await using scope = new Scope("doctor");
  const all = { DATA_DIR: join(folder, "data"), PATH: process.env.PATH, ...SETTINGS, ...given };
  const installation = openInstallation({ folder, given: all, version: "0.1.0", log: quietLog, scope });
  return await examine(installation, MACHINE_LINKS, AbortSignal.timeout(LOOK_MS));
}

interface OpenGround extends AsyncDisposable {
  readonly ground: Ground;
}

async function openGround(): Promise<OpenGround> {
  const kept: AsyncDisposable[] = [];
  const keep = (each: AsyncDisposable) => void kept.push(each);
  const folder = await mkdtemp(join(tmpdir(), "attendant-broken-"));
  keep({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) });
  const none = () => assert.fail("it needs more than this machine");
  return {
    ground: {
      ...{ settings: SETTINGS, speechUrl: "", modelUrl: "", folder, keep },
      ...{ assistant: none, front: none, asteriskOf: none, client: none, service: none },
      async mute() {
        const server = await startMute();
        keep(server);
        return server.port;
      },
    },
    async [Symbol.asyncDispose]() {
      for (const each of kept.reverse()) await each[Symbol.asyncDispose]();
    },
  };
}

describe(
  "what is wrong on the machine is named, with what to do, and nothing else is blamed",
  { concurrency: 4 },
  () => {
    it("is nothing where all is well", async () => {
      await using opened = await openGround();
      assert.deepEqual(blamed(await examined({}, opened.ground.folder)), []);
    });

    const setups = BROKEN_SETUPS.filter(({ link }) => MACHINE_LINKS.some(({ name }) => name === link));
    for (const setup of setups) {
      const skip = setup.needsMount && process.getuid?.() !== 0 && "a disk can be mounted by root alone";
      it(setup.what, { skip }, async () => {
        await using opened = await openGround();
        const broken = await setup.breakIt(opened.ground);
        assertBlames(await examined(broken, opened.ground.folder), setup);
      });
    }
  },
);
