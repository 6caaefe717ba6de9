import { EX_USAGE } from "./kernel/exit-codes.js";

/**
 * `ari-attendant`: the administrator's commands. Each subcommand is a separate program, which reads the arguments after its name.
 */
const PROGRAMS: Readonly<Record<string, readonly [what: string, load: () => Promise<unknown>]>> = {
  setup: ["sets up Attendant on an existing PBX, and removes it again", () => import("./setup.js")],
  doctor: [
    "checks every part of the installation, and reports faults with their remedies",
    () => import("./doctor.js"),
  ],
  settings: ["lists the settings that differ from their defaults", () => import("./settings.js")],
  talk: ["starts the assistant for a talk in a browser, without a telephone", () => import("./talk.js")],
  speech: ["serves speech recognition and voices on this machine", () => import("./speech.js")],
  key: ["prints a key of the REST interface, for use on the command line", () => import("./key.js")],
  mcp: ["serves the telephone's tools to a language model, on standard input and output", () => import("./mcp.js")],
  reload: ["makes the running service reload its tools", () => import("./reload.js")],
  backup: ["makes a backup of the service's data; the service may be running", () => import("./backup.js")],
  restore: ["restores a backup", () => import("./restore.js")],
  "check-tool": ["loads one of your tools and reports its faults", () => import("./check-tool.js")],
};

const WIDTH = Math.max(...Object.keys(PROGRAMS).map((name) => name.length));
const HELP = `Usage: ari-attendant COMMAND [OPTIONS]

${Object.entries(PROGRAMS)
  .map(([name, [what]]) => `  ${name.padEnd(WIDTH)}  ${what}`)
  .join("\n")}

For details: ari-attendant COMMAND --help. In a clone, run scripts/ari-attendant COMMAND.
To start the service itself: npm start, or node dist/src/main.js.
`;

const [name] = process.argv.splice(2, 1);
const program = name !== undefined && Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program) await program[1]();
else if (name === "--help" || name === "-h" || name === "help") process.stdout.write(HELP);
else {
  process.stderr.write(`${name === undefined ? "" : `ari-attendant: unknown command ${name}\n\n`}${HELP}`);
  process.exitCode = EX_USAGE;
}
