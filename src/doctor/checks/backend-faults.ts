import { describe } from "../../kernel/errors.js";
import { textUpTo } from "../../kernel/text-up-to.js";
import { baseAddressOf } from "../../backends/address.js";
import { BackendFailure, type ServerFault } from "../../backends/openai.js";
import { fault, type Found } from "../check.js";
import { type Clue, clockOf, clueFor, lookAt } from "../http-look.js";
import type { Installation } from "../installation.js";

/** Remedies for any server with OpenAI's interface. `names` are its settings. */
export function backendRemedies(names: {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}): readonly (readonly [ServerFault | Clue["cause"], string])[] {
  const silent = `Check that the server is not loading a model or overloaded, that no firewall drops requests, and that ${names.address} is right`;
  return [
    [
      "unresolved",
      `Correct the host name in ${names.address}, or use an IP address. From a container, other containers are reached by their service names`,
    ],
    ["wrong_scheme", `Write ${names.address} with the scheme that the server speaks`],
    [
      "other_loopback",
      `Set ${names.address} to the address that answers, or configure the server to listen on the other one as well`,
    ],
    ["proxy", "Reach the server without the proxy, or put your own relay in between"],
    [
      "untrusted_certificate",
      `Give the server a trusted certificate, or start the service with NODE_EXTRA_CA_CERTS=/path/to/ca.pem. On your own network, http:// in ${names.address} is enough`,
    ],
    [
      "refuses_connections",
      `Start the server, and set ${names.address} to its port. From a container, localhost is the container itself: use http://host.docker.internal:PORT/v1`,
    ],
    ["late", silent],
    ["unreachable", silent],
    ["not_http", `Set ${names.address} to the port of the server's HTTP interface`],
    [
      "redirects",
      `Set ${names.address} to the address that it redirects to, up to and including /v1. If that is a login page, let requests with a key pass`,
    ],
    ["model_denied", `Set ${names.model} to a model that this key may use, or enable it in the provider's account`],
    [
      "denied",
      `Check what the server says. If it says nothing, check that a firewall or proxy in front of it lets requests from here pass, and that ${names.key} belongs to this provider`,
    ],
    ["key_rejected", `Set ${names.key} to a key of this provider`],
    [
      "overloaded",
      `Check the quota and billing of the provider's account, and that ${names.key} belongs to the right account`,
    ],
    ["unknown_model", `Set ${names.model} to a name from the server's list (above); with Ollama: ollama pull NAME`],
    [
      "unknown_path",
      `Set ${names.address} to the part before /chat/completions or /audio/, usually ending in /v1, and ${names.model} to a name that the server has`,
    ],
    ["loading", "Wait until the server has loaded its model, and try again"],
    [
      "bad_gateway",
      "Start the server behind the proxy that answers there, and check the proxy's log for why it cannot reach it",
    ],
    ["internal_error", "Check the server's own log: the usual reason is a model that does not fit into memory"],
    [
      "not_this_interface",
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
): Promise<Found> {
  if (!(error instanceof BackendFailure)) return fault(describe(error));
  const { status, fault: cause, message } = error;
  if (cause !== undefined && OF_THE_MODEL.has(cause)) {
    const [models, elsewhere] = await Promise.all([
      modelsOf(baseUrl, installation, signal),
      NO_PATH.has(status ?? 0) ? pathOf(baseUrl, path, signal) : undefined,
    ]);
    return fault([message, elsewhere, models].filter((part) => part !== undefined).join(" "), cause);
  }
  if (status === undefined || cause === "wrong_scheme") {
    const clue = await clueFor(baseAddressOf(baseUrl), installation.environment, signal);
    if (clue !== undefined) return fault(`${message.replace(/; see [^;]*\.$/, "")}; ${clue.says}.`, clue.cause);
  }
  return fault(message, cause);
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

/** Faults that a list of the server's models helps with. */
const OF_THE_MODEL: ReadonlySet<ServerFault> = new Set(["unknown_model", "unknown_path", "model_denied"]);
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
