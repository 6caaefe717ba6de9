import { commandOf } from "./config/command-line.js";
import { ownVersion } from "./own-package.js";
import { ownEnvironment, serve } from "./serve.js";

/** What a process exits with when it is asked wrongly. */
const USAGE = 2;

const command = commandOf(process.argv.slice(2), ownVersion());
if (command.kind === "serve") await serve(ownEnvironment());
else if (command.kind === "show") process.stdout.write(`${command.text}\n`);
else {
  process.stderr.write(`${command.text}\n`);
  process.exitCode = USAGE;
}
