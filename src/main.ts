import { commandOf } from "./config/command-line.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { ownVersion } from "./own-package.js";
import { ownEnvironment, serve } from "./serve.js";

const command = commandOf(process.argv.slice(2), ownVersion());
if (command.kind === "serve") await serve(ownEnvironment());
else if (command.kind === "show") process.stdout.write(`${command.text}\n`);
else {
  process.stderr.write(`${command.text}\n`);
  process.exitCode = EX_USAGE;
}
