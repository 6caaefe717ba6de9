import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Call } from "../../../../src/calls/record/call.js";
import { concludeCall, type ResultOutbox } from "../../../../src/calls/record/conclude-call.js";
import { resultsWithoutWords, withoutWords } from "../../../../src/calls/record/without-words.js";
import { Transcript } from "../../../../src/conversation/transcript.js";
import { createMetrics } from "../../../../src/observability/metrics.js";
import { createSqliteStore } from "../../../../src/storage/sqlite/store.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

const SAID = "pineapple";

/** A call in which something was said comes to its end. @returns whether the store's files hold it, and what else is there */
async function concluded(wordless: boolean) {
  await using place = await temporaryFolder();
  const folder = join(place.path, "store");
  const opened = await createSqliteStore({ now: Date.now, path: join(folder, "test.sqlite") });
  const store = wordless ? withoutWords(opened) : opened;
  const delivering: ResultOutbox = {
    async enqueue({ callId, url, payload }) {
      const body = JSON.stringify(payload);
      const attempts = { status: "pending", createdAt: 1, nextAttemptAt: 1, attempts: [] } as const;
      await store.addDelivery({ deliveryId: "d", callId, url, body, ...attempts });
      return { body };
    },
  };
  const outbox = wordless ? resultsWithoutWords(delivering) : delivering;
  const transcript = new Transcript("", Date.now);
  const begun = { callId: "c", owner: "me", direction: "outbound", extension: "100", status: "ringing" } as const;
  const call = new Call({ ...begun, callbackUrl: "http://receiver.test/" }, transcript, Date.now);
  call.answered();
  transcript.callerSaid(`A ${SAID}.`);
  call.recognised(`A ${SAID}.`);
  call.chose("matched", "fruit", "words");
  await store.saveCall(call.record);
  const metrics = createMetrics({ prefix: "test", node: false });
  await concludeCall(call, { outcome: "completed" }, { log: quietLog, metrics, records: store, outbox });
  const record = await store.findCall("c");
  const sent = JSON.parse((await store.findDelivery("d"))?.body ?? "") as Record<string, unknown>;
  await opened[Symbol.asyncDispose]();
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
  return { held: files.some((text) => text.includes(SAID)), record, sent, live: call.record };
}

test("no file of the store ever holds a word when words are not kept", async () => {
  assert.equal((await concluded(false)).held, true, "so it would be found");
  const { held, record, sent, live } = await concluded(true);
  assert.equal(held, false);
  assert.deepEqual([record?.status, record?.choiceResponse, record?.choiceRawText], ["completed", "fruit", null]);
  assert.deepEqual([sent.choice_response, sent.choice_raw_text], ["fruit", null]);
  assert.equal(live.choiceRawText, "A pineapple.", "the call itself knows it while it lasts");
});
