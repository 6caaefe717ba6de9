import { join } from "node:path";
import { type CommandResult, runCommand, shellWords } from "./run-command.js";

/** Which Asterisk is meant. */
export interface AsteriskPlace {
  /** The root file system that it lives in; empty for this machine's own. */
  readonly root: string;
  /** Its folder of configuration, as it sees it. */
  readonly configDir: string;
  /** PATH, for finding it. */
  readonly path: string | undefined;
}

/** A program and what it is called with, the root that it lives in included. */
export function asteriskCommand({ root, configDir }: AsteriskPlace, ...args: string[]): [string, ...string[]] {
  const which = configDir === "/etc/asterisk" ? [] : ["-C", join(configDir, "asterisk.conf")];
  return root === "" ? ["asterisk", ...which, ...args] : ["chroot", root, "asterisk", ...which, ...args];
}

export function runAsterisk(place: AsteriskPlace, ...args: string[]): Promise<CommandResult> {
  const [program, ...rest] = asteriskCommand(place, ...args);
  return runCommand(program, rest, place);
}

/** Has it do a command of its own command line. */
export function tellAsterisk(place: AsteriskPlace, command: string): Promise<CommandResult> {
  return runAsterisk(place, "-rx", command);
}

/** A command as a person would type it. */
export function inWords(place: AsteriskPlace, command: string): string {
  return shellWords(asteriskCommand(place, "-rx", command));
}
