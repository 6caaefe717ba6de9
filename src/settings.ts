import { parseArgs } from "node:util";
import { changedSettings, listOfSettings } from "./config/shown-settings.js";
import { type Examined, examineSettings } from "./config/settings.js";
import { installedEnvironment } from "./config/installed-environment.js";
import { describe } from "./kernel/errors.js";
import { EX_CONFIG, EX_USAGE } from "./kernel/exit-codes.js";

/** Lists the settings. */

const HELP = `Usage: ari-attendant settings [--all] [--json]

Lists the settings that differ from their defaults, as the service here would read them: from the environment, then from .env in
this folder, then from systemd's configuration of the service. The values of secrets are not shown.

  --all       list all settings, including those at their defaults
  --json      print the same as JSON, in the form of GET /settings
  -h, --help  show this

Exit status: 0 when all of them are valid; 78 when one is not, after listing every fault; 1 when .env cannot be read; 64 for wrong usage.
`;

const FAILED = 1;

const complain = (text: string) => void process.stderr.write(`settings: ${text}\n`);

function given() {
  try {
    return parseArgs({
      options: {
        all: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    complain(`${describe(error)}\n\n${HELP}`);
    process.exit(EX_USAGE);
  }
}

function examined(): Examined & { readonly remarks: readonly string[] } {
  try {
    const { environment, readFile, remarks } = installedEnvironment(process.cwd(), process.env);
    return { ...examineSettings(environment, { readFile }), remarks };
  } catch (error) {
    complain(describe(error));
    process.exit(FAILED);
  }
}

const { all, json, help } = given();
if (help) process.stdout.write(HELP);
else {
  const { shown, faults, misspelt, outdated, remarks } = examined();
  const listed = all ? shown : changedSettings(shown);
  if (json) process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
  else process.stdout.write(listed.length > 0 ? `${listOfSettings(listed)}\n` : "All settings have their defaults.\n");
  for (const { name, problem, given: found } of faults) {
    complain(`${name}: ${problem}${found === undefined ? "" : `; given: ${found}`}`);
  }
  for (const sentence of [...misspelt, ...(outdated ? [outdated] : []), ...remarks]) complain(sentence);
  if (faults.length > 0) process.exitCode = EX_CONFIG;
}
