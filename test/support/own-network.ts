import { spawnSync } from "node:child_process";

const INSIDE = "ATTENDANT_OWN_NETWORK";

/**
 * Runs this test file again in its own network and mount namespaces, and exits with its exit code. Servers there are unreachable
 * from outside, on any address.
 *
 * @param address an address that the machine has in the namespace, besides 127.0.0.1
 * @param prepare runs before, while the network is available
 * @returns the result of `prepare`, inside the namespace
 */
export function enterOwnNetwork(address: string, prepare: () => string): string {
  const brought = process.env[INSIDE];
  if (brought !== undefined) return brought;
  const first = `ip link set lo up && ip address add ${address}/32 dev lo && exec "$@"`;
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", ["--net", "--mount", "sh", "-c", first, "sh", ...again], {
    stdio: "inherit",
    env: { ...process.env, [INSIDE]: prepare() },
  });
  process.exit(status ?? 1);
}
