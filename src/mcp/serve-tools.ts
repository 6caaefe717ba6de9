import type { IncomingMessage, ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema } from "../validation/validator.js";

/** A tool that the service offers to clients of the Model Context Protocol. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The schema of an object. */
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** Whether the client may use it; otherwise its result says what is missing. */
  readonly isListed: boolean;
  /** Errors belong into the result: the model is to read them. */
  run(given: Readonly<Record<string, unknown>>, use: ToolUse): Promise<ServedResult>;
}

/** One use of a tool. */
export interface ToolUse {
  /** The request's id, chosen by the client. */
  readonly requestId: string | number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Reports in a sentence how the work is going, if the client wants to know. */
  report(message: string): void;
}

export interface ServedResult {
  /** What the model reads. */
  readonly texts: readonly string[];
  readonly structured?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface ServeToolsNeeds {
  readonly version: string;
  /** How the tools are used together; shown to the model. */
  readonly instructions: string;
  readonly tools: readonly ServedTool[];
}

/** Servers ask nothing of clients, so no answer of theirs is ever validated: a validator for each request would be expensive. */
const NO_VALIDATION = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never,
};

/**
 * Answers one message of a client: a POST request of streamable HTTP, whose body was read already. Every message is served by itself
 * and nothing is remembered between two, so there are no sessions to limit, to expire or to lose with the process. Progress is
 * reported in the answer to the request that it belongs to.
 */
export async function serveTools(
  req: IncomingMessage,
  res: ServerResponse,
  body: unknown,
  { version, instructions, tools }: ServeToolsNeeds,
): Promise<void> {
  const info = { name: "ari-attendant", title: "Attendant, a telephone", version };
  const mcp = new McpServer(info, { instructions, jsonSchemaValidator: NO_VALIDATION });
  const { server } = mcp;
  // Not as an option: the SDK would add that the server reports changes of the list, and it has no stream for that.
  server.registerCapabilities({ tools: {} });
  const listed = tools.filter(({ isListed }) => isListed);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed.map(shown) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, requestId, _meta, sendNotification }) => {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) {
        const known = listed.map(({ name }) => name).join(", ") || "none";
        throw new McpError(
          ErrorCode.InvalidParams,
          `${params.name.slice(0, 100)} is not a known tool; known: ${known}`,
        );
      }
      const progressToken = _meta?.progressToken;
      let progress = 0;
      const report = (message: string) => {
        if (progressToken === undefined || signal.aborted) return;
        const reported = { progressToken, progress: ++progress, message };
        sendNotification({ method: "notifications/progress", params: reported }).catch(() => {}); // The client has left.
      };
      return resultOf(await tool.run(params.arguments ?? {}, { requestId, signal, report }));
    },
  );
  const transport = new StreamableHTTPServerTransport({});
  res.once("close", () => void mcp.close());
  await mcp.connect(transport as never);
  await transport.handleRequest(req, res, body);
}

function shown({ run: _, isListed: __, inputSchema, ...tool }: ServedTool) {
  return { ...tool, inputSchema: { ...inputSchema, type: "object" as const } };
}

function resultOf({ texts, structured, isError }: ServedResult): CallToolResult {
  return {
    content: texts.map((text) => ({ type: "text", text })),
    ...(structured && { structuredContent: structured }),
    isError,
  };
}
