import assert from "node:assert/strict";
import { test } from "node:test";
import { Scope } from "../../../../../src/kernel/scope.js";
import { EVENT_LAG_MS } from "../../../../../src/telephony/asterisk/ari/ari-events.js";
import { LiveChannels } from "../../../../../src/telephony/asterisk/ari/live-channels.js";

test("what a channel dialled is forgotten some time after its call, and what it dialled next is not", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const live = new LiveChannels();
  const target = (extension: string) => ({ extension, assistant: async () => undefined });
  const arrives = (extension: string) => {
    const call = new Scope("call");
    live.addParty("a-caller", call);
    live.setTarget("a-caller", target(extension));
    return call;
  };
  arrives("8001").end();
  t.mock.timers.tick(EVENT_LAG_MS - 1);
  assert.equal(live.targetOf("a-caller")?.extension, "8001", "the event of who replaces it may be late");
  const second = arrives("8002");
  t.mock.timers.tick(1);
  assert.equal(live.targetOf("a-caller")?.extension, "8002");
  second.end();
  t.mock.timers.tick(EVENT_LAG_MS);
  assert.equal(live.targetOf("a-caller"), undefined);
});
