import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  type Callees,
  CALLEES,
  type Controller,
  holdConversation,
  OtlpReceiver,
  type ReceivedSpan,
  Receiver,
  RestClient,
  startCallees,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type TemporaryFolder,
  type World,
} from "../support/index.js";

let world: World;
let callees: Callees;
let controller: Controller;
let receiver: Receiver;
let collector: OtlpReceiver;
let folder: TemporaryFolder;

before(async () => {
  [world, receiver, collector, folder] = await Promise.all([
    startWorld(),
    Receiver.start(),
    OtlpReceiver.start(),
    temporaryFolder(),
  ]);
  callees = await startCallees(world.bed.pbx);
  controller = await world.startController({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRANSCRIPTS: "stored" });
});
after(async () => {
  await callees?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
  await Promise.all([receiver, collector, folder].map((each) => each?.[Symbol.asyncDispose]()));
});

const isOf = (callId: string) => (span: ReceivedSpan) => span.attributes["attendant.call_id"] === callId;

/** The spans of a trace; whoever is named as a parent is there, and none begins before it. */
function treeOf(traceId: string): {
  readonly spans: readonly ReceivedSpan[];
  childrenOf(span: ReceivedSpan): string[];
} {
  const spans = collector.spans.filter((span) => span.traceId === traceId);
  return {
    spans,
    childrenOf: ({ spanId }) =>
      spans
        .filter(({ parentId }) => parentId === spanId)
        .sort((one, other) => one.startMs - other.startMs)
        .map(({ name }) => name),
  };
}

describe("beside each other", { concurrency: true }, () => {
  test("a conversation is one trace: its turns with endpoint, words, rounds, tool, speech and playback, as the log has them", async () => {
    const { call_id: callId } = await holdConversation({
      telephone: world.telephone,
      controller,
      lines: ["how much is seven times six", "thank you goodbye"],
      recording: join(folder.path, "call.wav"),
      callerId: "2001",
    });
    const call = await collector.has((span) => span.name === "call inbound" && isOf(callId)(span));
    const { spans, childrenOf } = treeOf(call.traceId);
    assert.deepEqual(collector.faults, []);
    assert.deepEqual(
      [call.parentId, call.isError, call.attributes["attendant.call.outcome"]],
      ["", false, "completed"],
    );
    assert.ok(childrenOf(call).includes("turn phrase"), "the greeting");
    const answer = spans.find((span) => span.name === "turn reply" && childrenOf(span).includes("execute_tool CALC"));
    assert.ok(answer);
    assert.equal(answer.parentId, call.spanId);
    const parts = childrenOf(answer);
    assert.deepEqual(
      [...new Set(parts)].sort(),
      ["chat scripted", "endpoint", "execute_tool CALC", "playback", "speech_to_text", "text_to_speech"].sort(),
    );
    assert.equal(
      parts.filter((name) => name === "chat scripted").length,
      2,
      "a round that calls the tool, and one after it",
    );
    for (const span of spans) {
      assert.ok(span.endMs >= span.startMs, span.name);
      const parent = spans.find(({ spanId }) => spanId === span.parentId);
      assert.ok(parent || span === call, `${span.name} has a parent that is not there`);
      if (parent) assert.ok(span.startMs >= parent.startMs - 1, `${span.name} began before ${parent.name}`);
    }
    const model = spans.find(({ name }) => name === "chat scripted");
    assert.deepEqual(
      [model?.kind, model?.attributes["gen_ai.operation.name"], model?.attributes["gen_ai.request.model"]],
      ["SPAN_KIND_CLIENT", "chat", "scripted"],
    );

    // What the log says of the call names the trace, and says it of the same stretch of time.
    const lines = controller.lines.filter(({ data }) => data?.call_id === callId);
    assert.deepEqual([...new Set(lines.map(({ data }) => data?.trace_id))], [call.traceId]);
    const of = (event: string) => Date.parse(String(lines.find((line) => line.event === event)?.ts));
    assert.ok(call.startMs <= of("call_start") + 5 && call.endMs >= of("call_end") - 5);
    const tool = spans.find(({ name }) => name === "execute_tool CALC");
    assert.ok(tool && tool.endMs <= of("tool_call") + 5);
    const playback = spans.find(({ name, parentId }) => name === "playback" && parentId === answer.spanId);
    const spokenAfter = (playback?.startMs ?? NaN) - answer.startMs; // From the caller's last word on, as the transcript has it.
    assert.ok(
      Math.abs(spokenAfter - Number(answer.attributes["attendant.turn.first_sound_ms"])) <= 2,
      `${spokenAfter}`,
    );
    assert.ok(!JSON.stringify(spans).includes("seven"), "no words, where no setting asks for them");
  });

  test("a scheduled call with a tool and a webhook is one trace, which goes back to the request and on to the receiver", async () => {
    const rest = new RestClient(() => controller.url);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { status } = await rest.ask(
      "POST",
      "/schedule",
      { extension: CALLEES.saysYes.number, tool: "DATETIME", delay_seconds: 1, callback_url: receiver.url },
      { traceparent },
    );
    assert.equal(status, 200);
    const webhook = await collector.has(({ name }) => name === "webhook", 60_000);
    const root = await collector.has(({ name }) => name === "schedule call");
    const { spans, childrenOf } = treeOf(root.traceId);
    assert.deepEqual([root.parentId, root.links], ["", ["0af7651916cd43dd8448eb211c80319c"]]);
    assert.deepEqual(childrenOf(root), ["execute_tool DATETIME", "call outbound"]);
    const call = spans.find(({ name }) => name === "call outbound");
    assert.equal(webhook.parentId, call?.spanId);
    assert.equal(receiver.received[0]?.headers.traceparent, `00-${root.traceId}-${webhook.spanId}-01`);
    assert.equal(webhook.attributes["http.response.status_code"], 200);
  });

  test("a requested call continues the trace of its client", async () => {
    const rest = new RestClient(() => controller.url);
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const { body } = await rest.ask(
      "POST",
      "/call",
      { extension: TEST_LINES.busy, message: "Hello." },
      { traceparent },
    );
    const call = await collector.has(isOf(String(body.call_id)));
    assert.deepEqual([call.traceId, call.parentId], ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]);
  });
});
