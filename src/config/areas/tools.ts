import { address, area, line, oneOf, optional, setting } from "../setting.js";
import { MCP_SERVERS, mcpSecrets, parseMcpServers } from "../mcp-servers.js";
import { token } from "../text-readers.js";

export const plugins = area("Plugins", [], {
  folder: optional("TOOLS_DIR", line("the path of a folder"), {
    fallbackText: "tools in DATA_DIR",
    description: "Folder of your own tools, loaded at startup and on SIGHUP.",
  }),
});

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

export const weather = area("Weather", ["TEMPEST_"], {
  stationId: optional("TEMPEST_STATION_ID", line("the number of a station", /^\d{1,12}$/), {
    description: "Tempest weather station that WEATHER queries. Without it and TEMPEST_API_TOKEN, WEATHER is disabled.",
  }),
  apiToken: optional("TEMPEST_API_TOKEN", token, {
    secret: true,
    description: "Personal access token of the station's owner, from tempestwx.com under Data Authorizations.",
  }),
  baseUrl: setting("TEMPEST_BASE_URL", address(), {
    default: "https://swd.weatherflow.com",
    description: "Base URL of the Tempest API, without /swd.",
  }),
  units: setting("TEMPEST_UNITS", oneOf("metric", "imperial"), {
    default: "metric",
    description:
      "Units of the weather. metric: degrees Celsius, kilometers and millimeters. imperial: degrees Fahrenheit, miles and inches.",
  }),
});
