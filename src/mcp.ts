import { parseArgs } from "node:util";
import { restAccessOf, restAddressOf } from "./doctor/rest-access.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { relay, type RelayNeeds } from "./mcp/relay.js";

/** Gives a program that thinks a telephone: the service's MCP server, over standard input and output. */

const HELP = `Usage: ari-attendant mcp [--url URL]

Serves the Model Context Protocol on standard input and output, for a program that starts its MCP servers itself. It passes all
messages to the running service, whose address is http://…/mcp.

The service's address is --url, or ATTENDANT_URL; the key is API_KEY, and needs the scope mcp, and the scopes of the tools that it
is to have: API_KEYS=model:mcp+call+read:… What is not set is read as the service reads it, from the environment and from .env in
this folder.

  --url URL   the service's address, such as http://127.0.0.1:8080
  -h, --help  show this

Exit status: 0 when standard input ends, 1 when there is no key, 64 for wrong usage.
`;

const FAILED = 1;

function leave(message: string, code: number): never {
  process.stderr.write(`mcp: ${message}\n`);
  process.exit(code);
}

/** @returns undefined when help was asked for */
function asked(): RelayNeeds | undefined {
  const { ATTENDANT_URL, API_KEY } = process.env;
  let given: { readonly url?: string | undefined; readonly help?: boolean | undefined };
  try {
    given = parseArgs({ options: { url: { type: "string" }, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    return leave(`${describe(error)}\n\n${HELP}`, EX_USAGE);
  }
  if (given.help) return undefined;
  const url = given.url ?? (ATTENDANT_URL || undefined);
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    return leave(`the address must be http://… or https://…, given '${url}'`, EX_USAGE);
  }
  try {
    if (API_KEY) return { url: url ?? restAddressOf(process.cwd(), process.env), key: API_KEY };
    const own = restAccessOf(process.cwd(), process.env, ["mcp"]);
    return own.key === ""
      ? leave("there are no API_KEYS: the MCP server needs a key with the scope mcp", FAILED)
      : { url: url ?? own.url, key: own.key };
  } catch (error) {
    return leave(`${describe(error)}; set API_KEY to a key with the scope mcp`, FAILED);
  }
}

const needs = asked();
if (needs) await relay(needs);
else process.stdout.write(HELP);
