import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  addFaultyExtensions,
  asteriskRoot,
  Controller,
  FakeAsterisk,
  MISCONFIGURATIONS,
  type Misconfiguration,
  type Pbx,
  startAssistant,
  startPbx,
  startPickyBackends,
  type Surroundings,
} from "../support/index.js";

/** Within this, /health and the log name what is wrong, ms. */
const NAMED_MS = 15_000;
/** So many set-ups at a time: each is a controller, most an Asterisk. */
const AT_A_TIME = 3;
/** Nobody is there. */
const NOTHING = {
  ARI_URL: "http://127.0.0.1:59",
  ARI_PASSWORD: "none",
  LLM_BASE_URL: "http://127.0.0.1:59/v1",
  LLM_MODEL: "none",
  SPEECH_BASE_URL: "http://127.0.0.1:59/v1",
};

describe(
  "what is wrong with a set-up is named, with setting and remedy",
  { concurrency: AT_A_TIME, timeout: 300_000 },
  () => {
    let pbx: Pbx;

    before(async () => {
      pbx = await startPbx(await asteriskRoot(), { change: addFaultyExtensions });
    });
    after(() => pbx?.[Symbol.asyncDispose]());

    for (const misconfiguration of MISCONFIGURATIONS) {
      it(misconfiguration.what, async (t) => {
        const made: AsyncDisposable[] = [];
        try {
          const { settings, meet } = await misconfiguration.breakIt(surroundings(pbx, made));
          const controller = await Controller.start({ ...NOTHING, ...settings });
          made.push(controller);
          await meet?.(controller);
          const begun = performance.now();
          await named(controller, misconfiguration);
          t.diagnostic(`named after ${Math.round(performance.now() - begun)} ms`);
        } finally {
          for (const each of made.reverse()) await each[Symbol.asyncDispose]();
        }
      });
    }
  },
);

async function named(controller: Controller, { check, works, event, says, names }: Misconfiguration): Promise<void> {
  const isNamed = (words = "") => says.test(words) && names.every((name) => words.includes(name));
  const line = controller.logged(event, ({ msg, data }) => isNamed(`${msg} ${String(data?.detail)}`), { ms: NAMED_MS });
  line.catch(() => {}); // What /health says is looked at first.
  const health = await controller.healthUntil(({ checks }) => {
    const { ok, detail } = checks[check] ?? { ok: true };
    return works ? ok : !ok && isNamed(detail);
  }, NAMED_MS);
  if (!works) assert.equal(health.status, "degraded");
  assert.equal((await line).level, event === "asterisk_away" ? "ERROR" : "WARN");
}

function surroundings(pbx: Pbx, made: AsyncDisposable[]): Surroundings {
  const kept = <T extends AsyncDisposable>(each: T): T => {
    made.push(each);
    return each;
  };
  return {
    async assistant(further) {
      const assistant = await startAssistant(pbx, further);
      kept(assistant.asterisk);
      return assistant;
    },
    async backends(manners) {
      const { url } = kept(await startPickyBackends(manners));
      return { LLM_BASE_URL: `${url}/v1`, LLM_MODEL: "some", SPEECH_BASE_URL: `${url}/v1` };
    },
    async asteriskOf(version) {
      const fake = kept(await FakeAsterisk.start());
      fake.version = version;
      const { url, user, password } = fake.credentials;
      return { ARI_URL: url, ARI_USER: user, ARI_PASSWORD: password };
    },
    controller: async (settings) => kept(await Controller.start({ ...NOTHING, ...settings })),
  };
}
