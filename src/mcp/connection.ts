import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { McpError, ResultSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "../config/mcp-servers.js";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import { ServerUnavailable, isConnectionError } from "./server-unavailable.js";
import { createGuardedFetch } from "./guarded-fetch.js";
import { createStdioTransport } from "./stdio-transport.js";

/** A session with a server. Every method rejects when the connection is lost, and with the signal's reason when it aborts. */
export interface Connection extends AsyncDisposable {
  /** Aborts when the connection is lost; the reason says why. */
  readonly lost: AbortSignal;
  /** The server's tool list, not validated. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /**
   * Calls a tool, and cancels the request when the signal aborts.
   *
   * @returns the result, not validated
   * @throws {McpError} the server's error
   */
  callTool(
    tool: string,
    parameters: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    traceparent?: string,
  ): Promise<unknown>;
  /** @throws when the server does not answer */
  ping(signal: AbortSignal): Promise<void>;
}

export interface ConnectionNeeds {
  readonly server: McpServer;
  /** The client's version, as reported to the server. */
  readonly version: string;
  /** Called when the tool list has changed. */
  readonly onListChanged: () => void;
  /** Called with errors that belong to no request. */
  readonly onFault: (error: Error) => void;
  /** Called with each line that a program prints on standard error. */
  readonly onOutput: (line: string) => void;
}

/** Programs downloaded by `npx` need time on the first start. */
const CONNECT_MS = 60_000;
const LIST_MS = 15_000;
const PING_MS = 10_000;
const TERMINATE_MS = 1_000;
/** Disables the SDK's own time-out for requests; ours are shorter. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;
/** Maximum number of pages of a list; no server has so many tools. */
const MAX_PAGES = 20;
/** Keeps the SDK from compiling the output schemas of servers. */
const NO_VALIDATION = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never,
};

/** Connects to a server. @throws the failure, and the signal's reason */
export async function connect(needs: ConnectionNeeds, signal: AbortSignal): Promise<Connection> {
  const { server, version, onListChanged, onFault } = needs;
  const losing = new AbortController();
  const lost = losing.signal;
  const lose = (error: unknown) => losing.abort(error);
  const client = new Client(
    { name: "ari-attendant", version },
    { capabilities: {}, jsonSchemaValidator: NO_VALIDATION },
  );
  client.onerror = (error) => (error instanceof ServerUnavailable ? lose(error) : onFault(error));
  client.setNotificationHandler(ToolListChangedNotificationSchema, onListChanged);

  const transport = transportTo(needs, lose);
  const close = async () => {
    if (transport instanceof StreamableHTTPClientTransport && !lost.aborted) {
      await withDeadline(TERMINATE_MS, undefined, "ending the session", () => transport.terminateSession()).catch(
        () => {},
      );
    }
    await transport.close();
  };
  try {
    await withDeadline(CONNECT_MS, signal, `connecting to ${server.name}`, (limit) =>
      unlessAborted(lost, client.connect(transport, { signal: limit, timeout: NO_TIMEOUT_MS })),
    );
  } catch (error) {
    await close();
    throw lost.aborted ? lost.reason : error;
  }
  // Set only now: the SDK closes a failed connection itself, which would otherwise be reported as the reason.
  client.onclose = () => lose(new ServerUnavailable("the connection broke"));

  async function request(method: string, params: Record<string, unknown>, limit: AbortSignal): Promise<object> {
    try {
      const result = client.request({ method, params }, ResultSchema, { signal: limit, timeout: NO_TIMEOUT_MS });
      return await unlessAborted(lost, result);
    } catch (error) {
      limit.throwIfAborted();
      lost.throwIfAborted();
      if (isConnectionError(error)) lose(error);
      throw error;
    }
  }

  return {
    lost,
    listTools: (limit) =>
      withDeadline(LIST_MS, limit, `the tools of ${server.name}`, async (time) => {
        const tools: unknown[] = [];
        let cursor: unknown;
        for (let page = 0; page < MAX_PAGES; page++) {
          const { tools: some, nextCursor }: { tools?: unknown; nextCursor?: unknown } = await request(
            "tools/list",
            cursor === undefined ? {} : { cursor },
            time,
          );
          if (!Array.isArray(some)) throw new ServerUnavailable("its tool list is in an unknown format");
          tools.push(...(some as unknown[]));
          if (typeof nextCursor !== "string" || nextCursor === cursor) break;
          cursor = nextCursor;
        }
        return tools;
      }),
    callTool: (tool, parameters, limit, traceparent) =>
      request(
        "tools/call",
        { name: tool, arguments: { ...parameters }, ...(traceparent && { _meta: { traceparent } }) },
        limit,
      ),
    async ping(limit) {
      try {
        await withDeadline(PING_MS, limit, `${server.name} answering`, (time) => request("ping", {}, time));
      } catch (error) {
        if (!(error instanceof McpError)) throw error; // An error is an answer, too.
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

function transportTo({ server, onOutput }: ConnectionNeeds, lose: (error: ServerUnavailable) => void): Transport {
  if (server.kind === "stdio") return createStdioTransport(server, onOutput);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { ...server.headers } },
    fetch: createGuardedFetch(server, lose),
  });
  // The SDK's own types disagree about what may be undefined.
  return transport as Transport;
}
