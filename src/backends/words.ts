import { MAX_ERROR } from "./bounded-body.js";

/** How deep bodies are searched: gateways wrap the errors of the servers behind them. */
const MAX_DEPTH = 4;
const MAX_QUOTE = 200;
/** Anything that looks like a key: servers repeat what they were sent, and gateways what they forward. */
const KEYS = /\b(?:sk|pk|gsk|hf|xai|nvapi|AIza)[-_]?[\w*-]{8,}|\bBearer\s+[\w.~+/*=-]+/g;

/**
 * The server's own words in an error body of any form: OpenAI's `{error: {message}}`, `error` or `message` as text, FastAPI's
 * `detail` as text, an object or a list of `{loc, msg}`, also nested. Empty when there are none, or the body is a page.
 */
export function wordsOf(body: unknown, depth = 0): string {
  if (typeof body === "string") return /^\s*</.test(body) ? "" : body.trim();
  if (typeof body !== "object" || body === null || depth > MAX_DEPTH) return "";
  if (Array.isArray(body)) {
    return body
      .slice(0, 5)
      .map((item) => wordsOf(item, depth + 1))
      .filter(Boolean)
      .join("; ");
  }
  const { error, message, detail, loc, msg } = body as Record<string, unknown>;
  if (typeof msg === "string") return [placeOf(loc), msg].filter(Boolean).join(": ");
  // Kokoro-FastAPI has the code in `error` and the words in `message`; for all others `error` is the message itself.
  const parts = typeof error === "string" ? [message, error, detail] : [error, message, detail];
  return parts.map((part) => wordsOf(part, depth + 1)).find(Boolean) ?? "";
}

/** The field that FastAPI refers to: `["body", "response_format"]` is `response_format`. */
function placeOf(loc: unknown): string {
  if (!Array.isArray(loc)) return "";
  return loc.filter((part, at) => at > 0 || part !== "body").join(".");
}

/** The words of an answer with a good status but unusable contents. Never rejects. */
export async function wordsIn(response: Response): Promise<string> {
  if (!/json|text\/plain/.test(response.headers.get("content-type") ?? "")) return "";
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_ERROR) break;
    }
    return wordsOfText(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return "";
  }
}

/** The server's own words in the text of a body that may be JSON. */
export function wordsOfText(text: string): string {
  try {
    return wordsOf(JSON.parse(text));
  } catch {
    return wordsOf(text);
  }
}

/** Words as the end of a clause: `: no such model`, one short line without any key. Empty when there are none. */
export function quoted(words: string, key: string | undefined): string {
  let clean = words;
  if (key) for (const form of [key, JSON.stringify(key).slice(1, -1)]) clean = clean.replaceAll(form, "***");
  const line = clean.replace(KEYS, "***").replace(/\s+/g, " ").trim();
  if (line.length > MAX_QUOTE) return `: ${line.slice(0, MAX_QUOTE)}…`;
  const clause = line.replace(/[.!;]+$/, "");
  return clause && `: ${clause}`;
}
