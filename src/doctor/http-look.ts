import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import { codeOf, describe } from "../kernel/errors.js";
import { isLoopback } from "../kernel/host.js";
import type { ClockReading } from "./installation.js";

/** The head of a server's answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

const LOOK_MS = 3_000;

/**
 * Requests an address once and returns the head of the answer.
 *
 * @param body sent by POST if given
 * @returns the answer, or why there was none: an error code of Node, or `TIMEOUT`
 */
export async function lookAt(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer | string> {
  try {
    return await withDeadline(LOOK_MS, signal, "looking", async (limit) => {
      const sent = body === undefined ? {} : { method: "POST", body };
      const answer = await fetch(url, { ...sent, headers, redirect: "manual", signal: limit });
      await answer.body?.cancel();
      return { status: answer.status, headers: answer.headers };
    });
  } catch (error) {
    signal.throwIfAborted();
    return codeOf(error) ?? (/took more than/.test(describe(error)) ? "TIMEOUT" : describe(error));
  }
}

/** Reads a server's clock from the Date header of its answer; undefined without one. */
export function clockOf(server: string, { headers }: Answer, host: string): ClockReading | undefined {
  const told = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(told)) return undefined;
  // The header is in whole seconds.
  return { server, aheadMs: told + 500 - Date.now(), isHere: isLoopback(host) };
}

/** Why a server may not answer: a cause, and a clause for the report. */
export interface Clue {
  readonly cause: "unresolved" | "wrong_scheme" | "other_loopback" | "proxy";
  readonly says: string;
}

interface Mistake {
  readonly cause: Clue["cause"];
  /** Returns the address with one change; undefined if the change does not apply. */
  readonly other: (url: URL) => string | undefined;
  readonly says: (url: URL, other: string) => string;
}

const changed = (url: URL, change: (copy: URL) => void): string => {
  const copy = new URL(url);
  change(copy);
  return copy.href;
};

/** Common mistakes in an address, each with the change that corrects it. */
const MISTAKES: readonly Mistake[] = [
  {
    cause: "wrong_scheme",
    other: (url) => changed(url, (copy) => (copy.protocol = url.protocol === "http:" ? "https:" : "http:")),
    says: (url) =>
      `something answers there over ${url.protocol === "http:" ? "https" : "http"}: write it with ${url.protocol === "http:" ? "https://" : "http://"}`,
  },
  {
    cause: "other_loopback",
    other: (url) =>
      /^localhost$/i.test(url.hostname) || url.hostname === "127.0.0.1"
        ? changed(url, (copy) => (copy.hostname = "[::1]"))
        : undefined,
    says: () => "something answers on [::1]: use that address, or make the server listen on 127.0.0.1",
  },
  {
    cause: "other_loopback",
    other: (url) =>
      /^localhost$/i.test(url.hostname) || url.hostname === "[::1]"
        ? changed(url, (copy) => (copy.hostname = "127.0.0.1"))
        : undefined,
    says: () => "something answers on 127.0.0.1: use that address instead",
  },
];

/**
 * Finds out why a server does not answer by trying similar addresses: the other scheme, the other loopback address, the name.
 *
 * @returns undefined if nothing was found
 */
export async function clueFor(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Clue | undefined> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!isIP(host)) {
    const found = await withDeadline(LOOK_MS, signal, "looking up a name", (limit) =>
      unlessAborted(limit, lookup(host)),
    ).catch(() => undefined);
    signal.throwIfAborted();
    if (!found) {
      const says = `the name ${host} cannot be resolved: check its spelling, and the name server of this machine`;
      return { cause: "unresolved", says };
    }
  }
  for (const { cause, other, says } of MISTAKES) {
    const tried = other(url);
    if (tried === undefined) continue;
    const answer = await lookAt(tried, signal);
    const isThere = typeof answer !== "string" || /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(answer);
    if (isThere) return { cause, says: says(url, tried) };
  }
  const proxy = ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"].find((name) => environment[name]);
  if (proxy === undefined || isLoopback(host)) return undefined;
  const says = `${proxy} is set, but the service does not use proxies: it must reach the server directly`;
  return { cause: "proxy", says };
}
