import { AttendantError, describe } from "../../kernel/errors.js";
import { textUpTo } from "../../kernel/text-up-to.js";
import { baseAddressOf } from "../../backends/address.js";
import { BackendFailure } from "../../backends/openai.js";
import type { Remedy } from "../check.js";
import { clockOf, clueFor, lookAt } from "../http-look.js";
import type { Installation } from "../installation.js";

/** Remedies for any server with OpenAI's interface. `names` are its settings. */
export function backendRemedies(names: {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}): readonly Remedy[] {
  return [
    [
      /cannot be resolved|unknown host name/,
      `Correct the host name in ${names.address}, or use an IP address. From a container, other containers are reached by their service names`,
    ],
    [
      /over https: write|over http: write|does not speak TLS/,
      `Use the scheme that the server speaks in ${names.address}`,
    ],
    [
      /answers on (\[::1\]|127)/,
      `Set ${names.address} to the address that answers, or configure the server to listen on the other one as well`,
    ],
    [/PROXY/, "Reach the server without the proxy, or put your own relay in between"],
    [
      /certificate/,
      `Give the server a trusted certificate, or start the service with NODE_EXTRA_CA_CERTS=/path/to/ca.pem. On your own network, http:// in ${names.address} is enough`,
    ],
    [
      /refuses connections/,
      `Start the server, and set ${names.address} to its port. From a container, localhost is the container itself: use http://host.docker.internal:PORT/v1`,
    ],
    [
      /sent nothing for|cannot be reached/,
      `Check that the server is not loading a model or overloaded, that no firewall drops requests, and that ${names.address} is right`,
    ],
    [/does not speak HTTP/, `Set ${names.address} to the port of the server's HTTP interface`],
    [
      /redirects to/,
      `Set ${names.address} to the address that it redirects to, up to and including /v1. If that is a login page, let requests with a key pass`,
    ],
    [
      /denies access to this model/,
      `Set ${names.model} to a model that this key may use, or enable it in the provider's account`,
    ],
    [
      /denies access/,
      `Check what the server says. If it says nothing, check that a firewall or proxy in front of it lets requests from here pass, and that ${names.key} belongs to this provider`,
    ],
    [/rejected the key|no key is set/, `Set ${names.key} to a key of this provider`],
    [
      /HTTP 429/,
      `Check the quota and billing of the provider's account, and that ${names.key} belongs to the right account`,
    ],
    [
      /does not know this model \(/,
      `Set ${names.model} to a name from the server's list (above); with Ollama: ollama pull NAME`,
    ],
    [
      /does not know this model or path/,
      `Set ${names.address} to the part before /chat/completions or /audio/, usually ending in /v1, and ${names.model} to a name that the server has`,
    ],
    [/still loading/, "Wait until the server has loaded its model, and try again"],
    [
      /HTTP 50[24]/,
      "Start the server behind the proxy that answers there, and check the proxy's log for why it cannot reach it",
    ],
    [/HTTP 5\d\d/, "Check the server's own log: the usual reason is a model that does not fit into memory"],
    [
      /not JSON|not with audio|text\/html/,
      `Set ${names.address} to the address of the interface, not of a web page: it usually ends in /v1`,
    ],
  ];
}

/** Explains why a back end failed, with its error and answers from similar addresses. */
export async function explained(
  error: unknown,
  {
    baseUrl,
    path,
    installation,
    signal,
  }: {
    readonly baseUrl: string;
    readonly path: string;
    readonly installation: Installation;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  if (!(error instanceof AttendantError)) return describe(error);
  const status = error instanceof BackendFailure ? error.status : undefined;
  const detail = error.message;
  if (/does not know this model|denies access to this model/.test(detail)) {
    const [models, elsewhere] = await Promise.all([
      modelsOf(baseUrl, installation, signal),
      NO_PATH.has(status ?? 0) ? pathOf(baseUrl, path, signal) : undefined,
    ]);
    return [detail, elsewhere, models].filter((part) => part !== undefined).join(" ");
  }
  if (status !== undefined && status < 500 && !/plain HTTP request/i.test(detail)) return detail;
  if (status === undefined || status === 400) {
    const clue = await clueFor(baseAddressOf(baseUrl), installation.environment, signal);
    if (clue !== undefined) return `${detail.replace(/; see [^;]*\.$/, "")}; ${clue}.`;
  }
  return detail;
}

/** Reads the server's clock from any of its answers. */
export async function readClock(
  name: string,
  baseUrl: string,
  installation: Installation,
  signal: AbortSignal,
): Promise<void> {
  const address = baseAddressOf(baseUrl);
  const answer = await lookAt(`${address}/models`, signal);
  const clock = typeof answer === "string" ? undefined : clockOf(name, answer, new URL(address).hostname);
  if (clock) installation.clocks.push(clock);
}

/** Statuses that servers return for a missing path. */
const NO_PATH: ReadonlySet<number> = new Set([404, 405]);
const MAX_NAMED = 8;
/** Maximum size of the list of models, in bytes. */
const LONGEST_LIST = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

async function modelsOf(baseUrl: string, { settings }: Installation, signal: AbortSignal): Promise<string | undefined> {
  const server = [settings.llm, settings.stt, settings.tts].find((each) => each.baseUrl === baseUrl);
  const headers: Record<string, string> = server?.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {};
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(3_000)]);
    const answer = await fetch(`${baseAddressOf(baseUrl)}/models`, { headers, signal: limit, redirect: "manual" });
    const listed = JSON.parse((await textUpTo(LONGEST_LIST, answer)) ?? "null") as { data?: { id?: unknown }[] };
    if (!Array.isArray(listed.data)) return undefined;
    const names = listed.data.flatMap(({ id }) => (typeof id === "string" ? [id.slice(0, 80)] : []));
    if (names.length === 0) return "The server has no model at all.";
    return `It has: ${names.slice(0, MAX_NAMED).join(", ")}${names.length > MAX_NAMED ? " …" : ""}.`;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Finds the path under another prefix. An existing path answers an empty request with another status. */
async function pathOf(baseUrl: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  const { origin } = new URL(baseUrl);
  const asked = `${baseAddressOf(baseUrl)}${path}`;
  for (const prefix of ["/v1", "/openai/v1", "/api/v1", "/v1/openai", "/api"]) {
    const other = `${origin}${prefix}${path}`;
    if (other === asked) continue;
    const answer = await lookAt(other, signal, JSON_TYPE, "{}");
    if (typeof answer !== "string" && !NO_PATH.has(answer.status)) return `Something answers at ${origin}${prefix}.`;
  }
  if (path === "/audio/transcriptions") {
    const answer = await lookAt(`${origin}/inference`, signal, JSON_TYPE, "{}");
    if (typeof answer !== "string" && !NO_PATH.has(answer.status))
      return "The server there serves whisper.cpp's own path, /inference.";
  }
  return undefined;
}
