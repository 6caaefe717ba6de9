import type { Dashboard } from "./panel.js";
import { LATELY, mean, perMinute, quantile, within } from "./questions.js";

/** What is going on, and whether it is well. It is shown first. */
export const callsNow: Dashboard = {
  name: "calls-now",
  uid: "attendant",
  title: "Calls now",
  description: "Is it there, does it take calls, how did they end, and what do they cost the machine.",
  rows: [
    {
      title: "Now",
      panels: [
        {
          title: "Controller up",
          says: "Whether Prometheus gets an answer from the controller.",
          as: "number",
          isYesOrNo: true,
          asks: [{ expr: 'up{job="attendant"}' }],
        },
        {
          title: "Asterisk",
          says: "Whether the controller's connection to Asterisk stands.",
          as: "number",
          isYesOrNo: true,
          asks: [{ expr: "service_asterisk_connected" }],
        },
        {
          title: "SIP registered",
          says: "Whether calls to the extension get here.",
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
          says: "The share of them that failed.",
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
          title: "Reply, 95 of 100",
          says: "Within this time came 95 of 100 replies of the last hour: from the end of the caller's speech to the first sound queued.",
          as: "number",
          unit: "s",
          decimals: 2,
          bad: { nearly: 2, from: 3 },
          none: "no replies",
          // Without a reply it is no number, and `>= 0` leaves that out.
          asks: [{ expr: `${quantile(95, "service_response_latency_seconds", "1h").expr} >= 0` }],
        },
        {
          title: "Alerts",
          says: "Alerts that are raised.",
          as: "number",
          bad: { from: 1 },
          asks: [{ expr: 'count(ALERTS{alertstate="firing"}) or vector(0)' }],
        },
        {
          title: "Checks of /health",
          says: "What the service needs from outside, each by its name.",
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
          title: "Calls that ended, by outcome",
          says: "Per minute.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_calls_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Callers turned away, by reason",
          says: "Within ten minutes each.",
          as: "stack",
          asks: [within("10m", "service_calls_rejected_total", "reason", "{{reason}}")],
        },
        {
          title: "Length of calls",
          says: "From answer to end.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_call_duration_seconds", "30m", "half of them are shorter"),
            mean("service_call_duration_seconds", "30m", "mean"),
          ],
        },
        {
          title: "Sound of calls lost and connected anew, by outcome",
          says: "Within ten minutes each. A media socket was lost, or a bridge taken apart, in the middle of a call. Failed: the call was over.",
          as: "stack",
          asks: [within("10m", "service_media_reconnects_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Calls that came back, by outcome",
          says: "Within ten minutes each. A controller had died, or handed them over.",
          as: "stack",
          asks: [within("10m", "service_calls_resumed_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Asterisk: strays, and the application in other hands",
          says: "Channels and bridges that no call had to do with and that were taken away, by kind; 1 while another ARI client has the application, and new calls.",
          as: "lines",
          width: 12,
          asks: [
            within("5m", "service_asterisk_strays_total", "kind", "{{kind}}"),
            { expr: "max(service_asterisk_application_taken)", legend: "application taken" },
          ],
        },
        {
          title: "Requests to REST refused, by code",
          says: "Within ten minutes each: not you, or not now.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_http_refused_total", "code", "{{code}}")],
        },
      ],
    },
    {
      title: "The controller",
      panels: [
        {
          title: "Thread that carries the calls",
          says: "Share of its time for which it was busy. From 80 % on further calls are turned away.",
          as: "lines",
          unit: "percentunit",
          asks: [
            { expr: "service_thread_busy_ratio", legend: "busy" },
            { expr: "service_overloaded", legend: "turning calls away" },
          ],
        },
        {
          title: "Event loop lag",
          says: "How late the controller gets to what is due. A frame of sound comes every 20 ms.",
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
          title: "Lost to full queues",
          says: "Within five minutes each. Anything but zero is a fault.",
          as: "stack",
          asks: [
            within("5m", "service_dropped_total", "what", "{{what}}"),
            { expr: "sum(service_store_missing_writes)", legend: "writes of the store" },
          ],
        },
        {
          title: "Controllers taken over",
          says: "Controllers that ended without a word, and whose calls another one brought to their end.",
          as: "lines",
          asks: [within("1h", "service_controllers_taken_over_total", "instance", "by {{instance}}")],
        },
      ],
    },
  ],
};
