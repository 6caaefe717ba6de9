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

/**
 * Passes messages between a client on standard input and output and the MCP server of a running service, which need not run yet.
 * Resolves when the client closes standard input.
 */
export async function relay({ url, key }: RelayNeeds): Promise<void> {
  const address = new URL(`${url.replace(/\/+$/, "")}/mcp`);
  const client = new StdioServerTransport();
  const service = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const left = new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));

  client.onmessage = (message) => {
    service.send(message).catch((error: unknown) => {
      if (isJSONRPCRequest(message)) void client.send(refusal(message.id, wordsFor(error, address)));
      // No answer is expected, and the next request fails for the same reason.
      else if (!isInitializedNotification(message)) process.stderr.write(`mcp: ${wordsFor(error, address)}\n`);
    });
  };
  service.onmessage = (message: JSONRPCMessage) => {
    const version = "result" in message && isRecord(message.result) ? message.result.protocolVersion : undefined;
    if (typeof version === "string") service.setProtocolVersion(version);
    void client.send(message);
  };
  await service.start();
  await client.start();
  await left;
  await Promise.all([client.close(), (service as Transport).close()]);
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
