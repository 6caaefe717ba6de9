/* Webhooks as the documentation of their senders shows them. */

const OF_PROBE = {
  labels: {
    alertname: "ProbeFailure",
    instance: "https://server.example.org",
    job: "http_checks",
    monitor: "master",
    severity: "critical",
  },
  annotations: {
    description: "Instance https://server.example.org has been down for over 5m. Job: http_checks",
    summary: "BlackBox Probe Failure: server.example.org",
  },
};

/** Alertmanager, version 4 of its webhook. */
export function alertmanagerReport(status: "firing" | "resolved" = "firing", startsAt = "2026-06-01T07:58:45.828Z") {
  return {
    receiver: "telephone",
    status,
    alerts: [
      {
        status,
        ...OF_PROBE,
        startsAt,
        endsAt: status === "firing" ? "0001-01-01T00:00:00Z" : "2026-06-01T08:08:45.828Z",
        generatorURL: "http://prometheus.example.org:9090/graph?g0.expr=probe_success+%3D%3D+0&g0.tab=1",
        fingerprint: "1a30ba71cca2921f",
      },
    ],
    groupLabels: { alertname: "ProbeFailure" },
    commonLabels: OF_PROBE.labels,
    commonAnnotations: OF_PROBE.annotations,
    externalURL: "http://prometheus.example.org:9093",
    version: "4",
    groupKey: '{}/{severity="critical"}:{alertname="ProbeFailure"}',
    truncatedAlerts: 0,
  };
}

/** Grafana's contact point of the type webhook. */
export function grafanaReport(status: "firing" | "resolved" = "firing") {
  const alert = (name: string, zone: string, fingerprint: string) => ({
    status,
    labels: { alertname: `High ${name} usage`, team: "blue", zone },
    annotations: {
      description: `The system has high ${name} usage`,
      runbook_url: "https://myrunbook.com/runbook/1234",
      summary: `This alert was triggered for zone ${zone}`,
    },
    startsAt: "2026-06-01T09:51:03.157076+02:00",
    endsAt: "0001-01-01T00:00:00Z",
    generatorURL: "https://play.grafana.org/alerting/1afz29v7z/edit",
    fingerprint,
    silenceURL: "https://play.grafana.org/alerting/silence/new?alertmanager=grafana&matchers=team%3Dblue",
    dashboardURL: "",
    panelURL: "",
    values: { B: 44.23943737541908, C: 1 },
  });
  return {
    receiver: "My Super Webhook",
    status,
    orgId: 1,
    alerts: [alert("memory", "us-1", "c6eadffa33fcdf37"), alert("CPU", "eu-1", "bc97ff14869b13e3")],
    groupLabels: {},
    commonLabels: { team: "blue" },
    commonAnnotations: {},
    externalURL: "https://play.grafana.org/",
    version: "1",
    groupKey: "{}:{}",
    truncatedAlerts: 0,
    title: "[FIRING:2]  (blue)",
    state: "alerting",
    message: "**Firing**\n\nLabels:\n - alertname = T2",
  };
}

/** Grafana's webhook of dashboard alerts, up to version 10. */
export function legacyGrafanaReport(state = "alerting") {
  return {
    dashboardId: 1,
    evalMatches: [{ value: 95.5, metric: "memory", tags: { host: "db1" } }],
    imageUrl: "https://grafana.example.org/render/abc",
    message: "The memory of the database is full.",
    ...{ orgId: 1, panelId: 2, ruleId: 17, ruleName: "Database memory", state },
    ruleUrl: "https://grafana.example.org/d/abc/database?tab=alert&viewPanel=2&orgId=1",
    tags: { environment: "production" },
    title: `[${state}] Database memory`,
  };
}
