import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { FULL, Lives, SHORT_PERIODS, type StoreKind, storeKinds, TEST_LINES } from "../support/index.js";

/** Before anything is acknowledged. */
const BEGAN = new Date(Date.now() - 60_000).toISOString();
const { embeddedStore, mongodb } = await storeKinds();
const { neverAnswers, person, busy } = TEST_LINES;
const WAIT_MS = 60_000;
const ALERTS = 500;
const IN_A_BODY = 50;
const FILE = `
chains:
  oncall: { extensions: ["${neverAnswers}", "${person}"] }
  witness: { extensions: ["${busy}"] }
alerts:
  storm: { match: ['alertname="NodeDown"'], chain: oncall }
  witness: { chain: witness }
`;

const node = (n: number, status = "firing") => ({
  ...{ status, fingerprint: `node-${n}`, startsAt: BEGAN },
  labels: { alertname: "NodeDown", instance: `node-${n}:9100` },
  annotations: { summary: `Node ${n} is down` },
});
const BODIES = Array.from({ length: ALERTS / IN_A_BODY }, (_, body) => ({
  version: "4",
  alerts: Array.from({ length: IN_A_BODY }, (_each, n) => node(body * IN_A_BODY + n)),
}));

function storm(store: StoreKind): void {
  describe(`a storm of alerts with the ${store.name}`, { skip: store.skip, timeout: 240_000 }, () => {
    const lives = new Lives(store, SHORT_PERIODS);
    before(() => lives.begin());
    after(() => lives[Symbol.asyncDispose]());

    const report = async (body: unknown) => {
      const { status } = await lives.rest.ask("POST", "/alert", body);
      assert.equal(status, 200);
    };
    const statuses = async () => {
      const { body } = await lives.rest.ask("GET", "/alerts");
      return (body as unknown as readonly { status: string }[]).map((alert) => alert.status);
    };
    const restart = async () => {
      await lives.kill();
      await lives.start();
    };

    test("rings each person once, loses none in a kill, and stays acknowledged when it is reported again", async () => {
      const { rest, world } = lives;
      const people = world.telephone.answerCallsTo(person);
      assert.equal((await rest.ask("PUT", "/assistants-file", { text: FILE })).status, 200);
      await report({ alerts: BODIES.flatMap(({ alerts }) => alerts) });
      await rest.callsUntil((calls) =>
        calls.some((call) => call.extension === neverAnswers && call.status === "ringing"),
      );
      await restart();
      await Promise.all(BODIES.map(report)); // As their sender does that got no answer.
      assert.deepEqual(new Set(await statuses()), new Set(["firing"]));
      assert.equal((await statuses()).length, ALERTS);

      const { value: callee } = await people.next();
      assert.ok(callee);
      await callee.hearsSilence({ forMs: 1_500 });
      await callee.press("1");
      await callee.ended;
      await lives.controller.logged("alert_acknowledged", () => true, { ms: WAIT_MS });
      assert.deepEqual(new Set(await statuses()), new Set(["acknowledged"]));

      await restart();
      await report({ alerts: [node(ALERTS + 1, "resolved"), node(0, "resolved")] });
      for (const body of BODIES.slice(1).toReversed()) await report(body);
      // Whoever is due is called in the order of the routes: the storm's would be rung before the witness.
      await report({ alerts: [{ ...node(ALERTS + 2), labels: { alertname: "Witness" } }] });
      await rest.callsUntil((calls) => calls.some((call) => call.extension === busy));
      const all = await statuses();
      assert.equal(all.filter((status) => status === "acknowledged").length, ALERTS - 1);
      assert.deepEqual(
        [neverAnswers, person].map((number) => lives.rings(number)),
        [1, 1],
      );
    });
  });
}

for (const store of FULL ? [embeddedStore, mongodb] : [embeddedStore]) storm(store);
