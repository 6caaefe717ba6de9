import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";

/** What a tool has answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly structured: Readonly<Record<string, unknown>>;
}

/** A program that thinks, with the service as its telephone. */
export interface ModelClient extends AsyncDisposable {
  readonly client: Client;
  readonly tools: () => Promise<readonly { name: string; description?: string | undefined; inputSchema: object }[]>;
  use(
    tool: string,
    given?: object,
    onProgress?: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<ToolAnswer>;
}

/** Connects over streamable HTTP. */
export function startModelClient(url: string, key: string): Promise<ModelClient> {
  const headers = { Authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } });
  return modelClientOver(transport as Transport);
}

export async function modelClientOver(transport: Transport): Promise<ModelClient> {
  const client = new Client({ name: "a-program-that-thinks", version: "1" });
  await client.connect(transport);
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    async use(tool, given = {}, onprogress, signal) {
      const called = { name: tool, arguments: { ...given } };
      const options = { ...(onprogress && { onprogress }), ...(signal && { signal }) };
      const { isError, content, structuredContent } = await client.callTool(called, undefined, options);
      const texts = (content as { text: string }[]).map(({ text }) => text);
      return { isError: isError === true, texts, structured: (structuredContent ?? {}) as Record<string, unknown> };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
