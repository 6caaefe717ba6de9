import { nearest } from "../kernel/nearest.js";
import { isRecord } from "../kernel/record.js";
import { readJsonLines } from "./json-lines.js";
import { hasControls, type Parsed, type Problems } from "./setting.js";

/** Minimum length of a secret. Shorter values are words such as "debug", which must not be masked in every log line. */
const MIN_SECRET_LENGTH = 8;
/** Minimum length of a path segment that is taken for a key. */
const MIN_PATH_KEY_LENGTH = 16;

/** Returns the secrets of MCP servers: values in their environments and headers, and keys in their addresses. */
export function mcpSecrets(servers: readonly McpServer[]): readonly string[] {
  return servers.flatMap(secretsOf).filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

function secretsOf(server: McpServer): string[] {
  if (server.kind === "stdio") return Object.values(server.env);
  const { pathname, searchParams } = new URL(server.url);
  const parts = pathname.split("/").filter((part) => part.length >= MIN_PATH_KEY_LENGTH);
  const values = Object.values(server.headers);
  // `Bearer abc` is a secret, and so is `abc` by itself.
  const credentials = values.flatMap((value) => value.split(" ").slice(1));
  return [...values, ...credentials, ...parts, ...searchParams.values()];
}

interface ServerBase {
  /** Letters, digits, `-` and `_`. Prefix of its tools' names. */
  readonly name: string;
  /** Permitted tools, by the server's names for them; `*` for all. */
  readonly tools: readonly string[] | "*";
  /** Maximum duration of one tool call, in ms; TOOL_TIMEOUT_MS limits it further. */
  readonly timeoutMs: number | undefined;
}

/** An MCP server that is a program, connected over its standard input and output. */
export interface McpProgram extends ServerBase {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment, apart from PATH. */
  readonly env: Readonly<Record<string, string>>;
}

/** An MCP server connected over streamable HTTP. */
export interface McpAddress extends ServerBase {
  readonly kind: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type McpServer = McpProgram | McpAddress;

export const MCP_SERVERS = "a JSON object of servers by name, or the path of a file with one; see docs/mcp.md";

const MAX_SERVERS = 32;
const SERVER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
const FIELDS = ["command", "args", "env", "url", "headers", "tools", "timeout_ms", "type"];
const TYPES: Readonly<Record<string, McpServer["kind"]>> = { stdio: "stdio", http: "http", "streamable-http": "http" };
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that the protocol or HTTP itself sets. */
const RESERVED_HEADER =
  /^(host|connection|content-.*|transfer-encoding|accept|last-event-id|mcp-.*|upgrade|te|trailer|expect)$/i;

/** Parses MCP_SERVERS. Faults name the server and the field, but not the value, because it may be a secret. */
export function parseMcpServers(text: string): Parsed<readonly McpServer[]> | Problems {
  const json = readJsonLines(text);
  if ("fault" in json) return { problems: [`is not JSON (line ${json.line}: ${json.fault})`] };
  if (!isRecord(json.value)) return { expected: MCP_SERVERS };
  const entries = Object.entries(json.value);
  if (entries.length === 1 && entries[0]?.[0] === "mcpServers") {
    return { problems: ["has all servers inside mcpServers; remove this level and keep its contents"] };
  }
  const problems: string[] = [];
  if (entries.length > MAX_SERVERS) problems.push(`names more than ${MAX_SERVERS} servers`);
  const prefixes = new Map<string, string>();
  const servers = entries.map(([name, given]) => {
    const fault = (words: string) => void problems.push(`${JSON.stringify(name.slice(0, 40))}${words}`);
    if (!SERVER_NAME.test(name))
      fault(" must be a name of at most 32 letters, digits, - and _ that begins with a letter");
    const prefix = name.toUpperCase().replaceAll("-", "_");
    if (prefixes.has(prefix)) fault(` has tools with the same names as ${prefixes.get(prefix)}`);
    prefixes.set(prefix, name);
    return readServer(name, given, fault);
  });
  return problems.length > 0 ? { problems } : { value: servers.filter((server) => server !== undefined) };
}

function readServer(name: string, given: unknown, fault: (words: string) => void): McpServer | undefined {
  if (!isRecord(given)) return fault(" must be an object with command or url") as undefined;
  reportUnknown(Object.keys(given), fault);
  const { command, url, type } = given;
  if ((command === undefined) === (url === undefined)) return fault(" must have either command or url") as undefined;
  const kind = command === undefined ? "http" : "stdio";
  if (type !== undefined && (typeof type !== "string" || TYPES[type] !== kind)) {
    fault(
      `.type must be ${kind === "http" ? "http" : "stdio"} or left out${type === "sse" ? "; sse is not supported" : ""}`,
    );
  }
  for (const field of kind === "http" ? ["args", "env"] : ["headers"]) {
    if (given[field] !== undefined) fault(`.${field} cannot be combined with ${kind === "http" ? "url" : "command"}`);
  }
  const shared = { name, tools: toolsOf(given.tools, fault), timeoutMs: timeoutOf(given.timeout_ms, fault) };
  if (kind === "http") return { ...shared, kind, url: urlOf(url, fault), headers: headersOf(given.headers, fault) };
  if (!isText(command, 1_000)) fault(".command must be the name or the path of a program");
  return { ...shared, kind, command: String(command), args: argsOf(given.args, fault), env: envOf(given.env, fault) };
}

type ReportFault = (words: string) => void;

function reportUnknown(fields: readonly string[], fault: ReportFault): void {
  for (const field of fields.filter((each) => !FIELDS.includes(each))) {
    const meant = nearest(field, FIELDS);
    fault(
      `.${field.slice(0, 40)} is not a known field; ${meant ? `did you mean ${meant}?` : `fields are ${FIELDS.join(", ")}`}`,
    );
  }
}

function toolsOf(given: unknown, fault: ReportFault): McpServer["tools"] {
  if (given === "*") return "*";
  const named =
    Array.isArray(given) && given.length > 0 && given.length <= 200 && given.every((each) => isText(each, 128));
  if (named) return given.includes("*") ? "*" : [...new Set(given as string[])];
  fault('.tools must be a list of the names of the permitted tools, or "*" for all');
  return [];
}

function timeoutOf(given: unknown, fault: ReportFault): number | undefined {
  const fits = given === undefined || (Number.isInteger(given) && Number(given) >= 100 && Number(given) <= 300_000);
  if (!fits) fault(".timeout_ms must be a whole number from 100 to 300000");
  return fits ? (given as number | undefined) : undefined;
}

function argsOf(given: unknown = [], fault: ReportFault): readonly string[] {
  const fits = Array.isArray(given) && given.every((each) => typeof each === "string" && !each.includes("\0"));
  if (!fits) fault(".args must be a list of texts");
  return fits ? given : [];
}

function envOf(given: unknown = {}, fault: ReportFault): Readonly<Record<string, string>> {
  if (!isRecord(given)) return fault(".env must be an object of texts by name") ?? {};
  for (const [key, value] of Object.entries(given)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,100}$/.test(key)) fault(`.env contains an invalid name of a variable`);
    else if (typeof value !== "string" || value.includes("\0")) fault(`.env.${key} must be a text`);
  }
  return given as Record<string, string>;
}

function urlOf(given: unknown, fault: ReportFault): string {
  const url = typeof given === "string" && URL.canParse(given) && !/\s/.test(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) return url.href;
  fault(".url must be an http:// or https:// address without user and fragment");
  return "";
}

function headersOf(given: unknown = {}, fault: ReportFault): Readonly<Record<string, string>> {
  if (!isRecord(given)) return fault(".headers must be an object of texts by name") ?? {};
  for (const [key, value] of Object.entries(given)) {
    if (!HEADER_NAME.test(key)) fault(".headers contains an invalid name of a header");
    else if (RESERVED_HEADER.test(key)) fault(`.headers.${key} cannot be set`);
    else if (!isText(value, 8_000) || !/^[\x20-\x7e]*$/.test(value)) fault(`.headers.${key} must be printable ASCII`);
  }
  return given as Record<string, string>;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= longest && !hasControls(value);
}
