import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMetrics } from "../../../src/observability/metrics.js";

async function body(metrics: ReturnType<typeof createMetrics>): Promise<string> {
  return (await metrics.render()).body;
}
const lineOf = (text: string, start: string) => text.split("\n").find((line) => line.startsWith(start));

describe("the metrics", () => {
  it("have the six agreed names under any prefix", async () => {
    const metrics = createMetrics({ prefix: "my_pbx", node: false });
    metrics.callEnded({ direction: "inbound", outcome: "completed", seconds: 42 });
    metrics.toolCalled("DATETIME", "SUCCESS");
    metrics.sttAnswered(0.3);
    metrics.ttsAnswered(0.2);
    metrics.llmAnswered(0.4);
    const text = await body(metrics);
    assert.equal(lineOf(text, "my_pbx_calls_total{"), 'my_pbx_calls_total{direction="inbound",outcome="completed"} 1');
    assert.equal(
      lineOf(text, "my_pbx_tool_calls_total{"),
      'my_pbx_tool_calls_total{tool="DATETIME",status="SUCCESS"} 1',
    );
    assert.equal(lineOf(text, "my_pbx_call_duration_seconds_sum"), "my_pbx_call_duration_seconds_sum 42");
    for (const kind of ["stt", "tts", "llm"])
      assert.equal(lineOf(text, `my_pbx_${kind}_latency_seconds_count`), `my_pbx_${kind}_latency_seconds_count 1`);
  });

  it("count no duration for an unanswered call", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    metrics.callEnded({ direction: "outbound", outcome: "no_answer", seconds: null });
    const text = await body(metrics);
    assert.equal(lineOf(text, "service_call_duration_seconds_count"), "service_call_duration_seconds_count 0");
    assert.match(text, /service_calls_total\{direction="outbound",outcome="no_answer"\} 1/);
  });

  it("show each check of the health as it is at the scrape", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    const checks = { store: { ok: true }, llm: { ok: false } };
    metrics.checks(() => checks);
    assert.equal(lineOf(await body(metrics), 'service_check_up{check="store"}'), 'service_check_up{check="store"} 1');
    assert.equal(lineOf(await body(metrics), 'service_check_up{check="llm"}'), 'service_check_up{check="llm"} 0');
    checks.store.ok = false;
    assert.equal(lineOf(await body(metrics), 'service_check_up{check="store"}'), 'service_check_up{check="store"} 0');
  });

  it("tell latencies between 0.2 and 10 s apart", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    metrics.responded(0.25);
    const text = await body(metrics);
    const bounds = [...text.matchAll(/service_response_latency_seconds_bucket\{le="([\d.]+)"\}/g)].map(([, le]) =>
      Number(le),
    );
    assert.ok(bounds.filter((bound) => bound >= 0.2 && bound <= 10).length >= 10);
    assert.equal(lineOf(text, 'service_response_latency_seconds_bucket{le="0.3"}')?.split(" ")[1], "1");
  });

  it("ask for the number of active calls at every scrape", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    let calls = 2;
    metrics.activeCalls(() => calls);
    assert.equal(lineOf(await body(metrics), "service_active_calls"), "service_active_calls 2");
    calls = 0;
    assert.equal(lineOf(await body(metrics), "service_active_calls"), "service_active_calls 0");
  });

  it("count what operating needs", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    metrics.callRejected("busy");
    metrics.backendFailed("llm", "llm_failed");
    metrics.bargedIn();
    metrics.dropped("media_frames", 3);
    metrics.webhookAttempted("delivered");
    metrics.webhookAttempted("given_up");
    metrics.pendingWebhooks(() => 7);
    metrics.asteriskConnected(true);
    metrics.applicationTaken(true);
    metrics.orphanRemoved("media");
    metrics.sipRegistered(false);
    const text = await body(metrics);
    for (const line of [
      'service_calls_rejected_total{reason="busy"} 1',
      'service_backend_errors_total{backend="llm",code="llm_failed"} 1',
      "service_barge_ins_total 1",
      'service_dropped_total{what="media_frames"} 3',
      'service_webhook_attempts_total{outcome="delivered"} 1',
      'service_webhook_attempts_total{outcome="given_up"} 1',
      "service_webhooks_pending 7",
      "service_asterisk_connected 1",
      "service_asterisk_application_taken 1",
      'service_asterisk_strays_total{kind="media"} 1',
      "service_sip_registered 0",
    ])
      assert.ok(text.split("\n").includes(line), line);
  });

  it("have what raises an alert with its first event from the start", async () => {
    const text = await body(createMetrics({ prefix: "service", node: false }));
    for (const series of [
      'service_calls_rejected_total{reason="busy"}',
      'service_calls_rejected_total{reason="overloaded"}',
      'service_calls_rejected_total{reason="caller_limit"}',
      'service_backend_errors_total{backend="stt",code="stt_failed"}',
      'service_backend_errors_total{backend="llm",code="internal"}',
      'service_alerts_total{what="truncated"}',
      'service_alert_call_outs_total{outcome="failed"}',
      'service_dropped_total{what="events"}',
      'service_schedule_runs_total{outcome="missed"}',
      'service_webhook_attempts_total{outcome="given_up"}',
    ])
      assert.equal(lineOf(text, series), `${series} 0`);
    assert.doesNotMatch(text, /backend="stt",code="llm_failed"/, "what cannot be is no line of a panel");
  });

  it("take odd numbers without throwing and without counting back", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    for (const seconds of [Number.NaN, -1, Number.POSITIVE_INFINITY]) metrics.sttAnswered(seconds);
    metrics.dropped("x", -5);
    metrics.activeCalls(() => Number.NaN);
    const text = await body(metrics);
    assert.equal(lineOf(text, "service_stt_latency_seconds_sum"), "service_stt_latency_seconds_sum 0");
    assert.equal(lineOf(text, 'service_dropped_total{what="x"}'), 'service_dropped_total{what="x"} 0');
    assert.equal(lineOf(text, "service_active_calls"), "service_active_calls 0");
  });

  it("do not grow without end when tool names are made up", async () => {
    const metrics = createMetrics({ prefix: "service", node: false });
    for (let i = 0; i < 500; i++) metrics.toolCalled(`TOOL_${i}`, "FAILED");
    const series = (await body(metrics)).match(/^service_tool_calls_total\{/gm)?.length ?? 0;
    assert.equal(series, 101);
  });

  it("are each other's strangers, and hold the event loop's lag", async () => {
    const [first, second] = [createMetrics({ prefix: "service" }), createMetrics({ prefix: "service", node: false })];
    first.bargedIn();
    assert.equal(lineOf(await body(second), "service_barge_ins_total"), "service_barge_ins_total 0");
    const { contentType, body: text } = await first.render();
    assert.match(contentType, /^text\/plain; version=0\.0\.4/);
    assert.ok(lineOf(text, "nodejs_eventloop_lag_p99_seconds") && lineOf(text, "process_resident_memory_bytes"));
  });
});
