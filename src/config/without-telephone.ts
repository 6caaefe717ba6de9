import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.js";
import { SCHEMA } from "./schema.js";
import type { Setting } from "./setting.js";

/** What is the service's own, and would be another's hands in its calls and schedules. */
const OF_THE_SERVICE = [SCHEMA.store.settings.mongodbUri, SCHEMA.http.settings.host];

export interface TalkEnvironment {
  readonly environment: Environment;
  /** Where the service has its files, phrases.json among them. */
  readonly dataDir: string;
}

/**
 * The service's environment made one of a process that can be talked to from a browser of this machine and has no telephone:
 * without what concerns Asterisk and SIP, on the loopback address, with a store of its own in the folder `talk` of DATA_DIR.
 *
 * @param port in place of PORT
 * @param isFolder whether there is such a folder
 */
export function withoutTelephone(
  env: Environment,
  port: string | undefined,
  isFolder: (path: string) => boolean = existsSync,
): TalkEnvironment {
  const telephony = [SCHEMA.asterisk, SCHEMA.sip].flatMap(
    ({ settings }) => Object.values(settings) as Setting<unknown>[],
  );
  const dropped = new Set([...telephony, ...OF_THE_SERVICE].flatMap(({ name }) => [name, `${name}_FILE`]));
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.has(name)));
  const dataDir = env.DATA_DIR?.trim() || SCHEMA.general.settings.dataDir.fallback;
  const tools = join(dataDir, "tools");
  return {
    dataDir,
    environment: {
      LOG_LEVEL: "warn",
      ...(isFolder(tools) && { TOOLS_DIR: tools }),
      ...kept,
      DATA_DIR: join(dataDir, "talk"),
      HOST: "127.0.0.1",
      ...(port !== undefined && { PORT: port }),
      ARI_PASSWORD: randomUUID(), // Required, and asked of nobody.
    },
  };
}
