import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { builtInTools } from "../tools/index.js";
import { pluginEnvironment } from "./config/plugin-environment.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { detachedEnvironment } from "./toolbox/detached-environment.js";
import type { Tool } from "./toolbox/tool.js";
import { createToolbox } from "./toolbox/toolbox.js";
import { loadPlugin, type Plugin } from "./plugins/host/plugin.js";

/** Loads a plugin as the service does, reports its faults, and optionally runs it. */

const HELP = `Usage: scripts/check-tool FILE [--run PARAMETERS] [--tool NAME]

Loads one of your tools as the service does, and reports its faults.

  --run PARAMETERS  run it outside a call with these parameters: a JSON object, such as '{"name":"Ada"}'
  --tool NAME       the tool to run, if the file has several

Exit status: 0 when the tool is valid, 1 when it is rejected or fails, 64 for wrong usage.
`;

/** Only the names of the built-in tools matter here. */
const NO_STATION = { stationId: undefined, apiToken: undefined, baseUrl: "", units: "metric", language: "en" } as const;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { run: { type: "string" }, tool: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    complain(`check-tool: ${describe(error)}\n\n${HELP}`);
    process.exit(EX_USAGE);
  }
}

async function check(path: string, parameters: string | undefined, name: string | undefined): Promise<boolean> {
  const timeoutMs = Number(process.env.TOOL_TIMEOUT_MS) || 10_000;
  const file = basename(path);
  const toolbox = createToolbox(builtInTools({ timeStyle: "spoken", weather: NO_STATION }), {
    timeoutMs,
    onThrow: (tool, error) => complain(`${tool.name}: ${describe(error)}`),
  });
  let plugin: Plugin;
  try {
    plugin = await loadPlugin({
      path,
      env: pluginEnvironment(process.env),
      toolTimeoutMs: timeoutMs,
      onFault: (reason) => complain(`${file}: ${reason}`),
      onOutput: (line) => print(`${file} printed: ${line}`),
    });
  } catch (error) {
    complain(`${file} is rejected: ${describe(error)}`);
    return false;
  }
  try {
    const refused = toolbox.addSource().replace(plugin.tools);
    for (const { reason } of refused) complain(`${file} is rejected: ${reason}`);
    if (refused.length > 0) return false;
    for (const tool of plugin.tools) print(wordsFor(tool));
    if (parameters === undefined) return true;
    const chosen = name ?? plugin.tools[0]?.name ?? "";
    const result = await toolbox.execute(chosen, parameters, detachedEnvironment(LOG));
    print(JSON.stringify(result, null, 2));
    return result.status !== "FAILED";
  } finally {
    await plugin.stop();
  }
}

function wordsFor({ name, description, parameters = {}, disabledReason }: Tool): string {
  const entries = Object.entries(parameters).map(([key, { type, required, description: text }]) => {
    return `  ${key} (${type}${required ? ", required" : ""})${text ? `: ${text}` : ""}`;
  });
  return [`${name}: ${description}`, ...entries, ...(disabledReason ? [`  disabled: ${disabledReason}`] : [])].join(
    "\n",
  );
}

const LOG = {
  info: (_event: string, message: string) => print(`log: ${message}`),
  warn: (_event: string, message: string) => print(`log, warning: ${message}`),
};

try {
  process.loadEnvFile();
} catch {
  // There is none: the environment alone, then.
}
const { values, positionals } = given();
const [path] = positionals;
if (values.help || path === undefined || positionals.length > 1) {
  (values.help ? print : complain)(HELP);
  process.exit(values.help ? 0 : EX_USAGE);
}
process.exitCode = (await check(resolve(path), values.run, values.tool)) ? 0 : 1;
