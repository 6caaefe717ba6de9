import { area } from "../area.js";
import { mcpSecrets } from "../mcp-secrets.js";
import { MCP_SERVERS, parseMcpServers } from "../mcp-servers.js";
import { setting } from "../setting.js";

export const mcp = area("Model Context Protocol", ["MCP_"], {
  servers: setting(
    "MCP_SERVERS",
    { values: MCP_SERVERS, parse: parseMcpServers },
    {
      default: [],
      fallbackText: "",
      secret: true,
      secretParts: mcpSecrets,
      isPath: (text) => /^(\.{0,2}\/|[\w./-]+\.json$)/.test(text.trim()),
      description: "MCP servers whose tools the assistant may use, each with a list of the permitted tools.",
    },
  ),
});
