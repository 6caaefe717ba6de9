import { reachableHost } from "../kernel/host.js";
import { pause, withDeadline } from "../kernel/deadline.js";
import { textUpTo } from "../kernel/text-up-to.js";
import type { Way } from "./facts.js";

/** Address and key of the service's REST interface. */
export interface RestAddress {
  readonly url: string;
  readonly apiKey: string | undefined;
}

export interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail?: string }>>;
}

/** Result of the test call. */
export interface TriedCall {
  readonly status: string;
  /** The person's answer: `yes` when the sound is good in both directions. */
  readonly answer: string | null;
  readonly error: string | null;
}

const ANSWER_MS = 5_000;
/** Bytes. */
const LONGEST_ANSWER = 1024 * 1024;
const POLL_MS = 250;
const OVER = ["completed", "no_answer", "busy", "failed", "cancelled"];

/**
 * Returns address and key of the service that these settings describe, from this machine. For containers compose.yaml decides
 * them, whatever HOST and API_KEYS are.
 */
export function serviceOf(way: Way, env: Readonly<Record<string, string>>, apiKeysFile?: string): RestAddress {
  const isCompose = way === "compose";
  const host = reachableHost((isCompose ? env.ATTENDANT_ADDRESS : env.HOST) || "127.0.0.1");
  const first = (isCompose ? apiKeysFile : env.API_KEYS || apiKeysFile)
    ?.split(/[,\r\n]/)
    .map((entry) => entry.trim().split(/\s/, 1)[0] ?? "")
    .find((key) => key !== "" && !/(^|:)sha256:/.test(key));
  return { url: `http://${host}:${env.PORT || 8080}`, apiKey: first?.split(":").at(-1) };
}

/** Waits until all checks are healthy. @returns the last health; undefined when the service never answered */
export async function waitForHealth(
  { url }: RestAddress,
  ms: number,
  signal: AbortSignal,
): Promise<Health | undefined> {
  const until = performance.now() + ms;
  let health: Health | undefined;
  while (performance.now() < until) {
    try {
      health = (await withDeadline(ANSWER_MS, signal, "the health", async (deadline) =>
        jsonIn(await fetch(`${url}/health`, { signal: deadline })),
      )) as Health;
      if (Object.values(health.checks).every(({ ok }) => ok)) return health;
    } catch {
      signal.throwIfAborted(); // Not there yet.
    }
    await pause(POLL_MS, signal);
  }
  return health;
}

/**
 * Places a test call, asks whether the person hears it, and waits for its end.
 *
 * @throws when the service rejects the call, with its message
 */
export async function tryCall(
  service: RestAddress,
  number: string,
  ms: number,
  signal: AbortSignal,
): Promise<TriedCall> {
  const placed = (await request(service, signal, "/call", {
    extension: number,
    message: "Hello. This is your new telephone assistant.",
    choice: {
      prompt: "Do you hear me well? Please say yes or no.",
      options: [
        { value: "yes", synonyms: ["yes please", "yeah", "sure", "i do"], dtmf: "1" },
        { value: "no", synonyms: ["not really", "i do not"], dtmf: "2" },
      ],
    },
  })) as { call_id: string };
  const until = performance.now() + ms;
  for (;;) {
    const call = (await request(service, signal, `/call/${placed.call_id}`)) as Record<string, string | null>;
    const { status = "", choice_response: answer = null, error = null } = call;
    if (OVER.includes(status ?? "") || performance.now() > until) return { status: status ?? "", answer, error };
    await pause(POLL_MS, signal);
  }
}

async function request(
  { url, apiKey }: RestAddress,
  signal: AbortSignal,
  path: string,
  body?: object,
): Promise<unknown> {
  return withDeadline(ANSWER_MS, signal, `asking ${path}`, async (deadline) => {
    const headers = { ...(apiKey && { "X-API-Key": apiKey }), ...(body && { "Content-Type": "application/json" }) };
    const method = body ? "POST" : "GET";
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      signal: deadline,
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = (await jsonIn(answer)) as { detail?: string; title?: string };
    if (!answer.ok) throw new Error(told.detail ?? told.title ?? `${path} was answered with ${answer.status}`);
    return told;
  });
}

async function jsonIn(answer: Response): Promise<unknown> {
  return JSON.parse((await textUpTo(LONGEST_ANSWER, answer)) ?? "");
}
