import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Diagnosis, Result } from "../../src/doctor/check.js";
import { examined, WorkingSetup } from "./broken-ground.js";
import { BROKEN_SETUPS, type BrokenSetup, type ServiceNames } from "./broken-setups.js";
import type { Controller } from "./controller.js";
import { FULL } from "./form.js";

/** Set-ups at a time: some have an Asterisk of their own. */
const AT_A_TIME = 4;
const TEST_MS = 300_000;
/** Number of set-ups that the usual form tries for each link of the doctor's chain. */
const OF_EACH_LINK = 1;
/** Within this, /health and the log of a service name what is wrong, ms. */
const NAMED_MS = 15_000;

/** Breaks each set-up that is meant, and has the doctor and the service say what is wrong. */
export function testsOfBroken(what: string, isMeant: (setup: BrokenSetup) => boolean): void {
  describe(
    `${what} is named, with what to do, and nothing else is blamed`,
    { concurrency: AT_A_TIME, timeout: TEST_MS },
    () => {
      const working = new WorkingSetup();
      before(() => working.start());
      after(() => working[Symbol.asyncDispose]());

      const meant = BROKEN_SETUPS.filter(isMeant);
      for (const setup of FULL ? meant : tried(meant)) {
        it(setup.what, async (t) => {
          await using ground = await working.open();
          const broken = await setup.breakIt(ground);
          const given = { ...working.settings, ...broken };
          const says = async (running?: Controller) => {
            const begun = performance.now();
            const port = running && { PORT: new URL(running.url).port };
            assertBlames(await examined({ ...given, ...port }, ground.folder), setup);
            t.diagnostic(`the doctor took ${Math.round(performance.now() - begun)} ms`);
          };
          if (!setup.isSeenRunning) await says();
          if (!setup.service) return;
          const service = await ground.service(broken);
          await setup.service.meet?.(service, broken, ground);
          const begun = performance.now();
          await assertNames(service, setup.service);
          t.diagnostic(`the service named it after ${Math.round(performance.now() - begun)} ms`);
          if (setup.isSeenRunning) await says(service);
        });
      }
    },
  );
}

/** The set-ups of the usual form: the first of each link that are not slow. */
function tried(setups: readonly BrokenSetup[]): readonly BrokenSetup[] {
  const quick = setups.filter(({ isSlow }) => !isSlow);
  const before = (at: number, link: string) => quick.slice(0, at).filter((other) => other.link === link).length;
  return quick.filter(({ link }, at) => before(at, link) < OF_EACH_LINK);
}

/** What is not as it should be. That the service runs as root is so because the tests do. */
const amiss = ({ results }: Diagnosis): readonly Result[] =>
  results.filter(
    ({ state, detail }) =>
      state === "fault" || (state === "advice" && !(process.getuid?.() === 0 && detail.endsWith("runs as root."))),
  );
export const blamed = (diagnosis: Diagnosis): readonly string[] => amiss(diagnosis).map(shown);

export const shown = ({ name, state, detail }: Result): string => `${name} ${state}: ${detail}`;

/** The only link that is amiss is the one that was broken, with its words and what helps. */
export function assertBlames(diagnosis: Diagnosis, { link, works, says, remedy }: BrokenSetup): void {
  const found = amiss(diagnosis);
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

async function assertNames(service: Controller, { check, works, event, says, names }: ServiceNames): Promise<void> {
  const isNamed = (words = "") => says.test(words) && names.every((name) => words.includes(name));
  const line = service.logged(event, ({ msg, data }) => isNamed(`${msg} ${String(data?.detail)}`), { ms: NAMED_MS });
  line.catch(() => {}); // What /health says is looked at first.
  const health = await service.healthUntil(({ checks }) => {
    const { ok, detail } = checks[check] ?? { ok: true };
    return works ? ok : !ok && isNamed(detail);
  }, NAMED_MS);
  if (!works) assert.equal(health.status, "degraded");
  assert.equal((await line).level, event === "asterisk_away" ? "ERROR" : "WARN");
}
