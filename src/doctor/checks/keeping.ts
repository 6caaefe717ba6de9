import { constants } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../../kernel/errors.js";
import { processesWith } from "../open-files.js";
import { probeStore } from "../../storage/store-probe.js";
import { type Check, fault, good } from "../check.js";

/** Minimum free space for the store, in bytes. */
const LEAST_BYTES = 50e6;
/** Created by systemd/ari-attendant.sysusers. */
const SERVICE_USER = "ari-attendant";

const folder: Check = {
  name: "folder",
  title: "The service's own folder (DATA_DIR)",
  settings: ["DATA_DIR"],
  remedies: [
    [/free/, "Free space on that disk, or set DATA_DIR to a folder on another one"],
    [/not a folder/, "Move that file, or set DATA_DIR to a folder"],
    [
      /./,
      "Give the folder to the user that the service runs as (chown -R USER FOLDER), and check that its disk is not mounted read-only",
    ],
  ],
  async look({ settings: { general } }) {
    const path = resolve(general.dataDir);
    const found = await stat(path).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    });
    if (found && !found.isDirectory()) return fault(`${path} is not a folder.`);
    const at = found ? path : await nearestFolder(path);
    try {
      await access(at, constants.W_OK | constants.X_OK);
    } catch (error) {
      return fault(`${at} cannot be written to (${codeOf(error)}).`);
    }
    // Root can write anywhere, but the service then runs as another user.
    const service = process.getuid?.() === 0 ? await serviceUser() : undefined;
    const { uid, mode } = await stat(at);
    if (service !== undefined && found && uid !== service && !(mode & 0o002)) {
      return fault(`${at} does not belong to ${SERVICE_USER}, the user that the service runs as.`);
    }
    const { bavail, bsize } = await statfs(at);
    const freeBytes = Number(bavail) * Number(bsize);
    const free = `${Math.round(freeBytes / 1e6)} MB`;
    if (freeBytes < LEAST_BYTES) return fault(`Only ${free} are free on the disk of ${path}.`);
    return good(
      found ? `${path} is writable, ${free} free.` : `${path} will be created at the first start, ${free} free.`,
    );
  },
};

const store: Check = {
  name: "store",
  title: "The store",
  needs: ["folder"],
  settings: ["MONGODB_URI", "DATA_DIR"],
  remedies: [
    [/open in another process/, "Stop the other one, or give each controller its own DATA_DIR"],
    [/later version/, "Run the later version, or restore a backup made by this version: scripts/restore"],
    [/damaged/, "Restore a backup with scripts/restore, or move the store's folder away to start with an empty one"],
    [
      /MongoDB/,
      "Check that MongoDB runs and that MONGODB_URI has its address, user, password and database; mongosh with the same string shows more",
    ],
    [/./, "Check the message; DATA_DIR must belong to the user that the service runs as"],
  ],
  async look(installation, signal) {
    const {
      store: { mongodbUri },
      general: { dataDir },
    } = installation.settings;
    const state = await probeStore({ mongodbUri, dataDir }, signal);
    if (state === "not there yet") return good("It will be created at the first start.");
    if (state === "works")
      return good(mongodbUri === undefined ? "The embedded store is intact." : "MongoDB answers and accepts writes.");
    const service = await installation.service();
    if (service) return good(`The service on ${service.url} has the embedded store open.`);
    const holders = await processesWith(join(resolve(dataDir), "store", "attendant.sqlite"));
    return fault(
      `The store in ${dataDir} is open in another process${holders.length > 0 ? ` (process ${holders.join(", ")})` : ""}, and no service answers at the address in these settings.`,
    );
  },
};

export const KEEPING_CHECKS: readonly Check[] = [folder, store];

async function nearestFolder(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (
      await stat(at).then(
        () => true,
        () => false,
      )
    )
      return at;
    if (at === dirname(at)) return at;
  }
}

async function serviceUser(): Promise<number | undefined> {
  const users = await readFile("/etc/passwd", "utf8").catch(() => "");
  const line = users.split("\n").find((each) => each.startsWith(`${SERVICE_USER}:`));
  return line === undefined ? undefined : Number(line.split(":")[2]);
}
