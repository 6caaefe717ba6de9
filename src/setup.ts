import { setMaxListeners } from "node:events";
import { fileURLToPath } from "node:url";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { MissingAnswers } from "./setup/answers.js";
import { Cancelled, personAtTerminal } from "./setup/ask.js";
import { HELP, type SetupOptions, setupOptions } from "./setup/options.js";
import type { SetupReport } from "./setup/setup-run.js";
import { setUp } from "./setup/setup.js";

/** Sets up the assistant on a PBX, and undoes it: see --help. */

const FAILED = 1;
const LEFT = 130;

const complain = (text: string) => void process.stderr.write(`setup: ${text}\n`);

/** From `src`, or from `dist/src` in a build. */
function projectFolder(): string {
  const here = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  return here.replace(/\/dist$/, "");
}

/** Many requests to possible servers run at once. */
function lasting(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}

async function run(options: SetupOptions): Promise<number> {
  const output = options.isJson ? process.stderr : process.stdout;
  const isPersonThere = process.stdin.isTTY && output.isTTY;
  const asks = !options.isYes && !options.isDryRun && !options.isUndo;
  if (asks && !isPersonThere) {
    complain("there is no terminal to ask at: --yes takes what is found, --dry-run shows what that would be");
    return EX_USAGE;
  }
  const report = (found: SetupReport) => {
    if (options.isJson) process.stdout.write(`${JSON.stringify(found)}\n`);
    return found.done ? 0 : FAILED;
  };
  const nothing = { done: false, changed: [], questions: 0, notes: [] };
  try {
    const found = await setUp({
      options,
      project: projectFolder(),
      environment: process.env,
      asker: options.isYes || options.isDryRun ? undefined : personAtTerminal(output),
      tell: (text) => void output.write(`${text}\n`),
      signal: lasting(),
    });
    for (const fault of found.faults) complain(fault);
    return report(found);
  } catch (error) {
    if (error instanceof Cancelled) return LEFT;
    const faults = faultsIn(error);
    if (error instanceof MissingAnswers) complain("missing answers:");
    for (const fault of faults) complain(error instanceof MissingAnswers ? `  ${fault}` : fault);
    return report({ ...nothing, faults });
  }
}

function faultsIn(error: unknown): readonly string[] {
  if (error instanceof MissingAnswers) return error.missing;
  const isForbidden = ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
  if (!isForbidden) return [describe(error)];
  const isRoot = process.geteuid?.() === 0;
  const whose = isRoot ? "the owner of its folder has to own it, too" : "run this as root, or as its owner";
  return [`${describe(error)}: ${whose}`];
}

let options: SetupOptions | undefined;
try {
  options = setupOptions(process.argv.slice(2));
} catch (error) {
  complain(`${describe(error)}\n\n${HELP}`);
  process.exitCode = EX_USAGE;
}
if (options?.isHelp) process.stdout.write(HELP);
else if (options) process.exitCode = await run(options);
