import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationCallNeeds } from "../../../src/calls/answered/conversation-call.js";
import { LiveCalls } from "../../../src/calls/live/live-calls.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createTalking } from "../../../src/wiring/talking.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { Page } from "../../support/page.js";
import { startRestServer } from "../http/rest-server.js";

test("a talk in a browser begins with what is in use then, not with what was at the start", async (t) => {
  const scope = new Scope("process");
  t.after(() => scope[Symbol.asyncDispose]());
  const liveCalls = new LiveCalls(0, 0); // The calls are turned away before they need more.
  let inUse = "first";
  const rejectedBy: string[] = [];
  const conversationNeeds = () => {
    const at = inUse;
    const metrics = { callRejected: () => void rejectedBy.push(at) };
    return { liveCalls, log: quietLog, resources: { metrics } } as unknown as ConversationCallNeeds;
  };
  const { browserCalls } = createTalking({ conversationNeeds, liveCalls, scope });
  const { url } = await startRestServer(t, { browserCalls });
  for (inUse of ["second", "third"]) {
    await using page = await Page.open({ url });
    await page.closed;
  }
  assert.deepEqual(rejectedBy, ["second", "third"]);
});
