import { parseArgs } from "node:util";
import { describe } from "../kernel/errors.js";
import { allSettings } from "./schema.js";

/** What the program was asked for: to serve, or to show a text and leave. */
export type Command =
  | { readonly kind: "serve" }
  | { readonly kind: "show"; readonly text: string }
  /** What was asked wrongly, and the way out. */
  | { readonly kind: "refuse"; readonly text: string };

const OPTIONS = { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "V" } } as const;

/** @param args what follows the program's name */
export function commandOf(args: readonly string[], version: string): Command {
  try {
    const { help, version: asksVersion } = parseArgs({ args: [...args], options: OPTIONS }).values;
    if (help) return { kind: "show", text: helpText(version) };
    return asksVersion ? { kind: "show", text: version } : { kind: "serve" };
  } catch (error) {
    const hint = "Settings are environment variables, not options. --help tells more.";
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

  -h, --help     shows this
  -V, --version  shows the version

Without an option it serves until SIGTERM or SIGINT; SIGHUP loads the plugins anew.

Settings are environment variables. What the environment does not have comes from a file .env in the working directory;
.env.example holds all of them with their meaning. Needed, or set in most places:

${lines.join("\n")}

It exits with 78 when a setting is wrong, after naming every fault, with 64 when it is asked wrongly, and with 1 when it
cannot start or go on.

Documentation: README.md and the folder docs, docs/settings.md first. While it runs, the HTTP interface has a page to try
out at /docs.`;
}

function firstSentence(description: string): string {
  return /^.*?\.(?= [A-Z]|$)/.exec(description)?.[0] ?? description;
}
