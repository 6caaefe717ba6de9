import { API_KEYS, parseApiAccess } from "../api-access.js";
import { address, area, flag, integer, line, oneOf, optional, type Parsed, setting, timeZone } from "../setting.js";
import { host } from "../text-readers.js";

export const http = area("HTTP interface", ["API_KEY", "ALLOW_UNAUTHENTICATED", "RATE_LIMIT_"], {
  port: setting("PORT", integer(0, 65_535), {
    default: 8080,
    description: "TCP port of the HTTP interface. 0 picks a free port.",
  }),
  host: optional("HOST", host, {
    fallbackText: "127.0.0.1 without API_KEYS, 0.0.0.0 with them",
    description:
      "Address on which the HTTP interface listens. Any address but a loopback one requires API_KEYS or ALLOW_UNAUTHENTICATED=true.",
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
        "Keys of the HTTP interface, sent as a bearer token, as the password of basic authentication, or in X-API-Key. A key without a name permits everything. A key with a name permits its scopes: read, transcripts, call, schedule, tools, talk, mcp, alert, metrics, admin, joined by +, or all.",
    },
  ),
  allowUnauthenticated: setting("ALLOW_UNAUTHENTICATED", flag(), {
    default: false,
    description:
      "Whether the HTTP interface may be open to the network without a key. Anyone who can reach it can then place calls.",
  }),
  ratePerMinute: setting("RATE_LIMIT_PER_MINUTE", integer(0, 100_000), {
    default: 600,
    description:
      "Maximum number of POST requests per minute for each key, or for each address if no key is required; ten times as many for other requests. 0 for no limit. A request with a long body or response counts several times.",
  }),
});

export const general = area("Time, files, logs, metrics", ["TIMEZONE", "DATA_", "LOG_", "METRICS_"], {
  timezone: optional("TIMEZONE", timeZone(), {
    fallbackText: "the host's time zone",
    usual: true,
    description: "Default time zone for times of day.",
  }),
  timeStyle: setting("TIME_STYLE", oneOf("digital", "spoken", "24h"), {
    default: "digital",
    description: "How tools say a time of day. digital: 9:30 PM. spoken: half past nine in the evening. 24h: 21:30.",
  }),
  dataDir: setting("DATA_DIR", line("the path of a folder"), {
    default: "./data",
    description: "Folder for the files of the service, including phrases.json.",
  }),
  logLevel: setting("LOG_LEVEL", oneOf("debug", "info", "warn", "error"), {
    default: "info",
    description: "Lowest level that is logged.",
  }),
  logNumbers: setting("LOG_NUMBERS", oneOf("full", "last4", "none"), {
    default: "full",
    description:
      "How telephone numbers appear in the log: in full, by their last four digits (which shows all of a four-digit extension), or not at all.",
  }),
  metricsPrefix: setting(
    "METRICS_PREFIX",
    line("letters, digits and _", /^[A-Za-z]([A-Za-z0-9_]{0,62}[A-Za-z0-9])?$/),
    {
      default: "service",
      description: "Prefix of the metrics' names, followed by an underscore.",
    },
  ),
});

export const schedules = area("Schedules", ["SCHEDULE_"], {
  maxLatenessSeconds: setting("SCHEDULE_MAX_LATENESS_SECONDS", integer(1, 86_400), {
    default: 300,
    description:
      "Maximum delay of a scheduled call, in seconds, if the service was down at its time. After that, it is recorded as missed.",
  }),
});

const HEADERS = "name=value, several with commas between, values percent-encoded if necessary";

export const tracing = area("Traces", ["OTEL_"], {
  endpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", address(), {
    fallbackText: "tracing is off",
    description:
      "OpenTelemetry collector that receives traces of calls as OTLP over HTTP (protobuf). /v1/traces is appended to the address.",
  }),
  headers: setting(
    "OTEL_EXPORTER_OTLP_HEADERS",
    { values: HEADERS, parse: parseHeaders },
    {
      default: {},
      fallbackText: "",
      secret: true,
      secretParts: (headers) => Object.values(headers),
      description: "HTTP headers that the collector requires, such as an API key.",
    },
  ),
});

function parseHeaders(text: string): Parsed<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*([\x21-\x7e]{1,1000})\s*$/.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decodedText(value);
    if (name === undefined || decoded === undefined || /[^\x20-\x7e]/.test(decoded)) return { expected: HEADERS };
    headers[name.toLowerCase()] = decoded;
  }
  return { value: headers };
}

function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
