import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installedEnvironment } from "./config/installed-environment.js";
import { dataDirOf } from "./config/own-environment.js";
import { processesWith } from "./doctor/open-files.js";
import { codeOf, describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";

/** Makes the running service reload its plugins and assistants. */

const HELP = `Usage: ari-attendant reload

Makes the running service reload the tools in TOOLS_DIR and the file of the assistants. Calls continue. Its log, GET /health and
GET /tools?include_disabled=true show which files were loaded or rejected.

The service is the process that has the store in DATA_DIR open; DATA_DIR is read from the environment, from .env here, or from
the systemd unit of the service that runs from here, as the service reads it. Run it as the service's user or as root, where the service runs:
  systemd         systemctl reload ari-attendant does the same
  Docker Compose  docker compose exec controller node dist/src/command.js reload

  -h, --help  show this

Exit status: 0 when the service was signalled, 1 when it was not found or may not be signalled, 64 for wrong usage.
`;

const FAILED = 1;
/** SIGHUP in a process's mask of caught signals. A process that does not catch it would be ended by it. */
const CATCHES_SIGHUP = 1n;

function leave(message: string, code: number): never {
  process.stderr.write(`reload: ${message}\n`);
  process.exit(code);
}

function asksForHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help ?? false;
  } catch (error) {
    return leave(`${describe(error)}\n\n${HELP}`, EX_USAGE);
  }
}

function catchesSighup(pid: number): boolean {
  try {
    const [, mask = "0"] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return (BigInt(`0x${mask}`) & CATCHES_SIGHUP) !== 0n;
  } catch {
    return false; // The process has ended meanwhile.
  }
}

async function reload(): Promise<void> {
  if (process.platform !== "linux")
    leave("processes can be found only on Linux; send SIGHUP to the service yourself", FAILED);
  let store: string;
  try {
    const dataDir = resolve(dataDirOf(installedEnvironment(process.cwd(), process.env).environment));
    store = join(realpathSync(dataDir), "store");
  } catch (error) {
    leave(`DATA_DIR cannot be read: ${describe(error)}`, FAILED);
  }
  const [pid, ...others] = (await processesWith(store)).filter(catchesSighup);
  if (pid === undefined) {
    leave(
      `no running service of this user has ${store} open; see --help for where and as which user to run this`,
      FAILED,
    );
  }
  if (others.length > 0) leave(`several processes have ${store} open: ${[pid, ...others].join(", ")}`, FAILED);
  try {
    process.kill(pid, "SIGHUP");
  } catch (error) {
    const why =
      codeOf(error) === "EPERM" ? "belongs to another user; run this as that user or as root" : describe(error);
    leave(`the service (process ${pid}) ${why}`, FAILED);
  }
  process.stdout.write(
    `The service (process ${pid}) is reloading its tools and assistants; see its log for the result. Its store is in ${store}.\n`,
  );
}

if (asksForHelp()) process.stdout.write(HELP);
else await reload();
