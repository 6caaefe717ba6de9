import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwnerOf } from "../kernel/act-as.js";

const MAX_OUTPUT_BYTES = 50_000_000;
/** Mounts $1 at $2, for this program and its children. */
const BIND = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';

/**
 * Runs this program again in its own mount namespace, and exits with it, if it is root and the owner of `dataDir` cannot reach
 * that path: systemd keeps folders of dynamic users in one that only root may enter. The folder then has a second path, visible
 * to no other process.
 *
 * @param name the subcommand, already removed from the command line
 * @throws when this is not possible here
 */
export function reachAsOwner(name: string, dataDir: string): void {
  const closed = asOwnerOf(dataDir, (place, identity) => (identity && !isReachable(place) ? place : undefined));
  if (closed === undefined) return;
  const second = mkdtempSync(join(tmpdir(), "ari-attendant-"));
  try {
    const program = [
      process.execPath,
      ...process.execArgv,
      ...process.argv.slice(1, 2),
      name,
      ...process.argv.slice(2),
    ];
    const bind = ["--mount", "--propagation", "private", "sh", "-c", BIND, "sh", closed, second];
    const { error, status, stdout, stderr } = spawnSync("unshare", [...bind, ...program], {
      env: { ...process.env, DATA_DIR: second },
      stdio: ["inherit", "pipe", "pipe"],
      encoding: "utf8",
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    if (error) throw new Error(`Only root can enter ${closed}, and unshare failed: ${error.message}`);
    process.stdout.write(stdout.replaceAll(second, dataDir));
    process.stderr.write(stderr.replaceAll(second, dataDir));
    process.exitCode = status ?? 1;
  } finally {
    rmdirSync(second);
  }
  process.exit();
}

function isReachable(place: string): boolean {
  try {
    statSync(place);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EACCES";
  }
}
