import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ErrorCode,
  isInitializedNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import { codeOf, describe } from "../kernel/errors.js";
import { isRecord } from "../kernel/record.js";

export interface RelayNeeds {
  /** Address of the service. */
  readonly url: string;
  readonly key: string;
}

const HAS_LEFT = "The service has left before it answered; a call may have been placed.";

/**
 * Passes messages between a client on standard input and output and the MCP server of a running service, which need not run yet.
 * Resolves when the client closes standard input.
 */
export async function relay({ url, key }: RelayNeeds): Promise<void> {
  const address = new URL(`${url.replace(/\/+$/, "")}/mcp`);
  const client = new StdioServerTransport();
  /** Requests of the client that were not answered. */
  const open = new Set<unknown>();
  const refuse = (id: string | number, words: string) => {
    if (open.delete(id)) void client.send(refusal(id, words));
  };
  const service = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const asked: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
      return isJSONRPCRequest(asked) ? watched(response, () => refuse(asked.id, HAS_LEFT)) : response;
    },
  });
  const left = new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));

  client.onmessage = (message) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    service.send(message).catch((error: unknown) => {
      if (isJSONRPCRequest(message)) refuse(message.id, wordsFor(error, address));
      // No answer is expected, and the next request fails for the same reason.
      else if (!isInitializedNotification(message)) process.stderr.write(`mcp: ${wordsFor(error, address)}\n`);
    });
  };
  service.onmessage = (message: JSONRPCMessage) => {
    const version = "result" in message && isRecord(message.result) ? message.result.protocolVersion : undefined;
    if (typeof version === "string") service.setProtocolVersion(version);
    if (!("method" in message)) open.delete(message.id);
    void client.send(message);
  };
  await service.start();
  await client.start();
  await left;
  open.clear();
  await Promise.all([client.close(), (service as Transport).close()]);
}

/** Sending a message succeeds as soon as an answer begins: this tells when a stream of events has ended, or has broken off. */
function watched(response: Response, onEnd: () => void): Response {
  const { body, status, headers } = response;
  if (!body || !/^text\/event-stream\b/.test(headers.get("content-type") ?? "")) return response;
  async function* chunks(of: ReadableStream<Uint8Array>) {
    try {
      yield* of;
    } finally {
      setImmediate(onEnd); // What has arrived is read before.
    }
  }
  return new Response(ReadableStream.from(chunks(body)), { status, headers });
}

function refusal(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: ErrorCode.InternalError, message } };
}

/** Says why the service did not take a message: in its own words if it answered. */
function wordsFor(error: unknown, address: URL): string {
  const said = describe(error);
  const detail = /"detail":("(?:[^"\\]|\\.)*")/.exec(said)?.[1];
  if (detail !== undefined) return JSON.parse(detail) as string;
  return codeOf(error) === undefined ? said : `The service does not answer at ${address.origin} (${codeOf(error)}).`;
}
