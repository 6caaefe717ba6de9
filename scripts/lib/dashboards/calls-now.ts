import type { Dashboard } from "./panel.js";
import { LATELY, mean, perMinute, quantile, within } from "./questions.js";

/** The current state of the service. The first dashboard to look at. */
export const callsNow: Dashboard = {
  name: "calls-now",
  uid: "attendant",
  title: "Calls now",
  description: "Availability, call results and resource use.",
  rows: [
    {
      title: "Now",
      panels: [
        {
          title: "Controller up",
          says: "Whether Prometheus can reach the controller.",
          as: "number",
          isYesOrNo: true,
          asks: [{ expr: 'up{job="attendant"}' }],
        },
        {
          title: "Asterisk",
          says: "Whether the controller is connected to Asterisk.",
          as: "number",
          isYesOrNo: true,
          asks: [{ expr: "service_asterisk_connected" }],
        },
        {
          title: "SIP registered",
          says: "Whether the assistant is registered with the PBX, so that calls to its extension arrive.",
          as: "number",
          isYesOrNo: true,
          asks: [{ expr: "service_sip_registered" }],
        },
        { title: "Calls now", says: "Calls in progress.", as: "number", asks: [{ expr: "service_active_calls" }] },
        {
          title: "Calls in 24 h",
          says: "Calls that ended within the last 24 hours.",
          as: "number",
          decimals: 0,
          asks: [{ expr: "sum(increase(service_calls_total[24h]))" }],
        },
        {
          title: "Failed in 24 h",
          says: "The share of these calls that failed.",
          as: "number",
          unit: "percentunit",
          decimals: 1,
          none: "no calls",
          bad: { nearly: 0.05, from: 0.2 },
          asks: [
            {
              expr:
                '(sum(increase(service_calls_total{outcome="failed"}[24h])) or vector(0)) ' +
                "/ (sum(increase(service_calls_total[24h])) > 0)",
            },
          ],
        },
        {
          title: "Reply time, p95",
          says:
            "95 % of the replies of the last hour began within this time: from the end of the caller's speech to " +
            "the first audio queued.",
          as: "number",
          unit: "s",
          decimals: 2,
          bad: { nearly: 2, from: 3 },
          none: "no replies",
          // Without a reply the result is not a number, which `>= 0` removes.
          asks: [{ expr: `${quantile(95, "service_response_latency_seconds", "1h").expr} >= 0` }],
        },
        {
          title: "Alerts",
          says: "Firing alerts.",
          as: "number",
          bad: { from: 1 },
          asks: [{ expr: 'count(ALERTS{alertstate="firing"}) or vector(0)' }],
        },
        {
          title: "Checks of /health",
          says: "The dependencies of the service, by name.",
          as: "number",
          isYesOrNo: true,
          width: 24,
          asks: [{ expr: "service_check_up", legend: "{{check}}" }],
        },
      ],
    },
    {
      title: "Calls",
      panels: [
        { title: "Calls in progress", as: "lines", asks: [{ expr: "service_active_calls", legend: "calls" }] },
        {
          title: "Ended calls, by outcome",
          says: "Per minute.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_calls_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Rejected callers, by reason",
          says: "Per ten minutes.",
          as: "stack",
          asks: [within("10m", "service_calls_rejected_total", "reason", "{{reason}}")],
        },
        {
          title: "Call duration",
          says: "From answer to end.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_call_duration_seconds", "30m", "median"),
            mean("service_call_duration_seconds", "30m", "mean"),
          ],
        },
        {
          title: "Media connections lost and restored, by outcome",
          says:
            "Per ten minutes. A media socket or a bridge was lost in the middle of a call. Failed: the call " +
            "ended.",
          as: "stack",
          asks: [within("10m", "service_media_reconnects_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Resumed calls, by outcome",
          says: "Per ten minutes. Their controller had died, or handed them over.",
          as: "stack",
          asks: [within("10m", "service_calls_resumed_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Callers put through, by outcome",
          says: "Per ten minutes: to colleagues and to destinations of the PBX.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_transfers_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Orphaned channels, ARI application taken over",
          says:
            "Channels and bridges that belonged to no call and were removed, by kind; 1 while another ARI client " +
            "has the application, and receives new calls.",
          as: "lines",
          width: 12,
          asks: [
            within("5m", "service_asterisk_strays_total", "kind", "{{kind}}"),
            { expr: "max(service_asterisk_application_taken)", legend: "application taken" },
          ],
        },
        {
          title: "Rejected REST requests, by code",
          says: "Per ten minutes: no permission, or not now.",
          as: "stack",
          width: 24,
          asks: [within("10m", "service_http_refused_total", "code", "{{code}}")],
        },
      ],
    },
    {
      title: "Controller",
      panels: [
        {
          title: "Main thread (audio)",
          says:
            "The share of its time for which the thread that carries the calls is busy. From 80 % on, further " +
            "calls are rejected.",
          as: "lines",
          unit: "percentunit",
          asks: [
            { expr: "service_thread_busy_ratio", legend: "busy" },
            { expr: "service_overloaded", legend: "rejecting calls" },
          ],
        },
        {
          title: "Event loop lag",
          says: "How late the controller's timers fire. An audio frame arrives every 20 ms.",
          as: "lines",
          unit: "s",
          asks: [
            { expr: 'nodejs_eventloop_lag_p99_seconds{job="attendant"}', legend: "99 of 100" },
            { expr: 'nodejs_eventloop_lag_p50_seconds{job="attendant"}', legend: "50 of 100" },
          ],
        },
        {
          title: "CPU",
          says: "One core is 100 %: all calls share one thread.",
          as: "lines",
          unit: "percentunit",
          asks: [{ expr: `rate(process_cpu_seconds_total{job="attendant"}[${LATELY}])`, legend: "CPU" }],
        },
        {
          title: "Memory",
          says: "The container's limit is 1 GiB.",
          as: "lines",
          unit: "bytes",
          asks: [
            { expr: 'process_resident_memory_bytes{job="attendant"}', legend: "resident" },
            { expr: 'nodejs_heap_size_used_bytes{job="attendant"}', legend: "heap in use" },
          ],
        },
        {
          title: "Dropped by full queues",
          says: "Per five minutes. Anything but zero is a fault.",
          as: "stack",
          asks: [
            within("5m", "service_dropped_total", "what", "{{what}}"),
            { expr: "sum(service_store_missing_writes)", legend: "writes of the store" },
          ],
        },
        {
          title: "Controllers taken over",
          says: "Controllers that died, and whose calls another controller took over.",
          as: "lines",
          asks: [within("1h", "service_controllers_taken_over_total", "instance", "by {{instance}}")],
        },
      ],
    },
  ],
};
