import { API_KEYS, parseApiAccess } from "../api-access.js";
import { area } from "../area.js";
import { flag, integer, line, oneOf, optional, setting, timeZone } from "../setting.js";
import { host } from "../text-readers.js";

export const http = area("HTTP interface", ["API_KEY", "ALLOW_UNAUTHENTICATED", "RATE_LIMIT_"], {
  port: setting("PORT", integer(0, 65_535), {
    default: 8080,
    description: "Where the HTTP interface listens; 0 takes a free port.",
  }),
  host: optional("HOST", host, {
    fallbackText: "127.0.0.1 without API_KEYS, 0.0.0.0 with them",
    description: "The address it listens on. Any but a loopback address needs API_KEYS or ALLOW_UNAUTHENTICATED=true.",
  }),
  access: setting(
    "API_KEYS",
    { values: API_KEYS, parse: parseApiAccess },
    {
      default: { keys: [], clients: [] },
      fallbackText: "",
      secret: true,
      secretParts: ({ keys }) => keys.map(({ text }) => text),
      description:
        "Keys of the HTTP interface, sent as a bearer token or in X-API-Key. A key alone permits everything. One with a name permits its scopes: read, transcripts, call, schedule, tools, talk, metrics, joined by +, or all.",
    },
  ),
  allowUnauthenticated: setting("ALLOW_UNAUTHENTICATED", flag(), {
    default: false,
    description:
      "Whether the interface may be open to the network without a key. Anybody who reaches it can place calls then.",
  }),
  ratePerMinute: setting("RATE_LIMIT_PER_MINUTE", integer(0, 100_000), {
    default: 600,
    description:
      "POST requests a minute for each key, or for each address when no key is needed; ten times as many others. 0 for no limit. A long body or answer counts several times.",
  }),
});

export const general = area("Place, logs, metrics", ["TIMEZONE", "DATA_", "LOG_", "METRICS_"], {
  timezone: optional("TIMEZONE", timeZone(), {
    fallbackText: "the host's",
    usual: true,
    description: "What the time of day means.",
  }),
  timeStyle: setting("TIME_STYLE", oneOf("digital", "spoken", "24h"), {
    default: "digital",
    description: "How tools say a time of day: 9:30 PM, half past nine in the evening, or 21:30.",
  }),
  dataDir: setting("DATA_DIR", line("the path of a folder"), {
    default: "./data",
    description: "Where files of the service are kept, phrases.json among them.",
  }),
  logLevel: setting("LOG_LEVEL", oneOf("debug", "info", "warn", "error"), {
    default: "info",
    description: "The least important lines that are logged.",
  }),
  logNumbers: setting("LOG_NUMBERS", oneOf("full", "last4", "none"), {
    default: "full",
    description:
      "How telephone numbers appear in the log: as they are, by their last four digits (an extension of four is shown then), or not at all.",
  }),
  metricsPrefix: setting(
    "METRICS_PREFIX",
    line("letters, digits and _", /^[A-Za-z]([A-Za-z0-9_]{0,62}[A-Za-z0-9])?$/),
    {
      default: "service",
      description: "What the names of the metrics begin with, before an underscore.",
    },
  ),
});
