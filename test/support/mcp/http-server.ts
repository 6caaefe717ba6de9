import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of the Model Context Protocol over streamable HTTP, made with the SDK, on loopback. */
export interface McpHttpServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** What `tools/call` waits for and answers. */
  answer: (tool: string, signal: AbortSignal) => unknown;
  tools: object[];
  /** Tells clients that its tools have changed. */
  changed(): Promise<void>;
  /** Has something else done with every request from now on, or with undefined what is right. */
  instead: Listener | undefined;
  /** Forgets its sessions, as one that was restarted. */
  forget(): void;
  /** Cuts all connections and listens no more. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
}

export async function mcpHttpServer(json = false): Promise<McpHttpServer> {
  const sessions = new Map<string, { transport: StreamableHTTPServerTransport; server: Server }>();
  const requests: IncomingMessage[] = [];
  let http: HttpServer | undefined;
  let port = 0;

  async function session(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (id) => void sessions.set(id, { transport, server }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new Server({ name: "for-tests", version: "1" }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: self.tools }) as never);
    server.setRequestHandler(
      CallToolRequestSchema,
      async ({ params }, { signal }) => (await self.answer(params.name, signal)) as never,
    );
    await server.connect(transport as Transport);
    return transport;
  }

  const listener: Listener = (request, response) => {
    requests.push(request);
    if (self.instead) return self.instead(request, response);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id)?.transport : undefined;
    if (!known && id !== undefined) return void response.writeHead(404).end();
    void Promise.resolve(known ?? session()).then((transport) => transport.handleRequest(request, response));
  };

  const self: McpHttpServer = {
    get url() {
      return `http://127.0.0.1:${port}/mcp`;
    },
    requests,
    tools: [{ name: "state", description: "Tells.", inputSchema: { type: "object", properties: {} } }],
    answer: (tool) => ({ content: [{ type: "text", text: `${tool} it is.` }] }),
    instead: undefined,
    async changed() {
      for (const { server } of sessions.values()) await server.sendToolListChanged();
    },
    forget: () => sessions.clear(),
    async stop() {
      for (const { transport } of sessions.values()) await transport.close();
      sessions.clear();
      http?.closeAllConnections();
      await new Promise((resolve) => (http ? http.close(resolve) : resolve(undefined)));
      http = undefined;
    },
    async start() {
      http = createServer(listener);
      await new Promise<void>((resolve) => http?.listen(port, "127.0.0.1", resolve));
      port = (http.address() as AddressInfo).port;
    },
    [Symbol.asyncDispose]: () => self.stop(),
  };
  await self.start();
  return self;
}
