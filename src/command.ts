import { EX_USAGE } from "./kernel/exit-codes.js";

/**
 * `ari-attendant`, the command: everything besides serving that an administrator does with the service. Each subcommand is a
 * program of its own, which reads what follows its name.
 */
const PROGRAMS: Readonly<Record<string, readonly [what: string, load: () => Promise<unknown>]>> = {
  setup: ["sets it up on the PBX that is there, and takes it back", () => import("./setup.js")],
  doctor: ["looks at every link of the chain, and says what is wrong and what to do", () => import("./doctor.js")],
  settings: ["lists the settings that differ from their defaults", () => import("./settings.js")],
  talk: ["has you talk to it from a browser, without a telephone", () => import("./talk.js")],
  key: ["prints a key of the REST interface, for commands that you type", () => import("./key.js")],
  reload: ["has the running service load its tools anew", () => import("./reload.js")],
  backup: ["makes a backup of what the service keeps, which may run", () => import("./backup.js")],
  restore: ["puts a backup back", () => import("./restore.js")],
  "check-tool": ["loads a tool of your own and says what is wrong with it", () => import("./check-tool.js")],
};

const WIDTH = Math.max(...Object.keys(PROGRAMS).map((name) => name.length));
const HELP = `Usage: ari-attendant COMMAND [OPTIONS]

${Object.entries(PROGRAMS)
  .map(([name, [what]]) => `  ${name.padEnd(WIDTH)}  ${what}`)
  .join("\n")}

ari-attendant COMMAND --help tells more of each. In a clone all of it is scripts/ari-attendant COMMAND.
The service itself: npm start, or node dist/src/main.js.
`;

const [name] = process.argv.splice(2, 1);
const program = name !== undefined && Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program) await program[1]();
else if (name === "--help" || name === "-h" || name === "help") process.stdout.write(HELP);
else {
  process.stderr.write(`${name === undefined ? "" : `ari-attendant: there is no command ${name}\n\n`}${HELP}`);
  process.exitCode = EX_USAGE;
}
