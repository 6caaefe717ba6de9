import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "./environment.js";
import { SCHEMA } from "./schema.js";
import type { Setting } from "./setting.js";

/** Settings of the service that a second process must not share: its calls and schedules would be affected. */
const OF_THE_SERVICE = [SCHEMA.store.settings.mongodbUri, SCHEMA.http.settings.host];

export interface TalkEnvironment {
  readonly environment: Environment;
  /** Folder for the files of the service, including phrases.json. */
  readonly dataDir: string;
}

/**
 * Derives from the service's environment that of a process for conversations in a browser on this machine, without a telephone:
 * no settings of Asterisk and SIP, the loopback address, and a separate store in the folder `talk` of DATA_DIR.
 *
 * @param port replaces PORT
 * @param isFolder returns whether a folder exists
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
      ARI_PASSWORD: randomUUID(), // Required, but never used.
    },
  };
}
