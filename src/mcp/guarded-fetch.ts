import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpAddress } from "../config/mcp-servers.js";
import { createValueLimit } from "../kernel/json-values.js";
import { ServerUnavailable } from "./server-unavailable.js";
import { createInboundLimit, MAX_MESSAGE, tooLong, tooMany } from "./inbound-limit.js";

/**
 * Time-out of a request with its answer, in ms; only the stream of the server's own messages stays open. Longer than any tool may
 * take: a tool's own time-out ends the tool, this one the connection.
 */
const MAX_MS = 310_000;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * A `fetch` that connects only to the server's own address, follows no redirects, and limits how much it reads.
 *
 * @param onTooMuch called when a response is cut off because it is too long
 */
export function createGuardedFetch(
  { url }: Pick<McpAddress, "url">,
  onTooMuch: (error: ServerUnavailable) => void,
): FetchLike {
  const count = createInboundLimit();

  return async (input, init = {}) => {
    if (String(input) !== url) throw new ServerUnavailable("it redirects to another address, which is not allowed");
    const listening = init.method === "GET";
    const signals = [...(init.signal ? [init.signal] : []), ...(listening ? [] : [AbortSignal.timeout(MAX_MS)])];
    const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.any(signals) });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ServerUnavailable(`it redirects to another address, which is not allowed (HTTP ${response.status})`);
    }
    if (!response.body) return response;
    const events = /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "");
    const mayBeParsed = createValueLimit(events ? "events" : "whole");
    const take = (chunk: Uint8Array) => {
      count(chunk.length, events ? eventsIn(chunk) : 0);
      if (!mayBeParsed(chunk)) throw tooMany();
    };
    const body = response.body.pipeThrough(counted(listening, take, onTooMuch));
    return new Response(body, response);
  };
}

function counted(
  listening: boolean,
  take: (chunk: Uint8Array) => void,
  onTooMuch: (error: ServerUnavailable) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      try {
        take(chunk);
        if (!listening && length > MAX_MESSAGE) throw tooLong();
        controller.enqueue(chunk);
      } catch (error) {
        onTooMuch(error as ServerUnavailable);
        controller.error(error);
      }
    },
  });
}

/** The approximate number of events that end in a piece of a stream: each is followed by an empty line. */
function eventsIn(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
    if (chunk[at + 1] === NEWLINE || chunk[at + 1] === RETURN) count++;
  }
  return count;
}
