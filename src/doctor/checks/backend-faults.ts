import { AttendantError, describe } from "../../kernel/errors.js";
import { textUpTo } from "../../kernel/text-up-to.js";
import { baseAddressOf } from "../../backends/address.js";
import { BackendFailure } from "../../backends/openai.js";
import type { Remedy } from "../check.js";
import { clockOf, clueFor, lookAt } from "../http-look.js";
import type { Installation } from "../installation.js";

/** What can be wrong with any server of OpenAI's interface. `names` are its settings. */
export function backendRemedies(names: {
  readonly address: string;
  readonly key: string;
  readonly model: string;
}): readonly Remedy[] {
  return [
    [
      /cannot be resolved|unknown host name/,
      `Write the host in ${names.address} right, or its address; in a container, other containers have their service names`,
    ],
    [
      /over https: write|over http: write|does not speak TLS/,
      `Give ${names.address} the scheme that the server speaks`,
    ],
    [
      /answers on (\[::1\]|127)/,
      `Write the address that answers into ${names.address}, or have the server listen on the other as well`,
    ],
    [/PROXY/, "Reach the server without the proxy, or put a server of your own between"],
    [
      /certificate/,
      `Give the server a certificate that is trusted, or start the service with NODE_EXTRA_CA_CERTS=/path/to/ca.pem; on a net of your own, http:// in ${names.address} will do`,
    ],
    [
      /refuses connections/,
      `Start the server, and give ${names.address} its port; from a container, localhost is the container itself: http://host.docker.internal:PORT/v1`,
    ],
    [
      /sent nothing for|cannot be reached/,
      `See that the server is not loading a model or overloaded, that no firewall drops requests, and that ${names.address} is right`,
    ],
    [/does not speak HTTP/, `Give ${names.address} the port of the server's HTTP interface`],
    [
      /redirects to/,
      `Write the address that it redirects to into ${names.address}, up to and with /v1; where that is a page for logging in, have requests with a key pass`,
    ],
    [
      /denies access to this model/,
      `Take a model for ${names.model} that the provider lets this key use, or have it allowed in the account`,
    ],
    [
      /denies access/,
      `See what the server says; where it says nothing, that a firewall or proxy before it lets requests from here pass, and that ${names.key} is this very provider's`,
    ],
    [/rejected the key|no key is set/, `Put the key of this very provider into ${names.key}`],
    [
      /HTTP 429/,
      `See the quota and the bill of the provider's account, or whether ${names.key} is the right account's`,
    ],
    [
      /does not know this model \(/,
      `Take a name from the server's list for ${names.model} (see what it has, above); with Ollama: ollama pull NAME`,
    ],
    [
      /does not know this model or path/,
      `Give ${names.address} as it stands before /chat/completions or /audio/, /v1 as a rule, and ${names.model} a name that the server has`,
    ],
    [/still loading/, "Wait until the server has loaded its model, and ask again"],
    [
      /HTTP 50[24]/,
      "Start the server behind the proxy that answers there, and see the proxy's log for why it does not reach it",
    ],
    [/HTTP 5\d\d/, "See the server's own log: a model that does not fit its memory is the usual reason"],
    [
      /not JSON|not with audio|text\/html/,
      `Give ${names.address} the address of the interface, not of a web page: it ends in /v1 as a rule`,
    ],
  ];
}

/** Why a back end failed: its error, and what is found one change away of its address. */
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

/** Reads the server's clock from an answer of it, whatever that is. */
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

/** What servers answer at a path that they do not have. */
const NO_PATH: ReadonlySet<number> = new Set([404, 405]);
const MAX_NAMED = 8;
/** Longest list of models that is read, bytes. */
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

/** Whether the server has the path at another place. One that exists answers something else than that to an empty request. */
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
      return "What is there serves whisper.cpp's own path, /inference.";
  }
  return undefined;
}
