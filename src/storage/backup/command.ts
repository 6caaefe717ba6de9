import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { AttendantError, describe } from "../../kernel/errors.js";
import { EX_USAGE } from "../../kernel/exit-codes.js";
import { installedEnvironment } from "../../config/installed-environment.js";
import { dataDirOf } from "../../config/own-environment.js";
import type { Environment } from "../../config/environment.js";
import { reachAsOwner } from "../reach-as-owner.js";
import type { BackupPlace } from "./backup.js";

/** What the programs `backup` and `restore` share. */
export interface BackupCommand {
  readonly name: string;
  readonly help: string;
  /** As `process.env` has it. */
  readonly environment: Environment;
  /** Does the work. @returns the report, in words and for programs */
  run(
    folder: string,
    place: BackupPlace,
    replace: boolean,
  ): Promise<{ readonly words: string; readonly facts: object }>;
}

const FAILED = 1;

/** Reads the command line and the environment, does the work, and exits: 0 done, 1 failed, 64 wrong usage. */
export async function runCommand({ name, help, environment, run }: BackupCommand): Promise<void> {
  const leave = (message: string, code: number): never => {
    process.stderr.write(`${name}: ${message}\n`);
    process.exit(code);
  };
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: {
          json: { type: "boolean" },
          help: { type: "boolean", short: "h" },
          ...(name === "restore" && { replace: { type: "boolean" as const } }),
        },
      });
    } catch (error) {
      return leave(`${describe(error)}\n\n${help}`, EX_USAGE);
    }
  })();
  if (values.help) return void process.stdout.write(help);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) return leave(`FOLDER is required\n\n${help}`, EX_USAGE);
  process.umask(0o077);
  try {
    const place = placeFrom(environment);
    reachAsOwner(name, place.dataDir);
    const { words, facts } = await run(folder, place, "replace" in values && values.replace === true);
    process.stdout.write(values.json ? `${JSON.stringify(facts)}\n` : `${words}\n`);
  } catch (error) {
    if (values.json) {
      const code = error instanceof AttendantError ? error.code : "internal";
      process.stdout.write(`${JSON.stringify({ error: describe(error), code })}\n`);
    }
    leave(describe(error), FAILED);
  }
}

/** As the service has it that runs from the working folder, under its systemd unit if it has one. */
function placeFrom(given: Environment): BackupPlace {
  const { environment, readFile } = installedEnvironment(process.cwd(), given);
  const { MONGODB_URI, MONGODB_URI_FILE } = environment;
  const uri = MONGODB_URI || (MONGODB_URI_FILE && readFile(MONGODB_URI_FILE).trim());
  return { dataDir: dataDirOf(environment), mongodbUri: uri || undefined };
}

/** Names a store for the administrator, who may have meant another one. */
export function nameOf({ dataDir, mongodbUri }: BackupPlace): string {
  return mongodbUri === undefined ? `the store in ${resolve(dataDir)}` : "the database in MONGODB_URI";
}
