import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { startPlacedCalls } from "../support/fakes/placed-calls.js";
import { startModelClient } from "../support/mcp/model-client.js";
import { startRestServer } from "../unit/http/rest-server.js";

const KEY = "key-of-a-model-0123456789";
const QUESTION = {
  extension: "100",
  message: "Dinner is ready.",
  choice: { prompt: "Will you come?", options: [{ value: "yes", synonyms: ["sure"] }, { value: "no" }] },
};

async function startModel(t: TestContext) {
  const calls = await startPlacedCalls(t, { realTimers: true });
  const rest = await startRestServer(t, { keys: [`model:mcp+call+read:${KEY}`], calls: calls.callControl as never });
  const model = await startModelClient(rest.url, KEY);
  t.after(() => model[Symbol.asyncDispose]());
  const progress: Progress[] = [];
  let heardOf = () => {};
  const reported = (words: RegExp) =>
    new Promise<void>((resolve) => {
      heardOf = () => progress.some(({ message = "" }) => words.test(message)) && resolve();
      heardOf();
    });
  const asks = (more: object = {}, signal?: AbortSignal) =>
    model.use(
      "ask_question",
      { ...QUESTION, ...more },
      (each) => {
        progress.push(each);
        heardOf();
      },
      signal,
    );
  /** The last telephone is picked up, and its owner asked. */
  const answers = async () => {
    const line = calls.dialler.last.answers();
    await calls.settles();
    await calls.hearsAll();
    await calls.hearsAll();
    return line;
  };
  return { calls, rest, model, progress, reported, asks, answers };
}

test("a model asks a question by telephone, follows the call, and has the answer", async (t) => {
  const { calls, progress, reported, asks, answers } = await startModel(t);
  const asked = asks();
  await reported(/waits for a line|is not over|rings/);
  calls.dialler.last.rings();
  await reported(/The telephone rings/);
  await answers();
  await reported(/was answered/);
  await calls.says("Sure, why not");
  await calls.hearsAll();
  const { isError, structured, texts } = await asked;
  assert.deepEqual(
    [isError, structured.status, structured.choice_response, structured.choice_status, texts.length],
    [false, "completed", "yes", "matched", 1],
  );
  assert.equal(structured.choice_raw_text, null, "the key may not read words");
  const counts = progress.map(({ progress: count }) => count);
  assert.deepEqual(
    counts,
    counts.map((_, index) => index + 1),
    "progress only rises",
  );
  calls.assertNothingLeft();
});

test("a question that takes longer than the model waits is answered later, and asked once", async (t) => {
  const { calls, model, asks, answers } = await startModel(t);
  const { isError, structured, texts } = await asks({ wait_seconds: 0 });
  assert.deepEqual([isError, structured.choice_response], [false, null]);
  assert.match(texts.at(-1) ?? "", /The call is not over.*get_call.*Do not place it again/);
  const { call_id } = structured;
  const waiting = model.use("get_call", { call_id, wait_seconds: 20 });
  calls.dialler.last.rings();
  await answers();
  await calls.says("Sure");
  await calls.hearsAll();
  assert.equal((await waiting).structured.choice_response, "yes");
  assert.equal(calls.dialler.callees.length, 1);
});

test("a model that no longer waits leaves the call as it is, until it is cancelled", async (t) => {
  const { calls, rest, model, reported, asks } = await startModel(t);
  const leaving = new AbortController();
  const asked = asks({}, leaving.signal);
  await reported(/./);
  const [live] = [...calls.liveCalls];
  leaving.abort();
  await assert.rejects(asked);
  await model.client.close();
  assert.equal(calls.liveCalls.count, 1);
  await using again = await startModelClient(rest.url, KEY);
  const { structured } = await again.use("cancel_call", { call_id: live?.call.record.callId });
  assert.equal(structured.status, "cancelled");
  calls.assertNothingLeft();
});

test("a model that asks everybody at once waits for some and is told of the others", async (t) => {
  const { model, calls } = await startModel(t);
  const asked = Array.from({ length: 5 }, () => model.use("ask_question", { ...QUESTION, wait_seconds: 300 }));
  const sixth = model.use("ask_question", { ...QUESTION, wait_seconds: 300 });
  const refused = await sixth;
  assert.deepEqual([refused.isError, refused.structured.code], [true, "queue_full"]);
  for (const { request } of calls.dialler.callees) request.scope.end();
  for (const { structured } of await Promise.all(asked)) assert.notEqual(structured.status, "queued");
});

test("a number that may not be dialled is refused with its reason, as over REST", async (t) => {
  const { asks, calls } = await startModel(t);
  const { isError, structured } = await asks({ extension: "09001234" });
  assert.deepEqual([isError, structured.code], [true, "destination_not_allowed"]);
  assert.equal(calls.dialler.callees.length, 0);
});
