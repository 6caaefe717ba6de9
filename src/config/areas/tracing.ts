import { area } from "../area.js";
import { address, optional, type Parsed, setting } from "../setting.js";

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
