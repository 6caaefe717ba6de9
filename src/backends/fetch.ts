import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { unlessAborted } from "../kernel/deadline.js";

/** Redirections that are followed with a GET (Fetch standard, HTTP-redirect fetch, 12): nobody answers that as it was meant. */
const LOSES_BODY: ReadonlySet<number> = new Set([301, 302, 303]);

/** An answer, as far as it is read here and by the `openai` package: a `Response` whose body is a stream of Node's own. */
class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly #stream: Dispatcher.ResponseData["body"];

  constructor(url: string, { statusCode, headers, body }: Dispatcher.ResponseData) {
    this.status = statusCode;
    this.headers = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      // Bytes, as fetch has them: what is no ASCII is refused otherwise.
      for (const each of [value ?? []].flat()) this.headers.append(name, Buffer.from(each).toString("latin1"));
    }
    this.url = url;
    body.on("error", () => {}); // Whoever reads it is told; where nobody does, nobody need know.
    this.#stream = body;
    this.body = pieces(body);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  text(): Promise<string> {
    return this.#stream.text().catch(brokeOff);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/**
 * `fetch` as the `openai` package uses it, over the given connections, without the web streams that cost a call more than all
 * else between here and the server. Where a server redirects or compresses its answers, Node's own fetch asks it, then and from
 * then on. A redirection that would lose what was sent is the answer.
 *
 * @throws what Node's own does: the signal's reason, or a TypeError whose cause is what the network said
 */
export function createFetch(dispatcher: Dispatcher): typeof fetch {
  let isSimple = true;

  /** Undefined where Node's own fetch has to ask. */
  async function ask(url: string, init: RequestInit): Promise<Answer | undefined> {
    const { origin, pathname, search } = new URL(url);
    const { body, type } = await encoded(init.body);
    const headers = Object.fromEntries(init.headers instanceof Headers ? init.headers : new Headers(init.headers));
    const asked: Dispatcher.RequestOptions = {
      origin,
      path: pathname + search,
      method: (init.method ?? "GET") as Dispatcher.HttpMethod,
      headers: { ...headers, "accept-encoding": "identity", ...(type && { "content-type": type }) },
      body,
      signal: init.signal ?? null,
    };
    const answering = dispatcher.request(asked).catch((error: unknown) => {
      init.signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause: error });
    });
    // A request that still waits for its connection ends with that, and not with the signal.
    const response = await (init.signal ? unlessAborted(init.signal, answering) : answering);
    const { statusCode, headers: answered } = response;
    const isPlain = [undefined, "identity"].includes(answered["content-encoding"] as string | undefined);
    const isRedirect = statusCode >= 300 && statusCode < 400 && answered.location;
    if (isPlain && (!isRedirect || (LOSES_BODY.has(statusCode) && body !== null))) return new Answer(url, response);
    response.body.on("error", () => {}).destroy();
    return undefined;
  }

  return async (input, init = {}) => {
    const simple = isSimple ? await ask(String(input), init) : undefined;
    if (simple) return simple as unknown as Response;
    isSimple = false;
    return fetch(input, { ...init, dispatcher: dispatcher as never });
  };
}

async function* pieces(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    brokeOff(error);
  }
}

function brokeOff(error: unknown): never {
  if (error instanceof Error && error.name === "AbortError") throw error;
  throw new TypeError("terminated", { cause: error });
}

/** What is sent, and the type that goes with it where nobody has said it. */
async function encoded(body: RequestInit["body"]): Promise<{ body: string | Buffer | null; type?: string }> {
  if (body === undefined || body === null || typeof body === "string") return { body: body ?? null };
  if (!(body instanceof FormData)) throw new TypeError("only texts and forms are sent");
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

/** A name or a file's name in a form (RFC 7578, 4.2, and the HTML standard's escapes). */
function inQuotes(text: string): string {
  return text.replace(/\r?\n|\r/g, "%0D%0A").replaceAll('"', "%22");
}
