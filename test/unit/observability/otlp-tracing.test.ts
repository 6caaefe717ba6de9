import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createOtlpTracing, type OtlpTracingNeeds } from "../../../src/observability/otlp-tracing.js";
import { readTraceparent } from "../../../src/observability/trace.js";
import { OtlpReceiver } from "../../support/otlp-receiver.js";

async function start(t: TestContext, needs: Partial<OtlpTracingNeeds> = {}) {
  const receiver = await OtlpReceiver.start();
  t.after(() => receiver[Symbol.asyncDispose]());
  const outcomes: boolean[] = [];
  const lost = { spans: 0 };
  const tracing = await createOtlpTracing({
    endpoint: `${receiver.url}/`,
    headers: { "x-key": "s3cret" },
    version: "1.2.3",
    words: false,
    onDropped: (count) => {
      lost.spans += count;
    },
    onOutcome: (ok) => outcomes.push(ok),
    ...needs,
  });
  return { receiver, tracing, outcomes, lost };
}

test("spans arrive as the protocol's schema has them: parents, times, kinds, errors, the service and its key", async (t) => {
  const { receiver, tracing, outcomes, lost } = await start(t);
  const at = performance.now();
  const call = tracing.begin("call", {
    kind: "server",
    at,
    attributes: { "attendant.call_id": "c1", nothing: undefined },
  });
  const turn = call.child("turn", { at: at + 10 });
  turn.set({ "attendant.turn.interrupted": true });
  turn.fail("llm_failed");
  turn.end(at + 30);
  call.end(at + 50);
  await tracing.close(5_000);
  assert.deepEqual(receiver.faults, []);
  const [ended, root] = receiver.spans;
  assert.ok(ended && root);
  assert.deepEqual([root.name, root.parentId, ended.name, ended.parentId], ["call", "", "turn", root.spanId]);
  assert.deepEqual([root.traceId, ended.traceId], [call.traceId, call.traceId]);
  assert.deepEqual([root.kind, ended.kind], ["SPAN_KIND_SERVER", "SPAN_KIND_INTERNAL"]);
  assert.deepEqual(root.attributes, { "attendant.call_id": "c1" });
  assert.deepEqual(ended.attributes, { "attendant.turn.interrupted": true, "error.type": "llm_failed" });
  assert.deepEqual([root.isError, ended.isError, root.service], [false, true, "ari-attendant"]);
  const spent = [ended.startMs - root.startMs, ended.endMs - root.startMs, root.endMs - root.startMs];
  assert.deepEqual(spent.map(Math.round), [10, 30, 50]);
  assert.ok(Math.abs(root.startMs - Date.now()) < 60_000);
  assert.equal(receiver.headers[0]?.["x-key"], "s3cret");
  assert.deepEqual([outcomes, lost.spans], [[true], 0]);
});

test("a trace continues that of its client, links to another, and is passed on", async (t) => {
  const { receiver, tracing } = await start(t);
  const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const span = tracing.begin("call", { parent });
  assert.deepEqual(readTraceparent(span.traceparent)?.traceId, "0af7651916cd43dd8448eb211c80319c");
  span.end();
  tracing.begin("schedule", { link: parent }).end();
  tracing.begin("other", { parent: "00-0-0-01" }).end();
  tracing.begin("not sampled", { parent: parent.replace(/01$/, "00") }).end();
  await tracing.close(5_000);
  const [call, schedule, other, ...more] = receiver.spans;
  assert.deepEqual([call?.parentId, call?.spanId, more], ["b7ad6b7169203331", span.traceparent.slice(36, 52), []]);
  assert.deepEqual([schedule?.parentId, schedule?.links], ["", ["0af7651916cd43dd8448eb211c80319c"]]);
  assert.deepEqual([other?.parentId, other?.traceId === call?.traceId], ["", false]);
});

test("what people said is told only where it may be", async (t) => {
  for (const words of [false, true]) {
    const { receiver, tracing } = await start(t, { words });
    const span = tracing.begin("turn");
    span.said({ "attendant.caller.text": "my name is Ada" });
    span.end();
    await tracing.close(5_000);
    assert.deepEqual(receiver.spans[0]?.attributes, words ? { "attendant.caller.text": "my name is Ada" } : {});
  }
});

test("a collector that refuses, or sends without end, loses spans, which are counted, and nothing else", async (t) => {
  const chunk = Buffer.alloc(65_536, "x");
  const ways: readonly NonNullable<OtlpReceiver["otherwise"]>[] = [
    (response) => response.writeHead(400).end("no"),
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    (response) => {
      const send = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", send).on("error", () => {});
      send();
    },
  ];
  const lost = [];
  for (const way of ways) {
    const { receiver, tracing, lost: counted } = await start(t);
    receiver.otherwise = way;
    tracing.begin("call").end();
    await tracing.close(10_000);
    lost.push(counted.spans);
  }
  assert.deepEqual(lost, [1, 0, 1]); // A 200 is an acknowledgement, whatever comes with it.
});

test("while a collector does not answer, so many spans wait and no more; the others are counted at once", async (t) => {
  const { receiver, tracing, lost } = await start(t);
  receiver.otherwise = () => {};
  for (let count = 0; count < 3_000; count++) tracing.begin("call").end();
  assert.equal(lost.spans, 3_000 - 2_048);
  await tracing.close(100);
  assert.ok(receiver.requests <= 50, `${receiver.requests} requests at once`);
});

test("only what the W3C takes for a traceparent is one", () => {
  const good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  assert.deepEqual(readTraceparent(good), {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    flags: 1,
  });
  assert.ok(readTraceparent(good.replace(/^00/, "cc") + "-more"));
  const bad = [
    "",
    good.toUpperCase(),
    good.replace(/^00/, "ff"),
    good.replace(/0af7651916cd43dd8448eb211c80319c/, "0".repeat(32)),
    good.replace("b7ad6b7169203331", "0".repeat(16)),
    `${good}x`,
    ` ${good}`,
  ];
  for (const text of bad) assert.equal(readTraceparent(text), undefined, text);
});
