import { parseArgs } from "node:util";
import { SCOPES, type Scope } from "./config/api-keys.js";
import { consoleAddress } from "./config/one-time-login.js";
import { type RestAccess, restAccessOf } from "./doctor/rest-access.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { shellWords } from "./setup/shell-words.js";

/** Prints a key of the REST interface, for commands that are typed. */

const HELP = `Usage: ari-attendant key [--for SCOPE[+SCOPE]…] [--export | --login]

Prints a key of the REST interface: of API_KEYS the first that may do everything, or what --for names. It goes where you send it:
  export API_KEY=$(scripts/ari-attendant key)

API_KEYS is read as the service reads it, from the environment and from .env in this folder; where it is not set, from
secrets/api_keys here. Run it as root, or as whoever may read them. Where no key is needed, nothing is printed.

  --for SCOPES  among ${SCOPES.join(", ")}
  --export      prints it as a shell takes it, with the address of the service: eval "$(scripts/ari-attendant key --export)"
  --login       prints an address that logs in to the console with it instead: once, within 15 minutes, while the service runs
  -h, --help    shows this

Exit 0 when it is printed or none is needed, 1 when there is none that fits or can be read, 64 for wrong usage.
`;

const FAILED = 1;

function leave(message: string, code: number): never {
  process.stderr.write(`key: ${message}\n`);
  process.exit(code);
}

/** What is printed: the key alone, as a shell takes it, or an address to log in by. */
type Form = "plain" | "export" | "login";

interface Asked {
  readonly isHelp: boolean;
  readonly form: Form;
  readonly scopes: readonly Scope[];
}

/** @throws saying what was asked wrongly */
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
  if (key === "") process.stderr.write("key: none is needed, for API_KEYS is not set\n");
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
