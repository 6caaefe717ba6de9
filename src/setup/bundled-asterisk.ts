import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AsteriskPlace } from "./asterisk-command.js";
import { detectMachine, readConfig } from "./detect.js";
import type { Facts } from "./facts.js";
import type { Journal } from "./journal.js";
import { runCommand } from "./run-command.js";
import type { SetupNeeds } from "./setup-run.js";

/** The system user that `scripts/lib/own-asterisk` creates. */
const USER = "ari-attendant-asterisk";
/** Time limit for downloading and unpacking the root file system on a slow line, in ms. */
const INSTALL_MS = 20 * 60_000;

/** Result of installing or updating the bundled Asterisk. */
export interface BundledAsterisk {
  /** The facts, with the Asterisk that is installed now. */
  readonly facts: Facts;
  /** Whether installed packages changed; a running Asterisk must then be restarted. */
  readonly isChanged: boolean;
  /** Why the installation failed, and what to do about it. */
  readonly fault?: string;
}

/**
 * Installs the current Asterisk into a root file system of its own, with a system user of its own, or updates it if it is
 * already installed. A dry run installs nothing.
 */
export async function installAsterisk(
  needs: SetupNeeds,
  found: Facts,
  place: AsteriskPlace,
  journal: Journal,
): Promise<BundledAsterisk> {
  const { options, asker, tell } = needs;
  const { root } = place;
  const failed = (fault: string): BundledAsterisk => ({ facts: found, isChanged: false, fault });
  const isInstalled = journal.entries.some((entry) => entry.act === "folder" && entry.path === root);
  if (existsSync(root) && !isInstalled)
    return failed(
      `${root} already exists and does not belong to this installation: remove it, or choose another --root`,
    );
  if (options.isDryRun) {
    if (!isInstalled) tell(`This would install Asterisk in ${root} and create the user ${USER}.`);
    return { facts: found, isChanged: false };
  }
  if (!found.isRoot) return failed("--way own-asterisk creates a user and a root file system: run this as root");
  if (!isInstalled) {
    if (
      asker &&
      !(await asker.agree(`Install Asterisk in ${root} (500 MB, 1 to 2 minutes) and create the user ${USER}?`))
    )
      return failed("nothing was changed: you said no");
    tell(`Installing Asterisk in ${root}: 1 to 2 minutes …`);
    await record(place, journal);
  }
  const { isChanged, fault } = await install(needs, place);
  if (fault !== undefined) return failed(fault);
  const [config, { asterisk }] = [readConfig(place), await detectMachine(place)];
  return { facts: { ...found, config, asterisk }, isChanged };
}

/** Records what the installation will create before it does, so that --undo also removes an interrupted one. */
async function record({ root, path }: AsteriskPlace, journal: Journal): Promise<void> {
  for (const folder of missingAbove(root)) journal.add({ act: "folder", path: folder, isOurs: false });
  journal.add({ act: "folder", path: root, isOurs: true });
  if ((await runCommand("id", [USER], { path })).code !== 0) journal.add({ act: "user", name: USER });
  mkdirSync(dirname(root), { recursive: true, mode: 0o755 });
}

async function install(
  { project, environment }: SetupNeeds,
  { root, path }: AsteriskPlace,
): Promise<Pick<BundledAsterisk, "isChanged" | "fault">> {
  const names = ["ATTENDANT_DEBIAN_MIRROR", "http_proxy", "https_proxy"];
  const env = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const program = join(project, "scripts/lib/own-asterisk");
  const { code, stdout, stderr } = await runCommand(program, [root], { path, env, ms: INSTALL_MS });
  if (code === 0) return { isChanged: stdout.includes("changed") };
  const why = stderr.trim().split("\n").slice(-3).join("; ");
  return { isChanged: false, fault: `Asterisk could not be installed in ${root}: ${why}. Run this again to retry` };
}

/** Lists the missing folders above a path, outermost first. */
function missingAbove(path: string): string[] {
  const parent = dirname(path);
  return existsSync(parent) ? [] : [...missingAbove(parent), parent];
}
