import { parseArgs } from "node:util";
import { type Scope, SCOPES } from "./config/api-keys.js";
import { consoleAddress } from "./config/one-time-login.js";
import { type RestAccess, restAccessOf } from "./doctor/rest-access.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { shellWords } from "./setup/run-command.js";

/** Prints a key of the REST interface, for use on the command line. */

const HELP = `Usage: ari-attendant key [--for SCOPE[+SCOPE]…] [--export | --login]

Prints the first key of API_KEYS that has all scopes, or those given with --for, to standard output:
  export API_KEY=$(scripts/ari-attendant key)

API_KEYS is read as the service reads it, from the environment and from .env in this folder; if it is not set, from
secrets/api_keys here. Run it as root, or as a user who may read them. If no key is required, nothing is printed.

  --for SCOPES  any of ${SCOPES.join(", ")}
  --export      print shell commands, including the service's address: eval "$(scripts/ari-attendant key --export)"
  --login       print an address that logs in to the console instead: works once, within 15 minutes, while the service runs
  -h, --help    show this

Exit status: 0 when a key is printed or none is required, 1 when there is no suitable key or it cannot be read, 64 for wrong usage.
`;

const FAILED = 1;

function leave(message: string, code: number): never {
  process.stderr.write(`key: ${message}\n`);
  process.exit(code);
}

/** The output: only the key, shell commands, or a login address. */
type Form = "plain" | "export" | "login";

interface Asked {
  readonly isHelp: boolean;
  readonly form: Form;
  readonly scopes: readonly Scope[];
}

/** @throws with the reason, for wrong usage */
function asked(): Asked {
  const { values } = parseArgs({
    options: {
      for: { type: "string" },
      export: { type: "boolean" },
      login: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const named = values.for?.split("+") ?? SCOPES;
  const scopes = SCOPES.filter((scope) => named.includes(scope));
  if (scopes.length !== new Set(named).size)
    throw new Error(`--for: expected some of ${SCOPES.join(", ")}, joined by +, given '${values.for}'`);
  if (values.export && values.login) throw new Error("--export or --login, not both");
  return { isHelp: values.help ?? false, form: values.export ? "export" : values.login ? "login" : "plain", scopes };
}

function print({ url, key }: RestAccess, form: Form): void {
  const lines: Readonly<Record<Form, readonly string[]>> = {
    plain: key === "" ? [] : [key],
    export: [
      `export ATTENDANT_URL=${shellWords([url])}`,
      ...(key === "" ? [] : [`export API_KEY=${shellWords([key])}`]),
    ],
    login: [consoleAddress(url, key, Date.now())],
  };
  for (const line of lines[form]) process.stdout.write(`${line}\n`);
  if (key === "") process.stderr.write("key: no key is required, because API_KEYS is not set\n");
}

let wanted: Asked;
try {
  wanted = asked();
} catch (error) {
  leave(`${describe(error)}\n\n${HELP}`, EX_USAGE);
}
if (wanted.isHelp) process.stdout.write(HELP);
else {
  try {
    print(restAccessOf(process.cwd(), process.env, wanted.scopes), wanted.form);
  } catch (error) {
    leave(describe(error), FAILED);
  }
}
