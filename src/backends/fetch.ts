import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";
import { unlessAborted } from "../kernel/deadline.js";
import { AnswerTooLong, boundedBody, MAX_ERROR } from "./bounded-body.js";
import { wholeText } from "./decode.js";

/** Redirections that are followed with a GET (Fetch standard, HTTP-redirect fetch, 12), so that the body would be lost. */
const LOSES_BODY: ReadonlySet<number> = new Set([301, 302, 303]);
const REDIRECTS: ReadonlySet<number> = new Set([...LOSES_BODY, 307, 308]);
const MAX_REDIRECTS = 5;

/** An answer, as far as it is used here and by the `openai` package: a `Response` whose body is a Node stream. */
class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly body: AsyncIterable<Uint8Array>;

  /** @param isSound whether audio was requested */
  constructor(url: string, { statusCode, headers, body }: Dispatcher.ResponseData, isSound: boolean) {
    this.status = statusCode;
    this.headers = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      // As bytes, like fetch: characters beyond ASCII would be rejected.
      for (const each of [value ?? []].flat()) this.headers.append(name, Buffer.from(each).toString("latin1"));
    }
    this.url = url;
    body.on("error", () => {}); // The reader of the body gets the error; without a reader it does not matter.
    this.body = pieces(boundedBody(body, { ok: this.ok, headers: this.headers, isSound }));
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  text(): Promise<string> {
    return wholeText(this.body);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/**
 * `fetch` for the `openai` package, on the given connections and without web streams, which take more time than anything else
 * between here and the server. Answers have limits. A redirection is followed within the server; one to another server, or one
 * that would lose the body, is returned as the answer.
 *
 * @throws the same as Node's own: the signal's reason, or a TypeError whose cause is the network error
 */
export function createFetch(dispatcher: Dispatcher): typeof fetch {
  return async (input, init = {}) => {
    const { body, type } = await encoded(init.body);
    const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    const headers = {
      ...Object.fromEntries(given),
      "accept-encoding": "identity",
      ...(type && { "content-type": type }),
    };
    const isSound = given.get("accept") === "application/octet-stream"; // As the package requests speech.
    let url = new URL(String(input));
    for (let redirects = 0; ; redirects++) {
      const asked: Dispatcher.RequestOptions = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: (init.method ?? "GET") as Dispatcher.HttpMethod,
        headers,
        body,
        signal: init.signal ?? null,
      };
      const response = await ask(dispatcher, asked, init.signal);
      const next = redirects < MAX_REDIRECTS ? within(url, response, body !== null) : undefined;
      if (!next) return new Answer(url.href, response, isSound) as unknown as Response;
      // Read to its end, so that its connection can be used again; a long one is closed.
      await response.body.dump({ limit: MAX_ERROR }).catch(() => {});
      url = next;
    }
  };
}

async function ask(
  dispatcher: Dispatcher,
  asked: Dispatcher.RequestOptions,
  signal: AbortSignal | null | undefined,
): Promise<Dispatcher.ResponseData> {
  const answering = dispatcher.request(asked).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw new TypeError("fetch failed", { cause: error });
  });
  // A request that still waits for its connection rejects with the abort and not with the signal's reason.
  return await (signal ? unlessAborted(signal, answering) : answering);
}

/** The address for repeating a request on the same server, with its body; undefined when there is none, or it is elsewhere. */
function within(url: URL, { statusCode, headers }: Dispatcher.ResponseData, hasBody: boolean): URL | undefined {
  const [location] = [headers.location ?? []].flat();
  if (location === undefined || !REDIRECTS.has(statusCode) || (hasBody && LOSES_BODY.has(statusCode))) return undefined;
  const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  return next?.origin === url.origin ? next : undefined;
}

async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    brokeOff(error);
  }
}

function brokeOff(error: unknown): never {
  if (error instanceof AnswerTooLong || (error instanceof Error && error.name === "AbortError")) throw error;
  throw new TypeError("terminated", { cause: error });
}

/** The encoded body, and its content type if none is given. */
async function encoded(body: RequestInit["body"]): Promise<{ body: string | Buffer | null; type?: string }> {
  if (body === undefined || body === null) return { body: null };
  if (typeof body === "string") return { body: wellFormed(body) };
  if (!(body instanceof FormData)) throw new TypeError("only text and forms can be sent");
  const boundary = `form-${randomUUID()}`;
  const parts: (string | Uint8Array)[] = [];
  for (const [name, value] of body) {
    const about = `--${boundary}\r\nContent-Disposition: form-data; name="${inQuotes(name)}"`;
    if (typeof value === "string") parts.push(`${about}\r\n\r\n${value}\r\n`);
    else {
      const type = value.type || "application/octet-stream";
      parts.push(`${about}; filename="${inQuotes(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
      parts.push(new Uint8Array(await value.arrayBuffer()), "\r\n");
    }
  }
  parts.push(`--${boundary}--\r\n`);
  const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return { body: bytes, type: `multipart/form-data; boundary=${boundary}` };
}

/**
 * JSON without halves of surrogate pairs, which `JSON.stringify` writes as escapes. Servers in Python fail at them, and words of a
 * conversation would be sent again with each turn.
 */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:u(d[89a-f])[\da-f]{2}|.)/g, (escape, half) => (half ? "\\ufffd" : escape));
}

/** A name or file name in a form (RFC 7578, 4.2, and the HTML standard's escapes). */
function inQuotes(text: string): string {
  return text.replace(/\r?\n|\r/g, "%0D%0A").replaceAll('"', "%22");
}
