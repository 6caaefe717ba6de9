import { parseArgs } from "node:util";
import { SCOPES, type Scope } from "./config/api-keys.js";
import { restAccessOf } from "./doctor/rest-access.js";
import { describe } from "./kernel/errors.js";
import { shellWords } from "./setup/shell-words.js";

/** Prints a key of the REST interface, for commands that are typed. */

const HELP = `Usage: ari-attendant key [--for SCOPE[+SCOPE]…] [--export]

Prints a key of the REST interface: of API_KEYS the first that may do everything, or what --for names. It goes where you send it:
  export API_KEY=$(scripts/ari-attendant key)

API_KEYS is read as the service reads it, from the environment and from .env in this folder; where it is not set, from
secrets/api_keys here. Run it as root, or as whoever may read them. Where no key is needed, nothing is printed.

  --for SCOPES  among ${SCOPES.join(", ")}
  --export      prints it as a shell takes it, with the address of the service: eval "$(scripts/ari-attendant key --export)"
  -h, --help    shows this

Exit 0 when it is printed or none is needed, 1 when there is none that fits or can be read, 2 for wrong usage.
`;

const [FAILED, USAGE] = [1, 2];

function leave(message: string, code: number): never {
  process.stderr.write(`key: ${message}\n`);
  process.exit(code);
}

/** @throws saying what was asked wrongly */
function asked(): { readonly isHelp: boolean; readonly isExport: boolean; readonly scopes: readonly Scope[] } {
  const { values } = parseArgs({
    options: { for: { type: "string" }, export: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  const named = values.for?.split("+") ?? SCOPES;
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  if (scopes.length !== new Set(named).size)
    throw new Error(`--for: expected some of ${SCOPES.join(", ")}, joined by +, given '${values.for}'`);
  return { isHelp: values.help ?? false, isExport: values.export ?? false, scopes };
}

let wanted: ReturnType<typeof asked>;
try {
  wanted = asked();
} catch (error) {
  leave(`${describe(error)}\n\n${HELP}`, USAGE);
}
if (wanted.isHelp) process.stdout.write(HELP);
else {
  try {
    const { key, url } = restAccessOf(process.cwd(), process.env, wanted.scopes);
    if (wanted.isExport) process.stdout.write(`export ATTENDANT_URL=${shellWords([url])}\n`);
    if (wanted.isExport && key !== "") process.stdout.write(`export API_KEY=${shellWords([key])}\n`);
    else if (key === "") process.stderr.write("key: none is needed, for API_KEYS is not set\n");
    else process.stdout.write(`${key}\n`);
  } catch (error) {
    leave(describe(error), FAILED);
  }
}
