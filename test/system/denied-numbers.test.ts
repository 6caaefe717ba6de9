import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createDialPolicy } from "../../src/calls/rights/dial-policy.js";
import { parseDialPattern } from "../../src/config/dial-pattern.js";
import { dialableNumber } from "../../src/kernel/dialable-number.js";
import { asteriskRoot, DENIED, type Pbx, spellingsOf, startPbx } from "../support/index.js";

const SPELLINGS = 14;
const AT_ONCE = 8;
const CHANNEL = "asker";
const ENTRIES = Object.entries(DENIED);

let pbx: Pbx;

before(async () => {
  pbx = await startPbx(await asteriskRoot(), {
    change(files) {
      files.set("modules.conf", `${files.get("modules.conf")}\nload = func_dialplan.so\n`);
      const denied = ENTRIES.map(([entry], at) => `[denied-${at}]\nexten = ${entry},1,NoOp()\n`).join("");
      const hold = "[hold]\nexten = line,1,Answer()\n same = n,Wait(120)\n";
      files.set("extensions.conf", `${files.get("extensions.conf")}\n${hold}${denied}`);
    },
  });
  const call = new URLSearchParams({
    endpoint: "Local/line@hold/n",
    context: "hold",
    extension: "line",
    priority: "1",
  });
  await ask("POST", `channels/${CHANNEL}?${call}`);
});
after(() => pbx?.[Symbol.asyncDispose]());

test("no spelling of a denied number reaches what Asterisk has under it", { timeout: 60_000 }, async (t) => {
  const tried = ENTRIES.flatMap(([entry, number], at) =>
    spellingsOf(number, SPELLINGS).map((spelling) => ({ entry, number, spelling, context: `denied-${at}` })),
  );
  assert.ok(ENTRIES.length >= 40 && tried.length >= 500, `${tried.length} spellings of ${ENTRIES.length} numbers`);
  let reached = 0;
  const waiting = [...tried];
  const one = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { entry, spelling, context } = next;
      const policy = createDialPolicy({
        allow: ["_.", "_!"].map(parseDialPattern),
        deny: [parseDialPattern(entry)],
        callerAllow: ["_.", "_!"].map(parseDialPattern),
        callerEmergency: "allow",
        ownExtension: undefined,
      });
      const dialled = dialableNumber(spelling) ?? "";
      const isThere = (await exists(context, spelling)) || (await exists(context, dialled));
      if (isThere) reached++;
      assert.equal(policy.clientMayDial(spelling), !isThere, `${spelling} for ${entry}`);
      assert.equal(policy.callerMayDial(spelling), !isThere, `${spelling} for ${entry}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  t.diagnostic(`${reached} of ${tried.length} spellings reach the denied extension`);
  assert.ok(reached > tried.length / 2);
});

async function exists(context: string, number: string): Promise<boolean> {
  const asked = encodeURIComponent(`DIALPLAN_EXISTS(${context},${number},1)`);
  const { value } = (await ask("GET", `channels/${CHANNEL}/variable?variable=${asked}`)) as { value: string };
  assert.match(value, /^[01]$/);
  return value === "1";
}

async function ask(method: string, path: string): Promise<unknown> {
  const { url, user, password } = pbx.ari;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const answer = await fetch(`${url}/ari/${path}`, { method, headers: { authorization } });
  assert.ok(answer.ok, `${path}: HTTP ${answer.status}`);
  return answer.json();
}
