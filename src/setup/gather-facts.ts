import { statSync } from "node:fs";
import { join } from "node:path";
import { allSettings } from "../config/schema.js";
import type { AsteriskPlace } from "./asterisk-command.js";
import { configValue } from "./asterisk-config.js";
import { findServers } from "./back-end-servers.js";
import { freePorts, type Machine, readConfig } from "./detect.js";
import { readEnvFile } from "./env-file.js";
import type { Facts } from "./facts.js";
import { followLinks, readState } from "./files.js";
import { type Journal, lastAnswers, writtenIn } from "./journal.js";
import type { SetupNeeds } from "./setup-run.js";

/** Collects all facts that a plan needs. Changes nothing. */
export async function gatherFacts(
  { options, project, environment, signal }: SetupNeeds,
  folder: string,
  place: AsteriskPlace,
  machine: Machine,
  journal: Journal,
): Promise<Facts> {
  const config = readConfig(place);
  const http = Number(configValue(config.http, "general", "bindport") ?? 8088);
  const [ports, servers] = await Promise.all([freePorts(http), findServers(["127.0.0.1", ...options.hosts], signal)]);
  const file = (path: string) => readState(path);
  const written = writtenIn(journal);
  const { uid, gid } = statSync(folder);
  const names = allSettings().flatMap(({ name, file: hasFile }) => (hasFile ? [name, `${name}_FILE`] : [name]));
  // Not settings of the service: asterisk-config/render and Compose read these.
  names.push(...Object.keys(environment).filter((name) => /^(ASTERISK_[A-Z_]+|COMPOSE_PROFILES)$/.test(name)));
  const given = names.flatMap((name) => (environment[name]?.trim() ? [[name, environment[name]] as const] : []));
  return {
    ...machine,
    project,
    folder,
    isRoot: process.getuid?.() === 0,
    node: process.execPath,
    asteriskRoot: place.root,
    config,
    servers,
    ports,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    owner: { mode: 0o600, uid, gid },
    env: readEnvFile(file(join(folder, ".env"))?.bytes ?? ""),
    given: Object.fromEntries(given),
    previous: lastAnswers(journal),
    file,
    isWritten: (path) => written.has(followLinks(path)),
  };
}
