import { API_CLIENTS, parseApiClients } from "../api-clients.js";
import { API_KEYS, parseApiKeys } from "../api-keys.js";
import { area } from "../area.js";
import { flag, integer, line, oneOf, optional, setting, timeZone } from "../setting.js";
import { host } from "../text-readers.js";

export const http = area("HTTP interface", ["API_KEY", "API_CLIENT", "ALLOW_UNAUTHENTICATED", "RATE_LIMIT_"], {
  port: setting("PORT", integer(0, 65_535), {
    default: 8080,
    description: "Where the HTTP interface listens; 0 takes a free port.",
  }),
  host: optional("HOST", host, {
    fallbackText: "127.0.0.1 without API_KEYS, 0.0.0.0 with them",
    description: "The address it listens on. Any but a loopback address needs API_KEYS or ALLOW_UNAUTHENTICATED=true.",
  }),
  apiKeys: setting(
    "API_KEYS",
    { values: API_KEYS, parse: parseApiKeys },
    {
      default: [],
      fallbackText: "",
      secret: true,
      secretParts: (keys) => keys.map(({ text }) => text),
      description:
        "Keys that programs may use, as a bearer token or in X-API-Key. A key alone may do everything; name:scopes:key says whose it is and what it may: read, transcripts, call, schedule, tools, talk, metrics, joined by +, or all.",
    },
  ),
  apiClients: setting(
    "API_CLIENTS",
    { values: API_CLIENTS, parse: parseApiClients },
    {
      default: [],
      fallbackText: "",
      description:
        "What single keys may do less than others: the numbers that they may have dialled, of those that DIAL_ALLOW and DIAL_DENY leave, and their POST requests a minute.",
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
      "POST requests a minute for each key, or for each address where no key is needed; 0 for no limit. One with a body of more than 4 KiB counts once for each 4 KiB begun. Beyond it the answer is 429.",
  }),
  readsPerMinute: setting("RATE_LIMIT_READS_PER_MINUTE", integer(0, 1_000_000), {
    default: 6000,
    description:
      "All other requests a minute, likewise. One with an answer of more than 16 KiB counts once more for each 16 KiB. What needs no key is not counted.",
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
  logTranscripts: setting("LOG_TRANSCRIPTS", flag(), {
    default: false,
    description: "Whether the log may hold what people said.",
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
