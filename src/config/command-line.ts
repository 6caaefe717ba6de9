import { parseArgs } from "node:util";
import { describe } from "../kernel/errors.js";
import { allSettings } from "./schema.js";

/** What the command line requests: run the service, print a text and exit, or fail with an error. */
export type Command =
  | { readonly kind: "serve" }
  | { readonly kind: "show"; readonly text: string }
  /** The fault of the command line, and how to correct it. */
  | { readonly kind: "refuse"; readonly text: string };

const OPTIONS = { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "V" } } as const;

/** @param args arguments after the program's name */
export function commandOf(args: readonly string[], version: string): Command {
  try {
    const { help, version: asksVersion } = parseArgs({ args: [...args], options: OPTIONS }).values;
    if (help) return { kind: "show", text: helpText(version) };
    return asksVersion ? { kind: "show", text: version } : { kind: "serve" };
  } catch (error) {
    const hint = "Settings are environment variables, not options. See --help.";
    return { kind: "refuse", text: `ari-attendant: ${describe(error)}\n${hint}` };
  }
}

function helpText(version: string): string {
  const needed = allSettings().filter(({ required, usual }) => required || usual);
  const width = Math.max(...needed.map(({ name }) => name.length));
  const lines = needed.map(({ name, description, file }) => {
    const orFile = file ? ` Or ${name}_FILE.` : "";
    return `  ${name.padEnd(width)}  ${firstSentence(description)}${orFile}`;
  });
  return `Attendant ${version}: a telephone voice assistant that runs on your own Asterisk.

Usage: node dist/src/main.js [--help | --version]

  -h, --help     show this help
  -V, --version  show the version

Without an option, the service runs until SIGTERM or SIGINT. SIGHUP reloads the plugins.

Settings are environment variables. Those that are not set are read from the file .env in the working directory.
.env.example describes all of them. Required settings, and those that most installations set:

${lines.join("\n")}

Exit codes: 78 after listing every faulty setting, 64 for a wrong option, 1 if the service cannot start or continue.

Documentation: README.md and docs/, in particular docs/settings.md. A running service has an interactive description of
its HTTP interface at /docs.`;
}

function firstSentence(description: string): string {
  return /^.*?\.(?= [A-Z]|$)/.exec(description)?.[0] ?? description;
}
